/** Tests which stored files belong to a delivered item, with the local tables. */
import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batchKey, type Item, itemKey, type VideoItem } from '#lambdas/store/batch-rows.ts';
import { isDeliveredResult, isResult } from '#lambdas/store/delivered-results.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';
import { toRow } from '#lambdas/store/row-fields.ts';
import { createBatchRows } from '../../fixtures/batch-rows.ts';
import { startTables } from '../../fixtures/tables.ts';

let tables: Awaited<ReturnType<typeof startTables>>;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables?.stop());

const put = async ({ TableName, Key }: { TableName: string; Key: object }, fields: object) =>
  void (await dynamo().send(new PutCommand({ TableName, Item: { ...Key, ...toRow(fields) } })));

/**
 * Writes a batch of one item with a stored file.
 * @returns the owner and the folder of the file.
 */
async function writeItem(change: Partial<Item>, fileName = 'item-0.jpg') {
  const userId = randomUUID();
  const { batch, items } = createBatchRows(userId, [5], new Date('2026-11-21T08:00:00Z'));
  const folder = `results/${userId}/${batch.batchId}`;
  const result = { key: `${folder}/${fileName}`, posterKey: `${folder}/item-0.thumb.jpg` };
  await put(batchKey(userId, batch.batchId), batch);
  await put(itemKey(userId, batch.batchId, 0), { ...(items[0] as VideoItem), result, ...change });
  return { userId, folder };
}

describe('a stored file', () => {
  test.each<[string, Partial<Item>, boolean]>([
    ['a completed image', { kind: 'image', status: 'completed' }, true],
    ['a completed edit', { kind: 'edit', status: 'completed' }, true],
    ['a late video, whose item has failed', { kind: 'video', status: 'failed' }, true],
    ['a queued image', { kind: 'image', status: 'queued' }, false],
    ['a running image', { kind: 'image', status: 'generating' }, false],
    ['a running video', { kind: 'video', status: 'generating' }, false],
    ['a cancelled edit', { kind: 'edit', status: 'cancelled' }, false],
    ['a failed image', { kind: 'image', status: 'failed' }, false],
    ['a cancelled video', { kind: 'video', status: 'cancelled' }, false],
  ])('for a stored file of %s (%j), isDeliveredResult returns %s', async (_, change, isDelivered) => {
    const { userId, folder } = await writeItem(change);
    expect(await isDeliveredResult(userId, `${folder}/item-0.jpg`)).toBe(isDelivered);
    expect(await isDeliveredResult(userId, `${folder}/item-0.thumb.jpg`)).toBe(isDelivered);
  });

  test('a stored file counts as delivered only if it is the result of an item', async () => {
    const { userId, folder } = await writeItem({ kind: 'edit', status: 'completed' }, 'item-0.png');
    expect(await isDeliveredResult(userId, `${folder}/item-0.png`)).toBe(true);
    for (const name of ['item-0.jpg', 'item-1.png', '', 'item-0.png/x'])
      expect(await isDeliveredResult(userId, `${folder}/${name}`)).toBe(false);
    expect(await isDeliveredResult(userId, `results/${userId}/${randomUUID()}/item-0.png`)).toBe(false);
    expect(await isDeliveredResult(userId, `results/${userId}/`)).toBe(false);
  });
});

test('the image of a run is delivered', async () => {
  const userId = randomUUID();
  const { batch } = createBatchRows(userId, [], new Date('2026-11-21T08:00:00Z'));
  await put(batchKey(userId, batch.batchId), { ...batch, kind: 'pipeline' });
  expect(await isDeliveredResult(userId, `results/${userId}/${batch.batchId}/iteration-2.jpg`)).toBe(true);
  expect(await isDeliveredResult(randomUUID(), `results/${userId}/${batch.batchId}/iteration-2.jpg`)).toBe(false);
});

test('only files in the results folder of the user are results', () => {
  expect(isResult('u', 'results/u/b/i.jpg')).toBe(true);
  for (const key of ['uploads/u/temp-images/i.jpg', 'results/v/b/i.jpg', 'ingested/u/b/i.jpg']) expect(isResult('u', key)).toBe(false);
});
