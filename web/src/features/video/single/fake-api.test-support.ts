/** A fake API for tests. It accepts orders and returns batches. The test decides when a batch ends. */
import type { CreateVideoBatchRequest, VideoBatchItem, VideoBatchResponse } from '#shared/batch/api.ts';
import { countersOf } from '#shared/batch/batch.ts';
import { batchKey } from '#web/features/batch/calls/get-batch.ts';
import { singleItemId } from '#web/features/batch/cards/tool.ts';
import { queries } from '#web/lib/queries.ts';

export const videoItem = (changes: Partial<VideoBatchItem> = {}): VideoBatchItem => ({
  itemId: singleItemId,
  title: 'bag.jpg',
  prompt: 'Sway',
  aspectRatio: '9:16',
  resolution: '1080p',
  generateAudio: false,
  model: 'veo3',
  status: 'generating',
  retryCount: 0,
  cost: 2,
  charged: 0,
  startedAt: '2026-01-01T10:00:00.000Z',
  ...changes,
});

export const videoBatch = (
  batchId: string,
  changes: Partial<VideoBatchItem> = {},
  createdAt = '2026-01-01T10:00:00.000Z',
): VideoBatchResponse => {
  const item = videoItem(changes);
  const isOver = item.status === 'completed' || item.status === 'failed' || item.status === 'cancelled';
  return { batchId, kind: 'video', status: isOver ? 'completed' : 'running', createdAt, counters: countersOf([item]), items: [item] };
};

type Call = { method: string; path: string; body: unknown };

export function fakeApi() {
  const calls: Call[] = [];
  const batches = new Map<string, VideoBatchResponse>();
  let clock = Date.parse('2026-01-01T10:00:00.000Z');
  const accept = (batchId: string, changes: Partial<VideoBatchItem>) => {
    clock += 60_000;
    batches.set(batchId, videoBatch(batchId, changes, new Date(clock).toISOString()));
    return { batchId, status: 'running', quote: { items: [{ itemId: singleItemId, cost: 2 }], total: 2 } };
  };
  const respond = ({ method, path, body }: Call): unknown => {
    if (method === 'GET') {
      if (path.startsWith('/api/batches/')) return batches.get(path.split('/')[3] ?? '');
      return { items: [] };
    }
    if (path.endsWith('/retry')) return accept((body as { batchId: string }).batchId, {});
    const { batchId, items } = body as CreateVideoBatchRequest;
    const { prompt, aspectRatio, resolution, generateAudio, model, title } = items[0]!;
    return accept(batchId, { prompt, aspectRatio, resolution, generateAudio, model, title });
  };
  return {
    calls,
    orders: () => calls.filter(({ method }) => method === 'POST'),
    fetch: async (path: string, { method = 'GET', body }: RequestInit = {}) => {
      const call = { method, path, body: body && JSON.parse(String(body)) };
      calls.push(call);
      const responseBody = respond(call);
      return responseBody ? Response.json(responseBody) : Response.json({ code: 'BatchNotFound', message: 'not found' }, { status: 404 });
    },
    /** Changes the video of a batch, and stores the batch in the query cache of the page. */
    end(batchId: string, changes: Partial<VideoBatchItem>): void {
      const before = batches.get(batchId)!;
      const after = videoBatch(batchId, { ...before.items[0], ...changes }, before.createdAt);
      batches.set(batchId, after);
      queries.setQueryData(batchKey(batchId), after);
    },
  };
}
