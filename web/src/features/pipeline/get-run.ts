/** GET /api/pipeline/runs/{runId}, again every two seconds while it runs (Q67). */
import { useQuery } from '@tanstack/react-query';
import { type RunResponse, runResponse } from '#shared/pipeline/api.ts';
import { backOffMs, callApi, codeOf, mayRepeat } from '#web/lib/api.ts';
import { knownAnswers } from '#web/lib/known-answers.ts';
import { withKnownLinks } from './run-links.ts';

const pollEveryMs = 2_000;
/** The addresses of pictures are good for longer than this. */
const linksGoodMs = 10 * 60_000;

export const runKey = (runId: string) => ['pipeline-run', runId] as const;

const known = knownAnswers(withKnownLinks, ({ status }: RunResponse) => status === 'running');

const getRun = (runId: string, signal: AbortSignal): Promise<RunResponse> =>
  known.ask(runId, (means) => callApi('getRun', { parameters: { runId }, schema: runResponse, signal, ...means }));

/** Asks for the whole answer next time: a link in the last one was refused. */
export const forgetRunLinks = (runId: string): void => known.forget(runId);

/** A run as it stands. Asked again while it runs, more seldom after errors, and not while the page is hidden. */
export function useRun(runId: string | undefined) {
  const query = useQuery({
    queryKey: runKey(runId ?? ''),
    queryFn: ({ signal }) => getRun(runId ?? '', signal),
    enabled: runId !== undefined,
    retry: (_, error) => mayRepeat(error),
    retryDelay: (count) => backOffMs(count, pollEveryMs),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? pollEveryMs : false),
    staleTime: ({ state }) => (state.data?.status === 'running' ? 0 : linksGoodMs),
    refetchOnWindowFocus: true,
  });
  return {
    run: query.data,
    isLoading: query.isLoading,
    /** Removed, or another account's. */
    isGone: query.isError && codeOf(query.error) === 'RunNotFound',
    failed: query.isError && codeOf(query.error) !== 'RunNotFound',
    /** The last answers did not come; it is being tried again. */
    struggling: query.failureCount > 1,
    refetch: query.refetch,
  };
}
