import { useTranslation } from 'react-i18next';
import { promptCharactersMax } from '#shared/batch/batch.ts';
import { activeBatchesMax } from '#shared/credits/ledger.ts';
import { uploadLimits } from '#web/features/upload/rejected-dialog.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { singleVideo } from '../single-tool.ts';
import { useSingle } from './use-single.ts';

/** The reason why the last order failed. The message covers the top of the panel, so that no content moves. */
export function OrderFailure() {
  const { t } = useTranslation();
  const failure = useSingle((state) => state.failure);
  if (!failure) return null;
  return (
    <div className="absolute inset-x-3 top-18 z-10 animate-rise">
      <Alert tone="danger" title={failure.title} onDismiss={singleVideo.dismissFailure} className="border border-danger/40 shadow-float">
        {t(`errors.${failure.code}`, { ...failure.details, ...uploadLimits, characters: promptCharactersMax, batches: activeBatchesMax })}
      </Alert>
    </div>
  );
}
