/** A few workers that decode pictures. Each decodes one at a time, because an open large picture takes a quarter of a gigabyte. */
import type { Decoded } from './decode.ts';
import decoderUrl from './decode.worker.ts?worker&url';
import { type DecoderResult, type DecoderTask, runTask } from './decoder-task.ts';
import { trustedScript } from './trusted-script.ts';

/** Maximum number of pictures that are decoded at the same time. */
export const decodersMax = 2;

type Job = { task: DecoderTask; resolve: (result: DecoderResult) => void; reject: (error: Error) => void };
type Decoder = { worker: Worker; job: Job | undefined };

const decoders: Decoder[] = [];
const waiting: Job[] = [];
/** Set if the browser cannot run workers: the page then decodes in its own thread. */
let withoutWorkers = false;

function startDecoder(): Decoder {
  const worker = new Worker(trustedScript(decoderUrl), { type: 'module' });
  const decoder: Decoder = { worker, job: undefined };
  worker.onmessage = ({ data }: MessageEvent<DecoderResult | undefined>) => {
    const { job } = decoder;
    decoder.job = undefined;
    if (data) job?.resolve(data);
    else job?.reject(new Error('The picture cannot be decoded'));
    assign();
  };
  worker.onerror = (event) => {
    event.preventDefault();
    withoutWorkers = true;
    worker.terminate();
    decoders.splice(decoders.indexOf(decoder), 1);
    if (decoder.job) waiting.unshift(decoder.job);
    assign();
  };
  decoders.push(decoder);
  return decoder;
}

function assign(): void {
  while (waiting.length > 0) {
    if (withoutWorkers) {
      for (const { task, resolve, reject } of waiting.splice(0)) runTask(task).then(resolve, reject);
      return;
    }
    const free = decoders.find(({ job }) => job === undefined) ?? (decoders.length < decodersMax ? startDecoder() : undefined);
    const job = free && waiting.shift();
    if (!job) return;
    free.job = job;
    free.worker.postMessage(job.task);
  }
}

const inTurn = (task: DecoderTask): Promise<DecoderResult> =>
  new Promise((resolve, reject) => {
    waiting.push({ task, resolve, reject });
    assign();
  });

/** Measures a picture and makes its small copy. Rejects if the picture cannot be decoded. */
export const decodeInWorker = async (file: Blob, wantsSmall: boolean): Promise<Decoded> =>
  (await inTurn({ type: 'decode', file, wantsSmall })) as Decoded;

/** Returns a copy that is small enough to be sent, under the same name. Returns the file itself if this is not possible. */
export async function shrinkInWorker(file: File): Promise<File> {
  try {
    const blob = (await inTurn({ type: 'shrink', file })) as Blob;
    return new File([blob], file.name, { type: blob.type });
  } catch {
    return file;
  }
}
