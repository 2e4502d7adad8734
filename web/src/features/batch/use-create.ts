import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, useCallback, useEffect, useRef, useState } from 'react';
import type { BatchItem, BatchResponse } from '#shared/batch/api.ts';
import { centsFromDollars } from '#shared/money.ts';
import { profileKey } from '#web/features/auth/get-profile.ts';
import type { Shortfall } from '#web/features/credits/insufficient-dialog.tsx';
import type { UploadQueue } from '#web/features/upload/upload-queue.ts';
import { ApiError, codeOf, type PageErrorCode } from '#web/lib/api.ts';
import { serverNow } from '#web/lib/clock.ts';
import { useUser } from '#web/lib/session/session-provider.tsx';
import type { BasicCard, BasicState, RunChange } from './cards.ts';
import { createBatch } from './create-batch.ts';
import { batchKey, getBatch } from './get-batch.ts';
import type { Making } from './making.ts';
import { isDefiniteRefusal, orderIdOf } from './order-id.ts';
import { useOtherTabs } from './other-tabs.ts';
import { retryBatch } from './retry-batch.ts';
import { batchesOf, type Tool } from './tool.ts';
import { useStable } from './use-stable.ts';

/** Photos can still be kept back; an order that is on its way cannot. */
export type Sending = { cardIds: ReadonlySet<string>; phase: 'uploading' | 'ordering' } | undefined;
export type CreateFailure = { code: PageErrorCode; title?: string; details?: Record<string, unknown> };

const centsOr = (value: unknown, otherwise: number): number => (typeof value === 'number' ? centsFromDollars(value) : otherwise);
const newOrderId = () => crypto.randomUUID();
const ofNetwork: readonly PageErrorCode[] = ['Offline', 'Unreachable'];

/** Rejects when stopped; the work itself goes on. */
const unlessStopped = <Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  Promise.race([work, new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))]);

type Needs<Card extends BasicCard, Item extends BatchItem> = {
  tool: Tool;
  making: Making<Card>;
  uploads: UploadQueue;
  state: BasicState<Card>;
  change: Dispatch<RunChange<Item>>;
  onShortfall: (shortfall: Shortfall) => void;
};

/** Sends cards as one batch: their photos first, then the order. What failed before is ordered again without its photos. */
export function useCreate<Card extends BasicCard, Item extends BatchItem>({
  tool,
  making,
  uploads,
  state,
  change,
  onShortfall,
}: Needs<Card, Item>) {
  const queries = useQueryClient();
  const [sending, setSending] = useState<Sending>();
  const [failure, setFailure] = useState<CreateFailure>();
  const stopping = useRef(new AbortController());
  const readBalance = useCallback(() => void queries.invalidateQueries({ queryKey: profileKey }), [queries]);

  /** Shows a batch that another tab, or a press whose answer was lost, has started. */
  const show = useCallback(
    async (batchId: string) => {
      const batch = await queries.fetchQuery({ queryKey: batchKey(batchId), queryFn: ({ signal }) => getBatch(batchId, signal) });
      for (const own of batchesOf<Item>(tool, [batch])) change({ type: 'batchSeen', batch: own });
    },
    [tool, queries, change],
  );
  const tellOthers = useOtherTabs(useUser()?.id, (started) => {
    readBalance();
    if (started.tool !== tool) return;
    const { batchId, orderId } = started;
    // Until that batch is seen, a press here means the same order, and must bear the same key.
    show(batchId).then(
      () => change({ type: 'batchStartedElsewhere', batchId, orderId }),
      () => undefined,
    );
  });

  // What was wrong is over when the network comes back.
  useEffect(() => {
    const online = () => setFailure((before) => (before && ofNetwork.includes(before.code) ? undefined : before));
    window.addEventListener('online', online);
    return () => window.removeEventListener('online', online);
  }, []);

  const create = useStable(async (cards: readonly Card[], available: number, retryOf?: string, replaces: string | undefined = retryOf) => {
    if (!navigator.onLine) return setFailure({ code: 'Offline' });
    const batchId = orderIdOf(state, newOrderId);
    const cardIds = new Set(cards.map((card) => card.id));
    stopping.current = new AbortController();
    const { signal } = stopping.current;
    let title: string | undefined;
    let ordered = false;
    const upload = async ({ id, photo }: Card) => {
      if (!photo) return [];
      const key = await uploads.ensure(photo).catch((error: unknown) => {
        title ??= photo.title;
        throw error;
      });
      return [[id, key] as const];
    };
    setFailure(undefined);
    setSending({ cardIds, phase: retryOf ? 'ordering' : 'uploading' });
    try {
      const keys = retryOf ? [] : await unlessStopped(Promise.all(cards.map(upload)), signal);
      setSending({ cardIds, phase: 'ordering' });
      ordered = true;
      const accepted = retryOf
        ? await retryBatch(retryOf, { batchId })
        : await createBatch(making.order(batchId, cards, new Map(keys.flat())));
      const orderId = newOrderId();
      // Seen as sent until the first read; one that is there already is not put back.
      if (accepted.status === 'running')
        queries.setQueryData(
          batchKey(batchId),
          (known: BatchResponse | undefined) => known ?? making.sent(accepted, cards, new Date(serverNow()).toISOString()),
        );
      change({ type: 'batchStarted', batchId, ordered: cards, orderId, ...(replaces !== undefined && { replaces }) });
      tellOthers({ tool, batchId, orderId });
    } catch (error) {
      if (signal.aborted) return;
      const code = codeOf(error);
      // Another tab, or a press whose answer was lost, ordered with this key: that batch is shown, and nothing is paid twice.
      if (code === 'BatchIdReused') return await show(batchId).catch(() => setFailure({ code }));
      if (ordered && isDefiniteRefusal(error)) change({ type: 'orderRefused', batchId, orderId: newOrderId() });
      // The uploads are gone from storage, after weeks perhaps: the next press sends them anew.
      if (code === 'UploadNotFound') uploads.keepOnly(new Set());
      if (code === 'InsufficientCredits') {
        const { need, have } = error instanceof ApiError ? error.details : {};
        onShortfall({ need: centsOr(need, making.quote(cards)), have: centsOr(have, available) });
      } else if (code !== 'Unauthorized') {
        if (!(error instanceof ApiError)) console.error('the batch could not be started', error);
        setFailure({ code, ...(title !== undefined && { title }), ...(error instanceof ApiError && { details: error.details }) });
      }
    } finally {
      setSending(undefined);
      readBalance();
    }
  });

  return {
    create,
    sending,
    /** Gives up waiting for the photos of an order that has not been made. */
    stop: useCallback(() => stopping.current.abort(), []),
    failure,
    dismissFailure: useCallback(() => setFailure(undefined), []),
  };
}
