/** Many finished files as one archive (checklist U3, J12; Q77). Nothing is compressed: videos and pictures are already. */

export type ZipEntry = { name: string; url: string };

/** What a page keeps in memory at most; beyond it files are saved one by one. */
export const zipBytesMax = 200 * 1024 * 1024;
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
export async function zipOf(entries: readonly ZipEntry[], { signal, onProgress, bytesMax = zipBytesMax }: Options): Promise<Blob> {
  const { default: JsZip } = await import('jszip');
  const zip = new JsZip();
  const names = uniqueNames(entries.map(({ name }) => name));
  const queue = entries.entries();
  let bytes = 0;
  let done = 0;
  const worker = async () => {
    for (const [index, { url }] of queue) {
      const blob = await fetchFile(url, signal);
      bytes += blob.size;
      if (bytes > bytesMax) throw new ZipTooLarge();
      zip.file(names[index] ?? `${index}`, blob);
      onProgress?.(++done);
    }
  };
  await Promise.all(Array.from({ length: fetchesAtOnce }, worker));
  return pack(zip, signal);
}

async function fetchFile(url: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`A file was answered with ${response.status}`);
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

/** The same names, with ` (2)` and so on where one would take another's place. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const [, stem = name, ending = ''] = /^(.+?)(\.[^.]+)?$/.exec(name) ?? [];
    let unique = name;
    for (let count = 2; taken.has(unique.toLowerCase()); count++) unique = `${stem} (${count})${ending}`;
    taken.add(unique.toLowerCase());
    return unique;
  });
}

/** `videos_2026-11-21T08-09-10.zip`. */
export const zipFileName = (what: string, now: Date): string => `${what}_${now.toISOString().slice(0, 19).replaceAll(':', '-')}.zip`;
