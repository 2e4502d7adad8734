import { LoaderCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { hasEnded, promptCharactersMax } from '#shared/batch/batch.ts';
import { activeBatchesMax } from '#shared/credits/ledger.ts';
import { isRunning } from '#web/features/batch/store/core.ts';
import { uploadLimits } from '#web/features/upload/rejected-dialog.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { singleVideo } from '../single-tool.ts';
import { useSingle } from './use-single.ts';

/** Messages about the last order: its failure, or a note that the work continues if the page is closed (docs/spec.md 6.3). */
export function SingleAlerts() {
  const { t } = useTranslation();
  const failure = useSingle((state) => state.failure);
  const isRetrying = useSingle((state) => state.isRetrying);
  // The last video is shown shortly before its batch ends.
  const isMaking = useSingle((state) => {
    const items = [...state.items.values()];
    return isRunning(state) && (state.sending !== undefined || items.length === 0 || items.some(({ status }) => !hasEnded(status)));
  });
  const showsResults = useSingle(({ draft }) => draft.tab === 'results');
  return (
    <>
      {failure && (
        <Alert tone="danger" title={failure.title} onDismiss={singleVideo.dismissFailure} className="rounded-none">
          {t(`errors.${failure.code}`, { ...failure.details, ...uploadLimits, characters: promptCharactersMax, batches: activeBatchesMax })}
        </Alert>
      )}
      {isRetrying && (
        <div role="status">
          <Alert tone="warning" className="rounded-none">
            {t('batch.struggling')}
          </Alert>
        </div>
      )}
      {isMaking && showsResults && (
        <p className="flex items-start gap-3 bg-brass-soft px-4 py-2.5 text-sm text-pretty text-brass">
          <LoaderCircle aria-hidden className="mt-0.5 size-4 shrink-0 animate-spin" />
          {t('single.generating_banner')}
        </p>
      )}
    </>
  );
}
