/** Tests the export of large and empty accounts, with the local tables and storage. */
import { randomUUID } from 'node:crypto';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount } from '#lambdas/store/accounts.ts';
import { batchKey, itemKey } from '#lambdas/store/batch-rows.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';
import { posterKey, videoKey } from '#lambdas/store/media-keys.ts';
import { readObject } from '#lambdas/store/objects.ts';
import { toRow } from '#lambdas/store/row-fields.ts';
import { createBatchRows } from '../../fixtures/batch-rows.ts';
import { startMediaLinks } from '../../fixtures/media-links.ts';
import { startTablesAndStorage } from '../../fixtures/tables-and-storage.ts';

const now = new Date('2026-11-21T08:00:00Z');
const batchCount = 50;
const itemsPerBatch = 100;
/** The maximum number of rows in one write (DynamoDB, BatchWriteItem). */
const rowsPerWrite = 25;
const longPrompt = 'A slow push in. '.repeat(100);
let store: Awaited<ReturnType<typeof startTablesAndStorage>>;
let links: Awaited<ReturnType<typeof startMediaLinks>>;
/** These modules are imported after the address of the storage is set, because the storage client reads the address only once. */
let exportModule: typeof import('#lambdas/auth/make-export.ts');
let exportStore: typeof import('#lambdas/store/exports.ts');

beforeAll(async () => {
  store = await startTablesAndStorage();
  links = await startMediaLinks();
  exportModule = await import('#lambdas/auth/make-export.ts');
  exportStore = await import('#lambdas/store/exports.ts');
});
afterAll(async () => {
  await links?.stop();
  await store?.stop();
});

async function writeBatches(userId: string): Promise<void> {
  for (let n = 0; n < batchCount; n++) {
    const { batch, items } = createBatchRows(userId, Array(itemsPerBatch).fill(120), now);
    const size = { width: 720, height: 1280, seconds: 8, sizeBytes: 1, codec: 'h264' };
    const rows = [
      { ...batchKey(userId, batch.batchId).Key, ...toRow({ ...batch, status: 'completed' }) },
      ...items.map((item) => ({
        ...itemKey(userId, item.batchId, item.index).Key,
        ...toRow({
          ...item,
          prompt: longPrompt,
          status: 'completed',
          result: { key: videoKey(item), posterKey: posterKey(item), ...size },
        }),
      })),
    ];
    const { TableName } = batchKey(userId, batch.batchId);
    for (let position = 0; position < rows.length; position += rowsPerWrite) {
      const requests = rows.slice(position, position + rowsPerWrite).map((Item) => ({ PutRequest: { Item } }));
      await dynamo().send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } }));
    }
  }
}

test('an account with thousands of items is exported completely, in a file with several upload parts', async () => {
  const name = { userId: randomUUID(), exportId: randomUUID() };
  await createAccount({ userId: name.userId, email: 'ada@example.com', name: 'Ada' }, now);
  await writeBatches(name.userId);
  await exportStore.writeExport({ ...name, status: 'making', percent: 0, fileName: 'export.json' });
  await exportModule.makeExport(name, now);
  expect(await exportStore.readExport(name)).toMatchObject({ status: 'ready', percent: 100 });
  const file = await readObject(exportStore.exportKey(name));
  // The file is larger than one part of the upload. So the function uploaded it in parts, and the whole file was never in memory.
  expect(file.length).toBeGreaterThan(8 * 1024 * 1024);
  const content = JSON.parse(file.toString());
  expect(new Set(content.batches.map(({ batch_id: id }: { batch_id: string }) => id)).size).toBe(batchCount);
  expect(content.batches).toHaveLength(batchCount);
  for (const { items } of content.batches) expect(items).toHaveLength(itemsPerBatch);
  expect(content.transactions).toMatchObject([{ type: 'bonus', amount: 5 }]);
  expect(content.batches[0].items[0]).toMatchObject({ result_url: expect.stringContaining('/results/'), charged: 1.2 });
});

test('the export of an empty account is a valid file', async () => {
  const name = { userId: randomUUID(), exportId: randomUUID() };
  await createAccount({ userId: name.userId, email: 'bo@example.com', name: 'Bo', bonusPersonId: null }, now);
  await exportStore.writeExport({ ...name, status: 'making', percent: 0, fileName: 'export.json' });
  await exportModule.makeExport(name, now);
  const content = JSON.parse((await readObject(exportStore.exportKey(name))).toString());
  expect(content).toMatchObject({ transactions: [], batches: [], uploads: [], profile: { email: 'bo@example.com' } });
});

test('an export that timed out becomes failed, and a finished export stays ready', async () => {
  const name = { userId: randomUUID(), exportId: randomUUID() };
  await exportStore.writeExport({ ...name, status: 'making', percent: 40, fileName: 'export.json' });
  await expect(exportModule.makeExport(name, now)).rejects.toMatchObject({ code: 'AccountDeleted' });
  await exportModule.giveUpExport(name);
  expect(await exportStore.readExport(name)).toMatchObject({ status: 'failed' });
  await exportStore.writeExport({ ...name, status: 'ready', percent: 100, fileName: 'export.json' });
  await exportModule.giveUpExport(name);
  expect(await exportStore.readExport(name)).toMatchObject({ status: 'ready' });
});
