/** What the page checks before it takes a photo (SPEC 5 'Image files'; checklist K1 to K6). The server checks again. */
import {
  firstBytesLength,
  type ImageType,
  imageBytesMax,
  imageTypes,
  isImageType,
  refuseDimensions,
  refuseFile,
  sniffImageType,
} from '#shared/upload/image-file.ts';

/** Why a file was not taken; each is the end of a locale key `upload.reason.<reason>`. */
export type RejectReason =
  | 'exceeds_limit'
  | 'unsupported_format'
  | 'failed_dimensions'
  | 'dimensions_out_of_range'
  | 'corrupted'
  | 'processing_error'
  | 'too_many_files'
  | 'batch_full';

export type RejectedFile = { name: string; reason: RejectReason };

/** Measures a picture by decoding it whole. Rejects for one that cannot be decoded. */
export type Measure = (file: Blob) => Promise<{ width: number; height: number }>;

export type CheckedFile = { ok: true; contentType: ImageType; width: number; height: number } | { ok: false; reason: RejectReason };

const refuse = (reason: RejectReason): CheckedFile => ({ ok: false, reason });

/** Type, size, first bytes and dimensions of a file. What the bytes show counts, not what the name says. */
export async function checkFile(file: File, measure: Measure): Promise<CheckedFile> {
  const bytes = new Uint8Array(await file.slice(0, firstBytesLength).arrayBuffer());
  const contentType = sniffImageType(bytes);
  if (!contentType) return refuse(isImageType(file.type) ? 'corrupted' : 'unsupported_format');
  const refusal = refuseFile({ contentType, sizeBytes: file.size });
  if (refusal) return refuse(refusal === 'ImageTooLarge' ? 'exceeds_limit' : 'corrupted');
  const size = await measure(file).catch(() => undefined);
  if (!size) return refuse('failed_dimensions');
  if (refuseDimensions(size)) return refuse('dimensions_out_of_range');
  return { ok: true, contentType, ...size };
}

/** Size limit in megabytes, as SPEC writes it. */
export const imageMegabytesMax = imageBytesMax / 1024 / 1024;

/** SPEC's names of the formats, in its order. */
const formatNames: Record<string, string> = { jpeg: 'JPEG', jpg: 'JPG', png: 'PNG', webp: 'WebP', gif: 'GIF', avif: 'AVIF' };
const endings: string[] = Object.values(imageTypes).flat();

/** 'JPEG, JPG, PNG, WebP': the formats taken at present. */
export const supportedFormats: string = Object.entries(formatNames)
  .filter(([ending]) => endings.includes(ending))
  .map(([, name]) => name)
  .join(', ');

/** For a file picker's `accept`. */
export const acceptedTypes: string = Object.keys(imageTypes).join(',');
