import { useTranslation } from 'react-i18next';
import { promptCharactersMax } from '#shared/batch/batch.ts';
import { activeBatchesMax } from '#shared/credits/ledger.ts';
import { uploadLimits } from '#web/features/upload/rejected-dialog.tsx';
import { Alert } from '#web/ui/alert.tsx';
import type { OrderFailure } from '../store/core.ts';

/** The reason why an order failed. */
export function OrderFailureNote({ failure, onDismiss }: { failure: OrderFailure; onDismiss: () => void }) {
  const { t } = useTranslation();
  return (
    <Alert tone="danger" title={failure.title} onDismiss={onDismiss} className="shadow-float wrap-anywhere">
      {t(`errors.${failure.code}`, { ...failure.details, ...uploadLimits, characters: promptCharactersMax, batches: activeBatchesMax })}
    </Alert>
  );
}
