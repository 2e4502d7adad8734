/** A few workers that decode pictures: each one at a time, for a large picture takes a quarter of a gigabyte while it is open. */
import { type Decoded, decode } from './decode.ts';
import type { DecodeAnswer, DecodeRequest } from './decode.worker.ts';
import decoderUrl from './decode.worker.ts?worker&url';
import { trustedScript } from './trusted-script.ts';

/** So many pictures are decoded at the same time. */
export const decodersMax = 2;

type Job = { file: Blob; wantsSmall: boolean; resolve: (decoded: Decoded) => void; reject: (error: Error) => void };
type Decoder = { worker: Worker; job: Job | undefined };

const decoders: Decoder[] = [];
const waiting: Job[] = [];
/** Set where the browser cannot run them: the page then decodes by itself. */
let withoutWorkers = false;

function hire(): Decoder {
  const worker = new Worker(trustedScript(decoderUrl), { type: 'module' });
  const decoder: Decoder = { worker, job: undefined };
  worker.onmessage = ({ data }: MessageEvent<DecodeAnswer>) => {
    const { job } = decoder;
    decoder.job = undefined;
    if (data.decoded) job?.resolve(data.decoded);
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
      for (const { file, wantsSmall, resolve, reject } of waiting.splice(0)) decode(file, wantsSmall).then(resolve, reject);
      return;
    }
    const free = decoders.find(({ job }) => job === undefined) ?? (decoders.length < decodersMax ? hire() : undefined);
    const job = free && waiting.shift();
    if (!job) return;
    free.job = job;
    const request: DecodeRequest = { file: job.file, wantsSmall: job.wantsSmall };
    free.worker.postMessage(request);
  }
}

/** Measures a picture and makes its small copy, in its turn. Rejects for one that cannot be decoded. */
export const decodeBeside = (file: Blob, wantsSmall: boolean): Promise<Decoded> =>
  new Promise((resolve, reject) => {
    waiting.push({ file, wantsSmall, resolve, reject });
    assign();
  });
