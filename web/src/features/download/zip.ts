/** Many finished files as one archive (checklist U3, J12; Q77). Nothing is compressed: videos and pictures are already. */
import { uniqueNames } from '#shared/download/file-names.ts';

export type ZipEntry = { name: string; url: string };

/** What a page keeps in memory at most; beyond it the server packs them. */
const zipBytesMax = 200 * 1024 * 1024;
/** As many as a browser fetches from one host without making the rest of the page wait. */
const fetchesAtOnce = 4;
/** jszip hands out pieces of 64 kB. Folded into a Blob this often they leave the heap before there are many. */
const foldBytes = 4 * 1024 * 1024;

/** The files are more than a page should hold. */
export class ZipTooLarge extends Error {
  override readonly name = 'ZipTooLarge';
}

type Options = { signal: AbortSignal; onProgress?: (done: number) => void; bytesMax?: number };

/**
 * Fetches the files and packs them, each under a name of its own.
 * @throws ZipTooLarge; whatever a fetch throws; the signal's reason.
 */
export async function zipOf(entries: readonly ZipEntry[], { signal: stopped, onProgress, bytesMax = zipBytesMax }: Options): Promise<Blob> {
  const stopping = new AbortController();
  const signal = AbortSignal.any([stopped, stopping.signal]);
  const { default: JsZip } = await import('jszip');
  const zip = new JsZip();
  const names = uniqueNames(entries.map(({ name }) => name));
  const queue = entries.entries();
  // So that what is too much shows with the first answers: files of one batch are much alike.
  const announced: number[] = [];
  const expectedBytes = () => (announced.reduce((sum, length) => sum + length, 0) * entries.length) / announced.length;
  const onLength = (length: number) => {
    announced.push(length);
    if (expectedBytes() > bytesMax) throw new ZipTooLarge();
  };
  let bytes = 0;
  let done = 0;
  const worker = async () => {
    for (const [index, { url }] of queue) {
      const blob = await fetchFile(url, signal, onLength);
      bytes += blob.size;
      if (bytes > bytesMax) throw new ZipTooLarge();
      zip.file(names[index] ?? `${index}`, blob);
      onProgress?.(++done);
    }
  };
  const workers = Array.from({ length: fetchesAtOnce }, worker);
  try {
    await Promise.all(workers);
  } catch (error) {
    // What the others are still at is wanted no more.
    stopping.abort(error);
    throw error;
  }
  return pack(zip, signal);
}

/** A finished file, whole. @throws for an answer that is none; whatever fetch throws. */
export async function fetchFile(url: string, signal: AbortSignal, onLength?: (bytes: number) => void): Promise<Blob> {
  // A player or a link may have left a copy in the cache, without the leave for other origins that S3 gives only who asks for it.
  const response = await fetch(url, { signal, cache: 'no-store' });
  if (!response.ok) throw new Error(`A file was answered with ${response.status}`);
  const length = Number(response.headers.get('content-length'));
  if (length > 0) onLength?.(length);
  return response.blob();
}

function pack(zip: import('jszip'), signal: AbortSignal): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const folded: Blob[] = [];
    let pieces: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    const fold = () => {
      folded.push(new Blob(pieces));
      pieces = [];
      size = 0;
    };
    const stream = zip.generateInternalStream({ type: 'uint8array', compression: 'STORE', streamFiles: true });
    signal.addEventListener('abort', () => {
      stream.pause();
      reject(signal.reason);
    });
    stream
      .on('data', (piece) => {
        pieces.push(piece as Uint8Array<ArrayBuffer>);
        size += piece.length;
        if (size >= foldBytes) fold();
      })
      .on('error', reject)
      .on('end', () => {
        fold();
        resolve(new Blob(folded, { type: 'application/zip' }));
      })
      .resume();
  });
}
