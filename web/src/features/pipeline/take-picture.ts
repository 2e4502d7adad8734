/** A file becomes one of the three pictures of a run, or says why it cannot (SPEC 5 'Image files (pipeline)'; checklist K8). */
import {
  dimensionsError,
  firstBytesLength,
  pipelineImageBytesMax,
  pipelineImageTypes,
  sniffImageType,
  thumbnailAboveBytes,
} from '#shared/upload/image-file.ts';
import type { Decoded } from '#web/features/upload/decode.ts';
import { decodeBeside } from '#web/features/upload/decoders.ts';
import { type Photo, previewOf } from '#web/features/upload/photo.ts';

export const slots = ['before', 'after', 'input'] as const;
export type Slot = (typeof slots)[number];

/** SPEC's folders: the example is two references (checklist X9). */
const folders = { before: 'pipeline/references', after: 'pipeline/references', input: 'pipeline/input' } as const;

/** For a file picker's `accept`. */
export const acceptedPictures: string = pipelineImageTypes.join(',');

export type PictureProblem = 'PipelineImageTypeUnsupported' | 'PipelineImageTooLarge' | 'ImageUnreadable' | 'ImageDimensions';

type Decode = (file: Blob, wantsSmall: boolean) => Promise<Decoded>;

/** What the bytes show counts, not what the name says. The server checks again. */
export async function takePicture(slot: Slot, file: File, decode: Decode = decodeBeside): Promise<Photo | { problem: PictureProblem }> {
  // A file that was moved or deleted since it was chosen cannot be read.
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
  const about = { id: crypto.randomUUID(), title: file.name, contentType, width, height, fileSize: file.size, folder: folders[slot] };
  return { ...about, src: previewOf(file, small), file, ...(small && { small }) };
}
