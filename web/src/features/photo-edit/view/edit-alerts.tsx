import { useTranslation } from 'react-i18next';
import { editsPerBatchMax } from '#shared/photo-edit/batch.ts';
import { Alert } from '#web/ui/alert.tsx';
import { FailureText } from '../failure-text.tsx';
import { dismissFailure } from '../store/ordering.ts';
import { dismissLeftOut } from '../store/photos.ts';
import { useEdit } from './use-edit.ts';

/** Messages about the whole page, above the photos. */
export function EditAlerts() {
  const { t } = useTranslation();
  const failure = useEdit((state) => state.failure);
  const leftOut = useEdit((state) => state.leftOut);
  const struggling = useEdit((state) => state.struggling);
  return (
    <div className="grid gap-3 not-empty:mb-3">
      {failure && (
        <Alert tone="danger" onDismiss={dismissFailure}>
          <FailureText code={failure} answered />
        </Alert>
      )}
      {leftOut > 0 && (
        <Alert tone="warning" onDismiss={dismissLeftOut}>
          {t('photo_edit.left_out', { count: leftOut, max: editsPerBatchMax })}
        </Alert>
      )}
      {struggling && (
        <Alert tone="warning">
          <p role="status">{t('photo_edit.struggling')}</p>
        </Alert>
      )}
    </div>
  );
}
