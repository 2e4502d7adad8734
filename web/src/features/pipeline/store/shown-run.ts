/** Decides which run the page opens without a request. */
import type { ListRunsResponse } from '#shared/pipeline/api.ts';

type Summary = ListRunsResponse['items'][number];

/** Older runs are only in the list and in the history. */
const recentMs = 24 * 3600_000;

/**
 * Returns the newest running run, also of another device; else the newest paused run; else the newest run of the last day. A run that
 * was put aside is returned only while it runs.
 */
export function defaultRun(runs: readonly Summary[], aside: readonly string[], nowMs: number): string | undefined {
  const open = runs.filter(({ runId, status }) => status === 'running' || !aside.includes(runId));
  const found =
    open.find(({ status }) => status === 'running') ??
    open.find(({ status }) => status === 'paused') ??
    open.find(({ createdAt }) => nowMs - Date.parse(createdAt) < recentMs);
  return found?.runId;
}
