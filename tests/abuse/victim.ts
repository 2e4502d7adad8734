/**
 * Creates a user who owns one object of each kind. The objects are written directly as rows and files, because real videos and images
 * would take minutes.
 */
import { randomUUID } from 'node:crypto';
import { ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { imageItem } from '#lambdas/pipeline/run.ts';
import { type Archive, writeArchive } from '#lambdas/store/archives.ts';
import { type Batch, batchKey, type Item, type VideoItem } from '#lambdas/store/batch-rows.ts';
import { changeItem, putItems } from '#lambdas/store/batches.ts';
import { type Action, dynamo } from '#lambdas/store/dynamo.ts';
import { type Export, writeExport } from '#lambdas/store/exports.ts';
import { writeFinish } from '#lambdas/store/finishes.ts';
import { type HistoryRow, historyTable } from '#lambdas/store/history.ts';
import { captureItem, endBatch, holdForBatch } from '#lambdas/store/ledger.ts';
import { posterKey, videoKey } from '#lambdas/store/media-keys.ts';
import { putObject } from '#lambdas/store/objects.ts';
import { type Package, writePackage } from '#lambdas/store/packages.ts';
import { markWelcomeMailDone } from '#lambdas/store/pending-welcomes.ts';
import { type Run, runPut } from '#lambdas/store/pipeline-runs.ts';
import { photoEditSettings } from '#shared/photo-edit/settings.ts';
import { startRun } from '#shared/pipeline/run.ts';
import { createBatchRows } from '../fixtures/batch-rows.ts';
import { createBuyer } from '../fixtures/buyer.ts';
import type { TestCloud } from '../fixtures/cloud.ts';
import { grant } from '../fixtures/grant.ts';
import { imageQuote } from '../fixtures/quote-request.ts';
import { createPhoto, type Seller, signIn } from '../fixtures/seller.ts';

export const victimSku = 'VT-1';
export const victimProduct = { sku: victimSku, title: 'Bag', options: [], variantSkus: [victimSku], photos: [] };

export type VictimData = {
  uploadKey: string;
  /** A delivered video and its batch. */
  resultKey: string;
  batchId: string;
  /** A batch that is still running. */
  runningId: string;
  operationId: string;
  jobId: string;
  runId: string;
  exportId: string;
  downloadId: string;
  finishId: string;
  packageId: string;
  /** A quote that is not started. */
  quoteId: string;
  sessionId: string;
  /** A page for a card that is not saved yet. */
  cardPageId: string;
};

/**
 * Creates a user. Marks the welcome mail as sent. Otherwise, a job would send the mail after two minutes and change the rows of the user.
 */
export async function newUser({ origin }: TestCloud): Promise<Seller> {
  const user = await signIn(origin);
  await markWelcomeMailDone(user.userId);
  return user;
}

export async function makeVictim(cloud: TestCloud): Promise<{ victim: Seller; victimData: VictimData }> {
  const victim = await newUser(cloud);
  const { userId } = victim;
  await grant(userId, 10_000);
  const { key: uploadKey } = await victim.upload(await createPhoto());
  await victim.call('POST', '/api/products/import', { products: [{ ...victimProduct, photos: [{ source: 'a.jpg', uploadKey }] }] });
  const runningOrder = createBatchRows(userId, [120], new Date());
  await hold(runningOrder.batch, runningOrder.items);
  const operation = createBatchRows(userId, [120], new Date());
  await hold({ ...operation.batch, isOperation: true }, operation.items);
  const [exportId, downloadId, finishId, packageId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const delivered = await deliver(userId);
  await writeExport({ userId, exportId, status: 'ready', percent: 100, fileName: 'export.json' } satisfies Export);
  await writeArchive({ userId, downloadId, status: 'ready', done: 0, fileName: 'a.zip', files: [] } satisfies Archive);
  await writeFinish({ userId, finishId, files: [], made: [] });
  await writePackage({
    ...{ userId, packageId, marketplace: 'shopee', language: 'en', attempt: 0, status: 'ready', startedAt: new Date().toISOString() },
    ...{ done: 0, count: 0, parts: [{ fileName: 'a.zip', sizeBytes: 1 }], leftOut: { count: 0, isFinal: true, files: [] } },
  } satisfies Package);
  const quote = imageQuote(2, uploadKey);
  await victim.call('POST', '/api/quotes', quote);
  return {
    victim,
    victimData: {
      uploadKey,
      ...delivered,
      runningId: runningOrder.batch.batchId,
      operationId: operation.batch.batchId,
      jobId: await orderEdit(userId, uploadKey),
      runId: await orderRun(userId, uploadKey),
      exportId,
      downloadId,
      finishId,
      packageId,
      quoteId: quote.quoteId,
      sessionId: (await createBuyer(cloud).order(victim, 10)).id,
      cardPageId: await openCardPage(victim),
    },
  };
}

/** Agrees to automatic top-ups and opens the page for a card. */
async function openCardPage(victim: Seller): Promise<string> {
  await victim.call('PUT', '/api/auto-top-up', { isOn: true, consent: 1, threshold: 1, amount: 10, monthlyLimit: 50 });
  const { body } = await victim.call<{ url: string }>('POST', '/api/auto-top-up/card', { setupId: randomUUID() });
  return String(new URL(body.url).pathname.split('/').at(-1));
}

async function hold(batch: Batch, items: Item[], otherWrites: Action[] = []): Promise<void> {
  await putItems(items, batch.requestHash);
  await holdForBatch(batch, { furtherActions: otherWrites });
  // The reconcile job finds batches by the field `hold_shard`. The field is removed, because otherwise the job would start the work of the
  // batch.
  await dynamo().send(new UpdateCommand({ ...batchKey(batch.userId, batch.batchId), UpdateExpression: 'REMOVE hold_shard' }));
}

async function deliver(userId: string): Promise<{ batchId: string; resultKey: string }> {
  const now = new Date();
  const { batch, items } = createBatchRows(userId, [120], now);
  const [item] = items as [VideoItem];
  await hold(batch, items);
  const key = videoKey(item);
  await putObject(key, Buffer.alloc(1000), 'video/mp4');
  const result = { key, posterKey: posterKey(item), width: 720, height: 1280, sizeBytes: 1000, seconds: 8, codec: 'h264' };
  await changeItem(item, { set: { status: 'generating', result } });
  await captureItem(item, now);
  const row: HistoryRow = {
    user_id: userId,
    batch_id: batch.batchId,
    created_at: batch.createdAt,
    status: 'completed',
    prompt: item.prompt,
    aspect_ratio: item.aspectRatio,
    model: item.model,
    total_images: 1,
    completed_images: 1,
    failed_images: 0,
  };
  await endBatch({ ...batch, status: 'completed' }, { table: historyTable('video'), row }, now);
  return { batchId: batch.batchId, resultKey: key };
}

/** Returns a running batch with one item that is not a video. */
const batchWithItem = (item: Item, kind: 'photo-edit' | 'pipeline'): Batch => ({
  userId: item.userId,
  batchId: item.batchId,
  kind,
  status: 'running',
  createdAt: new Date().toISOString(),
  requestHash: 'hash',
  totalCents: item.cents,
  items: [{ itemId: item.itemId, cents: item.cents }],
});

async function orderEdit(userId: string, uploadKey: string): Promise<string> {
  const batchId = randomUUID();
  const settings = photoEditSettings.parse({});
  const item: Item = { kind: 'photo-edit', userId, batchId, itemId: 'photo', index: 0, uploadKey, settings, cents: 2, status: 'queued' };
  await hold({ ...batchWithItem(item, 'photo-edit'), isOperation: true }, [item]);
  return batchId;
}

async function orderRun(userId: string, uploadKey: string): Promise<string> {
  const uploads = { before: uploadKey, after: uploadKey, input: uploadKey };
  const run: Run = {
    userId,
    runId: randomUUID(),
    createdAt: new Date().toISOString(),
    status: 'running',
    revision: 0,
    productType: '',
    language: 'en',
    aiSuggested: [],
    userProvided: ['light'],
    uploads,
    state: startRun(['light']),
    holds: 1,
    attempts: 0,
    evaluations: 0,
    activeSeconds: 0,
  };
  const item = imageItem(run, 0);
  await hold(batchWithItem(item, 'pipeline'), [item], [runPut(run)]);
  return run.runId;
}

const sortKeys = (_: string, value: unknown): unknown =>
  value && typeof value === 'object' && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value;

/** Returns every row and file of some users, except the counters of their calls. */
export async function stateOf({ cloud }: TestCloud, userIds: readonly string[]): Promise<string[]> {
  const isTheirs = (text: string) => userIds.some((userId) => text.includes(userId));
  const tables = Object.entries(process.env).filter(([name]) => name.startsWith('TABLE_') && name !== 'TABLE_DAILY_USES');
  const rows = await Promise.all(
    [...new Set(tables.map(([, table]) => table))].map(async (TableName) => {
      const { Items = [], LastEvaluatedKey } = await dynamo().send(new ScanCommand({ TableName, ConsistentRead: true }));
      if (LastEvaluatedKey) throw new Error(`${TableName} has more rows than one page`);
      return Items.map((row) => JSON.stringify(row, sortKeys));
    }),
  );
  const { objects, next } = await cloud.objects.listObjects(String(process.env.MEDIA_BUCKET));
  if (next) throw new Error('The bucket has more files than one page');
  return [...rows.flat(), ...objects.map(({ key, sizeBytes }) => `${key} ${sizeBytes}`)].filter(isTheirs).sort();
}
