import { useTranslation } from 'react-i18next';
import { itemsPerBatchMax } from '#shared/batch/batch.ts';
import { editsPerBatchMax } from '#shared/photo-edit/batch.ts';
import { filesPerDropMax, imageSideMax, imageSideMin } from '#shared/upload/image-file.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { imageMegabytesMax, isHeic, type RejectedFile, supportedFormats } from './check-file.ts';

/** The limits that reasons and refusals speak of. */
export const uploadLimits = {
  megabytes: imageMegabytesMax,
  sideMin: imageSideMin,
  sideMax: imageSideMax,
  files: filesPerDropMax,
  items: itemsPerBatchMax,
  edits: editsPerBatchMax,
};

/** Files of one go that were not taken. */
export type Rejection = { files: readonly RejectedFile[]; truncated: boolean };

/** Lists the files that were not taken, and why (SPEC 5; Q73: a dialog with the alert's text). */
export function RejectedDialog({ rejection, onClose }: { rejection: Rejection | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const { files, truncated } = rejection ?? { files: [], truncated: false };
  return (
    <Dialog
      open={rejection !== undefined}
      onClose={onClose}
      title={files.length > 0 ? t('upload.rejected_title', { count: files.length }) : t('upload.truncated_title')}
      alert
      actions={
        <Button kind="primary" onClick={onClose}>
          {t('common.ok')}
        </Button>
      }
    >
      {truncated && <p className="mb-3">{t('upload.truncated', uploadLimits)}</p>}
      {files.length > 0 && (
        <>
          <p>{t('upload.rejected_intro')}</p>
          <ul className="my-3 divide-y divide-line border-y border-line">
            {files.map((file, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes while it shows, and names may repeat.
              <li key={index} className="py-2 text-sm">
                <span className="font-semibold break-all">{file.name}</span>
                <span className="block text-danger">{t(`upload.reason.${file.reason}`, uploadLimits)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {files.some(({ name }) => isHeic(name)) && <p className="mb-2 text-sm">{t('upload.heic_hint')}</p>}
      <p className="text-sm text-muted">{t('upload.supported', { formats: supportedFormats, ...uploadLimits })}</p>
    </Dialog>
  );
}
