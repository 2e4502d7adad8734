/** Starts the tool, and keeps its list of results short. */
import { resultsMax, resultsOf, runsInVain } from '../single.ts';
import { removeRuns } from '../single-actions.ts';
import { singleVideo, singleVideoWriting } from '../single-tool.ts';
import type { SingleToolState } from './selectors.ts';

const { store } = singleVideo;

/** The runs that a change of the state makes superfluous: those that an order replaces, and those above the maximum. */
export function superfluousRuns(before: SingleToolState, after: SingleToolState): string[] {
  const results = resultsOf(after.batches);
  const surplus = results.slice(resultsMax).map(({ batchId }) => batchId);
  const isStarted = after.draft.batchIds.some((id) => !before.draft.batchIds.includes(id));
  // A batch of another tab or device does not change the id of the next order.
  if (!before.sending || !isStarted || before.draft.orderId === after.draft.orderId) return surplus;
  const replaced = before.draft.batchIds.filter((id) => !after.draft.batchIds.includes(id));
  return [...new Set([...surplus, ...(replaced.length > 0 ? replaced : runsInVain(resultsOf(before.batches)))])];
}

/** Removes superfluous runs from the page as soon as there are some. They stay in the history. @returns a function that stops it. */
export const tidyResults = (): (() => void) =>
  store.subscribe((after, before) => {
    if (after.batches === before.batches && after.draft === before.draft) return;
    const batchIds = superfluousRuns(before, after);
    // Later, so that all listeners have seen this state before the next one.
    if (batchIds.length > 0) queueMicrotask(() => removeRuns(batchIds));
  });

let isOpen = false;

/** Call it when the page is shown. The tool then continues on every page. */
export function openSingle(): void {
  singleVideo.start();
  if (!isOpen) {
    tidyResults();
    singleVideoWriting.start();
  }
  isOpen = true;
  singleVideo.lookElsewhere();
}
