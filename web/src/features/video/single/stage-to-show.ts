/** Decides which stage of a video is shown. */
import type { VideoBatchItem } from '#shared/batch/api.ts';

/** Time from the start of an item to its last stage. The last stage takes most of the time (docs/spec.md 5.5). */
const finalizingStartMs = 8_000;
/** Maximum time for which the last stage is shown. After this time, the stage gives the seller no new information. */
const stageShownMs = 15_000;

/** @param passedMs time since the item started, in milliseconds. */
export function stageToShow({ stage }: Pick<VideoBatchItem, 'stage'>, passedMs: number): VideoBatchItem['stage'] {
  return stage === 'finalizing' && passedMs > finalizingStartMs + stageShownMs ? undefined : stage;
}
