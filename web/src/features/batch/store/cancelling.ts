/** Cancels items. If the vendor already works on one of the items, first asks the seller. */
import type { BatchItem, BatchOf } from '#shared/batch/api.ts';
import { hasEnded, hasOpenItems } from '#shared/batch/batch.ts';
import { codeOf } from '#web/lib/api.ts';
import { t } from '#web/lib/i18n/t.ts';
import { queries } from '#web/lib/queries.ts';
import { showToast } from '#web/ui/toast-store.ts';
import { cancelBatch } from '../calls/cancel-batch.ts';
import { batchKey } from '../calls/get-batch.ts';
import type { AnyState, CancelQuestion, CancelRequest, ToolCore } from './core.ts';

/** The fields of an item that a cancellation needs. */
export type Cancellable = Pick<BatchItem, 'itemId' | 'status'> & { batchId: string };

export const pendingKey = (batchId: string, itemId: string) => `${batchId}/${itemId}`;
const failureToastMs = 8_000;
/** Error codes after which a second call would get the same response. */
const refusalCodes = ['NothingToCancel', 'CancelLimit', 'TooManyRequests'] as const;

/** Returns the items to cancel, so that no unfinished item remains. */
export function cancellationOf(batches: readonly BatchOf<BatchItem>[]): CancelQuestion {
  const openBatches = batches.map(({ batchId, items }) => ({
    batchId,
    items: items.filter((item) => !hasEnded(item.status) && !item.isCancelling),
  }));
  const openItems = openBatches.flatMap(({ items }) => items);
  return {
    requests: openBatches
      .filter(({ items }) => items.length > 0)
      .map(({ batchId, items }) => ({ batchId, itemIds: items.map(({ itemId }) => itemId), isWholeBatch: true })),
    generating: openItems.filter(({ status }) => status === 'generating').length,
    queued: openItems.filter(({ status }) => status === 'queued').length,
  };
}

/** Returns the question with the current numbers, because items start and end while the question is open. */
export function updateCancelQuestion(question: CancelQuestion, batches: readonly BatchOf<BatchItem>[]): CancelQuestion {
  const keys = new Set(question.requests.flatMap(({ batchId, itemIds }) => itemIds.map((itemId) => pendingKey(batchId, itemId))));
  const openItems = batches.flatMap(({ batchId, items }) =>
    items.filter(({ itemId, status }) => keys.has(pendingKey(batchId, itemId)) && !hasEnded(status)),
  );
  if (openItems.length === 0) return question;
  const generating = openItems.filter(({ status }) => status === 'generating').length;
  return { ...question, generating, queued: openItems.length - generating };
}

export function cancelActions<State extends AnyState, Item extends BatchItem, Extra>({ store }: ToolCore<State, Item, Extra>) {
  const markPending = (keys: readonly string[], isPending: boolean) => {
    const cancelling = new Set(store.getState().cancelling);
    for (const key of keys) {
      if (isPending) cancelling.add(key);
      else cancelling.delete(key);
    }
    store.setState({ cancelling });
  };

  async function sendRequest({ batchId, itemIds, isWholeBatch }: CancelRequest): Promise<void> {
    try {
      const batch = await cancelBatch(batchId, isWholeBatch ? {} : { itemIds });
      // A read that started before the cancellation must not replace its response.
      await queries.cancelQueries({ queryKey: batchKey(batchId) });
      queries.setQueryData(batchKey(batchId), batch);
    } catch (error) {
      void queries.invalidateQueries({ queryKey: batchKey(batchId) });
      throw error;
    }
  }

  async function cancel(requests: readonly CancelRequest[]): Promise<void> {
    const keys = requests.flatMap(({ batchId, itemIds }) => itemIds.map((itemId) => pendingKey(batchId, itemId)));
    store.setState({ cancelQuestion: undefined });
    markPending(keys, true);
    const outcomes = await Promise.allSettled(requests.map(sendRequest));
    markPending(keys, false);
    const failed = requests.filter((_, index) => outcomes[index]?.status === 'rejected');
    const firstFailure = outcomes.find((outcome) => outcome.status === 'rejected');
    if (!firstFailure || codeOf(firstFailure.reason) === 'Unauthorized') return;
    const code = codeOf(firstFailure.reason);
    const refusal = refusalCodes.find((one) => one === code);
    showToast({
      message: refusal ? t(`errors.${refusal}`) : t('batch.cancel_failed'),
      durationMs: failureToastMs,
      ...(!refusal && { action: { label: t('common.try_again'), run: () => void cancel(failed) } }),
    });
  }

  const askOrCancel = (question: CancelQuestion) => {
    if (question.generating > 0) store.setState({ cancelQuestion: question });
    else if (question.requests.length > 0) void cancel(question.requests);
  };

  return {
    cancelItem: ({ batchId, itemId, status }: Cancellable) =>
      askOrCancel({
        requests: [{ batchId, itemIds: [itemId], isWholeBatch: false }],
        generating: status === 'generating' ? 1 : 0,
        queued: status === 'queued' ? 1 : 0,
      }),
    cancelAll: () => askOrCancel(cancellationOf(store.getState().batches.filter(hasOpenItems))),
    confirmCancel: (requests: readonly CancelRequest[]) => void cancel(requests),
    dismissCancel: () => store.setState({ cancelQuestion: undefined }),
  };
}
