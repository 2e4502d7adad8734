/** PUT /api/batches/{batchId}/items/{itemId}/keep: marks a delivered result as kept, or takes the mark back. */
import { MutationObserver, type QueryClient, type QueryKey } from '@tanstack/react-query';
import i18next from 'i18next';
import { keepResponse } from '#shared/batch/keep.ts';
import { callApi, mayRepeat } from '#web/lib/api.ts';
import { queries } from '#web/lib/queries.ts';
import { showToast } from '#web/ui/toast-store.ts';

type Keep = { batchId: string; itemId: string; keep: boolean };

const keepKey = ['keep'] as const;
const triesMax = 3;

const putKeep = ({ batchId, itemId, keep }: Keep) =>
  callApi('keepItem', { parameters: { batchId, itemId }, body: { keep }, schema: keepResponse });

/** Finds the responses that show results of a batch: the batch itself and its history. Their keys end with its id. */
const showsBatch =
  (batchId: string) =>
  ({ queryKey }: { queryKey: QueryKey }): boolean =>
    queryKey.at(-1) === batchId;

type Marked = { kept?: true | undefined };
type Shown = { items?: (Marked & { itemId: string })[]; results?: (Marked & { id: string })[] };

const marked = <Result extends Marked>(result: Result, keep: boolean): Result => ({ ...result, kept: keep ? true : undefined });

/** Returns a response with the mark of one result. Unchanged results keep their objects. */
export function withMark<Answer extends Shown>(answer: Answer | undefined, itemId: string, keep: boolean): Answer | undefined {
  if (!answer) return answer;
  return {
    ...answer,
    ...(answer.items && { items: answer.items.map((item) => (item.itemId === itemId ? marked(item, keep) : item)) }),
    ...(answer.results && { results: answer.results.map((result) => (result.id === itemId ? marked(result, keep) : result)) }),
  };
}

const show = (client: QueryClient, { batchId, itemId, keep }: Keep): unknown =>
  client.setQueriesData<Shown>({ predicate: showsBatch(batchId) }, (answer) => withMark(answer, itemId, keep));

/**
 * Shows the mark immediately and stores it. If that fails, it removes the mark and says so. The calls of one result run in order, so that
 * the last click counts.
 */
export function keepResult(wanted: Keep, client: QueryClient = queries): Promise<unknown> {
  const { batchId, itemId, keep } = wanted;
  const mutation = new MutationObserver(client, {
    mutationKey: keepKey,
    scope: { id: `keep ${batchId}/${itemId}` },
    mutationFn: putKeep,
    retry: (count, error) => mayRepeat(error) && count + 1 < triesMax,
    onMutate: async () => {
      // The response of a running request does not contain the mark.
      await client.cancelQueries({ predicate: showsBatch(batchId) });
      show(client, wanted);
    },
    onError: () => {
      show(client, { batchId, itemId, keep: !keep });
      showToast({ message: i18next.t('review.keep_failed'), type: 'destructive' });
    },
    // The last of several calls reads the results again.
    onSettled: () => {
      if (client.isMutating({ mutationKey: keepKey }) === 1) void client.invalidateQueries({ predicate: showsBatch(batchId) });
    },
  });
  return mutation.mutate(wanted).catch(() => undefined);
}
