/** The work of a decoder. It runs in a worker, or in the main thread if the browser has no workers. */
import { type Decoded, decode } from './decode.ts';
import { shrink } from './shrink.ts';

export type DecoderTask = { type: 'decode'; file: Blob; needsThumbnail: boolean } | { type: 'shrink'; file: Blob };
export type DecoderResult = Decoded | Blob;

/** Decodes or shrinks a picture. Rejects if the picture cannot be decoded. */
export const runTask = (task: DecoderTask): Promise<DecoderResult> =>
  task.type === 'decode' ? decode(task.file, task.needsThumbnail) : shrink(task.file);
