import { isHeic, type RejectedFile, type RejectReason } from '#web/features/upload/check-file.ts';
import { uploadLimits } from '#web/features/upload/rejected-dialog.tsx';
import { t } from '#web/lib/i18n/t.ts';

/** The file is not an image, or it cannot be read. */
const notImages: readonly RejectReason[] = ['unsupported_format', 'corrupted', 'failed_dimensions'];

/**
 * Says why one chosen file is not accepted.
 * @param notImage the required text of the place for a file that is not an image (docs/spec.md 9.4).
 */
export function fileProblem(notImage: string, { name, reason }: RejectedFile): string {
  if (isHeic(name)) return `${notImage}. ${t('upload.heic_hint')}`;
  if (notImages.includes(reason)) return notImage;
  if (reason === 'exceeds_limit') return t('upload.single_too_large', uploadLimits);
  return t(`upload.reason.${reason}`, uploadLimits);
}
