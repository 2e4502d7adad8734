import { useTranslation } from 'react-i18next';
import { uploadText } from '#web/features/upload/upload-text.ts';
import { useSingle } from './use-single.ts';
import type { Version } from './use-version.ts';

/**
 * Returns the text for a version whose order is being sent. First, the text is about the upload of the photo, then about the start of the
 * work.
 */
export function useSendingText({ card: { photo }, state }: Version): string {
  const { t, i18n } = useTranslation();
  const upload = useSingle(({ uploads }) => (state === 'sending' && photo ? uploads.get(photo.id) : undefined));
  const isUploading = useSingle(({ sending }) => sending?.phase === 'uploading');
  return (isUploading && uploadText(upload, t, i18n.language)) || t('state.sending');
}
