/**
 * Rules for image files (docs/spec.md 4.1). The page checks them first. The server checks them at the upload and at the start of a batch.
 */
import type { ErrorCode } from '../errors.ts';

export const imageBytesMax = 8_388_608;
export const imageSideMin = 64;
export const imageSideMax = 8192;
export const filesPerDropMax = 200;
/** If the file is larger, its preview is a small copy of the file (docs/spec.md 4.4). */
export const thumbnailAboveBytes = 3 * 1024 * 1024;
export const thumbnailSide = 300;

/** Content types of the video and image tools, with their file extensions. */
export const imageTypes = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'image/avif': ['avif'],
} as const;
export type ImageType = keyof typeof imageTypes;

/** Content types of before/after runs (docs/spec.md 4.3). */
export const pipelineImageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const satisfies readonly ImageType[];
/** The rule is "less than 10MB", so a file of exactly 10 MB is too large. */
export const pipelineImageBytesMax = 10 * 1024 * 1024 - 1;

/**
 * The folder and the size limit of our own results. Results are also accepted as inputs. The largest result is an edited photo of 25
 * megapixels as PNG.
 */
export const resultsFolder = 'results';
export const resultBytesMax = 100 * 1024 * 1024;
/** An upscaled result has sides that are four times as long. The limit for width × height is the same as for an upload. */
export const resultSideMax = 4 * imageSideMax;

export const isImageType = (text: string): text is ImageType => Object.hasOwn(imageTypes, text);

/** Hints about an animated photo. Only one still picture of such a photo is used (docs/spec.md 4.1). */
export const photoNotes = ['still_from_gif', 'still_from_avif'] as const;
export type PhotoNote = (typeof photoNotes)[number];

/**
 * Number of bytes at the start of a file that are enough to find its type. An AVIF file starts with a list of type names (brands), and
 * `avif` is not always the first one.
 */
export const firstBytesLength = 64;

/**
 * Returns the image type from the first bytes of a file. The file name and the declared type have no effect. Returns undefined for other
 * files.
 */
export function sniffImageType(bytes: Uint8Array): ImageType | undefined {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (bytes[0] === 0x89 && text(1, 8) === 'PNG\r\n\x1a\n') return 'image/png';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'image/gif';
  if (text(4, 8) === 'ftyp' && brandsOf(bytes).some((brand) => brand === 'avif' || brand === 'avis')) return 'image/avif';
  return undefined;
}

/** Returns the major brand and the compatible brands of an ISO media file, if they are in the given bytes. */
function brandsOf(bytes: Uint8Array): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = Math.min(view.getUint32(0), bytes.length);
  // The bytes at offset 12 are a version number between the major brand and the other brands, so they are skipped.
  const offsets = Array.from({ length: Math.max(0, Math.floor((end - 8) / 4)) }, (_, n) => 8 + 4 * n).filter((offset) => offset !== 12);
  return offsets.map((offset) => String.fromCharCode(...bytes.subarray(offset, offset + 4)));
}

/** Returns the size limit of a folder in bytes. */
export const bytesMaxIn = (folder: string): number => {
  if (folder === resultsFolder) return resultBytesMax;
  return isPipelineFolder(folder) ? pipelineImageBytesMax : imageBytesMax;
};

/** Returns the error code for a file above the size limit of the folder. */
export const tooLargeError = (folder: string): ErrorCode => (isPipelineFolder(folder) ? 'PipelineImageTooLarge' : 'ImageTooLarge');

const isPipelineFolder = (folder: string): boolean => folder.startsWith('pipeline/');

/**
 * Returns the error code for a rejected type or size, otherwise undefined. The limits depend on the folder.
 * @param folder if missing, the rules of the video and image tools apply.
 */
export function fileError({ contentType, sizeBytes }: { contentType: string; sizeBytes: number }, folder = ''): ErrorCode | undefined {
  const isPipeline = isPipelineFolder(folder);
  const types: readonly string[] = isPipeline ? pipelineImageTypes : Object.keys(imageTypes);
  if (!types.includes(contentType)) return isPipeline ? 'PipelineImageTypeUnsupported' : 'ImageTypeUnsupported';
  if (sizeBytes > bytesMaxIn(folder)) return tooLargeError(folder);
  if (sizeBytes < 1) return 'ImageUnreadable';
  return undefined;
}

/**
 * Returns the error code for rejected dimensions in pixels, otherwise undefined.
 * @param folder if missing, the rules of uploads apply.
 */
export function dimensionsError({ width, height }: { width: number; height: number }, folder = ''): ErrorCode | undefined {
  const sideMax = folder === resultsFolder ? resultSideMax : imageSideMax;
  return Math.min(width, height) < imageSideMin || Math.max(width, height) > sideMax ? 'ImageDimensions' : undefined;
}
