/** Checks a file before the page accepts it as a photo (docs/spec.md 4.1, 4.2). The server repeats the checks. */
import {
  dimensionsError,
  fileError,
  firstBytesLength,
  type ImageType,
  imageBytesMax,
  imageSideMin,
  imageTypes,
  isImageType,
  sniffImageType,
  thumbnailAboveBytes,
} from '#shared/upload/image-file.ts';
import type { Decoded } from './decode.ts';
import { fitSize, shrunkSideMax } from './shrink.ts';

/** Reasons why a file is rejected. Each reason is the last part of a text key `upload.reason.<reason>`. */
export type RejectReason =
  | 'exceeds_limit'
  | 'unsupported_format'
  | 'failed_dimensions'
  | 'failed_thumbnail'
  | 'failed_process'
  | 'corrupted'
  | 'processing_error'
  // Our own reasons, in addition to the seven reasons of docs/spec.md 4.2.
  | 'dimensions_out_of_range'
  | 'batch_full';

/** `file` is set if the browser can make the file smaller. */
export type RejectedFile = { name: string; reason: RejectReason; file?: File };

/** `canShrink` is true if the picture has no other problem than its size. */
export type CheckedFile = ({ ok: true; contentType: ImageType } & Decoded) | { ok: false; reason: RejectReason; canShrink: boolean };

/** Larger files are not decoded, because a phone may have too little memory. */
const shrinkableBytesMax = 64 * 1024 * 1024;

/** Formats that can be animated. The page shows only the first frame, because the video starts with this frame. */
const animatedTypes: readonly ImageType[] = ['image/gif', 'image/avif'];

const refuse = (reason: RejectReason, canShrink = false): CheckedFile => ({ ok: false, reason, canShrink });

/**
 * Whether a smaller copy can be accepted. A picture that is too small would stay too small. A very long picture would become too narrow.
 */
function canShrink(size: Decoded): boolean {
  const { width, height } = fitSize(size, shrunkSideMax);
  return Math.max(size.width, size.height) > shrunkSideMax && Math.min(width, height) >= imageSideMin;
}

/** Checks the type, the size, the first bytes and the dimensions of a file. The type depends on the bytes, not on the name. */
export async function checkFile(file: File, decode: (file: Blob, needsThumbnail: boolean) => Promise<Decoded>): Promise<CheckedFile> {
  // A file that was moved or deleted after the choice cannot be read.
  const head = await file
    .slice(0, firstBytesLength)
    .arrayBuffer()
    .catch(() => undefined);
  if (!head) return refuse('failed_process');
  const bytes = new Uint8Array(head);
  const contentType = sniffImageType(bytes);
  if (!contentType) return refuse(isImageType(file.type) ? 'corrupted' : 'unsupported_format');
  const refusal = fileError({ contentType, sizeBytes: file.size });
  if (refusal) return refusal === 'ImageTooLarge' ? refuse('exceeds_limit', file.size <= shrinkableBytesMax) : refuse('corrupted');
  const needsThumbnail = file.size > thumbnailAboveBytes || animatedTypes.includes(contentType);
  const decoded = await decode(file, needsThumbnail).catch(() => undefined);
  if (!decoded) return refuse('failed_dimensions');
  if (dimensionsError(decoded)) return refuse('dimensions_out_of_range', canShrink(decoded));
  if (file.size > thumbnailAboveBytes && !decoded.small) return refuse('failed_thumbnail');
  return { ok: true, contentType, ...decoded };
}

/** Size limit in megabytes, for the texts. */
export const imageMegabytesMax = imageBytesMax / 1024 / 1024;

/** The required names of the formats, in the required order (docs/spec.md 4.1). */
const formatNames: Record<string, string> = { jpeg: 'JPEG', jpg: 'JPG', png: 'PNG', webp: 'WebP', gif: 'GIF', avif: 'AVIF' };
const endings: string[] = Object.values(imageTypes).flat();

/** The accepted formats, for example 'JPEG, JPG, PNG, WebP'. */
export const supportedFormats: string = Object.entries(formatNames)
  .filter(([ending]) => endings.includes(ending))
  .map(([, name]) => name)
  .join(', ');

/** The accepted formats, with only one name for JPEG. */
export const supportedKinds: string = Object.entries(formatNames)
  .filter(([ending]) => ending !== 'jpeg' && endings.includes(ending))
  .map(([, name]) => name)
  .join(', ');

/** Whether a file has a photo format of certain phones. Only the browsers of these manufacturers can read this format. */
export const isHeic = (fileName: string): boolean => /\.hei[cf]$/i.test(fileName);

/** The value of `accept` for a file input. */
export const acceptedTypes: string = Object.keys(imageTypes).join(',');
