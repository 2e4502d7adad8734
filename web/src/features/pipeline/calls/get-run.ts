/** GET /api/pipeline/runs/{runId}. The page repeats it every two seconds while the run continues (docs/spec.md 10.1). */
import type { QueryObserverOptions } from '@tanstack/react-query';
import { type RunResponse, runResponse } from '#shared/pipeline/api.ts';
import { backOffMs, callApi, mayRepeat } from '#web/lib/api.ts';
import { queries } from '#web/lib/queries.ts';
import { runKey } from '#web/lib/query-keys.ts';
import { createResponseCache } from '#web/lib/response-cache.ts';
import { newerOf } from './newer-run.ts';
import { withKnownLinks } from './run-links.ts';

const pollEveryMs = 2_000;
/** The links of the pictures are valid for longer than this time. */
const linksFreshMs = 10 * 60_000;

const cachedRuns = createResponseCache(withKnownLinks, ({ status }: RunResponse) => status === 'running');

const getRun = (runId: string, signal: AbortSignal): Promise<RunResponse> =>
  cachedRuns.read(runId, (cacheOptions) => callApi('getRun', { parameters: { runId }, schema: runResponse, signal, ...cacheOptions }));

/** Removes the cached links, because the storage has rejected a link. So the next read requests a complete response with new links. */
export const removeCachedRunLinks = (runId: string): void => cachedRuns.remove(runId);

/** Reads a run until it ends. After errors, the reads are less frequent. A hidden page does not read. */
export const runQuery = (runId: string | undefined, isLive: boolean): QueryObserverOptions<RunResponse> => ({
  queryKey: runKey(runId ?? ''),
  queryFn: async ({ signal }) => {
    const run = await getRun(runId ?? '', signal);
    return newerOf(run, queries.getQueryData<RunResponse>(runKey(run.runId)));
  },
  enabled: isLive && runId !== undefined,
  retry: (_, error) => mayRepeat(error),
  retryDelay: (count) => backOffMs(count, pollEveryMs),
  refetchInterval: ({ state }) => (state.data?.status === 'running' ? pollEveryMs : false),
  staleTime: ({ state }) => (state.data?.status === 'running' ? 0 : linksFreshMs),
  refetchOnWindowFocus: true,
});

/** Shows the response of another call. Cancels a read that is still in progress, because its response could be older. */
export async function showRun(run: RunResponse): Promise<void> {
  await queries.cancelQueries({ queryKey: runKey(run.runId) });
  queries.setQueryData<RunResponse>(runKey(run.runId), (shown) => newerOf(run, shown));
}
