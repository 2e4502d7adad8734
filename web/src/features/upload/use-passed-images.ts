import { useEffect, useEffectEvent } from 'react';
import { fetchFile } from '#web/features/download/zip.ts';
import { t } from '#web/lib/i18n/t.ts';
import { type PassedImage, takePassedImages } from '#web/lib/passed-images.ts';
import { useLocation } from '#web/lib/router.tsx';
import { showToast } from '#web/ui/toast-store.ts';
import { type Photo, photoFrom } from './photo.ts';

/** Adds the images that another page has passed to this page. */
export function usePassedImages(isReady: boolean, add: (photos: Photo[]) => void): void {
  const { pathname, key } = useLocation();
  const addPassed = useEffectEvent(async () => {
    const images = takePassedImages(pathname);
    const photos = (await Promise.all(images.map(photoOf))).filter((photo) => photo !== undefined);
    if (photos.length > 0) add(photos);
    if (photos.length < images.length) showToast({ message: t('errors.ImageUnreadable'), type: 'destructive' });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with each navigation, even if the page stays the same.
  useEffect(() => {
    if (isReady) void addPassed();
  }, [isReady, key]);
}

const fetchMsMax = 60_000;

/**
 * Returns an image as a photo with a key. Because of the key, the image is not uploaded again. Returns undefined if the image does not
 * load.
 */
async function photoOf(image: PassedImage): Promise<Photo | undefined> {
  return (await storedPhoto(image).catch(() => undefined)) ?? (await linkedPhoto(image).catch(() => undefined));
}

/**
 * Returns a photo with its file, because the URL of a result expires after an hour. Returns undefined if the file is too large for an
 * upload.
 */
async function storedPhoto({ resultKey, title, src }: PassedImage): Promise<Photo | undefined> {
  const content = await fetchFile(src, AbortSignal.timeout(fetchMsMax));
  const photo = await photoFrom(new File([content], title, { type: content.type }));
  return 'reason' in photo ? undefined : { ...photo, uploadKey: resultKey };
}

async function linkedPhoto({ resultKey, title, src }: PassedImage): Promise<Photo> {
  const image = new Image();
  image.src = src;
  await image.decode();
  const { naturalWidth: width, naturalHeight: height } = image;
  return { id: crypto.randomUUID(), title, src, width, height, fileSize: 0, uploadKey: resultKey };
}
