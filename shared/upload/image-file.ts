/** What an image file must be (SPEC 5 'Image files'; checklist K1 to K6). Checked on the page, at the upload and at the start of a batch. */
import type { ErrorCode } from '../errors.ts';

export const imageBytesMax = 8_388_608;
export const imageSideMin = 64;
export const imageSideMax = 8192;
export const filesPerDropMax = 200;
/** A preview is a small copy rather than the file itself above this size (SPEC 9, images and ratios). */
export const thumbnailAboveBytes = 3 * 1024 * 1024;
export const thumbnailSide = 300;

/** Content types the video tools take, with the file endings that go with them. */
export const imageTypes = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
} as const;
export type ImageType = keyof typeof imageTypes;

export const isImageType = (text: string): text is ImageType => Object.hasOwn(imageTypes, text);

/** Enough leading bytes of a file to tell what it is. */
export const firstBytesLength = 16;

/** The kind of image that the first bytes of a file show, whatever its name or type says; undefined for anything else. */
export function sniffImageType(bytes: Uint8Array): ImageType | undefined {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (bytes[0] === 0x89 && text(1, 8) === 'PNG\r\n\x1a\n') return 'image/png';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  return undefined;
}

/** Why a file of this type and size in bytes cannot be taken, if so. */
export function refuseFile(file: { contentType: string; sizeBytes: number }): ErrorCode | undefined {
  if (!isImageType(file.contentType)) return 'ImageTypeUnsupported';
  if (file.sizeBytes > imageBytesMax) return 'ImageTooLarge';
  if (file.sizeBytes < 1) return 'ImageUnreadable';
  return undefined;
}

/** Why a picture of this size in pixels cannot be taken, if so. */
export const refuseDimensions = ({ width, height }: { width: number; height: number }): ErrorCode | undefined =>
  Math.min(width, height) < imageSideMin || Math.max(width, height) > imageSideMax ? 'ImageDimensions' : undefined;
