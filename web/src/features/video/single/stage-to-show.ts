/** Decides which stage of a video is shown. */
import type { VideoBatchItem } from '#shared/batch/api.ts';

/** The last stage begins this long after the start, and lasts for most of the time (docs/spec.md 5.5). */
const finalizingFromMs = 8_000;
/** A stage that lasts longer than this no longer informs the seller. */
const informativeMs = 15_000;

/** @param passedMs time since the item started, in milliseconds. */
export function stageToShow({ stage }: Pick<VideoBatchItem, 'stage'>, passedMs: number): VideoBatchItem['stage'] {
  return stage === 'finalizing' && passedMs > finalizingFromMs + informativeMs ? undefined : stage;
}
