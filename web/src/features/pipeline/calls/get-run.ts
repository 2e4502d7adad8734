/** GET /api/pipeline/runs/{runId}, repeated every two seconds while the run continues (docs/spec.md 10.1). */
import type { QueryObserverOptions } from '@tanstack/react-query';
import { type RunResponse, runResponse } from '#shared/pipeline/api.ts';
import { backOffMs, callApi, mayRepeat } from '#web/lib/api.ts';
import { knownAnswers } from '#web/lib/known-answers.ts';
import { queries } from '#web/lib/queries.ts';
import { newerOf } from './newer-run.ts';
import { withKnownLinks } from './run-links.ts';

const pollEveryMs = 2_000;
/** The links of the pictures are valid for longer than this, in milliseconds. */
const linksFreshMs = 10 * 60_000;

export const runsReadKey = ['pipeline-run'] as const;
export const runKey = (runId: string) => [...runsReadKey, runId] as const;

const known = knownAnswers(withKnownLinks, ({ status }: RunResponse) => status === 'running');

const getRun = (runId: string, signal: AbortSignal): Promise<RunResponse> =>
  known.ask(runId, (means) => callApi('getRun', { parameters: { runId }, schema: runResponse, signal, ...means }));

/** Requests the complete response next time, because a link of the last one was rejected. */
export const forgetRunLinks = (runId: string): void => known.forget(runId);

/** Reads a run until it ends. Errors make the reads less frequent; a hidden page does not read. */
export const runQuery = (runId: string | undefined, isLive: boolean): QueryObserverOptions<RunResponse> => ({
  queryKey: runKey(runId ?? ''),
  queryFn: async ({ signal }) => {
    const answer = await getRun(runId ?? '', signal);
    return newerOf(answer, queries.getQueryData<RunResponse>(runKey(answer.runId)));
  },
  enabled: isLive && runId !== undefined,
  retry: (_, error) => mayRepeat(error),
  retryDelay: (count) => backOffMs(count, pollEveryMs),
  refetchInterval: ({ state }) => (state.data?.status === 'running' ? pollEveryMs : false),
  staleTime: ({ state }) => (state.data?.status === 'running' ? 0 : linksFreshMs),
  refetchOnWindowFocus: true,
});

/** Shows the response of another call. A read that started earlier would show an older state. */
export async function showRun(run: RunResponse): Promise<void> {
  await queries.cancelQueries({ queryKey: runKey(run.runId) });
  queries.setQueryData<RunResponse>(runKey(run.runId), (shown) => newerOf(run, shown));
}
