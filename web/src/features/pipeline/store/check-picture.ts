/** Checks a file before it becomes one of the three pictures of a run (docs/spec.md 4.3). */
import {
  dimensionsError,
  firstBytesLength,
  pipelineImageBytesMax,
  pipelineImageTypes,
  sniffImageType,
  thumbnailAboveBytes,
} from '#shared/upload/image-file.ts';
import type { Decoded } from '#web/features/upload/decode.ts';
import { decodeInWorker } from '#web/features/upload/decoders.ts';
import type { Photo } from '#web/features/upload/photo.ts';
import { previewOf } from '#web/lib/drafts/files.ts';

export const slots = ['before', 'after', 'input'] as const;
export type Slot = (typeof slots)[number];

/**
 * Folders in storage. The before picture and the after picture (the example) are stored in the folder for references (docs/spec.md 4.5).
 */
const folders = { before: 'pipeline/references', after: 'pipeline/references', input: 'pipeline/input' } as const;

/** Value of `accept` for a file input. */
export const acceptedPictures: string = pipelineImageTypes.join(',');

export type PictureProblem = 'PipelineImageTypeUnsupported' | 'PipelineImageTooLarge' | 'ImageUnreadable' | 'ImageDimensions';

type Decode = (file: Blob, needsThumbnail: boolean) => Promise<Decoded>;

/** Checks the bytes of a file, not its name. Returns the picture or the reason for a refusal. The server repeats the checks. */
export async function checkPicture(slot: Slot, file: File, decode: Decode = decodeInWorker): Promise<Photo | { problem: PictureProblem }> {
  // A file that was moved or deleted after it was chosen cannot be read.
  const head = await file
    .slice(0, firstBytesLength)
    .arrayBuffer()
    .catch(() => undefined);
  if (!head) return { problem: 'ImageUnreadable' };
  const contentType = sniffImageType(new Uint8Array(head));
  if (!pipelineImageTypes.some((type) => type === contentType)) return { problem: 'PipelineImageTypeUnsupported' };
  if (file.size > pipelineImageBytesMax) return { problem: 'PipelineImageTooLarge' };
  const decoded = await decode(file, file.size > thumbnailAboveBytes).catch(() => undefined);
  if (!contentType || !decoded) return { problem: 'ImageUnreadable' };
  if (dimensionsError(decoded)) return { problem: 'ImageDimensions' };
  const { width, height, small } = decoded;
  const facts = { id: crypto.randomUUID(), title: file.name, contentType, width, height, fileSize: file.size, folder: folders[slot] };
  return { ...facts, src: previewOf(file, small), file, ...(small && { small }) };
}
