/** GET /api/batches/{batchId}, repeated while the batch runs (docs/spec.md 3.3). */
import { queryOptions } from '@tanstack/react-query';
import { type BatchResponse, batchResponse } from '#shared/batch/api.ts';
import { backOffMs, callApi, mayRepeat } from '#web/lib/api.ts';
import { createResponseCache } from '#web/lib/response-cache.ts';
import { withKnownLinks } from './known-links.ts';

const pollEveryMs = 2_000;
/** Interval for a page in a hidden browser tab. Such a page must only notice the end of the batch. */
const pollHiddenEveryMs = 15_000;
/** Time in milliseconds after which an ended batch is read again. The links of the batch are valid for a longer time. */
const endedFreshMs = 10 * 60_000;

export const batchesKey = ['batch'] as const;
export const batchKey = (batchId: string) => [...batchesKey, batchId] as const;

const cache = createResponseCache(withKnownLinks, ({ status }: BatchResponse) => status === 'running');

export const getBatch = (batchId: string, signal: AbortSignal): Promise<BatchResponse> =>
  cache.read(batchId, (cacheOptions) => callApi('getBatch', { parameters: { batchId }, schema: batchResponse, signal, ...cacheOptions }));

/** Removes a batch from the cache, so that the next call gets new links. Call this function if a link was rejected. */
export const removeCachedLinks = (batchId: string): void => cache.remove(batchId);

/** Reads a batch again and again until it has ended. After errors, the pauses between the reads are longer. */
export const batchQuery = (batchId: string, enabled: boolean) =>
  queryOptions({
    queryKey: batchKey(batchId),
    queryFn: ({ signal }) => getBatch(batchId, signal),
    enabled,
    retry: (_, error) => mayRepeat(error),
    retryDelay: (count) => backOffMs(count, pollEveryMs),
    refetchInterval: ({ state }) => {
      if (state.data?.status !== 'running') return false;
      return document.visibilityState === 'hidden' ? pollHiddenEveryMs : pollEveryMs;
    },
    refetchIntervalInBackground: true,
    staleTime: ({ state }) => (state.data?.status === 'running' ? 0 : endedFreshMs),
    refetchOnWindowFocus: true,
    gcTime: Number.POSITIVE_INFINITY,
  });
