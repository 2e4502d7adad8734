/** Tests batches of images from the call to the file: groups, charges, failures, cancels, retries and crashes. */
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { executionName } from '#lambdas/batch/executions.ts';
import type { Batch, ImageItem } from '#lambdas/store/batch-rows.ts';
import { putItems } from '#lambdas/store/batches.ts';
import { holdForBatch, releaseItem } from '#lambdas/store/ledger.ts';
import type { CreateBatchResponse, ImageBatchResponse, VideoBatchResponse } from '#shared/batch/api.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { HistoryResponse, ListHistoryResponse } from '#shared/history/api.ts';
import { defaultImagePrompt } from '#shared/image/defaults.ts';
import { clipResponse } from '../fixtures/cloud.ts';
import { grant } from '../fixtures/grant.ts';
import { imageRequest } from '../fixtures/image-order.ts';
import { indexLag } from '../fixtures/index-lag.ts';
import { prepare } from '../fixtures/prepare.ts';
import { createPhoto, type Seller, signIn } from '../fixtures/seller.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';

let cloud: SharedCloud;
beforeAll(async () => {
  cloud = await sharedCloud();
});

const errorResponse = (status: number, code: ErrorCode) => ({ status, body: { code } });
const prompts = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name} ${n}`);
const waitForBatch = (seller: Seller, batchId: string, condition?: (batch: ImageBatchResponse) => boolean) =>
  seller.until<ImageBatchResponse>(batchId, condition);
const cancel = (seller: Seller, batchId: string, itemIds?: string[]) =>
  seller.call<ImageBatchResponse>('POST', `/api/batches/${batchId}/cancel`, itemIds ? { itemIds } : {});

async function order(seller: Seller, texts: readonly string[], changes: object = {}) {
  const { key } = await seller.upload(await createPhoto());
  const request = imageRequest(texts, key, changes);
  return { request, batchId: request.batchId, response: await seller.call<CreateBatchResponse>('POST', '/api/batches', request) };
}

async function pictureAt(url: string | undefined) {
  const response = await fetch(String(url));
  return { response, ...(await sharp(Buffer.from(await response.arrayBuffer())).metadata()) };
}

/** Reads the start and end of each image from the execution history of a batch, sorted by index. */
function executionsOf({ userId }: Seller, batchId: string) {
  const name = executionName(userId, batchId);
  const executions = cloud.cloud.states?.listExecutions() ?? [];
  return executions
    .filter((one) => one.name.startsWith(`${name}-`))
    .map(({ name: itemName, startedAt, stoppedAt = Number.NaN }) => ({
      index: Number(itemName.slice(name.length + 1)),
      startedAt,
      stoppedAt,
    }))
    .sort((a, b) => a.index - b.index);
}

function eventsOf({ userId }: Seller, batchId: string) {
  const execution = cloud.cloud.states?.listExecutions().find(({ name }) => name === executionName(userId, batchId));
  return cloud.cloud.states?.getExecutionHistory(String(execution?.executionArn)) ?? [];
}

describe('seven images', () => {
  let seller: Seller;
  let batchId: string;
  let finalBatch: ImageBatchResponse;

  prepare(async () => {
    seller = await signIn(cloud.origin);
    const texts = [...prompts('seven', 3), 'seven 3 not fit to be seen', ...prompts('seven again', 3)];
    await cloud.gemini.scriptOnce('not fit to be seen', { kind: 'finish', reason: 'IMAGE_SAFETY' });
    const firstOrder = await order(seller, texts, { aspectRatio: '4:5' });
    batchId = firstOrder.batchId;
    expect(firstOrder.response).toMatchObject({ status: 202, body: { quote: { total: 0.35 } } });
    expect(firstOrder.response.body.quote.items.map(({ cost }) => cost)).toEqual(Array(7).fill(0.05));
    finalBatch = await waitForBatch(seller, batchId);
  });

  test('seven images are generated in groups of three, and each group starts after the end of the previous group', () => {
    const runs = executionsOf(seller, batchId);
    expect(runs.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    const groups = [runs.slice(0, 3), runs.slice(3, 6), runs.slice(6)];
    for (const [n, group] of groups.slice(1).entries())
      expect(Math.min(...group.map(({ startedAt }) => startedAt))).toBeGreaterThanOrEqual(
        Math.max(...(groups[n] ?? []).map(({ stoppedAt }) => stoppedAt)),
      );
    // The images of one group run in parallel.
    for (const group of groups)
      expect(Math.max(...group.map(({ startedAt }) => startedAt))).toBeLessThan(Math.min(...group.map(({ stoppedAt }) => stoppedAt)));
  });

  test('seven images are generated with a pause after each group except the last', () => {
    const pauses = eventsOf(seller, batchId).filter(({ type }) => type === 'WaitStateEntered');
    expect(pauses).toHaveLength(2);
  });

  test('seven images are delivered as JPEG files with the ordered ratio, each with a thumbnail and a file name', async () => {
    expect(finalBatch).toMatchObject({ kind: 'image', status: 'partial', counters: { total: 7, completed: 6, failed: 1 } });
    const [item] = finalBatch.items;
    expect(item).toMatchObject({ status: 'completed', cost: 0.05, charged: 0.05, model: 'gemini-2.5-flash-image', retryCount: 0 });
    for (const absent of ['videoUrl', 'posterUrl', 'resolution', 'generateAudio', 'stage']) expect(item).not.toHaveProperty(absent);
    const image = await pictureAt(item?.imageUrl);
    expect(image.response.headers.get('content-type')).toBe('image/jpeg');
    expect([image.format, Math.abs((image.width ?? 0) / (image.height ?? 1) - 0.8) < 0.03]).toEqual(['jpeg', true]);
    const thumbnail = await pictureAt(item?.thumbnailUrl);
    expect(Math.max(thumbnail.width ?? 0, thumbnail.height ?? 0)).toBe(300);
    const download = await fetch(String(item?.downloadUrl));
    expect(download.headers.get('content-disposition')).toMatch(/image_Photo-1_\d{4}-\d\d-\d\dT[\d-]+\.jpg$/);
  });

  test('seven images cost five cents each, except the refused image', async () => {
    expect(finalBatch.items[3]).toMatchObject({
      status: 'failed',
      charged: 0,
      error: { code: 'VendorRefused', message: expect.stringContaining('Image generation failed') },
    });
    expect(finalBatch.items[3]).not.toHaveProperty('imageUrl');
    expect(await seller.profile()).toMatchObject({ credits: 4.7, available: 4.7, total_videos_generated: 0 });
    const deductions = (await seller.transactions()).filter(({ type }) => type === 'deduction');
    expect(deductions.map(({ amount, description, batch_id }) => [amount, description, batch_id])).toEqual(
      Array(6).fill([-0.05, 'Image generation', batchId]),
    );
    expect(new Set(deductions.map(({ item_id }) => item_id)).size).toBe(6);
  });

  test('seven images cause one vendor request each', async () => {
    for (const n of [0, 1, 2]) {
      expect(await cloud.gemini.images(`seven ${n}`)).toBe(1);
      expect(await cloud.gemini.images(`seven again ${n}`)).toBe(1);
    }
    expect(await cloud.gemini.images('not fit to be seen')).toBe(1);
  });

  test('seven images appear only in the history of images', async () => {
    const list = await seller.call<ListHistoryResponse>('GET', '/api/history/image');
    expect(list.body.items).toMatchObject([
      { batch_id: batchId, total_images: 7, completed_images: 6, failed_images: 1, status: 'partial', aspect_ratio: '4:5' },
    ]);
    expect(list.body.items[0]?.prompt).toContain('seven 0; seven 1');
    expect((await pictureAt(list.body.items[0]?.thumbnail)).format).toBe('jpeg');
    const history = await seller.call<HistoryResponse>('GET', `/api/history/image/${batchId}`);
    expect(history.body.results[0]).toMatchObject({ status: 'completed', image_title: 'Photo 1.jpg', image_url: expect.any(String) });
    expect(history.body.results[0]).not.toHaveProperty('video_url');
    expect(history.body.results[3]).toMatchObject({ status: 'failed', error: expect.any(String), failed_at: expect.any(String) });
    expect((await seller.call<ListHistoryResponse>('GET', '/api/history/video')).body.items).toEqual([]);
    expect(await seller.call('GET', `/api/history/video/${batchId}`)).toMatchObject(errorResponse(404, 'BatchNotFound'));
  });

  test('other users cannot see the images', async () => {
    const other = await signIn(cloud.origin);
    expect(await other.call('GET', `/api/batches/${batchId}`)).toMatchObject(errorResponse(404, 'BatchNotFound'));
    expect(await cancel(other, batchId)).toMatchObject(errorResponse(404, 'BatchNotFound'));
    expect(await other.call('POST', `/api/batches/${batchId}/retry`, { batchId: randomUUID() })).toMatchObject(
      errorResponse(404, 'BatchNotFound'),
    );
    expect(await other.call('GET', `/api/history/image/${batchId}`)).toMatchObject(errorResponse(404, 'BatchNotFound'));
  });

  test('the failed images can be retried as a separate batch', async () => {
    const retryId = randomUUID();
    const balanceBefore = (await seller.profile()).credits;
    const response = await seller.call<CreateBatchResponse>('POST', `/api/batches/${batchId}/retry`, { batchId: retryId });
    expect(response).toMatchObject({ status: 202, body: { quote: { total: 0.05 } } });
    const retryBatch = await waitForBatch(seller, retryId);
    expect(retryBatch).toMatchObject({ kind: 'image', status: 'completed', items: [{ itemId: 'card-3', retryCount: 1, charged: 0.05 }] });
    expect((await seller.profile()).credits).toBeCloseTo(balanceBefore - 0.05, 2);
    expect(await seller.call('POST', `/api/batches/${randomUUID()}/retry`, { batchId: randomUUID() })).toMatchObject(
      errorResponse(404, 'BatchNotFound'),
    );
  });

  test('the images are not ordered twice if the call is repeated with the same id', async () => {
    const { request } = await order(seller, ['same order']);
    const first = await waitForBatch(seller, request.batchId);
    const credits = (await seller.profile()).credits;
    expect(await seller.call('POST', '/api/batches', request)).toMatchObject({ status: 202, body: { batchId: first.batchId } });
    expect((await seller.profile()).credits).toBe(credits);
    expect(await cloud.gemini.images('same order')).toBe(1);
    const other = { ...request, items: request.items.map((item) => ({ ...item, prompt: 'something else' })) };
    expect(await seller.call('POST', '/api/batches', other)).toMatchObject(errorResponse(409, 'BatchIdReused'));
  });
});

describe('an order', () => {
  test('an order without a prompt uses the default prompt, and the history shows this prompt', async () => {
    const seller = await signIn(cloud.origin);
    const { batchId } = await order(seller, ['', '']);
    const finalBatch = await waitForBatch(seller, batchId);
    expect(finalBatch).toMatchObject({ status: 'completed', items: [{ prompt: '' }, { prompt: '' }] });
    expect(await cloud.gemini.images(defaultImagePrompt)).toBe(2);
    const { body } = await seller.call<ListHistoryResponse>('GET', '/api/history/image');
    expect(body.items[0]?.prompt).toBe(defaultImagePrompt);
  });

  test('an order for GPT-Image-1 sends one request to OpenAI', async () => {
    const seller = await signIn(cloud.origin);
    const callsBefore = await cloud.openai.images();
    const { batchId } = await order(seller, ['on a marble table'], { model: 'GPT-Image-1', aspectRatio: '2:3' });
    const finalBatch = await waitForBatch(seller, batchId);
    expect(finalBatch).toMatchObject({ status: 'completed', items: [{ model: 'GPT-Image-1', charged: 0.05 }] });
    expect((await cloud.openai.images()) - callsBefore).toBe(1);
    const image = await pictureAt(finalBatch.items[0]?.imageUrl);
    expect([image.width, image.height]).toEqual([1024, 1536]);
  });

  test.each([
    ['a ratio that only the other model supports', { model: 'GPT-Image-1', aspectRatio: '16:9' }, 'RatioUnsupported'],
    ['a custom ratio', { aspectRatio: '7:9' }, 'RatioUnsupported'],
    ['an unknown model', { model: 'gpt-image-1' }, 'UnknownModel'],
    ['more than one image', { numImages: 4 }, 'BadRequest'],
    ['another format', { outputFormat: 'png' }, 'BadRequest'],
    ['a prompt that is too long', { prompt: 'x'.repeat(2001) }, 'PromptTooLong'],
    ['an upload of another user', { uploadKey: 'uploads/somebody/temp-images/x.jpg' }, 'UploadNotFound'],
  ] as const)('an order with %s is refused, and nothing is held', async (_, changes, code) => {
    const seller = await signIn(cloud.origin);
    const { response } = await order(seller, ['refused'], changes);
    expect(response.body).toMatchObject({ code });
    expect(await seller.profile()).toMatchObject({ credits: 5, available: 5 });
  });

  test('an order that costs more than the balance is refused with the needed amount', async () => {
    const seller = await signIn(cloud.origin);
    await grant(seller.userId, -491);
    expect((await order(seller, ['one', 'one too many'])).response).toMatchObject({
      status: 402,
      body: { code: 'InsufficientCredits', data: { need: 0.1, have: 0.09 } },
    });
    expect(await seller.profile()).toMatchObject({ credits: 0.09, available: 0.09 });
  });
});

describe('a vendor', () => {
  test('a vendor that stays busy gets three requests in total', async () => {
    const seller = await signIn(cloud.origin);
    await cloud.gemini.script('busy for long', { kind: 'error', status: 'RESOURCE_EXHAUSTED' });
    await cloud.gemini.scriptOnce('busy once', { kind: 'error', status: 'UNAVAILABLE' });
    const { batchId } = await order(seller, ['busy for long', 'busy once']);
    const finalBatch = await waitForBatch(seller, batchId);
    expect(finalBatch.items[0]).toMatchObject({ status: 'failed', charged: 0, error: { code: 'VendorBusy' }, retryCount: 2 });
    expect(finalBatch.items[1]).toMatchObject({ status: 'completed', charged: 0.05, retryCount: 1 });
    expect([await cloud.gemini.images('busy for long'), await cloud.gemini.images('busy once')]).toEqual([3, 2]);
    expect(await seller.profile()).toMatchObject({ credits: 4.95, available: 4.95 });
  });

  test.each([
    ['refuses the input', { kind: 'refuse' }, 'VendorRefused', 'Image generation failed'],
    ['returns a text instead of an image', { kind: 'text-instead' }, 'VendorMalformedAnswer', 'No image returned from generation'],
  ] as const)('a vendor that %s gets no second request', async (name, fault, code, message) => {
    const seller = await signIn(cloud.origin);
    await cloud.gemini.script(`one that ${name}`, fault);
    const { batchId } = await order(seller, [`one that ${name}`]);
    const finalBatch = await waitForBatch(seller, batchId);
    expect(finalBatch.items[0]).toMatchObject({ status: 'failed', charged: 0, error: { code, message: expect.stringContaining(message) } });
    expect(await cloud.gemini.images(`one that ${name}`)).toBe(1);
    expect(await seller.profile()).toMatchObject({ credits: 5, available: 5 });
  });
});

describe('a cancel', () => {
  test('a cancel ends queued images immediately, and running images without a charge', async () => {
    const seller = await signIn(cloud.origin);
    await cloud.gemini.script('slowly', { kind: 'held' });
    const { batchId } = await order(seller, prompts('slowly', 5));
    await waitForBatch(seller, batchId, ({ counters }) => counters.processing === 3);
    const response = await cancel(seller, batchId);
    expect(response.status).toBe(200);
    expect(response.body.items.slice(3).map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
    await cloud.gemini.release();
    const finalBatch = await waitForBatch(seller, batchId);
    expect(finalBatch).toMatchObject({ status: 'cancelled', counters: { cancelled: 5 } });
    for (const item of finalBatch.items) expect(item).toMatchObject({ charged: 0, error: { code: 'Cancelled' } });
    expect(finalBatch.items.some(({ imageUrl }) => imageUrl)).toBe(false);
    for (const n of [3, 4]) expect(await cloud.gemini.images(`slowly ${n}`)).toBe(0);
    expect(await seller.profile()).toMatchObject({ credits: 5, available: 5 });
  });

  test('a cancel after the delivery of an image is refused', async () => {
    const seller = await signIn(cloud.origin);
    const { batchId } = await order(seller, ['there already']);
    await waitForBatch(seller, batchId);
    expect(await cancel(seller, batchId)).toMatchObject(errorResponse(409, 'NothingToCancel'));
    expect(await seller.profile()).toMatchObject({ credits: 4.95, available: 4.95 });
  });
});

describe('a batch after a crash', () => {
  async function createHeldBatch(seller: Seller, name: string, count: number) {
    const { key } = await seller.upload(await createPhoto());
    const { batchId, items: requestedItems } = imageRequest(prompts(name, count), key);
    const items = requestedItems.map(
      (item, index): ImageItem => ({ ...item, kind: 'image', userId: seller.userId, batchId, index, cents: 5, status: 'queued' }),
    );
    const batch: Batch = {
      userId: seller.userId,
      batchId,
      kind: 'image',
      status: 'running',
      createdAt: new Date().toISOString(),
      requestHash: 'hash',
      totalCents: 5 * count,
      items: items.map(({ itemId, cents }) => ({ itemId, cents })),
    };
    await putItems(items, 'hash');
    await holdForBatch(batch);
    return { batchId, items };
  }

  test('a batch is generated later if a crash prevented the start of its execution, except for its cancelled item', async () => {
    const seller = await signIn(cloud.origin);
    const { batchId, items } = await createHeldBatch(seller, 'left behind', 4);
    await releaseItem(items[0] as ImageItem, { status: 'cancelled', errorCode: 'Cancelled' }, new Date());
    await cloud.runJob('batch/reconcile');
    expect(await waitForBatch(seller, batchId)).toMatchObject({ status: 'partial', counters: { completed: 3, cancelled: 1 } });
    expect(executionsOf(seller, batchId).map(({ index }) => index)).toEqual([1, 2, 3]);
    expect(eventsOf(seller, batchId).filter(({ type }) => type === 'WaitStateEntered')).toEqual([]);
    for (const n of [1, 2, 3]) expect(await cloud.gemini.images(`left behind ${n}`)).toBe(1);
    expect(await seller.profile()).toMatchObject({ credits: 4.85, available: 4.85 });
  });

  test('a batch is resumed if a crash interrupts it before its end, and nothing is generated or charged twice', async () => {
    const seller = await signIn(cloud.origin);
    let orderedId = '';
    const restoreFunction = cloud.breakFunction('batch/finish-batch', ({ batchId }) => batchId === orderedId);
    const { key } = await seller.upload(await createPhoto());
    const request = imageRequest(prompts('taken up', 2), key);
    orderedId = request.batchId;
    await seller.call('POST', '/api/batches', request);
    await waitForBatch(seller, orderedId, ({ counters }) => counters.completed === 2);
    const name = executionName(seller.userId, orderedId);
    await vi.waitUntil(() => cloud.cloud.states?.listExecutions().some((one) => one.name === name && one.status === 'FAILED'), {
      timeout: 60_000,
    });
    restoreFunction();
    await cloud.runJob('batch/reconcile');
    expect(await waitForBatch(seller, orderedId)).toMatchObject({ status: 'completed', counters: { completed: 2 } });
    for (const n of [0, 1]) expect(await cloud.gemini.images(`taken up ${n}`)).toBe(1);
    expect(await seller.profile()).toMatchObject({ credits: 4.9, available: 4.9 });
  });
});

test('a running batch of images is listed as images, and a batch of videos as videos', async () => {
  const seller = await signIn(cloud.origin);
  // Both batches run until they are listed, because DynamoDB updates the index later than the table.
  await cloud.gemini.script('listed', { kind: 'held' });
  await cloud.fal.script('listed too', clipResponse, { kind: 'late-webhook' });
  const { batchId } = await order(seller, ['listed']);
  const video = await seller.run(['listed too']);
  const listKinds = async () => {
    const { body } = await seller.call<{ items: { batchId: string; kind: string }[] }>('GET', '/api/batches?active=true');
    return Object.fromEntries(body.items.map((item) => [item.batchId, item.kind]));
  };
  await expect.poll(listKinds, indexLag).toEqual({ [batchId]: 'image', [video.batchId]: 'video' });
  await cloud.gemini.release();
  await cloud.fal.release();
  expect(await waitForBatch(seller, batchId)).toMatchObject({ kind: 'image' });
  expect(await seller.until<VideoBatchResponse>(video.batchId)).toMatchObject({ kind: 'video' });
});
