import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';
import { type HandedImage, takeHandedImages } from '#web/lib/handed-images.ts';
import { t } from '#web/lib/i18n/t.ts';
import { showToast } from '#web/ui/toast-store.ts';
import type { Photo } from './photo.ts';

/** Adds the images that another page has handed to this page. */
export function useHandedImages(isReady: boolean, add: (photos: Photo[]) => void): void {
  const { pathname, key } = useLocation();
  const addHanded = useEffectEvent(async () => {
    const images = takeHandedImages(pathname);
    const photos = (await Promise.all(images.map(photoOf))).filter((photo) => photo !== undefined);
    if (photos.length > 0) add(photos);
    if (photos.length < images.length) showToast({ message: t('errors.ImageUnreadable'), type: 'destructive' });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with each navigation, also from a page to itself.
  useEffect(() => {
    if (isReady) void addHanded();
  }, [isReady, key]);
}

/** The browser has shown the image before, so it is not loaded again. Undefined if it does not load: a frame needs its size. */
async function photoOf({ resultKey, title, src }: HandedImage): Promise<Photo | undefined> {
  const image = new Image();
  image.src = src;
  try {
    await image.decode();
  } catch {
    return undefined;
  }
  const { naturalWidth: width, naturalHeight: height } = image;
  return { id: crypto.randomUUID(), title, src, width, height, fileSize: 0, uploadKey: resultKey };
}
