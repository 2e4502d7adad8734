import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isHeic, type RejectReason } from '#web/features/upload/check-file.ts';
import { type Photo, photoFrom } from '#web/features/upload/photo.ts';
import { uploadLimits } from '#web/features/upload/rejected-dialog.tsx';

/** No image at all, or none that anybody here can read. */
const notImages: readonly RejectReason[] = ['unsupported_format', 'corrupted', 'failed_dimensions'];

/** Takes a file for a picture, or says why not: `notImage` in SPEC's words for each place (checklist K13). */
export function usePicture(notImage: string, onPicture: (photo: Photo) => void) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<string>();
  const newest = useRef<File>(undefined);
  async function take(file: File): Promise<void> {
    newest.current = file;
    setProblem(undefined);
    const taken = await photoFrom(file);
    // An earlier file that is checked later does not replace the newest one.
    if (newest.current !== file) return;
    if (!('reason' in taken)) onPicture(taken);
    else if (isHeic(file.name)) setProblem(`${notImage}. ${t('upload.heic_hint')}`);
    else if (notImages.includes(taken.reason)) setProblem(notImage);
    else if (taken.reason === 'exceeds_limit') setProblem(t('upload.single_too_large', uploadLimits));
    else setProblem(t(`upload.reason.${taken.reason}`, uploadLimits));
  }
  return { take, problem };
}
