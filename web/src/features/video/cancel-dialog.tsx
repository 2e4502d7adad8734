import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { CancelQuestion } from './use-cancel.ts';

type Props = { question: CancelQuestion | undefined; onConfirm: (orders: CancelQuestion['orders']) => void; onClose: () => void };

/** Asks before videos that are being made are lost. Ones that only wait are cancelled without a question. */
export function CancelDialog({ question, onConfirm, onClose }: Props) {
  const { t } = useTranslation();
  const count = (question?.generating ?? 0) + (question?.queued ?? 0);
  return (
    <Dialog
      open={question !== undefined}
      onClose={onClose}
      title={t('video.cancel_title', { count })}
      alert
      actions={
        <>
          <Button onClick={onClose}>{t('video.cancel_keep')}</Button>
          <Button kind="primary" onClick={() => question && onConfirm(question.orders)}>
            {t('video.cancel_confirm', { count })}
          </Button>
        </>
      }
    >
      {question && (
        <div className="space-y-2">
          <p>{t('video.cancel_generating', { count: question.generating })}</p>
          {question.queued > 0 && <p>{t('video.cancel_queued', { count: question.queued })}</p>}
          <p>{t('video.cancel_free')}</p>
        </div>
      )}
    </Dialog>
  );
}
