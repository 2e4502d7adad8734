/** Tests batches of photo edits from the call to the files: refusals, charges, failures, cancels, retries and crashes. */
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { editItemsOf } from '#lambdas/batch/edit-items.ts';
import { executionName } from '#lambdas/batch/executions.ts';
import type { Batch } from '#lambdas/store/batch-rows.ts';
import { putItems } from '#lambdas/store/batches.ts';
import { holdForBatch } from '#lambdas/store/ledger.ts';
import { measure, productPhoto } from '#local/demo/pictures/measures.test-support.ts';
import {
  type CreateBatchResponse,
  createBatchRequest,
  type EditBatchResponse,
  editBatchResponse,
  type ListActiveBatchesResponse,
} from '#shared/batch/api.ts';
import type { DownloadResponse } from '#shared/download/api.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { HistoryResponse, ListHistoryResponse, ListWholeHistoryResponse } from '#shared/history/api.ts';
import type { PhotoEditAccepted } from '#shared/photo-edit/api.ts';
import { concurrentEditsMax } from '#shared/photo-edit/batch.ts';
import { editRequest } from '../fixtures/edit-order.ts';
import { grant } from '../fixtures/grant.ts';
import { indexLag } from '../fixtures/index-lag.ts';
import { readUsesToday, setCallsLeftInWindow, setUsesLeftToday } from '../fixtures/limits.ts';
import { type Seller, signIn } from '../fixtures/seller.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';
import { waitUntil } from '../fixtures/until.ts';

let cloud: SharedCloud;
let photo: Buffer;
beforeAll(async () => {
  [cloud, photo] = await Promise.all([sharedCloud(), productPhoto({ hasText: true })]);
});

const errorResponse = (status: number, code: ErrorCode) => ({ status, body: { code } });
const fullBalance = { credits: 5, available: 5 };
const aiBackground = (backgroundPrompt: string, changes: object = {}) =>
  ({ apiMode: 'image-editing', backgroundMode: 'ai-generated', backgroundPrompt, ...changes }) as const;

const send = (seller: Seller, request: object) => seller.call<CreateBatchResponse>('POST', '/api/batches', request);
const cancel = (seller: Seller, batchId: string, itemIds?: string[]) =>
  seller.call<EditBatchResponse>('POST', `/api/batches/${batchId}/cancel`, itemIds ? { itemIds } : {});
const retry = (seller: Seller, batchId: string, newId: string) =>
  seller.call<CreateBatchResponse>('POST', `/api/batches/${batchId}/retry`, { batchId: newId });
const waitForBatch = (seller: Seller, batchId: string, condition?: (batch: EditBatchResponse) => boolean) =>
  seller.until<EditBatchResponse>(batchId, condition);
const uploadPhoto = async (seller: Seller, file = photo) => (await seller.upload(file, 'image/png')).key;

async function orderEdits(seller: Seller, count: number, settings: object = {}) {
  const key = await uploadPhoto(seller);
  const request = editRequest(Array(count).fill(key), { settings });
  return { request, batchId: request.batchId, response: await send(seller, request) };
}

const bytesAt = async (url: string | undefined) => Buffer.from(await (await fetch(String(url))).arrayBuffer());
const formsOf = (prompt: string) => cloud.photoroom.forms('background.prompt', prompt);
const readDeductions = async (seller: Seller) =>
  (await seller.transactions())
    .filter(({ type }) => type === 'deduction')
    .map(({ amount, description, batch_id, item_id }) => [amount, description, batch_id, item_id])
    .sort();

describe('a refused order', () => {
  test.each<[string, (key: string) => object, number, ErrorCode]>([
    ['no photo', () => editRequest([]), 400, 'EmptyBatch'],
    ['51 photos', (key) => editRequest(Array(51).fill(key)), 400, 'EditBatchTooLarge'],
    ['an item twice', (key) => ({ ...editRequest([key]), items: [1, 2].map(() => editRequest([key]).items[0]) }), 400, 'DuplicateItem'],
    ['no settings', (key) => ({ ...editRequest([key]), settings: undefined }), 400, 'BadRequest'],
    ['an unknown setting', (key) => ({ ...editRequest([key]), settings: { addGlitter: true } }), 400, 'BadRequest'],
    ['a background without a description', (key) => editRequest([key], { settings: aiBackground(' ') }), 400, 'BadRequest'],
    [
      'a guided background without a guiding picture',
      (key) => editRequest([key], { settings: { apiMode: 'image-editing', backgroundMode: 'image-guided' } }),
      400,
      'GuidanceRequired',
    ],
    ['a missing upload', (key) => editRequest([key, key.replace(/[\w-]+\.png$/, 'gone.png')]), 404, 'UploadNotFound'],
    ['a URL outside our storage', () => editRequest(['http://169.254.169.254/latest/meta-data/x.jpg']), 404, 'UploadNotFound'],
    ['another kind with these fields', (key) => ({ ...editRequest([key]), kind: 'photo-edit' }), 400, 'BadRequest'],
  ])('an order is refused without a hold if it contains %s', async (_, request, status, code) => {
    const seller = await signIn(cloud.origin);
    const order = request(await uploadPhoto(seller));
    expect(await send(seller, order)).toMatchObject(errorResponse(status, code));
    expect(await seller.profile()).toMatchObject(fullBalance);
    expect(await readUsesToday(seller.userId, 'photoEdit')).toBe(0);
  });

  test('an order is refused without a hold if it contains a photo or a guide of another user', async () => {
    const [seller, other] = await Promise.all([signIn(cloud.origin), signIn(cloud.origin)]);
    const [ownKey, foreignKey] = await Promise.all([uploadPhoto(seller), uploadPhoto(other)]);
    expect(await send(seller, editRequest([ownKey, foreignKey]))).toMatchObject({
      ...errorResponse(404, 'UploadNotFound'),
      body: { data: { itemId: 'photo-1' } },
    });
    const guidedEdit = { settings: { apiMode: 'image-editing', backgroundMode: 'image-guided' }, guidanceKey: foreignKey } as const;
    expect(await send(seller, editRequest([ownKey], guidedEdit))).toMatchObject(errorResponse(404, 'UploadNotFound'));
    expect(await seller.profile()).toMatchObject(fullBalance);
  });

  test('an order is refused without a hold if it exceeds the balance, a limit, or the maximum number of parallel batches', async () => {
    const seller = await signIn(cloud.origin);
    const key = await uploadPhoto(seller);
    await grant(seller.userId, -490, 1);
    expect(await send(seller, editRequest([key, key], { settings: aiBackground('too expensive') }))).toMatchObject({
      ...errorResponse(402, 'InsufficientCredits'),
      body: { data: { need: 0.2, have: 0.1 } },
    });
    expect(await readUsesToday(seller.userId, 'photoEdit')).toBe(0);
    await setUsesLeftToday(seller.userId, 'photoEdit', 2);
    expect(await send(seller, editRequest([key, key, key]))).toMatchObject(errorResponse(429, 'DailyLimit'));
    await setUsesLeftToday(seller.userId, 'photoEdit', 200);
    await setCallsLeftInWindow(seller.userId, 'item', 1);
    expect(await send(seller, editRequest([key, key]))).toMatchObject(errorResponse(429, 'TooManyRequests'));
    await setCallsLeftInWindow(seller.userId, 'item', 100);
    await cloud.photoroom.script('background.prompt=slot', { kind: 'held' });
    await grant(seller.userId, 100);
    const busy = [1, 2, 3].map(() => editRequest([key], { settings: aiBackground('slot') }));
    for (const request of busy) expect((await send(seller, request)).status).toBe(202);
    expect(await send(seller, editRequest([key]))).toMatchObject(errorResponse(409, 'ActiveBatchLimit'));
    await cloud.photoroom.release();
    for (const { batchId } of busy) expect((await waitForBatch(seller, batchId)).status).toBe('completed');
    expect(await seller.profile()).toMatchObject({ credits: 0.8, available: 0.8 });
  });

  test('an order above the daily limit of a free account is refused without a hold, even if it is the first batch', async () => {
    const seller = await signIn(cloud.origin);
    const key = await uploadPhoto(seller);
    expect(await send(seller, editRequest(Array(21).fill(key)))).toMatchObject(errorResponse(429, 'DailyLimit'));
    expect(await seller.profile()).toMatchObject(fullBalance);
    expect(await readUsesToday(seller.userId, 'photoEdit')).toBe(0);
  });
});

describe('four edits', () => {
  let seller: Seller;
  let order: Awaited<ReturnType<typeof orderEdits>>;
  let finalBatch: EditBatchResponse;
  beforeAll(async () => {
    seller = await signIn(cloud.origin);
    order = await orderEdits(seller, 4, { backgroundMode: 'color', backgroundColor: '#ff8800', exportFormat: 'webp' });
    finalBatch = await waitForBatch(seller, order.batchId);
  });

  test('four edits are quoted per photo, held, and charged separately', async () => {
    const { request, batchId, response } = order;
    const items = request.items.map(({ itemId }) => ({ itemId, cost: 0.02 }));
    expect(response).toMatchObject({ status: 202, body: { batchId, status: 'running', quote: { items, total: 0.08 } } });
    expect(await seller.profile()).toMatchObject({ credits: 4.92, available: 4.92, total_videos_generated: 0 });
    expect(await readDeductions(seller)).toEqual(items.map(({ itemId }) => [-0.02, 'Photo editing in a batch', batchId, itemId]));
    expect(await readUsesToday(seller.userId, 'photoEdit')).toBe(4);
  });

  test('four edits are shown with their settings, sizes and files', async () => {
    expect(editBatchResponse.parse(finalBatch)).toEqual(finalBatch);
    expect(finalBatch).toMatchObject({
      kind: 'edit',
      status: 'completed',
      settings: { apiMode: 'remove-background', backgroundMode: 'color', backgroundColor: '#ff8800', exportFormat: 'webp' },
      counters: { total: 4, completed: 4, failed: 0 },
    });
    for (const [index, item] of finalBatch.items.entries()) {
      expect(item).toMatchObject({
        itemId: `photo-${index}`,
        title: `Photo ${index + 1}.jpg`,
        model: 'remove-background',
        status: 'completed',
        format: 'webp',
        cost: 0.02,
        charged: 0.02,
        ignoredSettings: [],
      });
      const file = await bytesAt(item.imageUrl);
      const { width, height, transparentShare, border } = await measure(file);
      expect([width, height, transparentShare]).toEqual([item.width, item.height, 0]);
      for (const [channel, value] of [255, 136, 0].entries()) expect(Math.abs(Number(border[channel]) - value)).toBeLessThan(4);
      expect(await sharp(await bytesAt(item.thumbnailUrl)).metadata()).toMatchObject({ format: 'jpeg', width: 300 });
      expect((await bytesAt(item.photoUrl)).length).toBeGreaterThan(0);
      const download = await fetch(String(item.downloadUrl));
      expect(decodeURIComponent(String(download.headers.get('content-disposition')))).toMatch(/photo_Photo-\d_.*\.webp/);
      await download.arrayBuffer();
    }
  });

  test('four edits are in the history of images as one batch of edits', async () => {
    const { items } = (await seller.call<ListHistoryResponse>('GET', '/api/history/image')).body;
    expect(items).toMatchObject([
      {
        batch_id: order.batchId,
        kind: 'edit',
        prompt: '',
        model: 'remove-background',
        aspect_ratio: 'auto',
        total_images: 4,
        completed_images: 4,
        status: 'completed',
        thumbnail: expect.stringContaining('.thumb.jpg'),
      },
    ]);
    expect((await seller.call<ListHistoryResponse>('GET', '/api/history/video')).body.items).toEqual([]);
    const history = (await seller.call<HistoryResponse>('GET', `/api/history/image/${order.batchId}`)).body;
    expect(history.results.map(({ id, status }) => [id, status])).toEqual(order.request.items.map(({ itemId }) => [itemId, 'completed']));
    for (const result of history.results) expect(result).toMatchObject({ image_url: expect.any(String), image_title: expect.any(String) });
    const list = (await seller.call<ListWholeHistoryResponse>('GET', '/api/history/image?results=true')).body;
    expect(list.items[0]?.results).toHaveLength(4);
  });

  test('four edits can be kept, and can be packed in one archive', async () => {
    const keepResponse = await seller.call('PUT', `/api/batches/${order.batchId}/items/photo-2/keep`, { keep: true });
    expect(keepResponse.status).toBe(200);
    expect((await waitForBatch(seller, order.batchId)).items.map(({ kept }) => kept)).toEqual([undefined, undefined, true, undefined]);
    const results = finalBatch.items.map(({ imageUrl }) => imageUrl);
    const downloadId = randomUUID();
    expect((await seller.call('POST', '/api/downloads', { downloadId, results })).status).toBe(202);
    const read = async () => (await seller.call<DownloadResponse>('GET', `/api/downloads/${downloadId}`)).body;
    const { fileName, count } = await waitUntil(read, ({ status }) => status === 'ready');
    expect([fileName, count]).toEqual([expect.stringContaining('images'), 4]);
  });

  test('other users cannot see a batch of edits, and no caller can read it as a single edit or an operation', async () => {
    const other = await signIn(cloud.origin);
    const { batchId } = order;
    expect(await other.call('GET', `/api/batches/${batchId}`)).toMatchObject(errorResponse(404, 'BatchNotFound'));
    expect(await other.call('GET', `/api/history/image/${batchId}`)).toMatchObject(errorResponse(404, 'BatchNotFound'));
    expect(await cancel(other, batchId)).toMatchObject(errorResponse(404, 'BatchNotFound'));
    expect(await retry(other, batchId, randomUUID())).toMatchObject(errorResponse(404, 'BatchNotFound'));
    expect(await seller.call('GET', `/api/photoroom/${batchId}`)).toMatchObject(errorResponse(404, 'OperationNotFound'));
    expect(await seller.call('POST', '/api/gemini/check-operation', { operationName: `operations/${batchId}` })).toMatchObject(
      errorResponse(404, 'OperationNotFound'),
    );
    expect(await cancel(seller, batchId)).toMatchObject(errorResponse(409, 'NothingToCancel'));
    expect(await retry(seller, batchId, randomUUID())).toMatchObject(errorResponse(409, 'NothingToRetry'));
  });
});

test('repeated and parallel orders with one id create one batch, and a different order with this id is refused', async () => {
  const seller = await signIn(cloud.origin);
  const key = await uploadPhoto(seller);
  const request = editRequest([key, key], { settings: aiBackground('the same batch twice') });
  const responses = await Promise.all([1, 2, 3].map(() => send(seller, request)));
  for (const response of responses)
    expect(response).toMatchObject({ status: 202, body: { batchId: request.batchId, quote: { total: 0.2 } } });
  const listActive = async () => (await seller.call<ListActiveBatchesResponse>('GET', '/api/batches?active=true')).body.items;
  await waitForBatch(seller, request.batchId);
  await vi.waitFor(async () => expect(await listActive()).toEqual([]), indexLag);
  expect(await send(seller, request)).toMatchObject({ status: 202, body: { status: 'completed' } });
  expect(await send(seller, { ...request, settings: aiBackground('another one') })).toMatchObject(errorResponse(409, 'BatchIdReused'));
  const single = { imageKey: key, operationId: request.batchId };
  expect(await seller.call('POST', '/api/photoroom/remove-background', single)).toMatchObject(errorResponse(409, 'BatchIdReused'));
  expect(await formsOf('the same batch twice')).toHaveLength(2);
  expect(await seller.profile()).toMatchObject({ credits: 4.8, available: 4.8 });
});

test('three edits are made in parallel, and their batch is listed as running', async () => {
  const seller = await signIn(cloud.origin);
  await cloud.photoroom.script('background.prompt=one of many', { kind: 'held' });
  const { batchId } = await orderEdits(seller, concurrentEditsMax + 2, aiBackground('one of many'));
  const { counters } = await waitForBatch(seller, batchId, (batch) => batch.counters.processing === concurrentEditsMax);
  expect(counters).toMatchObject({ processing: concurrentEditsMax, queued: 2 });
  const listActive = async () => (await seller.call<ListActiveBatchesResponse>('GET', '/api/batches?active=true')).body.items;
  await vi.waitFor(async () => expect(await listActive()).toMatchObject([{ batchId, kind: 'edit', total: 5 }]), indexLag);
  await cloud.photoroom.release();
  let mostParallel = 0;
  await waitForBatch(seller, batchId, (batch) => {
    mostParallel = Math.max(mostParallel, batch.counters.processing);
    return batch.status !== 'running';
  });
  expect(mostParallel).toBe(concurrentEditsMax);
  expect(await seller.profile()).toMatchObject({ credits: 4.5, available: 4.5 });
});

test('a guided background sends the guiding picture with each photo', async () => {
  const seller = await signIn(cloud.origin);
  const key = await uploadPhoto(seller);
  const guide = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#1040c0' } })
    .jpeg()
    .toBuffer();
  const { key: guidanceKey } = await seller.upload(guide);
  const settings = { apiMode: 'image-editing', backgroundMode: 'image-guided', backgroundPrompt: 'guided batch' } as const;
  const request = editRequest([key, key], { settings, guidanceKey });
  expect((await send(seller, request)).status).toBe(202);
  expect((await waitForBatch(seller, request.batchId)).status).toBe('completed');
  const forms = await formsOf('guided batch');
  expect(forms.map(({ files }) => files.map(({ name }) => name))).toEqual([1, 2].map(() => ['imageFile', 'background.guidance.imageFile']));
});

describe('a failed edit', () => {
  test.each<[string, object, ErrorCode, number]>([
    ['an edit that the vendor refuses', { kind: 'status', status: 400 }, 'VendorRejectedInput', 1],
    ['an edit at a vendor without credits', { kind: 'status', status: 402 }, 'VendorMisconfigured', 1],
    ['an edit at a busy vendor', { kind: 'status', status: 429 }, 'VendorBusy', 3],
    ['an edit whose response contains no picture', { kind: 'malformed' }, 'VendorMalformedAnswer', 1],
  ])('%s releases its hold', async (name, fault, code, requests) => {
    const seller = await signIn(cloud.origin);
    await cloud.photoroom.script(`background.prompt=batch ${name}`, fault);
    const { batchId } = await orderEdits(seller, 1, aiBackground(`batch ${name}`));
    const { status, items } = await waitForBatch(seller, batchId);
    expect(status).toBe('failed');
    expect(items).toMatchObject([
      { status: 'failed', charged: 0, error: { code, message: expect.stringContaining('Failed to process image') } },
    ]);
    expect(await formsOf(`batch ${name}`)).toHaveLength(requests);
    expect(await seller.profile()).toMatchObject(fullBalance);
    expect(await readDeductions(seller)).toEqual([]);
  });

  test('a failed edit is retried without the other edits, at its price, and from the stored photo', async () => {
    const seller = await signIn(cloud.origin);
    const [good, half] = [await uploadPhoto(seller), await uploadPhoto(seller, photo.subarray(0, Math.floor(photo.length / 2)))];
    await cloud.photoroom.scriptOnce('background.prompt=retried', { kind: 'status', status: 400 });
    const request = editRequest([good, good, half], { settings: aiBackground('retried') });
    expect((await send(seller, request)).status).toBe(202);
    const first = await waitForBatch(seller, request.batchId);
    expect(first).toMatchObject({ status: 'partial', counters: { completed: 1, failed: 2 } });
    expect(first.items[2]).toMatchObject({ status: 'failed', error: { code: 'ImageUnreadable' } });
    expect(await seller.profile()).toMatchObject({ credits: 4.9, available: 4.9 });
    const failedItemIds = first.items.filter(({ status }) => status === 'failed').map(({ itemId }) => itemId);
    const newId = randomUUID();
    for (const response of await Promise.all([retry(seller, request.batchId, newId), retry(seller, request.batchId, newId)]))
      expect(response).toMatchObject({ status: 202, body: { batchId: newId, quote: { total: 0.2 } } });
    const second = await waitForBatch(seller, newId);
    expect(second.items.map(({ itemId }) => itemId)).toEqual(failedItemIds);
    expect(second).toMatchObject({ kind: 'edit', status: 'partial', settings: aiBackground('retried'), items: [{ retryCount: 1 }, {}] });
    expect(await seller.profile()).toMatchObject({ credits: 4.8, available: 4.8 });
    // The first batch sent two requests, and the second batch sent one request. The incomplete photo was never sent.
    expect(await formsOf('retried')).toHaveLength(3);
  });
});

describe('a cancel', () => {
  test('a cancel releases the queued edits, and the delivered edits are charged', async () => {
    const seller = await signIn(cloud.origin);
    await cloud.photoroom.script('background.prompt=cancelled', { kind: 'held' });
    const { batchId } = await orderEdits(seller, 5, aiBackground('cancelled'));
    await waitForBatch(seller, batchId, ({ counters }) => counters.processing === concurrentEditsMax);
    expect(await cancel(seller, batchId, ['photo-9'])).toMatchObject(errorResponse(400, 'BadRequest'));
    expect((await cancel(seller, batchId, ['photo-3', 'photo-4'])).body.counters).toMatchObject({ cancelled: 2 });
    expect((await cancel(seller, batchId, ['photo-4'])).status).toBe(200);
    await cloud.photoroom.release();
    const finalBatch = await waitForBatch(seller, batchId);
    expect(finalBatch).toMatchObject({ status: 'partial', counters: { completed: 3, cancelled: 2 } });
    expect(finalBatch.items[4]).toMatchObject({
      charged: 0,
      error: { code: 'Cancelled', message: 'You cancelled this edit. It was not charged.' },
    });
    expect(await formsOf('cancelled')).toHaveLength(3);
    expect(await seller.profile()).toMatchObject({ credits: 4.7, available: 4.7 });
  });

  test('a cancel discards an edit that is at the vendor, and nothing is charged', async () => {
    const seller = await signIn(cloud.origin);
    await cloud.photoroom.script('background.prompt=too late', { kind: 'held' });
    const { batchId } = await orderEdits(seller, 1, aiBackground('too late'));
    await waitUntil(
      () => formsOf('too late'),
      (forms) => forms.length === 1,
    );
    expect((await cancel(seller, batchId)).body.items).toMatchObject([{ isCancelling: true }]);
    await cloud.photoroom.release();
    expect(await waitForBatch(seller, batchId)).toMatchObject({ status: 'cancelled', items: [{ status: 'cancelled', charged: 0 }] });
    expect(await seller.profile()).toMatchObject(fullBalance);
    expect(await readDeductions(seller)).toEqual([]);
  });
});

describe('a batch after a crash', () => {
  test('the reconcile job completes a batch if a crash prevented the start of its execution', async () => {
    const seller = await signIn(cloud.origin);
    const request = createBatchRequest.parse(editRequest([await uploadPhoto(seller)], { settings: aiBackground('batch left behind') }));
    if (request.kind !== 'edit') throw new Error('This is not a batch of edits');
    const items = editItemsOf(seller.userId, request);
    const batch: Batch = {
      userId: seller.userId,
      batchId: request.batchId,
      kind: 'edit',
      status: 'running',
      createdAt: new Date().toISOString(),
      requestHash: 'hash',
      totalCents: 10,
      items: [{ itemId: 'photo-0', cents: 10 }],
    };
    await putItems(items, 'hash');
    await holdForBatch(batch);
    expect(await seller.profile()).toMatchObject({ credits: 5, available: 4.9 });
    await cloud.runJob('batch/reconcile');
    expect(await waitForBatch(seller, request.batchId)).toMatchObject({ status: 'completed', items: [{ charged: 0.1 }] });
    expect(await formsOf('batch left behind')).toHaveLength(1);
    expect(await seller.profile()).toMatchObject({ credits: 4.9, available: 4.9 });
  });

  test.each(['batch/capture-item', 'batch/finish-batch'])(
    'after a crash in %s, a batch is resumed, and nothing is made or charged twice',
    async (entry) => {
      const seller = await signIn(cloud.origin);
      const prompt = `batch cut off in ${entry}`;
      const request = editRequest([await uploadPhoto(seller), await uploadPhoto(seller)], { settings: aiBackground(prompt) });
      const brokenEntries = [entry, ...(entry === 'batch/capture-item' ? ['batch/release-item'] : [])];
      const restoreFunctions = brokenEntries.map((one) => cloud.breakFunction(one, ({ batchId }) => batchId === request.batchId));
      expect((await send(seller, request)).status).toBe(202);
      const name = executionName(seller.userId, request.batchId);
      const executions = () => cloud.cloud.states?.listExecutions().filter((one) => one.name.startsWith(name)) ?? [];
      await vi.waitUntil(() => executions().some((one) => one.name === name && one.status === 'FAILED'), { timeout: 90_000 });
      for (const restore of restoreFunctions) restore();
      await cloud.runJob('batch/reconcile');
      expect(await waitForBatch(seller, request.batchId)).toMatchObject({ status: 'completed', counters: { completed: 2 } });
      expect(await formsOf(prompt)).toHaveLength(2);
      expect(await seller.profile()).toMatchObject({ credits: 4.8, available: 4.8 });
      expect(await readDeductions(seller)).toHaveLength(2);
    },
  );

  test.each(['photo-edit/prepare-edit', 'photo-edit/edit-photo'])('the holds are released if %s always crashes', async (entry) => {
    const seller = await signIn(cloud.origin);
    const request = editRequest([await uploadPhoto(seller)]);
    const restoreFunction = cloud.breakFunction(entry, ({ batchId }) => batchId === request.batchId);
    expect((await send(seller, request)).status).toBe(202);
    expect(await waitForBatch(seller, request.batchId)).toMatchObject({ status: 'failed', items: [{ charged: 0 }] });
    restoreFunction();
    expect(await seller.profile()).toMatchObject(fullBalance);
  });
});

test('a single edit is a job, and cannot be read as a batch', async () => {
  const seller = await signIn(cloud.origin);
  const key = await uploadPhoto(seller);
  const { status, body } = await seller.call<PhotoEditAccepted>('POST', '/api/photoroom/remove-background', { imageKey: key });
  expect([status, body.cost]).toEqual([202, 0.02]);
  expect(await seller.call('GET', `/api/batches/${body.jobId}`)).toMatchObject(errorResponse(404, 'BatchNotFound'));
});
