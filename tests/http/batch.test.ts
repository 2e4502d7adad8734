/** Tests a batch over HTTP, from photos to videos, on the whole local stack. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { CreateBatchResponse, ListActiveBatchesResponse, VideoBatchResponse } from '#shared/batch/api.ts';
import type { HistoryResponse, ListHistoryResponse, ListWholeHistoryResponse } from '#shared/history/api.ts';
import { clipResponse } from '../fixtures/cloud.ts';
import { grant } from '../fixtures/grant.ts';
import { indexLag } from '../fixtures/index-lag.ts';
import { batchRequest, createPhoto, signIn } from '../fixtures/seller.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';

let cloud: SharedCloud;
beforeAll(async () => {
  cloud = await sharedCloud();
  await cloud.fal.script('', clipResponse);
});

const fetchStart = async (url: string | undefined): Promise<{ status: number; type: string | null; bytes: Buffer }> => {
  const response = await fetch(String(url), { headers: { range: 'bytes=0-15' } });
  return { status: response.status, type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) };
};

describe('a batch of two photos', () => {
  test('a batch of two photos is quoted, generated, charged exactly for the delivered videos, and stored', async () => {
    const seller = await signIn(cloud.origin);
    expect(await seller.profile()).toMatchObject({ credits: 5, available: 5, total_videos_generated: 0, isNew: true, email: seller.email });

    const { batchId, status, body } = await seller.run(['A slow push in', 'Another look']);
    expect(status).toBe(202);
    expect(body).toEqual({
      batchId,
      status: 'running',
      quote: {
        items: [
          { itemId: 'item-0', cost: 1.2 },
          { itemId: 'item-1', cost: 1.2 },
        ],
        total: 2.4,
      },
    } satisfies CreateBatchResponse);
    expect(await seller.profile()).toMatchObject({ available: 2.6 });

    const finalBatch = await seller.until(batchId);
    expect(finalBatch).toMatchObject({
      status: 'completed',
      counters: { total: 2, completed: 2, processing: 0, queued: 0, failed: 0, cancelled: 0 },
    });
    for (const item of finalBatch.items) {
      expect(item).toMatchObject({ status: 'completed', cost: 1.2, charged: 1.2 });
      expect(await fetchStart(item.videoUrl)).toMatchObject({ status: 206, type: 'video/mp4' });
      expect((await fetchStart(item.videoUrl)).bytes.subarray(4, 8).toString()).toBe('ftyp');
      expect(await fetchStart(item.posterUrl)).toMatchObject({ status: 206, type: 'image/jpeg' });
      expect(await fetchStart(item.photoUrl)).toMatchObject({ status: 206, type: 'image/jpeg' });
      expect(decodeURIComponent(String(new URL(String(item.downloadUrl)).searchParams.get('response-content-disposition')))).toMatch(
        /video_Photo-\d_.*\.mp4/,
      );
    }

    expect(await seller.profile()).toMatchObject({ credits: 2.6, available: 2.6, total_videos_generated: 2 });
    const rows = await seller.transactions();
    expect(rows.map(({ type, amount, batch_id, description }) => ({ type, amount, batch_id, description }))).toEqual([
      { type: 'deduction', amount: -1.2, batch_id: batchId, description: 'Video generation' },
      { type: 'deduction', amount: -1.2, batch_id: batchId, description: 'Video generation' },
      { type: 'bonus', amount: 5, batch_id: undefined, description: 'Welcome bonus' },
    ]);

    const list = await seller.call<ListHistoryResponse>('GET', '/api/history/video');
    expect(list.body.items).toHaveLength(1);
    expect(list.body.items[0]).toMatchObject({
      batch_id: batchId,
      prompt: 'A slow push in; Another look',
      total_images: 2,
      completed_images: 2,
      failed_images: 0,
      status: 'completed',
      aspect_ratio: '9:16',
      model: 'veo3-fast',
    });
    const { body: history } = await seller.call<HistoryResponse>('GET', `/api/history/video/${batchId}`);
    expect(history).toMatchObject({ id: batchId, batch_id: batchId, status: 'completed' });
    const { body: wholeHistory } = await seller.call<ListWholeHistoryResponse>('GET', '/api/history/video?results=true');
    expect(wholeHistory.items.map(({ id, results }) => [id, results.length])).toEqual([[batchId, 2]]);
    expect(history.results.map(({ image_title, prompt, status: finalStatus }) => [image_title, prompt, finalStatus])).toEqual([
      ['Photo 1.jpg', 'A slow push in', 'completed'],
      ['Photo 2.jpg', 'Another look', 'completed'],
    ]);
    expect(await cloud.fal.orders('Another look')).toBe(1);
  });

  test('a batch is created once if the same order is sent several times, and each response is the same', async () => {
    const seller = await signIn(cloud.origin);
    const { key } = await seller.upload(await createPhoto());
    const request = batchRequest([{ uploadKey: key, prompt: 'Ordered again and again' }]);
    const responses = await Promise.all(Array.from({ length: 5 }, () => seller.call('POST', '/api/batches', request)));
    for (const response of responses)
      expect(response).toMatchObject({ status: 202, body: { batchId: request.batchId, quote: { total: 1.2 } } });
    await seller.until(request.batchId);
    const lateResponse = await seller.call<CreateBatchResponse>('POST', '/api/batches', request);
    expect(lateResponse).toMatchObject({ status: 202, body: { status: 'completed', quote: { total: 1.2 } } });
    expect(await seller.profile()).toMatchObject({ credits: 3.8, available: 3.8 });
    expect(await cloud.fal.orders('Ordered again and again')).toBe(1);
  });

  test('a batch is listed while it runs, and an unchanged response is sent as 304', async () => {
    const seller = await signIn(cloud.origin);
    await cloud.fal.script('held back', clipResponse, { kind: 'late-webhook' });
    const { batchId } = await seller.run(['held back']);
    const listActive = async () => (await seller.call<ListActiveBatchesResponse>('GET', '/api/batches?active=true')).body.items;
    // The list uses an index. An index is updated later than the batch.
    await expect.poll(listActive, indexLag).toMatchObject([{ batchId, kind: 'video', total: 1 }]);
    await seller.until(batchId, (batch) => batch.items[0]?.stage === 'processing');
    const firstResponse = await seller.call<VideoBatchResponse>('GET', `/api/batches/${batchId}`);
    expect(firstResponse.headers.get('cache-control')).toBe('no-store');
    const secondResponse = await seller.call('GET', `/api/batches/${batchId}`, undefined, {
      'if-none-match': String(firstResponse.headers.get('etag')),
    });
    expect(secondResponse.status).toBe(304);
    await cloud.fal.release();
    await seller.until(batchId);
    await expect.poll(listActive, indexLag).toEqual([]);
  });
});

test('a batch of a hundred items with two thousand Chinese characters each appears in the history', async () => {
  const seller = await signIn(cloud.origin);
  await grant(seller.userId, 20_000);
  const { key } = await seller.upload(await createPhoto());
  const text = '鞋'.repeat(1990);
  const request = batchRequest(
    Array.from({ length: 100 }, (_, n) => ({ uploadKey: key, prompt: `${text}-${String(n).padStart(3, '0')}` })),
  );
  expect(await seller.call('POST', '/api/batches', request)).toMatchObject({ status: 202, body: { quote: { total: 120 } } });
  const finalBatch = await seller.until(request.batchId, undefined, 240_000);
  expect(finalBatch.counters).toMatchObject({ total: 100, completed: 100 });
  expect(await seller.profile()).toMatchObject({ credits: 85, available: 85, total_videos_generated: 100 });
  const { body } = await seller.call<HistoryResponse>('GET', `/api/history/video/${request.batchId}`);
  expect(body.results.map(({ prompt }) => prompt)).toEqual(request.items.map(({ prompt }) => prompt));
  expect([...body.prompt]).toHaveLength(2000);
}, 300_000);
