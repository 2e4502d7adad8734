import { useTranslation } from 'react-i18next';
import { uploadText } from '#web/features/upload/upload-text.ts';
import { useBenchState } from './bench-context.tsx';
import type { CardFacts } from './use-card.ts';

/** Names the state of a card whose order is being sent: its photo is uploaded first, and the work starts after all photos are uploaded. */
export function useSendingText({ card, status }: CardFacts): string {
  const { t, i18n } = useTranslation();
  const upload = useBenchState(({ uploads }) => (status === 'sending' && card.photo ? uploads.get(card.photo.id) : undefined));
  const isUploading = useBenchState(({ sending }) => sending?.phase === 'uploading');
  return (isUploading && uploadText(upload, t, i18n.language)) || t('state.sending');
}
