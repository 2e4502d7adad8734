import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { RunResponse } from '#shared/pipeline/api.ts';
import { runParameter } from '#web/app/paths.ts';
import { profileKey } from '#web/features/auth/get-profile.ts';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { runKey, useRun } from './get-run.ts';
import { runsKey, useRuns } from './list-runs.ts';
import { readAside, writeAside } from './put-aside.ts';
import { shownByItself } from './shown-run.ts';

/** The run that the page shows, and the others of the account. */
export function useShownRun() {
  const queries = useQueryClient();
  const session = useSession();
  const userId = session.status === 'user' ? session.user.id : undefined;
  const live = session.status === 'user' && !session.expired;
  const [search, setSearch] = useSearchParams();
  const asked = search.get(runParameter) ?? undefined;
  const list = useRuns(live ? userId : undefined);
  const [aside, setAside] = useState<readonly string[]>([]);
  /** Started on this page: shown before any list knows it. */
  const [started, setStarted] = useState<string>();

  useEffect(() => {
    setAside(userId ? readAside(userId) : []);
    setStarted(undefined);
  }, [userId]);

  // What one account has read is not for the next.
  const readBy = useRef(userId);
  useEffect(() => {
    if (readBy.current && readBy.current !== userId) {
      queries.removeQueries({ queryKey: runKey('').slice(0, 1) });
      queries.removeQueries({ queryKey: runsKey });
    }
    readBy.current = userId;
  }, [userId, queries]);

  const items = list.data?.items;
  const byItself = useMemo(() => shownByItself(items ?? [], aside, Date.now()), [items, aside]);
  const runId = userId ? (asked ?? started ?? byItself) : undefined;
  const found = useRun(live ? runId : undefined);
  const { run } = found;

  // Each image has moved money, and each change of state the list.
  const moved = run && `${run.runId} ${run.status} ${run.iteration} ${run.charged}`;
  const movedBefore = useRef<string>(undefined);
  useEffect(() => {
    if (!moved || moved === movedBefore.current) return;
    movedBefore.current = moved;
    void queries.invalidateQueries({ queryKey: profileKey });
    void queries.invalidateQueries({ queryKey: runsKey });
  }, [moved, queries]);

  const learn = useCallback((answer: RunResponse) => queries.setQueryData(runKey(answer.runId), answer), [queries]);

  const show = useCallback(
    (id: string) => {
      setStarted(id);
      setSearch({}, { replace: true });
      void queries.invalidateQueries({ queryKey: runsKey });
    },
    [queries, setSearch],
  );

  /** Puts the shown run aside: the page is free for the next one. */
  const leave = useCallback(() => {
    if (!userId || !runId) return;
    const next = [...readAside(userId).filter((id) => id !== runId), ...(items ?? []).map((one) => one.runId), runId];
    writeAside(userId, [...new Set(next)]);
    setAside(readAside(userId));
    setStarted(undefined);
    setSearch({}, { replace: true });
  }, [userId, runId, items, setSearch]);

  return {
    ...found,
    runId,
    /** Whether it is known which run is shown: before that, neither a run nor the form would be right. */
    isKnown: session.status !== 'loading' && (!live || asked !== undefined || started !== undefined || !list.isLoading),
    others: (items ?? []).filter((one) => one.runId !== runId),
    learn,
    show,
    leave,
    link: (id: string) => `?${runParameter}=${id}`,
  };
}
