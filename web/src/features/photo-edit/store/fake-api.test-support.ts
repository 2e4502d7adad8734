/** A fake API for tests. It accepts orders and returns batches. The test ends the batches. */
import type { CreateEditBatchRequest, EditBatchItem, EditBatchResponse } from '#shared/batch/api.ts';
import { batchStatusOf, countersOf } from '#shared/batch/batch.ts';
import { type PhotoEditSettings, photoEditSettings } from '#shared/photo-edit/settings.ts';
import { batchKey } from '#web/features/batch/calls/get-batch.ts';
import { queries } from '#web/lib/queries.ts';

type Call = { method: string; path: string; body: unknown };
type OrderedItem = { itemId: string; title: string };

export function fakeApi() {
  const calls: Call[] = [];
  const batches = new Map<string, EditBatchResponse>();
  let clock = Date.parse('2026-01-01T10:00:00.000Z');
  let nextResult: 'accepted' | 'lost' | 'not-arrived' | 'refused' = 'accepted';

  const storeBatch = (batchId: string, settings: PhotoEditSettings, orderedItems: readonly OrderedItem[]) => {
    clock += 60_000;
    const items = orderedItems.map(
      ({ itemId, title }): EditBatchItem => ({
        itemId,
        title,
        prompt: '',
        aspectRatio: 'auto',
        model: settings.apiMode,
        status: 'queued',
        retryCount: 0,
        cost: 0.02,
        charged: 0,
        photoUrl: `/media/${itemId}`,
      }),
    );
    const createdAt = new Date(clock).toISOString();
    batches.set(batchId, { batchId, kind: 'edit', status: 'running', createdAt, counters: countersOf(items), settings, items });
    return {
      batchId,
      status: 'running',
      quote: { items: items.map(({ itemId }) => ({ itemId, cost: 0.02 })), total: 0.02 * items.length },
    };
  };
  const placeOrder = ({ path, body }: Call) => {
    if (!path.endsWith('/retry')) {
      const { batchId, settings, items } = body as CreateEditBatchRequest;
      return storeBatch(batchId, photoEditSettings.parse(settings), items);
    }
    const source = batches.get(path.split('/')[3] ?? '')!;
    const failed = source.items.filter(({ status }) => status === 'failed');
    return storeBatch((body as { batchId: string }).batchId, source.settings, failed);
  };
  const respond = (call: Call): Response => {
    const result = nextResult;
    nextResult = 'accepted';
    if (result === 'not-arrived') return new Response('<html>', { status: 403 });
    if (result === 'refused') return Response.json({ code: 'DailyLimit', message: 'That is all for today.' }, { status: 429 });
    const accepted = placeOrder(call);
    return result === 'lost' ? new Response('<html>', { status: 403 }) : Response.json(accepted);
  };
  return {
    calls,
    orders: () => calls.filter(({ method }) => method === 'POST'),
    /** Sets the result of the next order. */
    setNextOrder: (result: typeof nextResult) => {
      nextResult = result;
    },
    fetch: async (path: string, { method = 'GET', body }: RequestInit = {}) => {
      const call = { method, path, body: body && JSON.parse(String(body)) };
      calls.push(call);
      if (method === 'POST') return respond(call);
      const response = path.startsWith('/api/batches/') ? batches.get(path.split('/')[3] ?? '') : { items: [] };
      return response ? Response.json(response) : Response.json({ code: 'BatchNotFound', message: 'not found' }, { status: 404 });
    },
    /** Ends the edits of a batch. The edits of the given photos fail, and all other edits are delivered. */
    end(batchId: string, failedIds: readonly string[] = []): void {
      const runningBatch = batches.get(batchId)!;
      const items = runningBatch.items.map(
        (item): EditBatchItem =>
          failedIds.includes(item.itemId)
            ? { ...item, status: 'failed', error: { code: 'VendorTimeout', message: 'failed' } }
            : { ...item, status: 'completed', charged: 0.02, imageUrl: `/media/done/${item.itemId}`, downloadUrl: `/save/${item.itemId}` },
      );
      const endedBatch: EditBatchResponse = { ...runningBatch, status: batchStatusOf(items), counters: countersOf(items), items };
      batches.set(batchId, endedBatch);
      queries.setQueryData(batchKey(batchId), endedBatch);
    },
  };
}
