/** Tests videos with different photo and video ratios on the whole local stack: extending, padding, cropping, and their failures. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { decodeClip } from '#local/demo/clips/decode-clip.test-support.ts';
import type { VideoBatchItem } from '#shared/batch/api.ts';
import type { HistoryResponse } from '#shared/history/api.ts';
import { ageOrder } from '../fixtures/age-order.ts';
import { type FalRequest, falRequests, reportFor } from '../fixtures/fal-requests.ts';
import { batchRequest, createPhoto, type Seller, signIn } from '../fixtures/seller.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

let cloud: SharedCloud;
const files = temporaryFolder('ratios');
beforeAll(async () => {
  cloud = await sharedCloud();
});
afterAll(() => files.remove());

/** Scripted responses: fal's stand-in immediately delivers a small clip with a size that the model supports. */
const portrait = { kind: 'clip', width: 720, height: 1280 };
const landscape = { kind: 'clip', width: 1280, height: 720 };

type Order = { file: Buffer; type?: string; aspectRatio: string; clip?: object; generateAudio?: boolean };

/** Orders one video in any ratio, and returns its final state. */
async function run(prompt: string, { file, type = 'image/jpeg', aspectRatio, clip = portrait, generateAudio = false }: Order) {
  await cloud.fal.script(prompt, clip);
  const seller = await signIn(cloud.origin);
  const { key } = await seller.upload(file, type);
  const request = batchRequest([{ uploadKey: key, prompt, aspectRatio, model: 'veo3', generateAudio }]);
  const response = await seller.call('POST', '/api/batches', request);
  expect(response.status).toBe(202);
  const { items } = await seller.until(request.batchId);
  return { seller, batchId: request.batchId, item: items[0] as VideoBatchItem };
}

/** Measures the delivered video. */
async function measureVideo(item: VideoBatchItem) {
  const file = join(files.path, `${crypto.randomUUID()}.mp4`);
  const bytes = Buffer.from(await (await fetch(String(item.videoUrl))).arrayBuffer());
  await writeFile(file, bytes);
  const { codec, pixelFormat, width, height, seconds, colour, sound } = await decodeClip(file);
  return {
    codec,
    pixelFormat,
    width,
    height,
    seconds,
    colour,
    hasSound: sound !== undefined,
    startsFast: bytes.indexOf('moov') < bytes.indexOf('mdat'),
  };
}
const expectedFormat = {
  codec: 'h264',
  pixelFormat: 'yuv420p',
  seconds: 8,
  colour: { space: 'bt709', primaries: 'bt709', transfer: 'bt709', range: 'limited' },
  startsFast: true,
};

/** Returns the input that the vendor's model received: the requested ratio and the picture. */
async function readModelInput(prompt: string) {
  const { image_url: address, aspect_ratio: aspectRatio } = await cloud.fal.inputOf(prompt);
  const picture = Buffer.from(await (await fetch(String(address))).arrayBuffer());
  const { width, height } = await sharp(picture).metadata();
  return { aspectRatio, width, height, picture };
}

const readPosterSize = async (item: VideoBatchItem) => {
  const { width, height } = await sharp(Buffer.from(await (await fetch(String(item.posterUrl))).arrayBuffer())).metadata();
  return { width, height };
};

describe('a video', () => {
  test('a video with the ratio 1:1 is generated from an extended 4:3 photo, and is cropped', async () => {
    const callsBefore = await cloud.stability.calls();
    const { item, seller } = await run('a square video of a landscape photo', {
      file: await createPhoto('jpeg', { width: 1200, height: 900 }),
      aspectRatio: '1:1',
      generateAudio: true,
    });
    expect(item).toMatchObject({
      status: 'completed',
      charged: 3.6,
      aspectRatio: '1:1',
      framing: { strategy: 'OUTPAINTING_REQUIRED', added: 0.25, cutAway: 0.4375 },
    });
    expect(item).not.toHaveProperty('cropFallback');
    expect(item).not.toHaveProperty('notes');
    expect(await measureVideo(item)).toMatchObject({ ...expectedFormat, width: 720, height: 720, hasSound: true });
    expect(await readPosterSize(item)).toEqual({ width: 720, height: 720 });
    const { picture, ...frame } = await readModelInput('a square video of a landscape photo');
    expect(frame).toEqual({ aspectRatio: '9:16', width: 720, height: 1280 });
    // The middle of the photo is unchanged. The stand-in generated the other areas.
    const middle = await sharp(picture).extract({ left: 359, top: 639, width: 1, height: 1 }).raw().toBuffer();
    for (const [channel, value] of [0x6d, 0x21, 0x38].entries()) expect(Math.abs((middle[channel] ?? 0) - value)).toBeLessThan(4);
    expect((await cloud.stability.calls()) - callsBefore).toBe(1);
    expect(await seller.profile()).toMatchObject({ credits: 1.4, available: 1.4, total_videos_generated: 1 });
  });

  test('a video with the ratio of the photo is generated without an extension or a crop', async () => {
    const callsBefore = await cloud.stability.calls();
    const { item } = await run('portrait photo without changes', { file: await createPhoto(), aspectRatio: '9:16' });
    expect(item).toMatchObject({ status: 'completed', framing: { strategy: 'DIRECT_GENERATION', added: 0, cutAway: 0 } });
    expect(await measureVideo(item)).toMatchObject({ ...expectedFormat, width: 720, height: 1280, hasSound: false });
    expect(await cloud.stability.calls()).toBe(callsBefore);
  });

  test('a video with the ratio 4:5 is generated from a padded 4:5 photo without outpainting, and is cropped', async () => {
    const callsBefore = await cloud.stability.calls();
    const { item } = await run('four to five', {
      file: await createPhoto('png', { width: 1000, height: 1250 }),
      type: 'image/png',
      aspectRatio: '4:5',
    });
    expect(item).toMatchObject({ status: 'completed', framing: { strategy: 'PADDING_AND_CROP', added: 0, cutAway: 0.296875 } });
    expect(await measureVideo(item)).toMatchObject({ ...expectedFormat, width: 720, height: 900, hasSound: false });
    const { picture: _, ...frame } = await readModelInput('four to five');
    expect(frame).toEqual({ aspectRatio: '9:16', width: 720, height: 1280 });
    expect(await cloud.stability.calls()).toBe(callsBefore);
  });

  test('a video with the ratio 16:9 is generated from a square photo that is extended at the left and right', async () => {
    const { item } = await run('a landscape frame', {
      file: await createPhoto('webp', { width: 800, height: 800 }),
      type: 'image/webp',
      aspectRatio: '16:9',
      clip: landscape,
    });
    expect(item).toMatchObject({ status: 'completed', framing: { strategy: 'OUTPAINTING_REQUIRED', added: 0.4375, cutAway: 0 } });
    expect(await measureVideo(item)).toMatchObject({ width: 1280, height: 720 });
    expect(await readModelInput('a landscape frame')).toMatchObject({ aspectRatio: '16:9', width: 1280, height: 720 });
  });

  test.each<[string, string, string, (image: Sharp) => Sharp]>([
    ['GIF', 'image/gif', 'still_from_gif', (image) => image.gif()],
    ['AVIF', 'image/avif', 'still_from_avif', (image) => image.avif()],
  ])('a video from a %s uses the first frame, and the item has a note about this', async (name, type, note, convert) => {
    const file = await convert(sharp(await createPhoto('png'))).toBuffer();
    const { item } = await run(`from ${name}`, { file, type, aspectRatio: '9:16' });
    expect(item).toMatchObject({ status: 'completed', notes: [note] });
    const shownPhoto = Buffer.from(await (await fetch(String(item.photoUrl))).arrayBuffer());
    expect(await sharp(shownPhoto).metadata()).toMatchObject({ format: 'jpeg', width: 900, height: 1600 });
  });

  test('a video is not delivered if its size differs from the ordered size', async () => {
    const { item, seller } = await run('already square', {
      file: await createPhoto('jpeg', { width: 800, height: 800 }),
      aspectRatio: '1:1',
      clip: { kind: 'clip', width: 720, height: 720 },
    });
    expect(item).toMatchObject({ status: 'failed', charged: 0, error: { code: 'ResultNotAsOrdered' } });
    expect(await seller.profile()).toMatchObject({ credits: 5, available: 5 });
  });
});

describe('the extension of a photo', () => {
  const order = async (): Promise<Order> => ({ file: await createPhoto('jpeg', { width: 1200, height: 900 }), aspectRatio: '9:16' });
  const expectNoCharge = async (seller: Seller) => {
    expect(await seller.profile()).toMatchObject({ credits: 5, available: 5 });
    expect(await seller.transactions()).toHaveLength(1);
  };

  test.each<[string, object, string]>([
    ['the vendor refuses the extension because of its policy', { kind: 'error', name: 'content_moderation' }, 'OutpaintingRefused'],
    ['the vendor returns a blurred picture', { kind: 'content-filtered' }, 'OutpaintingRefused'],
    ['the vendor returns an empty response', { kind: 'empty' }, 'OutpaintingInvalid'],
    ['the vendor returns a picture of another size', { kind: 'wrong-size', width: 720, height: 1278 }, 'OutpaintingInvalid'],
    ['the vendor rejects our API key', { kind: 'error', name: 'unauthorized' }, 'OutpaintingFailed'],
    ['the vendor returns a malformed response', { kind: 'malformed' }, 'OutpaintingInvalid'],
  ])('if %s, the video fails without a charge and without a video order', async (name, fault, code) => {
    const callsBefore = await cloud.stability.calls();
    await cloud.stability.scriptOnce('', fault);
    const { item, seller } = await run(`extending ${name}`, await order());
    expect(item).toMatchObject({ status: 'failed', charged: 0, error: { code } });
    expect(await cloud.stability.calls()).toBe(callsBefore + 1);
    expect(await cloud.fal.orders(`extending ${name}`)).toBe(0);
    await expectNoCharge(seller);
  });

  test('a busy vendor is called again, and the video is delivered once', async () => {
    const callsBefore = await cloud.stability.calls();
    await cloud.stability.scriptOnce('', { kind: 'error', name: 'rate_limit_exceeded' });
    const { item, seller } = await run('busy, then fine', await order());
    expect(item).toMatchObject({ status: 'completed', charged: 2 });
    expect(await cloud.stability.calls()).toBe(callsBefore + 2);
    expect(await cloud.fal.orders('busy, then fine')).toBe(1);
    expect(await seller.profile()).toMatchObject({ credits: 3, available: 3 });
  });

  test('if the vendor stays busy, the extension fails after three requests, and a retry of the video extends the photo again', async () => {
    const callsBefore = await cloud.stability.calls();
    for (let n = 0; n < 3; n++) await cloud.stability.scriptOnce('', { kind: 'error', name: 'service_unavailable' });
    const { item, seller, batchId } = await run('always busy painting', await order());
    expect(item).toMatchObject({ status: 'failed', charged: 0, error: { code: 'OutpaintingFailed' } });
    expect(await cloud.stability.calls()).toBe(callsBefore + 3);
    await expectNoCharge(seller);
    const retryId = crypto.randomUUID();
    expect(await seller.call('POST', `/api/batches/${batchId}/retry`, { batchId: retryId })).toMatchObject({ status: 202 });
    expect((await seller.until(retryId)).items[0]).toMatchObject({ status: 'completed', charged: 2, retryCount: 1 });
  });

  test('the photo is not extended again if the video fails and is retried', async () => {
    const callsBefore = await cloud.stability.calls();
    const { batchId, seller } = await run('refused after painting', { ...(await order()), clip: { kind: 'refuse' } });
    expect(await cloud.stability.calls()).toBe(callsBefore + 1);
    await cloud.fal.script('refused after painting', portrait);
    const retryId = crypto.randomUUID();
    await seller.call('POST', `/api/batches/${batchId}/retry`, { batchId: retryId });
    expect((await seller.until(retryId)).items[0]).toMatchObject({ status: 'completed', framing: { strategy: 'OUTPAINTING_REQUIRED' } });
    expect(await cloud.stability.calls()).toBe(callsBefore + 1);
  });

  test('no video is ordered if the batch is cancelled while the photo is extended', async () => {
    await cloud.stability.script('', { kind: 'held' });
    await cloud.fal.script('changed my mind', portrait);
    const seller = await signIn(cloud.origin);
    const { file, aspectRatio } = await order();
    const { key } = await seller.upload(file);
    const request = batchRequest([{ uploadKey: key, prompt: 'changed my mind', aspectRatio, model: 'veo3' }]);
    await seller.call('POST', '/api/batches', request);
    await seller.until(request.batchId, ({ items }) => items[0]?.status === 'generating');
    expect(await seller.call('POST', `/api/batches/${request.batchId}/cancel`, {})).toMatchObject({ status: 200 });
    await cloud.stability.release();
    expect((await seller.until(request.batchId)).items[0]).toMatchObject({ status: 'cancelled', charged: 0 });
    expect(await cloud.fal.orders('changed my mind')).toBe(0);
    await expectNoCharge(seller);
  });
});

describe('a video that cannot be cropped', () => {
  test('a video that cannot be cropped is delivered uncropped and charged, and can be cropped again at no cost', async () => {
    const restoreFunction = cloud.breakFunction('video/crop-video');
    const { item, seller, batchId } = await run('not to be cropped', {
      file: await createPhoto('jpeg', { width: 800, height: 800 }),
      aspectRatio: '1:1',
      generateAudio: true,
    });
    restoreFunction();
    expect(item).toMatchObject({ status: 'completed', charged: 3.6, cropFallback: true });
    expect(await measureVideo(item)).toMatchObject({ ...expectedFormat, width: 720, height: 1280, hasSound: true });
    const { recropItem } = await import('#lambdas/video/recrop-item.ts');
    const key = keyIn(item.videoUrl);
    const results = await Promise.all([recropItem(seller.userId, key), recropItem(seller.userId, key)]);
    expect(results).toEqual([{ key: expect.stringMatching(/^results\/.*\.mp4$/) }, results[0]]);
    const croppedItem = (await seller.until(batchId)).items[0] as VideoBatchItem;
    expect(croppedItem).not.toHaveProperty('cropFallback');
    expect(await measureVideo(croppedItem)).toMatchObject({ ...expectedFormat, width: 720, height: 720, hasSound: true });
    expect(await readPosterSize(croppedItem)).toEqual({ width: 720, height: 720 });
    const { body } = await seller.call<HistoryResponse>('GET', `/api/history/video/${batchId}`);
    expect(keyIn(body.results[0]?.video_url)).toBe(results[0]?.key);
    // Another call with either URL changes nothing, and nothing is charged.
    expect(await recropItem(seller.userId, key)).toEqual(results[0]);
    expect(await recropItem(seller.userId, results[0]?.key ?? '')).toEqual(results[0]);
    expect(await seller.profile()).toMatchObject({ credits: 1.4, available: 1.4 });
    expect(await seller.transactions()).toHaveLength(2);
    await expect(recropItem((await signIn(cloud.origin)).userId, key)).rejects.toMatchObject({ code: 'AddressNotAllowed' });
  });

  test('a video is not cropped if no crop was ordered', async () => {
    const { item, seller } = await run('nothing to crop', { file: await createPhoto(), aspectRatio: '9:16' });
    const { recropItem } = await import('#lambdas/video/recrop-item.ts');
    await expect(recropItem(seller.userId, keyIn(item.videoUrl))).rejects.toMatchObject({ code: 'NothingToCrop' });
    for (const key of ['', 'results', `results/${seller.userId}/x/y.mp4`, `uploads/${seller.userId}/x.jpg`])
      await expect(recropItem(seller.userId, key)).rejects.toMatchObject({ code: 'AddressNotAllowed' });
  });
});

describe('a video that arrives after the time-out', () => {
  /** Orders a square video. Reports its success after the time-out of its item. */
  async function deliverLate(): Promise<VideoBatchItem> {
    // A second attempt of the test must not find the orders of the first attempt.
    const prompt = `late ${crypto.randomUUID()}`;
    const model = await run(`the video file of ${prompt}`, { file: await createPhoto(), aspectRatio: '9:16' });
    const seller = await signIn(cloud.origin);
    await cloud.fal.script(prompt, { kind: 'never' });
    const { key } = await seller.upload(await createPhoto('jpeg', { width: 800, height: 800 }));
    const request = batchRequest([{ uploadKey: key, prompt, aspectRatio: '1:1', model: 'veo3' }]);
    await seller.call('POST', '/api/batches', request);
    await seller.until(request.batchId, ({ items }) => items[0]?.attempt !== undefined && orderOf(prompt) !== undefined);
    await ageOrder(seller.userId, request.batchId, 0, 31);
    expect((await seller.until(request.batchId)).items[0]).toMatchObject({ status: 'failed', error: { code: 'VendorTimeout' } });
    const url = `${cloud.cloud.lambdaVariables.STAND_IN_URL_FAL}/files/${orderOf(`the video file of ${prompt}`)?.id}.mp4`;
    expect(await reportFor(cloud.cloud.home, orderOf(prompt) as FalRequest, { status: 'OK', payload: { video: { url } } })).toBe(200);
    expect(model.item.status).toBe('completed');
    const { items } = await seller.until(request.batchId, (batch) => batch.items[0]?.videoUrl !== undefined);
    expect(await seller.profile()).toMatchObject({ credits: 5, available: 5 });
    return items[0] as VideoBatchItem;
  }
  const orderOf = (prompt: string) => falRequests(cloud.cloud.home).find(({ input }) => input.prompt === prompt);

  test('a late video is cropped in the same way as any other video', async () => {
    const item = await deliverLate();
    expect(item).toMatchObject({ status: 'failed', charged: 0 });
    expect(item).not.toHaveProperty('cropFallback');
    expect(await measureVideo(item)).toMatchObject({ ...expectedFormat, width: 720, height: 720 });
  });

  test('a late video is attached uncropped if the crop fails', async () => {
    onTestFinished(cloud.breakFunction('video/store-late-result', ({ mayCrop }) => mayCrop === true));
    const item = await deliverLate();
    expect(item).toMatchObject({ status: 'failed', charged: 0, cropFallback: true });
    expect(await measureVideo(item)).toMatchObject({ ...expectedFormat, width: 720, height: 1280 });
  });
});

/** Returns the object key of a signed URL. */
const keyIn = (address: string | undefined): string => new URL(String(address)).pathname.slice(1);
