import { useTranslation } from 'react-i18next';
import { editsPerBatchMax } from '#shared/photo-edit/batch.ts';
import { Alert } from '#web/ui/alert.tsx';
import { FailureText } from '../failure-text.tsx';
import { dismissFailure } from '../store/ordering.ts';
import { dismissNotAdded } from '../store/photos.ts';
import { useEdit } from './use-edit.ts';

/** Messages about the whole page, above the photos. */
export function EditAlerts() {
  const { t } = useTranslation();
  const failure = useEdit((state) => state.failure);
  const notAddedCount = useEdit((state) => state.notAddedCount);
  const isRetrying = useEdit((state) => state.isRetrying);
  return (
    <div className="grid gap-3 not-empty:mb-3">
      {failure && (
        <Alert tone="danger" onDismiss={dismissFailure}>
          <FailureText code={failure} isResponse />
        </Alert>
      )}
      {notAddedCount > 0 && (
        <Alert tone="warning" onDismiss={dismissNotAdded}>
          {t('photo_edit.left_out', { count: notAddedCount, max: editsPerBatchMax })}
        </Alert>
      )}
      {isRetrying && (
        <Alert tone="warning">
          <p role="status">{t('photo_edit.struggling')}</p>
        </Alert>
      )}
    </div>
  );
}
