import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, useCallback, useRef, useState } from 'react';
import { centsFromDollars } from '#shared/money.ts';
import { profileKey } from '#web/features/auth/get-profile.ts';
import { createBatch } from '#web/features/batch/create-batch.ts';
import { retryBatch } from '#web/features/batch/retry-batch.ts';
import type { Shortfall } from '#web/features/credits/insufficient-dialog.tsx';
import type { UploadQueue } from '#web/features/upload/upload-queue.ts';
import { ApiError, codeOf, type PageErrorCode } from '#web/lib/api.ts';
import { type Card, type Change, fingerprint } from './cards.ts';
import { forgetPendingOrder, isRefusal, keepPendingOrder, orderIdFor, readPendingOrder } from './pending-order.ts';
import { itemsOf, quote } from './run.ts';

/** Photos can still be kept back; an order that is on its way cannot. */
export type Sending = { cardIds: ReadonlySet<string>; phase: 'uploading' | 'ordering' } | undefined;
export type CreateFailure = { code: PageErrorCode; title?: string };

const centsOr = (value: unknown, otherwise: number): number => (typeof value === 'number' ? centsFromDollars(value) : otherwise);

/** Rejects when stopped; the work itself goes on. */
const unlessStopped = <Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  Promise.race([work, new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))]);

/** Sends cards as one batch: their photos first, then the order. What failed before is ordered again without its photos. */
export function useCreate(
  uploads: UploadQueue,
  shown: readonly string[],
  change: Dispatch<Change>,
  onShortfall: (shortfall: Shortfall) => void,
) {
  const queries = useQueryClient();
  const [sending, setSending] = useState<Sending>();
  const [failure, setFailure] = useState<CreateFailure>();
  const stopping = useRef(new AbortController());

  const create = useCallback(
    async (cards: readonly Card[], available: number, retryOf?: string) => {
      const print = JSON.stringify([retryOf, ...cards.map((card) => [card.id, fingerprint(card)])]);
      const batchId = orderIdFor(print, readPendingOrder(), shown, () => crypto.randomUUID());
      const cardIds = new Set(cards.map((card) => card.id));
      stopping.current = new AbortController();
      const { signal } = stopping.current;
      let title: string | undefined;
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
        keepPendingOrder({ batchId, cards: print });
        if (retryOf) await retryBatch(retryOf, { batchId });
        else await createBatch({ batchId, kind: 'video', items: itemsOf(cards, new Map(keys.flat())) });
        change({ type: 'batchStarted', batchId, cardIds: [...cardIds] });
      } catch (error) {
        if (signal.aborted) return;
        const code = codeOf(error);
        // Another tab ordered these very cards: their batch is shown, and nothing is paid twice.
        if (code === 'BatchIdReused') return change({ type: 'batchStarted', batchId, cardIds: [...cardIds] });
        if (isRefusal(code)) forgetPendingOrder();
        // The uploads are gone from storage, after weeks perhaps: the next press sends them anew.
        if (code === 'UploadNotFound') uploads.keepOnly(new Set());
        if (code === 'InsufficientCredits') {
          const { need, have } = error instanceof ApiError ? error.details : {};
          onShortfall({ need: centsOr(need, quote(cards)), have: centsOr(have, available) });
        } else if (code !== 'Unauthorized') {
          if (!(error instanceof ApiError)) console.error('the batch could not be started', error);
          setFailure({ code, ...(title !== undefined && { title }) });
        }
      } finally {
        setSending(undefined);
        void queries.invalidateQueries({ queryKey: profileKey });
      }
    },
    [uploads, shown, change, onShortfall, queries],
  );

  return {
    create,
    sending,
    /** Gives up waiting for the photos of an order that has not been made. */
    stop: useCallback(() => stopping.current.abort(), []),
    failure,
    dismissFailure: useCallback(() => setFailure(undefined), []),
  };
}
