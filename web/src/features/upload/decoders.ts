/** A few workers that decode pictures. Each worker decodes one picture at a time, because a large decoded picture needs 250 MB. */
import type { Decoded } from './decode.ts';
import decoderUrl from './decode.worker.ts?worker&url';
import { type DecoderResult, type DecoderTask, runTask } from './decoder-task.ts';
import { trustedScript } from './trusted-script.ts';

/** Maximum number of pictures that are decoded at the same time. */
export const decodersMax = 2;

type Job = { task: DecoderTask; resolve: (result: DecoderResult) => void; reject: (error: Error) => void };
type Decoder = { worker: Worker; job: Job | undefined };

const decoders: Decoder[] = [];
const waitingJobs: Job[] = [];
/** True if the browser cannot run workers. Then the page decodes in its main thread. */
let hasNoWorkers = false;

function startDecoder(): Decoder {
  const worker = new Worker(trustedScript(decoderUrl), { type: 'module' });
  const decoder: Decoder = { worker, job: undefined };
  worker.onmessage = ({ data }: MessageEvent<DecoderResult | undefined>) => {
    const { job } = decoder;
    decoder.job = undefined;
    if (data) job?.resolve(data);
    else job?.reject(new Error('The picture cannot be decoded'));
    assignJobs();
  };
  worker.onerror = (event) => {
    event.preventDefault();
    hasNoWorkers = true;
    worker.terminate();
    decoders.splice(decoders.indexOf(decoder), 1);
    if (decoder.job) waitingJobs.unshift(decoder.job);
    assignJobs();
  };
  decoders.push(decoder);
  return decoder;
}

function assignJobs(): void {
  while (waitingJobs.length > 0) {
    if (hasNoWorkers) {
      for (const { task, resolve, reject } of waitingJobs.splice(0)) runTask(task).then(resolve, reject);
      return;
    }
    const freeDecoder = decoders.find(({ job }) => job === undefined) ?? (decoders.length < decodersMax ? startDecoder() : undefined);
    const job = freeDecoder && waitingJobs.shift();
    if (!job) return;
    freeDecoder.job = job;
    freeDecoder.worker.postMessage(job.task);
  }
}

const runJob = (task: DecoderTask): Promise<DecoderResult> =>
  new Promise((resolve, reject) => {
    waitingJobs.push({ task, resolve, reject });
    assignJobs();
  });

/** Measures a picture and makes its small copy. Rejects if the picture cannot be decoded. */
export const decodeInWorker = async (file: Blob, needsThumbnail: boolean): Promise<Decoded> =>
  (await runJob({ type: 'decode', file, needsThumbnail })) as Decoded;

/** Returns a copy with the same name that is small enough to be sent. Returns the file itself if this is not possible. */
export async function shrinkInWorker(file: File): Promise<File> {
  try {
    const blob = (await runJob({ type: 'shrink', file })) as Blob;
    return new File([blob], file.name, { type: blob.type });
  } catch {
    return file;
  }
}
