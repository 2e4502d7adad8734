import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchItem, BatchOf } from '#shared/batch/api.ts';
import { hasEnded } from '#shared/batch/batch.ts';
import { codeOf } from '#web/lib/api.ts';
import { useToast } from '#web/ui/toast.tsx';
import { cancelBatch } from './cancel-batch.ts';
import { batchKey } from './get-batch.ts';

/** What is to be cancelled. `whole`: all of the batch that has not ended by the time the call arrives. */
type Order = { batchId: string; itemIds: string[]; whole: boolean };
/** Asked before work is lost: so many are being made, and so many wait. */
export type CancelQuestion = { orders: Order[]; generating: number; queued: number };

/** An item, as far as it takes to cancel it. */
export type Cancellable = Pick<BatchItem, 'itemId' | 'status'> & { batchId: string };

export const pendingKey = (batchId: string, itemId: string) => `${batchId}/${itemId}`;
const failureToastMs = 8_000;
/** Answers that the same call would get again. */
const refusals = ['NothingToCancel', 'CancelLimit', 'TooManyRequests'] as const;

/** The orders that cancel these batches' remaining items, and what would be lost. */
export function questionOf(batches: readonly BatchOf<BatchItem>[]): CancelQuestion {
  const left = batches.map(({ batchId, items }) => ({
    batchId,
    items: items.filter((item) => !hasEnded(item.status) && !item.isCancelling),
  }));
  const all = left.flatMap(({ items }) => items);
  return {
    orders: left
      .filter(({ items }) => items.length > 0)
      .map(({ batchId, items }) => ({ batchId, itemIds: items.map(({ itemId }) => itemId), whole: true })),
    generating: all.filter(({ status }) => status === 'generating').length,
    queued: all.filter(({ status }) => status === 'queued').length,
  };
}

/** Cancels one item or all, and asks first where something that is being made would be lost. */
export function useCancel() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const toast = useToast();
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());
  const [question, setQuestion] = useState<CancelQuestion>();
  /** So that 'Try again' can say what to try. */
  const again = useRef<(orders: Order[]) => void>(() => undefined);

  const run = useCallback(
    async (orders: Order[]) => {
      const keys = orders.flatMap(({ batchId, itemIds }) => itemIds.map((itemId) => pendingKey(batchId, itemId)));
      setQuestion(undefined);
      setPending((before) => new Set([...before, ...keys]));
      const failed: { order: Order; error: unknown }[] = [];
      await Promise.all(
        orders.map(async (order) => {
          const { batchId, itemIds, whole } = order;
          try {
            const batch = await cancelBatch(batchId, whole ? {} : { itemIds });
            // An answer that was asked for before the cancelling must not take its place.
            await queries.cancelQueries({ queryKey: batchKey(batchId) });
            queries.setQueryData(batchKey(batchId), batch);
          } catch (error) {
            failed.push({ order, error });
            void queries.invalidateQueries({ queryKey: batchKey(batchId) });
          }
        }),
      );
      setPending((before) => new Set([...before].filter((key) => !keys.includes(key))));
      const [first] = failed;
      if (!first || codeOf(first.error) === 'Unauthorized') return;
      const code = codeOf(first.error);
      const refusal = refusals.find((one) => one === code);
      const retry = { label: t('common.try_again'), run: () => again.current(failed.map(({ order }) => order)) };
      toast({
        message: refusal ? t(`errors.${refusal}`) : t('batch.cancel_failed'),
        durationMs: failureToastMs,
        ...(!refusal && { action: retry }),
      });
    },
    [queries, t, toast],
  );
  again.current = (orders) => void run(orders);

  const ask = useCallback(
    (asked: CancelQuestion) => {
      if (asked.generating > 0) setQuestion(asked);
      else if (asked.orders.length > 0) void run(asked.orders);
    },
    [run],
  );
  const cancelItem = useCallback(
    ({ batchId, itemId, status }: Cancellable) =>
      ask({
        orders: [{ batchId, itemIds: [itemId], whole: false }],
        generating: status === 'generating' ? 1 : 0,
        queued: status === 'queued' ? 1 : 0,
      }),
    [ask],
  );
  const cancelAll = (batches: readonly BatchOf<BatchItem>[]) => ask(questionOf(batches));

  return { pending, question, cancelItem, cancelAll, confirm: run, dismiss: () => setQuestion(undefined) };
}
