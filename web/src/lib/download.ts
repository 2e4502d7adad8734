/** Saves finished videos and images (docs/spec.md 15). */
import type { BatchKind } from '#shared/batch/batch.ts';

/** Pauses between downloads, for a current run and for the history. Without pauses, browsers ignore some downloads (docs/spec.md 15). */
export const liveSpacingMs = 500;
export const historySpacingMs: Record<BatchKind, number> = { video: 1_000, image: 500 };
const blobUrlLifetimeMs = 60_000;

/** Runs `save` for each entry, one after another. Between the end of a call and the start of the next call, waits `pauseMs`. */
export async function runWithPauses<Entry>(
  entries: readonly Entry[],
  pauseMs: number,
  save: (entry: Entry, index: number) => unknown,
  wait: (ms: number) => Promise<unknown> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<void> {
  for (const [index, entry] of entries.entries()) {
    if (index > 0) await wait(pauseMs);
    await save(entry, index);
  }
}

/** Makes the browser save the file at an address. */
export function saveAddress(url: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.rel = 'noopener';
  document.body.append(link);
  link.click();
  link.remove();
}

/** Saves a blob as a file. The object URL of the blob stays valid until the browser has started to read the blob. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  saveAddress(url, fileName);
  setTimeout(() => URL.revokeObjectURL(url), blobUrlLifetimeMs);
}
