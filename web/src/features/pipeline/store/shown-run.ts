/** Decides which run the page opens if the seller has not selected a run. */
import type { ListRunsResponse } from '#shared/pipeline/api.ts';

type Summary = ListRunsResponse['items'][number];

/** Maximum age of an ended run that the page opens automatically. Older runs are only in the list and in the history. */
const recentMs = 24 * 3600_000;

/**
 * Returns the newest running run, even if another device has started it. If no run is running, returns the newest paused run. If there is
 * no paused run, returns the newest run of the last day. Skips closed runs, unless they are running.
 */
export function defaultRun(runs: readonly Summary[], closedRunIds: readonly string[], nowMs: number): string | undefined {
  const candidates = runs.filter(({ runId, status }) => status === 'running' || !closedRunIds.includes(runId));
  const run =
    candidates.find(({ status }) => status === 'running') ??
    candidates.find(({ status }) => status === 'paused') ??
    candidates.find(({ createdAt }) => nowMs - Date.parse(createdAt) < recentMs);
  return run?.runId;
}
