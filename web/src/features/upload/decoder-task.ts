/** The work of a decoder: it runs in a worker, or in the page if the browser has no workers. */
import { type Decoded, decode } from './decode.ts';
import { shrink } from './shrink.ts';

export type DecoderTask = { type: 'decode'; file: Blob; wantsSmall: boolean } | { type: 'shrink'; file: Blob };
export type DecoderResult = Decoded | Blob;

/** Rejects if the picture cannot be decoded. */
export const runTask = (task: DecoderTask): Promise<DecoderResult> =>
  task.type === 'decode' ? decode(task.file, task.wantsSmall) : shrink(task.file);
