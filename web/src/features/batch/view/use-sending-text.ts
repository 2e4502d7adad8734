import { useTranslation } from 'react-i18next';
import { uploadText } from '#web/features/upload/upload-text.ts';
import { useBenchState } from './bench-context.tsx';
import type { CardFacts } from './use-card.ts';

/**
 * Returns the state of a card whose order is being sent. First, the photo of the card is uploaded. The work starts after the upload of all
 * photos.
 */
export function useSendingText({ card, status }: CardFacts): string {
  const { t, i18n } = useTranslation();
  const upload = useBenchState(({ uploads }) => (status === 'sending' && card.photo ? uploads.get(card.photo.id) : undefined));
  const isUploading = useBenchState(({ sending }) => sending?.phase === 'uploading');
  return (isUploading && uploadText(upload, t, i18n.language)) || t('state.sending');
}
