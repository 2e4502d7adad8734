/** Cancels items. Asks first if an item that is generating would be lost. */
import type { BatchItem, BatchOf } from '#shared/batch/api.ts';
import { hasEnded } from '#shared/batch/batch.ts';
import { codeOf } from '#web/lib/api.ts';
import { t } from '#web/lib/i18n/t.ts';
import { queries } from '#web/lib/queries.ts';
import { showToast } from '#web/ui/toast-store.ts';
import { cancelBatch } from '../calls/cancel-batch.ts';
import { batchKey } from '../calls/get-batch.ts';
import type { AnyState, CancelOrder, CancelQuestion, ToolCore } from './core.ts';

/** The fields of an item that a cancellation needs. */
export type Cancellable = Pick<BatchItem, 'itemId' | 'status'> & { batchId: string };

export const pendingKey = (batchId: string, itemId: string) => `${batchId}/${itemId}`;
const failureToastMs = 8_000;
/** Codes after which a repeated call would get the same response. */
const refusals = ['NothingToCancel', 'CancelLimit', 'TooManyRequests'] as const;

/** Returns the cancellation of all items that have not ended. */
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

export function cancelActions<State extends AnyState, Item extends BatchItem, Extra>({ store }: ToolCore<State, Item, Extra>) {
  const mark = (keys: readonly string[], isPending: boolean) => {
    const cancelling = new Set(store.getState().cancelling);
    for (const key of keys) {
      if (isPending) cancelling.add(key);
      else cancelling.delete(key);
    }
    store.setState({ cancelling });
  };

  async function cancelOne({ batchId, itemIds, whole }: CancelOrder): Promise<void> {
    try {
      const batch = await cancelBatch(batchId, whole ? {} : { itemIds });
      // A read that started before the cancellation must not replace its response.
      await queries.cancelQueries({ queryKey: batchKey(batchId) });
      queries.setQueryData(batchKey(batchId), batch);
    } catch (error) {
      void queries.invalidateQueries({ queryKey: batchKey(batchId) });
      throw error;
    }
  }

  async function cancel(orders: readonly CancelOrder[]): Promise<void> {
    const keys = orders.flatMap(({ batchId, itemIds }) => itemIds.map((itemId) => pendingKey(batchId, itemId)));
    store.setState({ cancelQuestion: undefined });
    mark(keys, true);
    const outcomes = await Promise.allSettled(orders.map(cancelOne));
    mark(keys, false);
    const failed = orders.filter((_, index) => outcomes[index]?.status === 'rejected');
    const first = outcomes.find((outcome) => outcome.status === 'rejected');
    if (!first || codeOf(first.reason) === 'Unauthorized') return;
    const code = codeOf(first.reason);
    const refusal = refusals.find((one) => one === code);
    showToast({
      message: refusal ? t(`errors.${refusal}`) : t('batch.cancel_failed'),
      durationMs: failureToastMs,
      ...(!refusal && { action: { label: t('common.try_again'), run: () => void cancel(failed) } }),
    });
  }

  const ask = (question: CancelQuestion) => {
    if (question.generating > 0) store.setState({ cancelQuestion: question });
    else if (question.orders.length > 0) void cancel(question.orders);
  };

  return {
    cancelItem: ({ batchId, itemId, status }: Cancellable) =>
      ask({
        orders: [{ batchId, itemIds: [itemId], whole: false }],
        generating: status === 'generating' ? 1 : 0,
        queued: status === 'queued' ? 1 : 0,
      }),
    cancelAll: () => ask(questionOf(store.getState().batches.filter(({ status }) => status === 'running'))),
    confirmCancel: (orders: readonly CancelOrder[]) => void cancel(orders),
    dismissCancel: () => store.setState({ cancelQuestion: undefined }),
  };
}
