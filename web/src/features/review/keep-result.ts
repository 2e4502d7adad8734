/** PUT /api/batches/{batchId}/items/{itemId}/keep: stores whether the seller keeps a delivered result (the mark `kept`). */
import { MutationObserver, type QueryClient, type QueryKey } from '@tanstack/react-query';
import i18next from 'i18next';
import { keepResponse } from '#shared/batch/keep.ts';
import { callApi, mayRepeat } from '#web/lib/api.ts';
import { queries } from '#web/lib/queries.ts';
import { showToast } from '#web/ui/toast-store.ts';

type Keep = { batchId: string; itemId: string; keep: boolean };

const keepKey = ['keep'] as const;
const attemptsMax = 3;

const putKeep = ({ batchId, itemId, keep }: Keep) =>
  callApi('keepItem', { parameters: { batchId, itemId }, body: { keep }, schema: keepResponse });

/** Selects the cached responses with results of a batch: the batch itself and its history. The query keys of both end with the batch id. */
const showsBatch =
  (batchId: string) =>
  ({ queryKey }: { queryKey: QueryKey }): boolean =>
    queryKey.at(-1) === batchId;

type Marked = { kept?: true | undefined };
type CachedResponse = { items?: (Marked & { itemId: string })[]; results?: (Marked & { id: string })[] };

const setMark = <Result extends Marked>(result: Result, keep: boolean): Result => ({ ...result, kept: keep ? true : undefined });

/** Returns a response with the mark of one result. All other results stay the same objects. */
export function withMark<Cached extends CachedResponse>(response: Cached | undefined, itemId: string, keep: boolean): Cached | undefined {
  if (!response) return response;
  return {
    ...response,
    ...(response.items && { items: response.items.map((item) => (item.itemId === itemId ? setMark(item, keep) : item)) }),
    ...(response.results && { results: response.results.map((result) => (result.id === itemId ? setMark(result, keep) : result)) }),
  };
}

const showMark = (client: QueryClient, { batchId, itemId, keep }: Keep): unknown =>
  client.setQueriesData<CachedResponse>({ predicate: showsBatch(batchId) }, (response) => withMark(response, itemId, keep));

/**
 * Shows the mark immediately and stores it. If the call fails, removes the mark and shows a message. The calls for one result run one after
 * another, so that the last click decides.
 */
export function keepResult(change: Keep, client: QueryClient = queries): Promise<unknown> {
  const { batchId, itemId, keep } = change;
  const mutation = new MutationObserver(client, {
    mutationKey: keepKey,
    scope: { id: `keep ${batchId}/${itemId}` },
    mutationFn: putKeep,
    retry: (count, error) => mayRepeat(error) && count + 1 < attemptsMax,
    onMutate: async () => {
      // The response of a request that is already running would not contain the new mark.
      await client.cancelQueries({ predicate: showsBatch(batchId) });
      showMark(client, change);
    },
    onError: () => {
      showMark(client, { batchId, itemId, keep: !keep });
      showToast({ message: i18next.t('review.keep_failed'), type: 'destructive' });
    },
    // After several calls, only the last one reads the results again.
    onSettled: () => {
      if (client.isMutating({ mutationKey: keepKey }) === 1) void client.invalidateQueries({ predicate: showsBatch(batchId) });
    },
  });
  return mutation.mutate(change).catch(() => undefined);
}
