/** A picture as the stand-ins work on it, and the way in and out. */
import sharp, { type FormatEnum, type Metadata, type Sharp } from 'sharp';

/** 8-bit sRGB with alpha, packed, upright. */
export type Picture = { rgba: Buffer; width: number; height: number };
export type Rgb = readonly [number, number, number];

const pixelsMax = 8192 * 8192;
const timeoutSeconds = 30;

/** The file is no picture, or not a whole one. */
export class UnreadablePicture extends Error {
  override readonly name = 'UnreadablePicture';
}

const open = (file: Buffer): Sharp => sharp(file, { limitInputPixels: pixelsMax }).timeout({ seconds: timeoutSeconds });

/** sharp refuses an empty file at once, and any other when it reads it. */
function opened(file: Buffer): Sharp {
  try {
    return open(file);
  } catch (cause) {
    return unreadable(cause);
  }
}

/** The picture in a file, made smaller where a side is longer than `sideMax`. @throws UnreadablePicture */
export async function readPicture(file: Buffer, sideMax = 8192): Promise<Picture> {
  const { data, info } = await opened(file)
    .autoOrient()
    .resize({ width: sideMax, height: sideMax, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(unreadable);
  return { rgba: data, width: info.width, height: info.height };
}

/** What kind of file it is, and its sides as stored. @throws UnreadablePicture */
export const describe = async (file: Buffer): Promise<Metadata> => opened(file).metadata().catch(unreadable);

function unreadable(cause: unknown): never {
  throw new UnreadablePicture('This is no picture', { cause });
}

/** For whatever sharp does itself. */
export const sharpOf = ({ rgba, width, height }: Picture): Sharp => sharp(rgba, { raw: { width, height, channels: 4 } });

/** Back from sharp; without alpha it is opaque. */
export async function pictureOf(image: Sharp): Promise<Picture> {
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { rgba: data, width: info.width, height: info.height };
}

export type FileFormat = keyof Pick<FormatEnum, 'png' | 'jpeg' | 'webp'>;

/** The file of a picture; what a format cannot hold, as transparency in a JPEG, becomes white. */
export function encode(picture: Picture, format: FileFormat, quality = 90): Promise<Buffer> {
  const image = sharpOf(picture);
  if (format === 'png') return image.png({ compressionLevel: 6 }).toBuffer();
  if (format === 'webp') return image.webp({ quality }).toBuffer();
  return image.flatten({ background: 'white' }).jpeg({ quality }).toBuffer();
}

export const blank = (width: number, height: number): Picture => ({ rgba: Buffer.alloc(width * height * 4), width, height });

export const copyOf = (picture: Picture): Picture => ({ ...picture, rgba: Buffer.from(picture.rgba) });

/** `top` on `bottom`, both of one size. */
export function over(top: Picture, bottom: Picture): Picture {
  const result = copyOf(bottom);
  const { rgba } = result;
  for (let at = 0; at < rgba.length; at += 4) {
    const a = top.rgba[at + 3]! / 255;
    if (a === 0) continue;
    const b = (rgba[at + 3]! / 255) * (1 - a);
    const alpha = a + b;
    for (let channel = 0; channel < 3; channel++)
      rgba[at + channel] = (top.rgba[at + channel]! * a + rgba[at + channel]! * b) / alpha + 0.5;
    rgba[at + 3] = alpha * 255 + 0.5;
  }
  return result;
}
