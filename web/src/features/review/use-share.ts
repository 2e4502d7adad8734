import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '#web/ui/toast-store.ts';
import { canShare, fetchSharedFile, type ShareableItem, shareFile } from './share-file.ts';

/** Shares the current item. If the download of the file takes too long, the file is kept for the next click. */
export function useShare(item: ShareableItem & { key: string }) {
  const { t } = useTranslation();
  const [busyKey, setBusyKey] = useState<string>();
  const ready = useRef<{ src: string; file: File }>(undefined);
  const share = async () => {
    if (busyKey !== undefined) return;
    setBusyKey(item.key);
    try {
      const file = ready.current?.src === item.src ? ready.current.file : await fetchSharedFile(item);
      ready.current = { src: item.src, file };
      const end = await shareFile(file);
      if (end === 'late') showToast({ message: t('review.share_ready') });
      if (end === 'failed') showToast({ message: t('review.share_failed'), type: 'destructive' });
    } catch {
      showToast({ message: t('review.share_failed'), type: 'destructive' });
    }
    setBusyKey(undefined);
  };
  return { isPossible: canShare(item), isBusy: busyKey === item.key, share: () => void share() };
}
