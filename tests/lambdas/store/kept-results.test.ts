/**
 * Tests the marks of kept results with the local tables. The tests cover refusals, repeated and parallel writes, and writes of the state
 * machine.
 */
import { randomUUID } from 'node:crypto';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keepItem } from '#lambdas/batch/keep-item.ts';
import { keepPhotoEdit } from '#lambdas/photo-edit/keep-photo-edit.ts';
import { keepRunResult } from '#lambdas/pipeline/keep-run-result.ts';
import { type Batch, batchKey, type Item, itemKey, type StoredVideo, type VideoItem } from '#lambdas/store/batch-rows.ts';
import { readItem } from '#lambdas/store/batches.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';
import { replaceWithCroppedVideo } from '#lambdas/store/ended-items.ts';
import { markItemKept, markRunKept } from '#lambdas/store/kept-results.ts';
import { type Run, readRun, runKey } from '#lambdas/store/pipeline-runs.ts';
import { toRow } from '#lambdas/store/row-fields.ts';
import { batchKinds } from '#shared/batch/batch.ts';
import { createBatchRows } from '../../fixtures/batch-rows.ts';
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

/** Writes a batch with one item. */
async function writeItem(change: Partial<VideoItem> = {}, batchChanges: Partial<Batch> = {}): Promise<VideoItem> {
  const { batch, items } = createBatchRows(userId, [120], now);
  const item = { ...(items[0] as VideoItem), ...change };
  await put(batchKey(userId, batch.batchId), { ...batch, ...batchChanges });
  await put(itemKey(userId, batch.batchId, 0), item);
  return item;
}

const keep = (item: Pick<Item, 'batchId' | 'itemId'>, isKept = true, ownerId = userId) =>
  keepItem({ userId: ownerId, batchId: item.batchId, itemId: item.itemId, keep: isKept, kinds: batchKinds });
const readCurrentItem = ({ batchId }: Item) => readItem(userId, batchId, 0);

describe('a result that cannot be kept', () => {
  test.each<[string, Partial<VideoItem>]>([
    ['while its item is queued', { status: 'queued' }],
    ['while its item is generated', { status: 'generating' }],
    ['before its charge, although it is stored', { status: 'generating', result }],
    ['if its item failed', { status: 'failed', errorCode: 'VendorRefused' }],
    ['if its item was cancelled', { status: 'cancelled', result }],
  ])('a result is not kept %s', async (_, change) => {
    const item = await writeItem(change);
    for (const isKept of [true, false]) await expect(keep(item, isKept)).rejects.toMatchObject({ code: 'NothingToKeep' });
    expect(await readCurrentItem(item)).toEqual(expect.not.objectContaining({ kept: true }));
  });

  test('the file of a failed image cannot be kept, because only videos can be delivered after their item has failed', async () => {
    const item = await writeItem({ status: 'failed', result, kind: 'image' as 'video' });
    await expect(keep(item)).rejects.toMatchObject({ code: 'NothingToKeep' });
  });

  test('a result is not kept if it belongs to another user, to an unknown item, or to another kind of work', async () => {
    const item = await writeItem({ status: 'completed', result });
    await expect(keep(item, true, randomUUID())).rejects.toMatchObject({ code: 'BatchNotFound' });
    await expect(keep({ ...item, itemId: 'other' })).rejects.toMatchObject({ code: 'NotFound' });
    await expect(keep({ ...item, batchId: randomUUID() })).rejects.toMatchObject({ code: 'BatchNotFound' });
    const run = await writeItem({ status: 'completed', result }, { kind: 'pipeline' });
    await expect(keep(run)).rejects.toMatchObject({ code: 'BatchNotFound' });
    expect((await readCurrentItem(item))?.kept).toBeUndefined();
  });

  test('a result is not kept after the deletion of its rows, and no row is created', async () => {
    const item = await writeItem({ status: 'completed', result });
    await dynamo().send(new DeleteCommand(itemKey(userId, item.batchId, 0)));
    for (const isKept of [true, false]) await expect(keep(item, isKept)).rejects.toMatchObject({ code: 'NothingToKeep' });
    expect(await readCurrentItem(item)).toBeUndefined();
  });

  test('a result is not kept if the row at its index contains another item', async () => {
    const item = await writeItem({ status: 'completed', result });
    expect(await markItemKept({ ...item, itemId: 'other' }, true)).toBe(false);
  });
});

describe('a delivered result', () => {
  test.each<[string, Partial<VideoItem>]>([
    ['a result of a completed item', { status: 'completed' }],
    ['a late video', { status: 'failed', errorCode: 'VendorTimeout' }],
  ])('%s can be marked as kept and unmarked again, and repeated calls change nothing', async (_, change) => {
    const item = await writeItem({ ...change, result });
    const itemBefore = await readCurrentItem(item);
    for (const isKept of [true, true]) expect(await keep(item, isKept)).toEqual({ kept: true });
    expect(await readCurrentItem(item)).toEqual({ ...itemBefore, kept: true });
    for (const isKept of [false, false]) expect(await keep(item, isKept)).toEqual({ kept: false });
    expect(await readCurrentItem(item)).toEqual(itemBefore);
  });

  test('if a result is marked while a cropped video replaces it, the item contains the mark and the new video', async () => {
    const item = await writeItem({ status: 'completed', result, cropFallback: true });
    const croppedResult = { ...result, key: 'cropped.mp4' };
    await Promise.all([keep(item), replaceWithCroppedVideo(item, croppedResult), keep(item)]);
    const itemAfter = await readCurrentItem(item);
    expect(itemAfter).toMatchObject({ kept: true, result: croppedResult, status: 'completed' });
    expect(itemAfter).not.toHaveProperty('cropFallback');
  });

  test('if the response to a write is lost and the SDK repeats the write, a mark between both writes is kept', async () => {
    const item = await writeItem({ status: 'completed', result, cropFallback: true });
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
    expect(await replaceWithCroppedVideo(item, { ...result, key: 'cropped.mp4' })).toMatchObject({ kept: true });
  });
});

describe('the result of a single photo edit', () => {
  test('a call with the job id marks the result of a single photo edit, and another user cannot mark it', async () => {
    const item = await writeItem(
      { status: 'completed', result, itemId: 'photo' },
      { kind: 'photo-edit', items: [{ itemId: 'photo', cents: 2 }] },
    );
    await expect(keepPhotoEdit(randomUUID(), item.batchId, true)).rejects.toMatchObject({ code: 'OperationNotFound' });
    for (const id of [undefined, 'mine'])
      await expect(keepPhotoEdit(userId, id, true)).rejects.toMatchObject({ code: 'OperationNotFound' });
    await expect(keep(item)).rejects.toMatchObject({ code: 'BatchNotFound' });
    expect(await keepPhotoEdit(userId, item.batchId, true)).toEqual({ kept: true });
    expect((await readCurrentItem(item))?.kept).toBe(true);
  });

  test('the result of a single photo edit is not kept before it is done', async () => {
    const item = await writeItem({ status: 'generating', itemId: 'photo' }, { kind: 'photo-edit', items: [{ itemId: 'photo', cents: 2 }] });
    await expect(keepPhotoEdit(userId, item.batchId, true)).rejects.toMatchObject({ code: 'NothingToKeep' });
  });
});

describe('the final image of a run', () => {
  const writeRun = async (change: Partial<Run>): Promise<string> => {
    const runId = randomUUID();
    await put(runKey(userId, runId), { userId, runId, status: 'completed', revision: 3, ...change });
    return runId;
  };

  test.each<[string, Partial<Run>]>([
    ['while the run is running', { status: 'running' }],
    ['while the run is paused', { status: 'paused', result: { ...result, iterationNumber: 1 } }],
    ['if the run ended without an image', { status: 'stopped' }],
  ])('the final image of a run is not kept %s', async (_, change) => {
    const runId = await writeRun(change);
    await expect(keepRunResult(userId, runId, true)).rejects.toMatchObject({ code: 'NothingToKeep' });
    await expect(keepRunResult(randomUUID(), runId, true)).rejects.toMatchObject({ code: 'RunNotFound' });
    expect(await readRun(userId, runId)).not.toHaveProperty('kept');
  });

  test('the final image is not kept after the deletion of the run, and no row is created', async () => {
    const runId = await writeRun({ result: { ...result, iterationNumber: 1 } });
    await dynamo().send(new DeleteCommand(runKey(userId, runId)));
    expect(await markRunKept({ userId, runId }, true)).toBe(false);
    expect(await markRunKept({ userId, runId }, false)).toBe(false);
    expect(await readRun(userId, runId)).toBeUndefined();
  });

  test.each(['completed', 'stopped'] as const)('the final image of a %s run can be marked as kept and unmarked again', async (status) => {
    const runId = await writeRun({ status, result: { ...result, iterationNumber: 1 } });
    const stateBefore = await readRun(userId, runId);
    for (const isKept of [true, true]) expect(await keepRunResult(userId, runId, isKept)).toEqual({ kept: true });
    expect(await readRun(userId, runId)).toEqual({ ...stateBefore, kept: true });
    for (const isKept of [false, false]) await keepRunResult(userId, runId, isKept);
    expect(await readRun(userId, runId)).toEqual(stateBefore);
  });
});
