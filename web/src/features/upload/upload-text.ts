import type { TFunction } from 'i18next';
import type { UploadState } from './upload-queue.ts';

/** Formats a progress from 0 to 1 as a percentage, for example '45%'. */
export const percentText = (share: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(share);

/**
 * Names the state of an upload. Returns undefined if the upload has failed, or if the photo is not in the upload queue. The callers show
 * other texts in these two cases.
 */
export function uploadText(upload: UploadState | undefined, t: TFunction, language: string): string | undefined {
  switch (upload?.status) {
    case 'waiting':
      return t('upload.waiting');
    case 'sending':
      return `${t('state.uploading')} ${percentText(upload.share, language)}`;
    case 'stalled':
      return t('upload.stalled');
    case 'done':
      return t('state.uploaded');
    default:
      return undefined;
  }
}
