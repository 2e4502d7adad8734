/** Draws a card: the product photo on a colour, without text. */
import type { Size } from '#shared/size.ts';
import { fromPixels, openPicture } from '../platform/picture.ts';

/** Share of the card that the photo may fill. */
const photoShare = 0.84;

/**
 * Returns a PNG. A small photo is not enlarged.
 * @throws AppError the errors of a damaged photo.
 */
export async function drawCard(photo: Buffer, { width, height }: Size, colour: string): Promise<Buffer> {
  const { data, info } = await openPicture(photo)
    .autoOrient()
    .flatten({ background: colour })
    .resize({
      width: Math.floor(width * photoShare),
      height: Math.floor(height * photoShare),
      fit: 'inside',
      withoutEnlargement: true,
    })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const picture = fromPixels(data, { width: info.width, height: info.height, channels: info.channels });
  const left = Math.floor((width - info.width) / 2);
  const top = Math.floor((height - info.height) / 2);
  return picture
    .extend({ left, top, right: width - info.width - left, bottom: height - info.height - top, background: colour })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
