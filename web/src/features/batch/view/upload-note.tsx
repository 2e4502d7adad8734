import { useTranslation } from 'react-i18next';
import type { UploadState } from '#web/features/upload/upload-queue.ts';
import { ApiError, codeOf } from '#web/lib/api.ts';

/** Error codes whose texts explain more than 'the upload failed'. */
const specificCodes = ['UploadHostFailed', 'UploadHostUnknown', 'DailyLimit', 'TooManyRequests'] as const;

/** Shows why a photo is not uploaded yet, and offers another attempt. */
export function UploadNote({ upload, onUpload }: { upload: UploadState | undefined; onUpload: () => void }) {
  const { t } = useTranslation();
  if (upload?.status === 'waiting') return <p className="mt-1 text-sm text-muted">{t('upload.waiting')}</p>;
  if (upload?.status === 'stalled') return <p className="mt-1 text-sm text-brass">{t('upload.stalled')}</p>;
  if (upload?.status !== 'failed') return null;
  const { error } = upload;
  const code = codeOf(error);
  const specificCode = specificCodes.find((one) => one === code);
  const details = error instanceof ApiError ? error.details : {};
  return (
    <div className="mt-1 text-sm text-danger">
      <p role="alert" className="break-words">
        {specificCode ? t(`errors.${specificCode}`, { status: '', body: '', ...details }) : t('upload.failed')}
      </p>
      <button type="button" onClick={onUpload} className="min-h-8 font-semibold underline underline-offset-2">
        {t('common.try_again')}
      </button>
    </div>
  );
}
