/** GET /api/batches/{batchId}, again every two seconds while it runs (Q67). */
import { queryOptions, type UseQueryResult, useQueries } from '@tanstack/react-query';
import { type BatchResponse, batchResponse } from '#shared/batch/api.ts';
import { backOffMs, callApi, codeOf, mayRepeat } from '#web/lib/api.ts';
import { knownAnswers } from '#web/lib/known-answers.ts';
import { withKnownLinks } from './known-links.ts';

const pollEveryMs = 2_000;
/** The addresses of an ended batch's results are good for longer than this. */
const endedFreshMs = 10 * 60_000;

export const batchesKey = ['batch'] as const;
export const batchKey = (batchId: string) => [...batchesKey, batchId] as const;

const known = knownAnswers(withKnownLinks, ({ status }: BatchResponse) => status === 'running');

export const getBatch = (batchId: string, signal: AbortSignal): Promise<BatchResponse> =>
  known.ask(batchId, (means) => callApi('getBatch', { parameters: { batchId }, schema: batchResponse, signal, ...means }));

/** Asks for the whole answer next time: a link in the last one was refused. */
export const forgetLinks = (batchId: string): void => known.forget(batchId);

/** What stands of some batches. Kept equal by content, so that it changes only when an answer does. */
const combine = (queries: UseQueryResult<BatchResponse>[]) => ({
  batches: queries.flatMap((query) => query.data ?? []),
  /** For each batch: known to be nobody's, for it was removed or belongs to another account. */
  gone: queries.map((query) => query.isError && codeOf(query.error) === 'BatchNotFound'),
  loading: queries.some((query) => query.isLoading),
  /** The last answers did not come; it is being tried again. */
  struggling: queries.some((query) => query.failureCount > 1),
});

/**
 * The state of some batches. Asked again every two seconds while one runs, more seldom after errors, and not at all once it has
 * ended or while the page is hidden; coming back to the page asks at once.
 */
export function useBatches(batchIds: readonly string[], enabled: boolean) {
  return useQueries({
    queries: batchIds.map((batchId) =>
      queryOptions({
        queryKey: batchKey(batchId),
        queryFn: ({ signal }) => getBatch(batchId, signal),
        enabled,
        retry: (_, error) => mayRepeat(error),
        retryDelay: (count) => backOffMs(count, pollEveryMs),
        refetchInterval: ({ state }) => (state.data?.status === 'running' ? pollEveryMs : false),
        staleTime: ({ state }) => (state.data?.status === 'running' ? 0 : endedFreshMs),
        refetchOnWindowFocus: true,
        gcTime: Number.POSITIVE_INFINITY,
      }),
    ),
    combine,
  });
}
