import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';
import { type HandedImage, takeHandedImages } from '#web/lib/handed-images.ts';
import type { Photo } from './photo.ts';

/** Adds the images that another page has handed to this page. */
export function useHandedImages(isReady: boolean, add: (photos: Photo[]) => void): void {
  const { pathname } = useLocation();
  const addHanded = useEffectEvent(async () => {
    const photos = await Promise.all(takeHandedImages(pathname).map(photoOf));
    if (photos.length > 0) add(photos);
  });
  useEffect(() => {
    if (isReady) void addHanded();
  }, [isReady]);
}

/** The browser has shown the image before, so it is not loaded again. */
async function photoOf({ resultKey, title, src }: HandedImage): Promise<Photo> {
  const image = new Image();
  image.src = src;
  await image.decode().catch(() => undefined);
  const { naturalWidth: width, naturalHeight: height } = image;
  return { id: crypto.randomUUID(), title, src, width, height, fileSize: 0, uploadKey: resultKey };
}
