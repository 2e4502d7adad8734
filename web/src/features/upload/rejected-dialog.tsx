import { useTranslation } from 'react-i18next';
import { itemsPerBatchMax } from '#shared/batch/batch.ts';
import { editsPerBatchMax } from '#shared/photo-edit/batch.ts';
import { filesPerDropMax, imageSideMax, imageSideMin } from '#shared/upload/image-file.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { imageMegabytesMax, isHeic, type RejectedFile, supportedFormats } from './check-file.ts';

/** The values of limits in the texts of reasons and errors. */
export const uploadLimits = {
  megabytes: imageMegabytesMax,
  sideMin: imageSideMin,
  sideMax: imageSideMax,
  files: filesPerDropMax,
  items: itemsPerBatchMax,
  edits: editsPerBatchMax,
};

/** The rejected files of one selection or drop. */
export type Rejection = { files: readonly RejectedFile[]; truncated: boolean };

type Props = {
  rejection: Rejection | undefined;
  /** Maximum number of photos on the page. */
  photosMax: number;
  /** Called if the user wants to add smaller copies of these files. */
  onShrink: (files: File[]) => void;
  onClose: () => void;
};

/** Lists the rejected files with the reasons (docs/spec.md 4). If a photo is only too large, the browser can make it smaller. */
export function RejectedDialog({ rejection, photosMax, onShrink, onClose }: Props) {
  const { t } = useTranslation();
  const { files, truncated } = rejection ?? { files: [], truncated: false };
  const shrinkable = files.flatMap(({ file }) => file ?? []);
  return (
    <Dialog
      open={rejection !== undefined}
      onClose={onClose}
      title={files.length > 0 ? t('upload.rejected_title', { count: files.length }) : t('upload.truncated_title')}
      alert
      actions={
        <>
          <Button kind={shrinkable.length > 0 ? 'secondary' : 'primary'} onClick={onClose}>
            {t('common.ok')}
          </Button>
          {shrinkable.length > 0 && (
            <Button
              kind="primary"
              onClick={() => {
                onClose();
                onShrink(shrinkable);
              }}
            >
              {t('upload.shrink', { count: shrinkable.length })}
            </Button>
          )}
        </>
      }
    >
      {truncated && <p className="mb-3">{t('upload.truncated', uploadLimits)}</p>}
      {files.length > 0 && (
        <>
          <p>{t('upload.rejected_intro')}</p>
          <ul className="my-3 divide-y divide-line border-y border-line">
            {files.map((file, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes while the dialog is open, and names may repeat.
              <li key={index} className="py-2 text-base">
                <span className="font-semibold break-all">{file.name}</span>
                <span className="block text-danger">{t(`upload.reason.${file.reason}`, { ...uploadLimits, cards: photosMax })}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {files.some(({ name }) => isHeic(name)) && <p className="mb-2 text-base">{t('upload.heic_hint')}</p>}
      <p className="text-base text-muted">{t('upload.supported', { formats: supportedFormats, ...uploadLimits })}</p>
    </Dialog>
  );
}
