import { isHeic, type RejectedFile, type RejectReason } from '#web/features/upload/check-file.ts';
import { uploadLimits } from '#web/features/upload/rejected-dialog.tsx';
import { t } from '#web/lib/i18n/t.ts';

/** The reasons why a file is not an image, or cannot be read. */
const notImageReasons: readonly RejectReason[] = ['unsupported_format', 'corrupted', 'failed_dimensions'];

/**
 * Returns the text that explains why a single file is not accepted.
 * @param notImageText the required text for a file that is not an image (docs/spec.md 9.4).
 */
export function fileProblem(notImageText: string, { name, reason }: RejectedFile): string {
  if (isHeic(name)) return `${notImageText}. ${t('upload.heic_hint')}`;
  if (notImageReasons.includes(reason)) return notImageText;
  if (reason === 'exceeds_limit') return t('upload.single_too_large', uploadLimits);
  return t(`upload.reason.${reason}`, uploadLimits);
}
