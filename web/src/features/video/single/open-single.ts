/** Starts the tool, and removes results that the page no longer needs. */
import { resultsMax, resultsOf, runsWithoutVideo } from '../single.ts';
import { removeRuns } from '../single-actions.ts';
import { singleVideo, singleVideoAiWrite } from '../single-tool.ts';
import type { SingleToolState } from './selectors.ts';

const { store } = singleVideo;

/** Returns the runs to remove after a change of the state: runs that an order replaces, and runs above the maximum. */
export function runsToRemove(before: SingleToolState, after: SingleToolState): string[] {
  const results = resultsOf(after.batches);
  const surplusIds = results.slice(resultsMax).map(({ batchId }) => batchId);
  const isStarted = after.draft.batchIds.some((id) => !before.draft.batchIds.includes(id));
  // A batch from another browser tab or device does not change the id of the next order.
  if (!before.sending || !isStarted || before.draft.orderId === after.draft.orderId) return surplusIds;
  const replacedIds = before.draft.batchIds.filter((id) => !after.draft.batchIds.includes(id));
  return [...new Set([...surplusIds, ...(replacedIds.length > 0 ? replacedIds : runsWithoutVideo(resultsOf(before.batches)))])];
}

/**
 * Removes runs from the page after each change of the state. The runs stay in the history.
 * @returns a function that stops the removal.
 */
export const startRunRemoval = (): (() => void) =>
  store.subscribe((after, before) => {
    if (after.batches === before.batches && after.draft === before.draft) return;
    const batchIds = runsToRemove(before, after);
    // The removal runs a little later. Otherwise, some listeners would get the next state before the current state.
    if (batchIds.length > 0) queueMicrotask(() => removeRuns(batchIds));
  });

let isOpen = false;

/** Starts the tool when the page appears for the first time. After this, the tool runs on every page. */
export function openSingle(): void {
  singleVideo.start();
  if (!isOpen) {
    startRunRemoval();
    singleVideoAiWrite.start();
  }
  isOpen = true;
  singleVideo.findOtherBatches();
}
