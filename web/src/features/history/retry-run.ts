/** POST /api/batches/{batchId}/retry from the history: orders the failed items of a run again for the price on the page. */
import { useMutation } from '@tanstack/react-query';
import { doneMail } from '#web/features/batch/calls/done-mail.ts';
import { retryBatch } from '#web/features/batch/calls/retry-batch.ts';
import { runningWorkKey } from '#web/features/batch/running/use-running-work.ts';
import { readBalanceAgain } from '#web/features/batch/store/balance.ts';
import { openTopUp } from '#web/features/credits/top-up.ts';
import { codeOf } from '#web/lib/api.ts';
import { t } from '#web/lib/i18n/t.ts';
import { queries } from '#web/lib/queries.ts';
import { historyKey } from '#web/lib/query-keys.ts';
import { showToast } from '#web/ui/toast-store.ts';

type Retry = { batchId: string; total: number };

const toastMs = 6_000;

/**
 * The id of the new batch for each retried run. After a lost response, the page sends the same id again, so that the seller never pays
 * twice.
 */
const newIds = new Map<string, string>();

function newIdOf(batchId: string): string {
  const id = newIds.get(batchId) ?? crypto.randomUUID();
  newIds.set(batchId, id);
  return id;
}

async function retryRun({ batchId, total }: Retry): Promise<void> {
  await retryBatch(batchId, { batchId: newIdOf(batchId), total, ...doneMail() });
  newIds.delete(batchId);
}

function showFailure(error: unknown): void {
  const code = codeOf(error);
  if (code === 'Unauthorized') return;
  if (code === 'InsufficientCredits') openTopUp();
  showToast({ message: t(`errors.${code}`), type: 'destructive', durationMs: toastMs });
}

export const useRetryRun = () =>
  useMutation(
    {
      mutationFn: retryRun,
      onSuccess: () => showToast({ message: t('history.retry_started'), durationMs: toastMs }),
      onError: showFailure,
      onSettled: () => {
        readBalanceAgain();
        void queries.invalidateQueries({ queryKey: runningWorkKey });
        // Only the server knows whether the failed items can be ordered again.
        void queries.invalidateQueries({ queryKey: historyKey });
      },
    },
    queries,
  );
