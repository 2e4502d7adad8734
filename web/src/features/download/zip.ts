/** Packs finished files into one archive (docs/spec.md 15). It does not compress, because videos and pictures are already compressed. */
import { uniqueNames } from '#shared/download/file-names.ts';

export type ZipEntry = { name: string; url: string };

/** Maximum size that the page packs in memory. The server packs larger archives. */
const zipBytesMax = 200 * 1024 * 1024;
/** Number of parallel fetches. More from one host would make the rest of the page wait. */
const fetchesAtOnce = 4;
/** jszip returns pieces of 64 kB. After this many bytes they are moved into a Blob, so that they do not fill the heap. */
const foldBytes = 4 * 1024 * 1024;

/** The files are too large to pack in the page. */
export class ZipTooLarge extends Error {
  override readonly name = 'ZipTooLarge';
}

type Options = { signal: AbortSignal; onProgress?: (done: number) => void; bytesMax?: number };

/**
 * Fetches the files and packs them, each with a unique name.
 * @throws ZipTooLarge; the errors of `fetch`; the signal's reason.
 */
export async function zipOf(entries: readonly ZipEntry[], { signal: stopped, onProgress, bytesMax = zipBytesMax }: Options): Promise<Blob> {
  const stopping = new AbortController();
  const signal = AbortSignal.any([stopped, stopping.signal]);
  const { default: JsZip } = await import('jszip');
  const zip = new JsZip();
  const names = uniqueNames(entries.map(({ name }) => name));
  const queue = entries.entries();
  // Estimates the total size from the first responses, because the files of a batch have similar sizes.
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
    // Stops the other fetches.
    stopping.abort(error);
    throw error;
  }
  return pack(zip, signal);
}

/** Fetches a complete file. @throws Error if the response status is not 2xx; the errors of `fetch`. */
export async function fetchFile(url: string, signal: AbortSignal, onLength?: (bytes: number) => void): Promise<Blob> {
  // A player or a link may have cached a copy without CORS headers, because S3 adds them only to CORS requests.
  const response = await fetch(url, { signal, cache: 'no-store' });
  if (!response.ok) throw new Error(`The response to a file request had status ${response.status}`);
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
