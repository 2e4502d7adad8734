/** Saving finished videos and images (SPEC 9, timing; checklist U1, U2). */
import type { BatchKind } from '#shared/batch/batch.ts';

/** Downloads start this far apart, or browsers drop some of them: those of a live run, and those of the history (T3). */
export const liveSpacingMs = 500;
export const historySpacingMs: Record<BatchKind, number> = { video: 1_000, image: 500 };
const blobKeptMs = 60_000;

/** Runs `save` for each thing, in order, `everyMs` after the one before has ended. */
export async function spaced<Thing>(
  things: readonly Thing[],
  everyMs: number,
  save: (thing: Thing, index: number) => unknown,
  wait: (ms: number) => Promise<unknown> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<void> {
  for (const [index, thing] of things.entries()) {
    if (index > 0) await wait(everyMs);
    await save(thing, index);
  }
}

/** Lets the browser save what an address answers. */
export function saveAddress(url: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.rel = 'noopener';
  document.body.append(link);
  link.click();
  link.remove();
}

/** Saves what the page has made. Its address is kept until the browser has surely begun to read it. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  saveAddress(url, fileName);
  setTimeout(() => URL.revokeObjectURL(url), blobKeptMs);
}
