/** The API of a test: it accepts orders and answers with batches that the test ends. */
import type { CreateEditBatchRequest, EditBatchItem, EditBatchResponse } from '#shared/batch/api.ts';
import { batchStatusOf, countersOf } from '#shared/batch/batch.ts';
import { type PhotoEditSettings, photoEditSettings } from '#shared/photo-edit/settings.ts';
import { batchKey } from '#web/features/batch/calls/get-batch.ts';
import { queries } from '#web/lib/queries.ts';

type Call = { method: string; path: string; body: unknown };
type Ordered = { itemId: string; title: string };

export function fakeApi() {
  const calls: Call[] = [];
  const batches = new Map<string, EditBatchResponse>();
  let clock = Date.parse('2026-01-01T10:00:00.000Z');
  let next: 'accepted' | 'lost' | 'not-arrived' | 'refused' = 'accepted';

  const store = (batchId: string, settings: PhotoEditSettings, ordered: readonly Ordered[]) => {
    clock += 60_000;
    const items = ordered.map(
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
  const order = ({ path, body }: Call) => {
    if (!path.endsWith('/retry')) {
      const { batchId, settings, items } = body as CreateEditBatchRequest;
      return store(batchId, photoEditSettings.parse(settings), items);
    }
    const source = batches.get(path.split('/')[3] ?? '')!;
    const failed = source.items.filter(({ status }) => status === 'failed');
    return store((body as { batchId: string }).batchId, source.settings, failed);
  };
  const respond = (call: Call): Response => {
    const how = next;
    next = 'accepted';
    if (how === 'not-arrived') return new Response('<html>', { status: 403 });
    if (how === 'refused') return Response.json({ code: 'DailyLimit', message: 'That is all for today.' }, { status: 429 });
    const accepted = order(call);
    return how === 'lost' ? new Response('<html>', { status: 403 }) : Response.json(accepted);
  };
  return {
    calls,
    orders: () => calls.filter(({ method }) => method === 'POST'),
    /** What happens to the next order. */
    nextOrder: (how: typeof next) => {
      next = how;
    },
    fetch: async (path: string, { method = 'GET', body }: RequestInit = {}) => {
      const call = { method, path, body: body && JSON.parse(String(body)) };
      calls.push(call);
      if (method === 'POST') return respond(call);
      const found = path.startsWith('/api/batches/') ? batches.get(path.split('/')[3] ?? '') : { items: [] };
      return found ? Response.json(found) : Response.json({ code: 'BatchNotFound', message: 'not found' }, { status: 404 });
    },
    /** Ends the edits of a batch: those of these photos failed, the others are delivered. */
    end(batchId: string, failedIds: readonly string[] = []): void {
      const before = batches.get(batchId)!;
      const items = before.items.map(
        (item): EditBatchItem =>
          failedIds.includes(item.itemId)
            ? { ...item, status: 'failed', error: { code: 'VendorTimeout', message: 'failed' } }
            : { ...item, status: 'completed', charged: 0.02, imageUrl: `/media/done/${item.itemId}`, downloadUrl: `/save/${item.itemId}` },
      );
      const after: EditBatchResponse = { ...before, status: batchStatusOf(items), counters: countersOf(items), items };
      batches.set(batchId, after);
      queries.setQueryData(batchKey(batchId), after);
    },
  };
}
