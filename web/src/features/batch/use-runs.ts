import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { BatchItem } from '#shared/batch/api.ts';
import { profileKey } from '#web/features/auth/get-profile.ts';
import { useSession } from '#web/lib/session/session-provider.tsx';
import type { BasicState, RunChange } from './cards.ts';
import { batchesKey, batchKey, forgetLinks, useBatches } from './get-batch.ts';
import { readLastBatches, writeLastBatches } from './last-batches.ts';
import { useLatestBatch } from './latest-batch.ts';
import { useActiveBatches } from './list-active-batches.ts';
import { itemsByCard } from './run.ts';
import { batchesOf, kindOf, type Tool, toolOf } from './tool.ts';

/** The batches a page shows: those it started, those this browser remembers, and those that run for the account now. */
export function useRuns<Item extends BatchItem>(
  tool: Tool,
  state: Pick<BasicState, 'batchIds'>,
  change: Dispatch<RunChange<Item>>,
  restored: boolean,
) {
  const session = useSession();
  const queries = useQueryClient();
  const userId = session.status === 'user' ? session.user.id : undefined;
  const live = session.status === 'user' && !session.expired;
  const [remembered, setRemembered] = useState<string[]>([]);
  /** Put aside by the seller, the other page's, or nobody's. */
  const [aside, setAside] = useState<readonly string[]>([]);
  const active = useActiveBatches(kindOf(tool), live && restored ? userId : undefined);

  useEffect(() => {
    setRemembered((userId && restored && readLastBatches(tool, userId)) || []);
  }, [tool, userId, restored]);

  // What one account has read is not for the next.
  const readBy = useRef(userId);
  useEffect(() => {
    if (readBy.current && readBy.current !== userId) queries.removeQueries({ queryKey: batchesKey });
    readBy.current = userId;
  }, [userId, queries]);

  // Begun in another browser and ended before this one was opened: nothing runs, and nothing is remembered here.
  const isNewHere = userId !== undefined && restored && readLastBatches(tool, userId) === undefined;
  const latest = useLatestBatch(tool, live && isNewHere ? userId : undefined);

  const batchIds = useMemo(() => {
    if (!userId || !restored) return [];
    const all = [
      ...(latest.data ? [latest.data] : []),
      ...remembered,
      ...(active.data?.items.map((batch) => batch.batchId).reverse() ?? []),
      ...state.batchIds,
    ];
    return [...new Set(all)].filter((id) => !aside.includes(id));
  }, [userId, restored, latest.data, remembered, active.data, state.batchIds, aside]);
  const found = useBatches(batchIds, live && restored);
  const { gone } = found;
  const batches = useMemo(() => batchesOf<Item>(tool, found.batches), [tool, found.batches]);
  const items = useMemo(() => itemsByCard(batches), [batches]);

  useEffect(() => {
    const nobodys = batchIds.filter((_, index) => gone[index]);
    if (!userId || nobodys.length === 0) return;
    setAside((ids) => [...ids, ...nobodys]);
    change({ type: 'batchesGone', batchIds: nobodys });
    writeLastBatches(
      tool,
      userId,
      batchIds.filter((id) => !nobodys.includes(id)),
    );
  }, [tool, userId, batchIds, gone, change]);

  // The other page's need not be asked for again.
  useEffect(() => {
    const others = found.batches.filter((batch) => toolOf(batch) !== tool).map(({ batchId }) => batchId);
    if (others.length > 0) setAside((ids) => [...ids, ...others]);
  }, [tool, found.batches]);

  useEffect(() => {
    if (restored) for (const batch of batches) change({ type: 'batchSeen', batch });
  }, [batches, change, restored]);

  useEffect(() => {
    if (userId && restored && state.batchIds.length > 0) writeLastBatches(tool, userId, state.batchIds);
  }, [tool, userId, restored, state.batchIds]);

  // Each ended item has moved money: the balance is read again.
  const ended = batches.reduce((sum, { counters }) => sum + counters.completed + counters.failed + counters.cancelled, 0);
  const endedBefore = useRef(ended);
  useEffect(() => {
    if (ended !== endedBefore.current) void queries.invalidateQueries({ queryKey: profileKey });
    endedBefore.current = ended;
  }, [ended, queries]);

  const running = batches.some((batch) => batch.status === 'running');
  /** Until the batches are read, none of them is known to run or to have ended. */
  const { loading } = found;

  /** The addresses of photos and videos run out after an hour; asking again brings new ones. */
  const askedAt = useRef(new Map<string, number>());
  const renew = useCallback(
    (batchId: string) => {
      const now = Date.now();
      if (now - (askedAt.current.get(batchId) ?? 0) < 10_000) return;
      askedAt.current.set(batchId, now);
      forgetLinks(batchId);
      void queries.invalidateQueries({ queryKey: batchKey(batchId) });
    },
    [queries],
  );

  /** Puts shown batches aside, all unless named: they stay in the history, and off this page. */
  const putAside = useCallback(
    (ids: readonly string[] = batchIds) => {
      const left = batchIds.filter((id) => !ids.includes(id));
      setAside((aside) => [...aside, ...ids]);
      setRemembered(left);
      if (userId) writeLastBatches(tool, userId, left);
    },
    [tool, batchIds, userId],
  );

  /** Shows batches again that were put aside by mistake. */
  const takeBack = useCallback((ids: readonly string[]) => setAside((aside) => aside.filter((id) => !ids.includes(id))), []);

  /** The last answers did not come: how a run stands, or whether there is one. */
  const struggling = ((running || loading) && found.struggling) || (active.isLoading && active.failureCount > 1);
  return { batches, items, running, loading, renew, putAside, takeBack, struggling };
}
