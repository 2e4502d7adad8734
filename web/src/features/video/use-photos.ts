import { type Dispatch, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { filesPerDropMax } from '#shared/upload/image-file.ts';
import type { RejectedFile } from '#web/features/upload/check-file.ts';
import { type Photo, photoFrom } from '#web/features/upload/photo.ts';
import { uploadLimits } from '#web/features/upload/rejected-dialog.tsx';
import type { Change } from './cards.ts';
import { newId } from './new-id.ts';

/** Takes files for the cards: checks each, and tells which were not taken and why. `room` is how many photos still fit. */
export function usePhotos(room: number, change: Dispatch<Change>) {
  const { t } = useTranslation();
  const [rejected, setRejected] = useState<readonly RejectedFile[]>([]);
  const [checking, setChecking] = useState(false);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});

  const addFiles = useCallback(
    async (files: readonly File[]) => {
      if (files.length === 0) return;
      setChecking(true);
      const photos: Photo[] = [];
      const refused: RejectedFile[] = [];
      // One after the other: decoding many large photos at once takes more memory than phones have.
      for (const [index, file] of files.entries()) {
        if (index >= filesPerDropMax) refused.push({ name: file.name, reason: 'too_many_files' });
        else if (photos.length >= room) refused.push({ name: file.name, reason: 'batch_full' });
        else {
          const photo = await photoFrom(file);
          if ('reason' in photo) refused.push({ name: file.name, reason: photo.reason });
          else photos.push(photo);
        }
      }
      setChecking(false);
      if (photos.length > 0) change({ type: 'photosAdded', photos, newIds: photos.map(newId) });
      setRejected(refused);
    },
    [room, change],
  );

  const setFile = useCallback(
    async (cardId: string, file: File) => {
      const photo = await photoFrom(file);
      const refused = 'reason' in photo;
      if (!refused) change({ type: 'photoSet', cardId, photo });
      setProblems(({ [cardId]: _, ...others }) => {
        if (!refused) return others;
        const text =
          photo.reason === 'exceeds_limit'
            ? t('upload.single_too_large', uploadLimits)
            : file.type.startsWith('image/')
              ? t(`upload.reason.${photo.reason}`, uploadLimits)
              : t('upload.single_not_image');
        return { ...others, [cardId]: text };
      });
    },
    [change, t],
  );

  return { addFiles, setFile, checking, problems, rejected, dismissRejected: useCallback(() => setRejected([]), []) };
}
