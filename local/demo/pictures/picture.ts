/** The picture type of the stand-ins, and its conversion from and to files. */
import sharp, { type FormatEnum, type Metadata, type Sharp } from 'sharp';

/** Packed 8-bit sRGB with alpha. The EXIF orientation is already applied. */
export type Picture = { rgba: Buffer; width: number; height: number };
export type Rgb = readonly [number, number, number];

const pixelsMax = 8192 * 8192;
const timeoutSeconds = 30;

/** The error for a file that is not a picture or is incomplete. */
export class UnreadablePicture extends Error {
  override readonly name = 'UnreadablePicture';
}

/**
 * Opens a file with sharp. The try block is necessary, because sharp throws immediately for an empty file. For other bad files, sharp
 * throws later, during the read.
 */
function openPicture(file: Buffer): Sharp {
  try {
    return sharp(file, { limitInputPixels: pixelsMax }).timeout({ seconds: timeoutSeconds });
  } catch (cause) {
    return throwUnreadable(cause);
  }
}

/**
 * Reads a picture and shrinks it if a side exceeds `sideMax`.
 * @throws UnreadablePicture
 */
export async function readPicture(file: Buffer, sideMax = 8192): Promise<Picture> {
  const { data, info } = await openPicture(file)
    .autoOrient()
    .resize({ width: sideMax, height: sideMax, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(throwUnreadable);
  return { rgba: data, width: info.width, height: info.height };
}

/**
 * Returns the file type and the stored width and height.
 * @throws UnreadablePicture
 */
export const readMetadata = async (file: Buffer): Promise<Metadata> => openPicture(file).metadata().catch(throwUnreadable);

function throwUnreadable(cause: unknown): never {
  throw new UnreadablePicture('The file is not a readable picture', { cause });
}

/** Converts a picture to a sharp image. */
export const sharpOf = ({ rgba, width, height }: Picture): Sharp => sharp(rgba, { raw: { width, height, channels: 4 } });

/** Converts a sharp image to a picture. An image without alpha becomes opaque. */
export async function pictureOf(image: Sharp): Promise<Picture> {
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { rgba: data, width: info.width, height: info.height };
}

export type FileFormat = keyof Pick<FormatEnum, 'png' | 'jpeg' | 'webp'>;

/** Encodes a picture as a file. Transparent parts become white in a JPEG. */
export function encode(picture: Picture, format: FileFormat, quality = 90): Promise<Buffer> {
  const image = sharpOf(picture);
  if (format === 'png') return image.png({ compressionLevel: 6 }).toBuffer();
  if (format === 'webp') return image.webp({ quality }).toBuffer();
  return image.flatten({ background: 'white' }).jpeg({ quality }).toBuffer();
}

export const createBlank = (width: number, height: number): Picture => ({ rgba: Buffer.alloc(width * height * 4), width, height });

export const copyPicture = (picture: Picture): Picture => ({ ...picture, rgba: Buffer.from(picture.rgba) });

/** Draws the first picture over the picture `bottom`. Both pictures must have the same size. */
export const drawOver = ({ rgba, width, height }: Picture, bottom: Picture): Promise<Picture> =>
  pictureOf(sharpOf(bottom).composite([{ input: rgba, raw: { width, height, channels: 4 } }]));
