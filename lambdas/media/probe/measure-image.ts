/** Measures an image for the rules of marketplaces: its file, its background, and the position of its product. */
import { AppError } from '#shared/errors.ts';
import type { Box, ImageProbe } from '#shared/marketplaces/probe.ts';
import type { Size } from '#shared/size.ts';
import { sniffImageType } from '#shared/upload/image-file.ts';
import { openPicture, throwUnreadable } from '../../platform/picture.ts';
import { backgroundOf, productBox, type WhiteRule } from './product-box.ts';

/** The product is searched in a picture of this size. A search in all pixels would need seconds. */
const searchSide = 1024;

/**
 * Properties that this function does not measure are undefined. `aiMade` is undefined, because the pixels do not show it.
 * @throws AppError ImageTypeUnsupported, ImageDimensions or ImageUnreadable.
 */
export async function measureImage(bytes: Buffer, whiteRule: WhiteRule = 'exact'): Promise<ImageProbe> {
  const type = sniffImageType(bytes);
  if (!type) throw new AppError('ImageTypeUnsupported');
  try {
    const metadata = await openPicture(bytes).metadata();
    const size: Size = { width: metadata.autoOrient.width, height: metadata.autoOrient.height };
    const { data, info } = await openPicture(bytes)
      .autoOrient()
      .resize({ width: searchSide, height: searchSide, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const pixels = { data, width: info.width, height: info.height };
    const background = backgroundOf(pixels, whiteRule);
    const box = background && productBox(pixels, background);
    const product = box && scaleBox(box, info, size);
    return {
      kind: 'image',
      format: type.slice('image/'.length) as NonNullable<ImageProbe['format']>,
      ...size,
      bytes: bytes.length,
      // If every pixel is opaque, the image counts as an image without an alpha channel.
      alpha: metadata.hasAlpha && hasTransparentPixel(data),
      colourProfile: colourProfileOf(metadata),
      rotated: (metadata.orientation ?? 1) > 1,
      whiteBackground: background?.isWhite ?? false,
      ...(product && { product, fillShare: Math.max(product.width / size.width, product.height / size.height) }),
    };
  } catch (cause) {
    throwUnreadable(cause);
  }
}

/** Rounds outwards, so that the box contains the whole product. */
function scaleBox({ left, top, width, height }: Box, from: Size, to: Size): Box {
  const [scaleX, scaleY] = [to.width / from.width, to.height / from.height];
  const [startX, startY] = [Math.floor(left * scaleX), Math.floor(top * scaleY)];
  const endX = Math.min(to.width, Math.ceil((left + width) * scaleX));
  const endY = Math.min(to.height, Math.ceil((top + height) * scaleY));
  return { left: startX, top: startY, width: endX - startX, height: endY - startY };
}

const opaque = 255;

function hasTransparentPixel(data: Buffer): boolean {
  for (let offset = 3; offset < data.length; offset += 4) if ((data[offset] ?? opaque) < opaque) return true;
  return false;
}

/** An ICC profile contains its name as text in ASCII or in UTF-16. An image without a profile is sRGB. */
function colourProfileOf({ space, icc }: { space?: string; icc?: Buffer }): NonNullable<ImageProbe['colourProfile']> {
  if (space === 'cmyk') return 'cmyk';
  if (!icc) return 'srgb';
  const text = icc.toString('latin1').replaceAll('\0', '');
  if (/Display P3|sP3C/i.test(text)) return 'display-p3';
  if (/Adobe RGB/i.test(text)) return 'adobe-rgb';
  return /sRGB|c2ci/.test(text) ? 'srgb' : 'other';
}
