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
  'image/gif': ['gif'],
  'image/avif': ['avif'],
} as const;
export type ImageType = keyof typeof imageTypes;

/** What the pipeline takes (SPEC 5 'Image files (pipeline)'; checklist K8). */
export const pipelineImageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const satisfies readonly ImageType[];
/** SPEC: "less than 10MB", so a file of exactly 10 MB is too large. */
export const pipelineImageBytesMax = 10 * 1024 * 1024 - 1;

/** Pictures that we made are accepted as inputs; the largest is an edited photo of 25 megapixels as PNG. */
export const madeFilesFolder = 'results';
export const madeImageBytesMax = 100 * 1024 * 1024;

export const isImageType = (text: string): text is ImageType => Object.hasOwn(imageTypes, text);

/** What is said of a photo of which only a part is used: a video begins with one still (checklist K1; Q34). */
export const photoNotes = ['still_from_gif', 'still_from_avif'] as const;
export type PhotoNote = (typeof photoNotes)[number];

/** Enough leading bytes of a file to tell what it is; an AVIF may name its brand behind some others. */
export const firstBytesLength = 64;

/** The kind of image that the first bytes of a file show, whatever its name or type says; undefined for anything else. */
export function sniffImageType(bytes: Uint8Array): ImageType | undefined {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (bytes[0] === 0x89 && text(1, 8) === 'PNG\r\n\x1a\n') return 'image/png';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'image/gif';
  if (text(4, 8) === 'ftyp' && brandsOf(bytes).some((brand) => brand === 'avif' || brand === 'avis')) return 'image/avif';
  return undefined;
}

/** The major brand of an ISO media file and those it is compatible with, as far as its first bytes reach. */
function brandsOf(bytes: Uint8Array): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = Math.min(view.getUint32(0), bytes.length);
  // Between the major brand and the others stands a version.
  const places = Array.from({ length: Math.max(0, Math.floor((end - 8) / 4)) }, (_, n) => 8 + 4 * n).filter((place) => place !== 12);
  return places.map((place) => String.fromCharCode(...bytes.subarray(place, place + 4)));
}

/** The largest file in bytes that a folder accepts (checklist K2, K8). */
export const bytesMaxIn = (folder: string): number => {
  if (folder === madeFilesFolder) return madeImageBytesMax;
  return isPipelineFolder(folder) ? pipelineImageBytesMax : imageBytesMax;
};

/** What a file that is larger is refused with. */
export const tooLargeIn = (folder: string): ErrorCode => (isPipelineFolder(folder) ? 'PipelineImageTooLarge' : 'ImageTooLarge');

const isPipelineFolder = (folder: string): boolean => folder.startsWith('pipeline/');

/**
 * Why a file of this type and size in bytes cannot be taken, if so. What it may be depends on the folder that it is for; without one
 * it is for the video and image tools (checklist K1, K2, K8).
 */
export function fileError({ contentType, sizeBytes }: { contentType: string; sizeBytes: number }, folder = ''): ErrorCode | undefined {
  const isPipeline = isPipelineFolder(folder);
  const types: readonly string[] = isPipeline ? pipelineImageTypes : Object.keys(imageTypes);
  if (!types.includes(contentType)) return isPipeline ? 'PipelineImageTypeUnsupported' : 'ImageTypeUnsupported';
  if (sizeBytes > bytesMaxIn(folder)) return tooLargeIn(folder);
  if (sizeBytes < 1) return 'ImageUnreadable';
  return undefined;
}

/** Why a picture of this size in pixels cannot be taken, if so. */
export const dimensionsError = ({ width, height }: { width: number; height: number }): ErrorCode | undefined =>
  Math.min(width, height) < imageSideMin || Math.max(width, height) > imageSideMax ? 'ImageDimensions' : undefined;
