/** Tests the history rows with the local tables: names, kept results, repeated orders, and filters over the whole history. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getHistoryBatch, listHistoryPage, nameRun } from '#lambdas/history/history.ts';
import { dynamo, transact } from '#lambdas/store/dynamo.ts';
import {
  type HistoryRow,
  historyRetryDecrease,
  historyTable,
  historyWrite,
  listHistory,
  markHistoryKept,
  markHistoryRetried,
  readHistory,
} from '#lambdas/store/history.ts';
import { type BatchKind, batchKinds } from '#shared/batch/batch.ts';
import { listHistoryQuery, nameHistoryRequest } from '#shared/history/api.ts';
import { startTables } from '../../fixtures/tables.ts';

const now = new Date('2026-11-21T08:00:00Z');
let tables: Awaited<ReturnType<typeof startTables>>;
let userId: string;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables?.stop());
beforeEach(() => {
  userId = randomUUID();
});

const rowOf = (changes: Partial<HistoryRow> = {}): HistoryRow => ({
  user_id: userId,
  batch_id: randomUUID(),
  prompt: 'A slow push in',
  total_images: 2,
  completed_images: 1,
  failed_images: 1,
  status: 'partial',
  aspect_ratio: '9:16',
  model: 'veo3',
  created_at: now.toISOString(),
  file_names: ['bag'],
  charged_cents: 200,
  failed_cents: 200,
  ...changes,
});
async function write(changes: Partial<HistoryRow> = {}, kind: BatchKind = 'video'): Promise<HistoryRow> {
  const row = rowOf(changes);
  await transact({ history: historyWrite({ table: historyTable(kind), row }) });
  return row;
}
const list = (query: object = {}, kinds: readonly BatchKind[] = ['video']) =>
  listHistoryPage(kinds, userId, listHistoryQuery.parse(query), now);
const idsOf = async (query: object) => (await list(query)).items.map(({ id }) => id);
const read = async ({ batch_id }: HistoryRow) => (await list()).items.find(({ id }) => id === batch_id);

describe('a name', () => {
  test.each([
    ['more than 80 characters', 'x'.repeat(81)],
    ['a line break', 'Bags\nShoes'],
    ['a control character', 'Bags\u0000'],
    ['a number', 7],
    ['no text', undefined],
  ])('a name with %s is refused', (_, name) => expect(nameHistoryRequest.safeParse({ name }).success).toBe(false));

  test('a name is refused for the run of another user, of another kind, and for a batch that has not ended', async () => {
    const { batch_id } = await write();
    const running = randomUUID();
    await markHistoryKept('video', { userId, batchId: running, itemId: 'a' }, true);
    const refusal = { code: 'BatchNotFound' };
    await expect(nameRun('video', randomUUID(), batch_id, 'Bags')).rejects.toMatchObject(refusal);
    await expect(nameRun('image', userId, batch_id, 'Bags')).rejects.toMatchObject(refusal);
    await expect(nameRun('video', userId, running, 'Bags')).rejects.toMatchObject(refusal);
    await expect(getHistoryBatch('video', userId, running, now)).rejects.toMatchObject(refusal);
  });

  test('a name stays when the row is written again, for example after a paused run, and an empty name removes it', async () => {
    const row = await write();
    await nameRun('video', userId, row.batch_id, 'Bags');
    await transact({ history: historyWrite({ table: historyTable('video'), row: { ...row, completed_images: 2 } }) });
    expect(await read(row)).toMatchObject({ name: 'Bags', completed_images: 2, file_names: ['bag'], charged: 2 });
    await nameRun('video', userId, row.batch_id, '');
    expect(await read(row)).not.toHaveProperty('name');
  });
});

describe('a kept result', () => {
  test('a kept result of a running batch is not in the history, and is counted after the batch has ended', async () => {
    const batchId = randomUUID();
    await markHistoryKept('video', { userId, batchId, itemId: 'a' }, true);
    expect(await idsOf({})).toEqual([]);
    const row = await write({ batch_id: batchId });
    expect(await read(row)).toMatchObject({ kept: 1 });
  });

  test('a kept result is counted once, and the run is no longer found after its last mark is removed', async () => {
    const { batch_id: batchId } = await write();
    for (const itemId of ['a', 'a', 'b']) await markHistoryKept('video', { userId, batchId, itemId }, true);
    await markHistoryKept('video', { userId, batchId, itemId: 'a' }, false);
    expect(await idsOf({ kept: 'true' })).toEqual([batchId]);
    await markHistoryKept('video', { userId, batchId, itemId: 'b' }, false);
    expect(await idsOf({ kept: 'true' })).toEqual([]);
  });

  test('the removal of a mark from an unknown batch creates no row', async () => {
    const batchId = randomUUID();
    await markHistoryKept('video', { userId, batchId, itemId: 'a' }, false);
    await write({ batch_id: batchId });
    expect((await readHistory('video', userId, batchId))?.kept_items).toBeUndefined();
  });
});

describe('the price of a retry', () => {
  test('the price of a retry is missing if no item failed, and after the failed items were ordered again', async () => {
    const clean = await write({ failed_cents: 0 });
    const retried = await write();
    await markHistoryRetried('video', userId, retried.batch_id, 'first');
    await markHistoryRetried('video', userId, retried.batch_id, 'second');
    for (const row of [clean, retried]) expect(await read(row)).not.toHaveProperty('retry_cost');
    expect(await readHistory('video', userId, retried.batch_id)).toMatchObject({ retried_by: 'first' });
  });

  test('the price of a retry is lower after a late video has arrived', async () => {
    const row = await write({ failed_cents: 400 });
    expect(await read(row)).toMatchObject({ retry_cost: 4 });
    await transact({ history: historyRetryDecrease('video', { userId, batchId: row.batch_id, cents: 200 }) });
    expect(await read(row)).toMatchObject({ retry_cost: 2 });
  });
});

describe('a filter', () => {
  test.each([
    ['a search of 101 characters', { search: 'x'.repeat(101) }],
    ['an unknown tool', { tool: 'hammer' }],
    ['an unknown status', { status: 'running' }],
    ['a mark that is not true', { kept: 'false' }],
    ['a time without a time zone', { from: '2026-11-21' }],
  ])('a filter with %s is refused', (_, query) => expect(listHistoryQuery.safeParse(query).success).toBe(false));

  test('a filter with the cursor of another user is refused', async () => {
    await write();
    await write();
    const { nextCursor } = await list({ limit: 1 });
    const stranger = listHistoryPage(['video'], randomUUID(), listHistoryQuery.parse({ search: 'push', cursor: nextCursor }), now);
    await expect(stranger).rejects.toMatchObject({ code: 'BadRequest' });
  });

  test('a filter finds runs in the whole history, each of them once, even on the next page', async () => {
    const times = Array.from({ length: 130 }, (_, index) => new Date(now.getTime() - index * 60_000).toISOString());
    const rows = await Promise.all(
      times.map((created_at, index) => write({ created_at, prompt: index % 43 === 42 ? 'The hat tilts' : 'A push in' })),
    );
    const expected = [42, 85, 128].map((index) => rows[index]?.batch_id);
    expect(await idsOf({ search: 'HAT' })).toEqual(expected);
    const first = await list({ search: 'hat', limit: 2 });
    const second = await list({ search: 'hat', limit: 2, cursor: first.nextCursor });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(expected);
    expect(second).not.toHaveProperty('nextCursor', expect.any(String));
    expect((await listHistory('video', userId, { limit: 20 })).rows).toHaveLength(20);
  });

  test('a filter by time finds a run of exactly this time, but no earlier run', async () => {
    const recent = await write();
    await write({ created_at: '2026-11-21T07:59:59.999Z' });
    expect(await idsOf({ from: now.toISOString() })).toEqual([recent.batch_id]);
    expect(await idsOf({ from: now.toISOString(), status: 'completed' })).toEqual([]);
  });

  test('a filter reads at most a thousand rows for one response, and then returns a cursor', async () => {
    let reads = 0;
    dynamo().middlewareStack.add(
      (next, { commandName }) =>
        (args) => {
          if (commandName === 'QueryCommand') reads += 1;
          return next(args);
        },
      { step: 'initialize', name: 'count' },
    );
    try {
      const rows = Array.from({ length: 1_010 }, (_, index) => new Date(now.getTime() - index * 1_000).toISOString());
      for (let start = 0; start < rows.length; start += 101)
        await Promise.all(rows.slice(start, start + 101).map((created_at) => write({ created_at })));
      const first = await list({ search: 'nothing' });
      expect(first).toMatchObject({ items: [], nextCursor: expect.any(String) });
      expect(reads).toBe(10);
      expect(await list({ search: 'nothing', cursor: first.nextCursor })).toEqual({ items: [], nextCursor: undefined });
    } finally {
      dynamo().middlewareStack.remove('count');
    }
  });
});

describe('the list of all kinds', () => {
  const timeAt = (secondsAgo: number) => new Date(now.getTime() - secondsAgo * 1_000).toISOString();
  async function readPages(query: object, limit: number): Promise<string[][]> {
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const { items, nextCursor } = await list({ ...query, limit, cursor }, batchKinds);
      pages.push(items.map(({ id }) => id));
      cursor = nextCursor;
    } while (cursor !== undefined);
    return pages;
  }

  test('the cursor of one kind is refused by the list of another kind, and the cursor of all kinds by the list of one kind', async () => {
    for (const kind of batchKinds) for (const seconds of [1, 2]) await write({ created_at: timeAt(seconds) }, kind);
    const ofImages = await list({ limit: 1 }, ['image']);
    await expect(list({ cursor: ofImages.nextCursor })).rejects.toMatchObject({ code: 'BadRequest' });
    const ofAll = await list({ limit: 3 }, batchKinds);
    await expect(list({ cursor: ofAll.nextCursor })).rejects.toMatchObject({ code: 'BadRequest' });
  });

  test.each([1, 2, 3, 20])('with pages of %i, each run is listed once, newest first, even if runs have the same time', async (limit) => {
    const seconds = { video: [0, 1, 1, 4, 9], image: [1, 1, 2, 3] };
    const rows = await Promise.all(
      batchKinds.flatMap((kind) => seconds[kind].map((secondsAgo) => write({ created_at: timeAt(secondsAgo) }, kind))),
    );
    const pages = await readPages({}, limit);
    const ids = pages.flat();
    expect(ids.toSorted()).toEqual(rows.map(({ batch_id }) => batch_id).toSorted());
    const times = ids.map((id) => rows.find(({ batch_id }) => batch_id === id)?.created_at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(pages.map((page) => page.length)).toEqual(pages.map((_, index) => Math.min(limit, rows.length - index * limit)));
  });

  test('each run has the kind of its results, and a filter applies to all kinds', async () => {
    const video = await write({ prompt: 'The hat tilts', created_at: timeAt(1) });
    const image = await write({ prompt: 'A hat on marble', created_at: timeAt(2) }, 'image');
    await write({ created_at: timeAt(3) }, 'image');
    const { items } = await list({ search: 'hat' }, batchKinds);
    expect(items.map(({ id, result_kind }) => [id, result_kind])).toEqual([
      [video.batch_id, 'video'],
      [image.batch_id, 'image'],
    ]);
    expect(await readPages({ search: 'hat' }, 1)).toEqual([[video.batch_id], [image.batch_id]]);
  });

  test('a run that ends between two pages is not on the second page, and no other run is missing', async () => {
    const videos = await Promise.all([5, 6, 7].map((seconds) => write({ created_at: timeAt(seconds) })));
    const first = await list({ limit: 2 }, batchKinds);
    await write({ created_at: timeAt(1) }, 'video');
    const image = await write({ created_at: timeAt(8) }, 'image');
    const second = await list({ limit: 2, cursor: first.nextCursor }, batchKinds);
    expect(second.items.map(({ id }) => id)).toEqual([videos[2]?.batch_id]);
    expect(second).not.toHaveProperty('nextCursor', expect.any(String));
    expect((await list({}, batchKinds)).items.at(-1)?.id).toBe(image.batch_id);
  });
});
