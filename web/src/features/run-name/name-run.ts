/** PUT /api/history/{kind}/{batchId}/name: stores the name that the seller gives to a batch. */
import { MutationObserver, type QueryClient } from '@tanstack/react-query';
import type { BatchKind } from '#shared/batch/batch.ts';
import { type HistorySummary, nameHistoryResponse } from '#shared/history/api.ts';
import type { RunResponse } from '#shared/pipeline/api.ts';
import { callApi } from '#web/lib/api.ts';
import { t } from '#web/lib/i18n/t.ts';
import { queries } from '#web/lib/queries.ts';
import { historyKey, runKey } from '#web/lib/query-keys.ts';
import { showToast } from '#web/ui/toast-store.ts';

type Naming = { kind: BatchKind; batchId: string; name: string; previousName: string };
type Row = Partial<Pick<HistorySummary, 'batch_id' | 'name'>>;
type Cached = Row & { pages?: { items: Row[] }[] };

const undoToastMs = 8_000;

/** Sets the name of one run in a cached list, or in a cached run. The objects of all other runs are not copied. */
export function withName<Data extends Cached>(cached: Data | undefined, batchId: string, name: string): Data | undefined {
  const named = <One extends Row>(row: One): One => (row.batch_id === batchId ? { ...row, name: name || undefined } : row);
  if (!cached?.pages) return cached && named(cached);
  return { ...cached, pages: cached.pages.map((page) => ({ ...page, items: page.items.map(named) })) };
}

function showName(client: QueryClient, batchId: string, name: string): void {
  client.setQueriesData<Cached>({ queryKey: historyKey }, (cached) => withName(cached, batchId, name));
  client.setQueryData<RunResponse>(runKey(batchId), (run) => run && { ...run, name: name || undefined });
}

/** Shows the new name immediately and stores it. If the call fails, shows the previous name again, and a message. */
export function nameRun({ kind, batchId, name, previousName }: Naming, client: QueryClient = queries): Promise<unknown> {
  const mutation = new MutationObserver(client, {
    // The calls for one run are sent one after another, so that the stored name is the newest name.
    scope: { id: `name ${batchId}` },
    mutationFn: () => callApi('nameHistory', { parameters: { kind, batchId }, body: { name }, schema: nameHistoryResponse }),
    onMutate: async () => {
      // A request that is already running would return the old name.
      await client.cancelQueries({ queryKey: historyKey });
      showName(client, batchId, name);
    },
    onSuccess: () =>
      showToast({
        message: t('history.renamed'),
        durationMs: undoToastMs,
        action: { label: t('common.undo'), run: () => void nameRun({ kind, batchId, name: previousName, previousName: name }, client) },
      }),
    onError: () => {
      showName(client, batchId, previousName);
      showToast({ message: t('history.rename_failed'), type: 'destructive' });
    },
  });
  return mutation.mutate().catch(() => undefined);
}
