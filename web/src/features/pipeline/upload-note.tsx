import { useTranslation } from 'react-i18next';
import type { UploadState } from '#web/features/upload/upload-queue.ts';
import type { Slot } from './take-picture.ts';

/** What holds a picture's upload up, and a way to try again. */
export function UploadNote({ upload, slot, onUpload }: { upload: UploadState | undefined; slot: Slot; onUpload: () => void }) {
  const { t } = useTranslation();
  if (upload?.status === 'stalled') return <p className="mt-1 text-xs text-brass">{t('upload.stalled')}</p>;
  if (upload?.status !== 'failed') return null;
  return (
    <div className="mt-1 text-xs text-danger">
      <p role="alert">{t(`pipeline.upload_failed.${slot}`)}</p>
      <button type="button" onClick={onUpload} className="min-h-8 font-semibold underline underline-offset-2">
        {t('common.try_again')}
      </button>
    </div>
  );
}
