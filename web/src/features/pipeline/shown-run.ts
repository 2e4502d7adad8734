/** Which run the page shows by itself. */
import type { ListRunsResponse } from '#shared/pipeline/api.ts';

type Summary = ListRunsResponse['items'][number];

/** Older work is looked for in the list and in the history. */
const recentMs = 24 * 3600_000;

/**
 * The newest one that is under way or waits for its seller, whichever device began it; else the newest of the last day. One that was
 * put aside is shown by itself only while it runs.
 */
export function shownByItself(runs: readonly Summary[], aside: readonly string[], nowMs: number): string | undefined {
  const open = runs.filter(({ runId, status }) => status === 'running' || !aside.includes(runId));
  const found =
    open.find(({ status }) => status === 'running') ??
    open.find(({ status }) => status === 'paused') ??
    open.find(({ createdAt }) => nowMs - Date.parse(createdAt) < recentMs);
  return found?.runId;
}
