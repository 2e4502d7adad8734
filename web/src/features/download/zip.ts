/**
 * Packs finished files into one archive (docs/spec.md 15). The archive is not compressed, because videos and pictures are already
 * compressed.
 */
import { uniqueNames } from '#shared/download/file-names.ts';

export type ZipEntry = { name: string; url: string };

/** Maximum size of an archive that the browser packs in memory. The server packs larger archives. */
const zipBytesMax = 200 * 1024 * 1024;
/** Maximum number of parallel fetches. With more fetches, other requests of the page to the same host would wait. */
const parallelFetches = 4;
/**
 * jszip returns pieces of 64 kB. When the collected pieces reach this size, they are moved into a Blob, so that they do not fill the heap.
 */
const chunkBytes = 4 * 1024 * 1024;

/** An error if the files are too large to pack in the page. */
export class ZipTooLarge extends Error {
  override readonly name = 'ZipTooLarge';
}

type Options = { signal: AbortSignal; onProgress?: (done: number) => void; bytesMax?: number };

/**
 * Fetches the files and packs them, each with a unique name.
 * @throws ZipTooLarge; the errors of `fetch`; the signal's reason.
 */
export async function zipOf(
  entries: readonly ZipEntry[],
  { signal: callerSignal, onProgress, bytesMax = zipBytesMax }: Options,
): Promise<Blob> {
  const ownAbort = new AbortController();
  const signal = AbortSignal.any([callerSignal, ownAbort.signal]);
  const { default: JsZip } = await import('jszip');
  const zip = new JsZip();
  const names = uniqueNames(entries.map(({ name }) => name));
  const queue = entries.entries();
  // The first responses are enough to estimate the total size, because the files of a batch have similar sizes.
  const knownLengths: number[] = [];
  const expectedBytes = () => (knownLengths.reduce((sum, length) => sum + length, 0) * entries.length) / knownLengths.length;
  const onLength = (length: number) => {
    knownLengths.push(length);
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
  const workers = Array.from({ length: parallelFetches }, worker);
  try {
    await Promise.all(workers);
  } catch (error) {
    // Stops the other fetches.
    ownAbort.abort(error);
    throw error;
  }
  return pack(zip, signal);
}

/**
 * Fetches a complete file.
 * @throws Error if the response status is not 2xx; the errors of `fetch`.
 */
export async function fetchFile(url: string, signal: AbortSignal, onLength?: (bytes: number) => void): Promise<Blob> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`The response to a file request had status ${response.status}`);
  const length = Number(response.headers.get('content-length'));
  if (length > 0) onLength?.(length);
  return response.blob();
}

function pack(zip: import('jszip'), signal: AbortSignal): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const chunks: Blob[] = [];
    let pieces: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    const moveToBlob = () => {
      chunks.push(new Blob(pieces));
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
        if (size >= chunkBytes) moveToBlob();
      })
      .on('error', reject)
      .on('end', () => {
        moveToBlob();
        resolve(new Blob(chunks, { type: 'application/zip' }));
      })
      .resume();
  });
}
