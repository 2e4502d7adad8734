/** Marks of kept results on real rows: refusals, repeated and concurrent writes, and the writes of a machine. */
import { randomUUID } from 'node:crypto';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keepItem } from '#lambdas/batch/keep-item.ts';
import { keepPhotoEdit } from '#lambdas/photo-edit/keep-photo-edit.ts';
import { keepRunResult } from '#lambdas/pipeline/keep-run-result.ts';
import { type Batch, batchKey, type Item, itemKey, type StoredVideo, type VideoItem } from '#lambdas/store/batch-rows.ts';
import { readItem } from '#lambdas/store/batches.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';
import { replaceByCropped } from '#lambdas/store/ended-items.ts';
import { markItemKept, markRunKept } from '#lambdas/store/kept-results.ts';
import { type Run, readRun, runKey } from '#lambdas/store/pipeline-runs.ts';
import { toRow } from '#lambdas/store/row-fields.ts';
import { batchKinds } from '#shared/batch/batch.ts';
import { orderOf } from '../../fixtures/order.ts';
import { startTables } from '../../fixtures/tables.ts';

const now = new Date('2026-11-21T08:00:00Z');
const result: StoredVideo = { key: 'k.mp4', posterKey: 'k.jpg', width: 720, height: 1280, sizeBytes: 9, seconds: 8, codec: 'h264' };
let tables: Awaited<ReturnType<typeof startTables>>;
let userId: string;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables?.stop());
beforeEach(() => {
  userId = randomUUID();
});
afterEach(() => {
  dynamo().middlewareStack.remove('race');
});

const put = async ({ TableName, Key }: { TableName: string; Key: object }, fields: object) =>
  void (await dynamo().send(new PutCommand({ TableName, Item: { ...Key, ...toRow(fields) } })));

/** Writes a batch of one item in some state. */
async function given(change: Partial<VideoItem> = {}, about: Partial<Batch> = {}): Promise<VideoItem> {
  const { batch, items } = orderOf(userId, [120], now);
  const item = { ...(items[0] as VideoItem), ...change };
  await put(batchKey(userId, batch.batchId), { ...batch, ...about });
  await put(itemKey(userId, batch.batchId, 0), item);
  return item;
}

const keep = (item: Pick<Item, 'batchId' | 'itemId'>, isKept = true, by = userId) =>
  keepItem({ userId: by, batchId: item.batchId, itemId: item.itemId, keep: isKept, kinds: batchKinds });
const current = ({ batchId }: Item) => readItem(userId, batchId, 0);

describe('a result is not kept', () => {
  test.each<[string, Partial<VideoItem>]>([
    ['while its item is queued', { status: 'queued' }],
    ['while its item is generated', { status: 'generating' }],
    ['before its charge, although it is stored', { status: 'generating', result }],
    ['of a failed item', { status: 'failed', errorCode: 'VendorRefused' }],
    ['of a cancelled item', { status: 'cancelled', result }],
  ])('%s', async (_, change) => {
    const item = await given(change);
    for (const isKept of [true, false]) await expect(keep(item, isKept)).rejects.toMatchObject({ code: 'NothingToKeep' });
    expect(await current(item)).toEqual(expect.not.objectContaining({ kept: true }));
  });

  test('of a failed image with a file, because only a late video is delivered', async () => {
    const item = await given({ status: 'failed', result, kind: 'image' as 'video' });
    await expect(keep(item)).rejects.toMatchObject({ code: 'NothingToKeep' });
  });

  test('of another user, of an unknown item, or of another kind of work', async () => {
    const item = await given({ status: 'completed', result });
    await expect(keep(item, true, randomUUID())).rejects.toMatchObject({ code: 'BatchNotFound' });
    await expect(keep({ ...item, itemId: 'other' })).rejects.toMatchObject({ code: 'NotFound' });
    await expect(keep({ ...item, batchId: randomUUID() })).rejects.toMatchObject({ code: 'BatchNotFound' });
    const run = await given({ status: 'completed', result }, { kind: 'pipeline' });
    await expect(keep(run)).rejects.toMatchObject({ code: 'BatchNotFound' });
    expect((await current(item))?.kept).toBeUndefined();
  });

  test('after the deletion of its rows, and no row appears', async () => {
    const item = await given({ status: 'completed', result });
    await dynamo().send(new DeleteCommand(itemKey(userId, item.batchId, 0)));
    for (const isKept of [true, false]) await expect(keep(item, isKept)).rejects.toMatchObject({ code: 'NothingToKeep' });
    expect(await current(item)).toBeUndefined();
  });

  test('of a row with another item at its index', async () => {
    const item = await given({ status: 'completed', result });
    expect(await markItemKept({ ...item, itemId: 'other' }, true)).toBe(false);
  });
});

describe('a delivered result', () => {
  test.each<[string, Partial<VideoItem>]>([
    ['of a completed item', { status: 'completed' }],
    ['that arrived late', { status: 'failed', errorCode: 'VendorTimeout' }],
  ])('%s is kept and given back, each call once or twice', async (_, change) => {
    const item = await given({ ...change, result });
    const before = await current(item);
    for (const isKept of [true, true]) expect(await keep(item, isKept)).toEqual({ kept: true });
    expect(await current(item)).toEqual({ ...before, kept: true });
    for (const isKept of [false, false]) expect(await keep(item, isKept)).toEqual({ kept: false });
    expect(await current(item)).toEqual(before);
  });

  test('keeps its mark, and the write of the machine, if both write at the same time', async () => {
    const item = await given({ status: 'completed', result, cropFallback: true });
    const cropped = { ...result, key: 'cropped.mp4' };
    await Promise.all([keep(item), replaceByCropped(item, cropped), keep(item)]);
    const after = await current(item);
    expect(after).toMatchObject({ kept: true, result: cropped, status: 'completed' });
    expect(after).not.toHaveProperty('cropFallback');
  });

  test('does not hide a lost response of the machine: its repeated write still returns success', async () => {
    const item = await given({ status: 'completed', result, cropFallback: true });
    let isFirst = true;
    dynamo().middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (commandName !== 'UpdateItemCommand' && commandName !== 'UpdateCommand') return next(args);
          if (!isFirst) return next(args);
          isFirst = false;
          // The response is lost, and the mark is written before the SDK repeats the update.
          await next(args);
          await markItemKept(item, true);
          return next(args);
        },
      { step: 'finalizeRequest', priority: 'low', name: 'race' },
    );
    expect(await replaceByCropped(item, { ...result, key: 'cropped.mp4' })).toMatchObject({ kept: true });
  });
});

describe('the result of a single photo edit', () => {
  test('is kept by the id of its job, and another user finds nothing', async () => {
    const item = await given(
      { status: 'completed', result, itemId: 'photo' },
      { kind: 'photo-edit', items: [{ itemId: 'photo', cents: 2 }] },
    );
    await expect(keepPhotoEdit(randomUUID(), item.batchId, true)).rejects.toMatchObject({ code: 'OperationNotFound' });
    for (const id of [undefined, 'mine'])
      await expect(keepPhotoEdit(userId, id, true)).rejects.toMatchObject({ code: 'OperationNotFound' });
    await expect(keep(item)).rejects.toMatchObject({ code: 'BatchNotFound' });
    expect(await keepPhotoEdit(userId, item.batchId, true)).toEqual({ kept: true });
    expect((await current(item))?.kept).toBe(true);
  });

  test('is not kept before it is done', async () => {
    const item = await given({ status: 'generating', itemId: 'photo' }, { kind: 'photo-edit', items: [{ itemId: 'photo', cents: 2 }] });
    await expect(keepPhotoEdit(userId, item.batchId, true)).rejects.toMatchObject({ code: 'NothingToKeep' });
  });
});

describe('the final image of a run', () => {
  const givenRun = async (change: Partial<Run>): Promise<string> => {
    const runId = randomUUID();
    await put(runKey(userId, runId), { userId, runId, status: 'completed', revision: 3, ...change });
    return runId;
  };

  test.each<[string, Partial<Run>]>([
    ['while it is running', { status: 'running' }],
    ['while it is paused', { status: 'paused', result: { ...result, iterationNumber: 1 } }],
    ['if it ended without an image', { status: 'stopped' }],
  ])('is not kept %s', async (_, change) => {
    const runId = await givenRun(change);
    await expect(keepRunResult(userId, runId, true)).rejects.toMatchObject({ code: 'NothingToKeep' });
    await expect(keepRunResult(randomUUID(), runId, true)).rejects.toMatchObject({ code: 'RunNotFound' });
    expect(await readRun(userId, runId)).not.toHaveProperty('kept');
  });

  test('is not kept after the deletion of the run, and no row appears', async () => {
    const runId = await givenRun({ result: { ...result, iterationNumber: 1 } });
    await dynamo().send(new DeleteCommand(runKey(userId, runId)));
    expect(await markRunKept({ userId, runId }, true)).toBe(false);
    expect(await markRunKept({ userId, runId }, false)).toBe(false);
    expect(await readRun(userId, runId)).toBeUndefined();
  });

  test.each(['completed', 'stopped'] as const)('of a run that is %s is kept and given back', async (status) => {
    const runId = await givenRun({ status, result: { ...result, iterationNumber: 1 } });
    const before = await readRun(userId, runId);
    for (const isKept of [true, true]) expect(await keepRunResult(userId, runId, isKept)).toEqual({ kept: true });
    expect(await readRun(userId, runId)).toEqual({ ...before, kept: true });
    for (const isKept of [false, false]) await keepRunResult(userId, runId, isKept);
    expect(await readRun(userId, runId)).toEqual(before);
  });
});
