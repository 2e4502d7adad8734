import { useMutation } from '@tanstack/react-query';
import { batchQuery } from '#web/features/batch/calls/get-batch.ts';
import { passBatch } from '#web/features/batch/reopened.ts';
import { t } from '#web/lib/i18n/t.ts';
import { queries } from '#web/lib/queries.ts';
import { useNavigate } from '#web/lib/router.tsx';
import { showToast } from '#web/ui/toast-store.ts';

/** Reads a past batch and opens its tool with the same photos, prompts and settings. Nothing is ordered. */
export function useOpenAgain() {
  const navigate = useNavigate();
  return useMutation(
    {
      mutationFn: (batchId: string) => queries.fetchQuery(batchQuery(batchId, true)),
      onSuccess: (batch) => navigate(passBatch(batch)),
      onError: () => showToast({ message: t('history.open_failed'), type: 'destructive' }),
    },
    queries,
  );
}
