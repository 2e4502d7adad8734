/** Fits a picture into a frame with another ratio. */

import sharp from 'sharp';
import type { Size } from '#shared/size.ts';
import { extendPicture } from './extend-picture.ts';
import { type Picture, pictureOf, sharpOf } from './picture.ts';

/** Returns the whole picture, as large as possible, in the middle of a transparent frame. */
export const placeInFrame = (picture: Picture, { width, height }: Size): Promise<Picture> =>
  pictureOf(sharpOf(picture).resize({ width, height, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } }));

/** Returns the middle part of the picture, so that it fills the frame. */
export const coverFrame = (picture: Picture, { width, height }: Size): Promise<Picture> =>
  pictureOf(sharpOf(picture).resize({ width, height, fit: 'cover' }));

/** Returns the whole picture in the frame. An extension of the picture fills the empty area. */
export async function extendToFrame(picture: Picture, { width, height }: Size, seed = 1): Promise<Picture> {
  const scale = Math.min(width / picture.width, height / picture.height);
  const inner = { width: Math.min(width, Math.round(picture.width * scale)), height: Math.min(height, Math.round(picture.height * scale)) };
  const left = Math.floor((width - inner.width) / 2);
  const up = Math.floor((height - inner.height) / 2);
  const fitted = sharpOf(picture).resize({ ...inner, fit: 'fill' });
  const margins = { left, right: width - inner.width - left, up, down: height - inner.height - up };
  if (Object.values(margins).every((side) => side === 0)) return pictureOf(fitted);
  const { data, info } = await extendPicture({ image: await fitted.png({ compressionLevel: 1 }).toBuffer(), seed, ...margins });
  return pictureOf(sharp(data, { raw: info }));
}

/** Scales both sides by the factor and sharpens the picture. */
export const upscale = (picture: Picture, factor: number): Promise<Picture> =>
  pictureOf(
    sharpOf(picture)
      .resize({ width: Math.round(picture.width * factor), height: Math.round(picture.height * factor), kernel: 'lanczos3' })
      .sharpen({ sigma: 1.2 }),
  );
