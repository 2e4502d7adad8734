import { useTranslation } from 'react-i18next';
import type { BatchKind } from '#shared/batch/batch.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { CancelQuestion } from '../store/core.ts';

type Props = {
  kind: BatchKind;
  question: CancelQuestion | undefined;
  onConfirm: (orders: CancelQuestion['requests']) => void;
  onClose: () => void;
};

/** Asks before it cancels items that are already being made. Queued items are cancelled without a question. */
export function CancelDialog({ kind, question, onConfirm, onClose }: Props) {
  const { t } = useTranslation();
  const count = (question?.generating ?? 0) + (question?.queued ?? 0);
  return (
    <Dialog
      open={question !== undefined}
      onClose={onClose}
      title={t(`${kind}.cancel_title`, { count })}
      alert
      actions={
        <>
          <Button onClick={onClose}>{t('batch.cancel_keep')}</Button>
          <Button kind="danger" onClick={() => question && onConfirm(question.requests)}>
            {t(`${kind}.cancel_confirm`, { count })}
          </Button>
        </>
      }
    >
      {question && (
        <div className="space-y-2">
          {question.generating > 0 && <p>{t('batch.cancel_generating', { count: question.generating })}</p>}
          {question.queued > 0 && <p>{t('batch.cancel_queued', { count: question.queued })}</p>}
          <p>{t(`${kind}.cancel_free`)}</p>
          {question.generating > 0 && <p>{t('batch.cancel_limit')}</p>}
        </div>
      )}
    </Dialog>
  );
}
