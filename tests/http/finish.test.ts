/** Tests over HTTP, on the whole local stack, how files for marketplaces are made. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readFinishedFile, writeFinish, writeFinishedFile } from '#lambdas/store/finishes.ts';
import { mediaBucket, s3 } from '#lambdas/store/media.ts';
import { putObject } from '#lambdas/store/objects.ts';
import type { ImageBatchResponse } from '#shared/batch/api.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { FinishFileResponse, FinishResponse } from '#shared/finish/api.ts';
import { clipResponse } from '../fixtures/cloud.ts';
import { imageRequest } from '../fixtures/image-order.ts';
import { readUsesToday, setUsesLeftToday } from '../fixtures/limits.ts';
import { prepare } from '../fixtures/prepare.ts';
import { createPhoto, type Seller, signIn } from '../fixtures/seller.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';

/** A rendered clip of 3 s with 720 × 1280 pixels, in which the product moves. */
const clip = readFileSync(new URL('../../web/public/samples/hat-cute-pose.mp4', import.meta.url));
const fileMs = 90_000;

let cloud: SharedCloud;
let seller: Seller;
/** Delivered videos of 3 s, and delivered images. */
let videos: string[];
let images: string[];

prepare(async () => {
  cloud = await sharedCloud();
  await cloud.fal.script('', clipResponse);
  seller = await signIn(cloud.origin);
  const batch = await seller.until((await seller.run(['one', 'two'], { title: 'Röd sko.jpg' })).batchId);
  videos = batch.items.map(({ videoUrl }) => keyOf(videoUrl));
  for (const key of videos) await putObject(key, clip, 'video/mp4');
  const { key } = await seller.upload(await createPhoto());
  const request = imageRequest(['a', 'b', 'c'], key);
  await seller.call('POST', '/api/batches', request);
  images = (await seller.until<ImageBatchResponse>(request.batchId)).items.map(({ downloadUrl }) => keyOf(downloadUrl));
});

const keyOf = (url: string | undefined): string => new URL(String(url)).pathname.slice(1);
const finish = <Body = FinishResponse>(changes: object, caller = seller) =>
  caller.call<Body>('POST', '/api/finish', {
    finishId: randomUUID(),
    action: 'start',
    results: [videos[0]],
    placements: ['etsy.listing-video'],
    ...changes,
  });
const read = <Body = FinishResponse>(finishId: string, caller = seller) => caller.call<Body>('GET', `/api/finish/${finishId}`);
const errorResponse = (status: number, code: ErrorCode) => ({ status, body: { code, message: expect.stringMatching(/\w/) } });

async function waitForFiles(finishId: string): Promise<FinishFileResponse[]> {
  for (const deadline = Date.now() + fileMs; Date.now() < deadline; ) {
    const { files } = (await read(finishId)).body;
    if (files.every(({ status }) => status !== 'making')) return files;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The files were not made in time');
}

async function finishFile(changes: object): Promise<FinishFileResponse> {
  const { status, body } = await finish(changes);
  expect(status).toBe(202);
  const [file] = await waitForFiles(body.finishId);
  if (!file) throw new Error('There is no file');
  return file;
}

const fileIdOf = (key: string, fileId: string) => {
  const [, userId = '', batchId = '', name = ''] = key.split('/');
  return { userId, batchId, itemId: name.split('.')[0] ?? '', fileId };
};

describe('a refused call', () => {
  test('the server refuses a result of another user', async () => {
    const other = await signIn(cloud.origin);
    expect(await finish({}, other)).toMatchObject(errorResponse(400, 'AddressNotAllowed'));
    expect(await finish({ results: [String(videos[0]).replace(seller.userId, other.userId)] }, other)).toMatchObject(
      errorResponse(404, 'BatchNotFound'),
    );
  });

  test.each<[string, object]>([
    ['an unknown placement', { placements: ['shopee.listing-film'] }],
    ['no placement', { placements: [] }],
    ['no result', { results: [] }],
    ['more than ten results', { results: Array(11).fill('x') }],
    ['a placement of another kind', { placements: ['etsy.listing-image'] }],
    ['code as the colour of a card', { preferences: { video: { cardColour: '#fff;movie=/etc/passwd' } } }],
    ['an unknown preference', { preferences: { video: { speed: 2 } } }],
    ['an id that is a path', { finishId: '../x' }],
  ])('the server refuses %s', async (_, changes) => {
    expect(await finish(changes)).toMatchObject(errorResponse(400, 'BadRequest'));
  });

  test('the server refuses files above the daily limit, and counts nothing', async () => {
    const busy = await signIn(cloud.origin);
    const [item] = (await busy.until((await busy.run(['busy'])).batchId)).items;
    const result = keyOf(item?.videoUrl);
    await putObject(result, clip, 'video/mp4');
    await setUsesLeftToday(busy.userId, 'finish', 1);
    const used = await readUsesToday(busy.userId, 'finish');
    const both = { results: [result], placements: ['etsy.listing-video', 'tiktok.feed-video'] };
    expect(await finish(both, busy)).toMatchObject(errorResponse(429, 'DailyLimit'));
    expect(await finish({ ...both, action: 'quote' }, busy)).toMatchObject({ status: 200 });
    expect(await readUsesToday(busy.userId, 'finish')).toBe(used);
  });

  test('the server refuses the status of another user’s files', async () => {
    const { body } = await finish({ placements: ['shopee.listing-video'] });
    expect(await read(body.finishId, await signIn(cloud.origin))).toMatchObject(errorResponse(404, 'NotFound'));
    for (const id of [randomUUID(), 'x', '..%2fx']) expect(await read(id)).toMatchObject(errorResponse(404, 'NotFound'));
  });

  test('the server refuses a result whose file no longer exists', async () => {
    await s3.send(new DeleteObjectCommand({ Bucket: mediaBucket(), Key: images[2] ?? '' }));
    expect(await finish({ results: [images[2]], placements: ['temu.listing-image'] })).toMatchObject(errorResponse(404, 'NotFound'));
  });
});

describe('a file that cannot satisfy the rules', () => {
  test('a clip of 3 s with two cards cannot have 10 s, and the refusal names the rule', async () => {
    const file = await finishFile({ placements: ['shopee.listing-video'] });
    expect(file).toMatchObject({
      status: 'refused',
      refusal: { reason: 'tooShort', field: 'seconds', value: 3, limit: { min: 10, max: 60 }, source: expect.stringMatching(/^https:/) },
    });
    expect(file).not.toHaveProperty('url');
  });

  test('an upright clip cannot become a wide clip', async () => {
    expect(await finishFile({ placements: ['amazon.sponsored-brands-video'] })).toMatchObject({
      status: 'refused',
      refusal: { reason: 'uprightOriginal', field: 'ratio' },
    });
  });

  test('an image of 64 pixels has too few pixels', async () => {
    const small = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#336699' } })
      .jpeg()
      .toBuffer();
    await putObject(String(images[1]), small, 'image/jpeg');
    expect(await finishFile({ results: [images[1]], placements: ['mercado-libre.listing-image'] })).toMatchObject({
      status: 'refused',
      refusal: { reason: 'tooFewPixels', value: 64, limit: { min: 500 } },
    });
  });
});

describe('a quote', () => {
  test('a quote shows the changes, makes no file and is not counted', async () => {
    const used = await readUsesToday(seller.userId, 'finish');
    const { status, body } = await finish({ action: 'quote', placements: ['etsy.listing-video', 'shopee.listing-video'] });
    expect(status).toBe(200);
    expect(body.files).toMatchObject([
      {
        title: 'Röd sko.jpg',
        placement: 'etsy.listing-video',
        status: 'planned',
        steps: ['addCards', 'encode'],
        changes: expect.arrayContaining([{ field: 'seconds', before: 3, after: 5.2 }]),
        fileName: 'Röd-sko_etsy-listing-video.mp4',
      },
      { placement: 'shopee.listing-video', status: 'refused' },
    ]);
    expect(await readUsesToday(seller.userId, 'finish')).toBe(used);
    expect(await read(body.finishId)).toMatchObject({ status: 404 });
  });
});

describe('a file', () => {
  test('a file is made, is free, and is downloaded with its name', async () => {
    const balance = await seller.profile();
    const file = await finishFile({});
    expect(file).toMatchObject({
      status: 'ready',
      changes: expect.arrayContaining([{ field: 'seconds', before: 3, after: expect.closeTo(5.2, 1) }]),
      sizeBytes: expect.any(Number),
    });
    const response = await fetch(String(file.url));
    expect(response.headers.get('content-type')).toBe('video/mp4');
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${encodeURIComponent(file.fileName)}`);
    expect((await response.arrayBuffer()).byteLength).toBe(file.sizeBytes);
    // The account is new only for a minute.
    expect(await seller.profile()).toEqual({ ...balance, isNew: expect.any(Boolean) });
  });

  test('a file is made and counted only once, even if another request asks for the same file', async () => {
    await finishFile({});
    const used = await readUsesToday(seller.userId, 'finish');
    const { body } = await finish({});
    expect(body.files).toMatchObject([{ status: 'ready' }]);
    expect(await readUsesToday(seller.userId, 'finish')).toBe(used);
  });

  test('other preferences lead to a separate file', async () => {
    const { body } = await finish({ action: 'start', preferences: { video: { lengthen: 'backwards' } } });
    expect(body.files).toMatchObject([{ status: 'making', steps: ['playBackwards', 'encode'] }]);
    const [file] = await waitForFiles(body.finishId);
    expect(file).toMatchObject({
      status: 'ready',
      changes: expect.arrayContaining([{ field: 'seconds', before: 3, after: expect.closeTo(5.96, 2) }]),
    });
  });

  test('a file of an image has the required ratio and format', async () => {
    const file = await finishFile({ results: [images[0]], placements: ['temu.listing-image'] });
    expect(file).toMatchObject({ status: 'ready' });
    const bytes = Buffer.from(await (await fetch(String(file.url))).arrayBuffer());
    const { format, width, height } = await sharp(bytes).metadata();
    expect({ format, ratio: width / height }).toEqual({ format: 'jpeg', ratio: 1 });
    expect(width).toBeGreaterThanOrEqual(800);
    expect(bytes.length).toBeLessThanOrEqual(2_000_000);
  });

  test('a file is made again if a cropped video has replaced its source video', async () => {
    const request = { results: [videos[0]], placements: ['etsy.listing-video'] };
    await finishFile(request);
    const id = fileIdOf(String(videos[0]), 'etsy_listing-video_2026-11');
    const stored = await readFinishedFile(id);
    if (!stored) throw new Error('There is no record');
    await writeFinishedFile({ ...stored, sourceKey: String(videos[0]).replace('.mp4', '.uncropped.mp4') });
    const { body } = await finish(request);
    expect(body.files).toMatchObject([{ status: 'making' }]);
    expect(await waitForFiles(body.finishId)).toMatchObject([{ status: 'ready' }]);
    expect(await readFinishedFile(id)).toMatchObject({ sourceKey: videos[0] });
  });

  test('a file is shown as failed after a crash, and the next request makes it', async () => {
    const repair = cloud.breakFunction('finish/make-file');
    const request = { results: [videos[1]], placements: ['tiktok.feed-video'] };
    expect(await finishFile(request)).toMatchObject({ status: 'failed' });
    repair();
    expect(await finishFile(request)).toMatchObject({ status: 'ready', steps: [] });
  });

  test('the next call makes a file if the first call crashed before it started the work', async () => {
    const request = { finishId: randomUUID(), results: [images[0]], placements: ['mercado-libre.listing-image'] };
    const { body } = await finish(request);
    const [file] = await waitForFiles(body.finishId);
    expect(file).toMatchObject({ status: 'ready' });
    const id = fileIdOf(String(images[0]), 'mercado-libre_listing-image_2026-11');
    const stored = await readFinishedFile(id);
    if (!stored) throw new Error('There is no record');
    // The file was written, but its record was not.
    const finishId = randomUUID();
    await writeFinishedFile({ ...stored, finishId, status: 'making' });
    // Without the record of the request, the same call plans the file again.
    expect((await finish({ ...request, finishId })).body.files).toMatchObject([{ status: 'making' }]);
    expect(await waitForFiles(finishId)).toMatchObject([{ status: 'ready', sizeBytes: file?.sizeBytes }]);
    // With the record, the same call only starts the machine.
    const started = { userId: seller.userId, finishId: randomUUID(), files: [id], made: [id] };
    await writeFinishedFile({ ...stored, finishId: started.finishId, status: 'making' });
    await writeFinish(started);
    await finish({ ...request, finishId: started.finishId });
    expect(await waitForFiles(started.finishId)).toMatchObject([{ status: 'ready', sizeBytes: file?.sizeBytes }]);
  });
});
