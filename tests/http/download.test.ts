/** Tests ZIP archives of many results from the server, over HTTP on the whole local stack. */

import { randomUUID } from 'node:crypto';
import JsZip from 'jszip';
import { beforeAll, describe, expect, test } from 'vitest';
import { archiveKey, readArchive, writeArchive } from '#lambdas/store/archives.ts';
import { objectExists, putObject } from '#lambdas/store/objects.ts';
import type { ImageBatchResponse } from '#shared/batch/api.ts';
import type { DownloadResponse } from '#shared/download/api.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { clipResponse } from '../fixtures/cloud.ts';
import { imageRequest } from '../fixtures/image-order.ts';
import { setUsesLeftToday } from '../fixtures/limits.ts';
import { createPhoto, type Seller, signIn } from '../fixtures/seller.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';

let cloud: SharedCloud;
let seller: Seller;
/** Three videos and four images of one seller. All videos have the same title. */
let videos: string[];
let images: string[];
beforeAll(async () => {
  cloud = await sharedCloud();
  await cloud.fal.script('', clipResponse);
  seller = await signIn(cloud.origin);
  videos = (await seller.until((await seller.run(['one', 'two', 'three'], { title: 'Röd sko.jpg' })).batchId)).items.map(({ videoUrl }) =>
    String(videoUrl),
  );
  const { key } = await seller.upload(await createPhoto());
  const request = imageRequest(['a', 'b', 'c', 'd'], key);
  await seller.call('POST', '/api/batches', request);
  const batch = await seller.until<ImageBatchResponse>(request.batchId);
  images = batch.items.map(({ downloadUrl }) => String(downloadUrl));
});

const requestArchive = <Body = DownloadResponse>(results: string[], downloadId: string = randomUUID(), caller = seller) =>
  caller.call<Body>('POST', '/api/downloads', { downloadId, results });
const readArchiveStatus = <Body = DownloadResponse>(downloadId: string, caller = seller) =>
  caller.call<Body>('GET', `/api/downloads/${downloadId}`);
const errorResponse = (status: number, code: ErrorCode) => ({ status, body: { code, message: expect.stringMatching(/\w/) } });

async function waitForArchive(downloadId: string): Promise<DownloadResponse> {
  for (let times = 0; times < 600; times++) {
    const { body } = await readArchiveStatus(downloadId);
    if (body.status !== 'making') return body;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The archive was not made in time');
}

async function filesIn(url: string | undefined) {
  const response = await fetch(String(url));
  const zip = await JsZip.loadAsync(await response.arrayBuffer(), { checkCRC32: true });
  const files = await Promise.all(Object.values(zip.files).map(async (file) => [file.name, await file.async('nodebuffer')] as const));
  return { response, files };
}
const download = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

describe('an archive', () => {
  test('an archive contains each complete result, with the same name as a single download', async () => {
    const balance = await seller.profile();
    const response = await requestArchive([...videos, ...images]);
    expect(response).toMatchObject({ status: 202, body: { status: 'making', done: 0, count: 7 } });
    const archive = await waitForArchive(response.body.downloadId);
    expect(archive).toMatchObject({
      status: 'ready',
      done: 7,
      count: 7,
      fileName: expect.stringMatching(/^files_\d{4}-\d\d-\d\dT[\d-]+\.zip$/),
    });
    const { response: fileResponse, files } = await filesIn(archive.url);
    expect(fileResponse.headers.get('content-type')).toBe('application/zip');
    expect(fileResponse.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${archive.fileName}`);
    for (const [index, url] of [...videos, ...images].entries()) expect(files[index]?.[1].equals(await download(url)), url).toBe(true);
    const names = files.map(([name]) => name);
    expect(
      names.slice(0, 3).every((name) => /^video_Röd-sko_\d{4}-\d\d-\d\dT[\d-]+( \(\d\))?\.mp4$/.test(name)),
      names.join(),
    ).toBe(true);
    expect(
      names.slice(3).every((name) => /^image_Photo-\d_\d{4}-\d\d-\d\dT[\d-]+\.jpg$/.test(name)),
      names.join(),
    ).toBe(true);
    expect(new Set(names).size).toBe(7);
    // The account is new only for a minute.
    expect(await seller.profile()).toEqual({ ...balance, isNew: expect.any(Boolean) });
  });

  test.each<[string, () => string[], string]>([
    ['only videos', () => videos, 'videos'],
    ['only images', () => images.slice(0, 2), 'images'],
    ['one result that is requested twice', () => [videos[0] ?? '', videos[0] ?? ''], 'videos'],
  ])('an archive of %s is named after its content', async (_, results, kind) => {
    const { body } = await requestArchive(results());
    const archive = await waitForArchive(body.downloadId);
    expect(archive.fileName).toMatch(new RegExp(`^${kind}_`));
    expect((await filesIn(archive.url)).files).toHaveLength(new Set(results()).size);
  });

  test('an archive is created once if it is requested again with the same id', async () => {
    const downloadId = randomUUID();
    const firstResponse = await requestArchive([videos[0] ?? ''], downloadId);
    const ready = await waitForArchive(downloadId);
    const secondResponse = await requestArchive(videos, downloadId);
    expect(secondResponse).toMatchObject({ status: 202, body: { status: 'ready', count: 1, fileName: firstResponse.body.fileName } });
    expect(ready.count).toBe(1);
  });

  test('an archive is complete even if it is many times larger than the memory buffer', async () => {
    const other = await signIn(cloud.origin);
    const { batchId } = await other.run(['large one', 'large two']);
    const large = Buffer.alloc(30 * 1024 * 1024);
    for (let n = 0; n < large.length; n += 4) large.writeUInt32LE(Math.imul(n, 2_654_435_761) >>> 0, n);
    const urls = [];
    for (const { videoUrl } of (await other.until(batchId)).items) {
      await putObject(new URL(String(videoUrl)).pathname.slice(1), large, 'video/mp4');
      urls.push(String(videoUrl));
    }
    const downloadId = randomUUID();
    await requestArchive(urls, downloadId, other);
    const archive = { userId: other.userId, downloadId };
    await expect.poll(async () => (await readArchive(archive))?.status, { timeout: 60_000, interval: 200 }).toBe('ready');
    const { files } = await filesIn((await readArchiveStatus(downloadId, other)).body.url);
    expect(files.map(([, bytes]) => bytes.equals(large))).toEqual([true, true]);
  });

  test('a failed archive is shown as failed, and another archive can be requested', async () => {
    const restoreFunction = cloud.breakFunction('download/make-archive');
    const { body } = await requestArchive([videos[0] ?? '']);
    expect(await waitForArchive(body.downloadId)).toMatchObject({ status: 'failed', count: 1 });
    expect(await objectExists(archiveKey({ userId: seller.userId, downloadId: body.downloadId }))).toBe(false);
    restoreFunction();
    expect(await waitForArchive((await requestArchive([videos[0] ?? ''])).body.downloadId)).toMatchObject({ status: 'ready' });
  });

  test('the next call creates an archive if its creation did not start', async () => {
    const archive = { userId: seller.userId, downloadId: randomUUID(), done: 0, fileName: 'videos_x.zip' };
    const key = new URL(videos[0] ?? '').pathname.slice(1);
    await writeArchive({ ...archive, status: 'making', files: [{ key, name: 'a.mp4', madeAt: '2026-11-21T08:00:00.000Z' }] });
    await requestArchive([videos[0] ?? ''], archive.downloadId);
    expect(await waitForArchive(archive.downloadId)).toMatchObject({ status: 'ready', fileName: 'videos_x.zip' });
  });
});

describe('a refused call', () => {
  test('the server refuses a result of another user, and creates no archive', async () => {
    const other = await signIn(cloud.origin);
    const { key: upload } = await seller.upload(await createPhoto());
    const [ownUrl = ''] = videos;
    for (const result of [
      upload,
      `ingested/${seller.userId}/${randomUUID()}/item-0.jpg`,
      `archives/${seller.userId}/${randomUUID()}.zip`,
      'https://example.com/a.mp4',
      'http://169.254.169.254/latest/meta-data/',
      ownUrl.replace(seller.userId, other.userId),
      ownUrl.replace(seller.userId, `${other.userId}/../${seller.userId}`),
    ])
      expect(await requestArchive([ownUrl, result]), result).toMatchObject(errorResponse(400, 'AddressNotAllowed'));
    expect(await requestArchive([ownUrl], randomUUID(), other)).toMatchObject(errorResponse(400, 'AddressNotAllowed'));
    expect(await requestArchive([`results/${other.userId}/${randomUUID()}/a.mp4`], randomUUID(), other)).toMatchObject(
      errorResponse(404, 'BatchNotFound'),
    );
    expect(await requestArchive([ownUrl.replace('item-0', 'item-9')])).toMatchObject(errorResponse(404, 'NotFound'));
  });

  test('the server refuses a result that was not delivered', async () => {
    const other = await signIn(cloud.origin);
    await cloud.fal.script('never to be seen', { kind: 'refuse' });
    const { batchId } = await other.run(['never to be seen']);
    await other.until(batchId);
    expect(await requestArchive([`results/${other.userId}/${batchId}/item-0.mp4`], randomUUID(), other)).toMatchObject(
      errorResponse(404, 'NotFound'),
    );
  });

  test.each<[string, object]>([
    ['a list without results', { results: [] }],
    ['201 results', { results: Array(201).fill('x') }],
    ['an invalid id', { downloadId: 'mine' }],
    ['an id that is a path', { downloadId: '../x' }],
  ])('the server refuses %s', async (_, changes) => {
    const body = { downloadId: randomUUID(), results: videos, ...changes };
    expect(await seller.call('POST', '/api/downloads', body)).toMatchObject(errorResponse(400, 'BadRequest'));
  });

  test('the server refuses an archive above the daily limit', async () => {
    const busy = await signIn(cloud.origin);
    const { batchId } = await busy.run(['busy']);
    const [item] = (await busy.until(batchId)).items;
    await setUsesLeftToday(busy.userId, 'download', 0);
    expect(await requestArchive([String(item?.videoUrl)], randomUUID(), busy)).toMatchObject(errorResponse(429, 'DailyLimit'));
  });

  test('the server refuses access to an archive of another user, and to a missing archive', async () => {
    const { body } = await requestArchive([videos[0] ?? '']);
    const other = await signIn(cloud.origin);
    expect(await readArchiveStatus(body.downloadId, other)).toMatchObject(errorResponse(404, 'DownloadNotFound'));
    for (const id of [randomUUID(), 'x', '..%2fx'])
      expect(await readArchiveStatus(id)).toMatchObject(errorResponse(404, 'DownloadNotFound'));
    await waitForArchive(body.downloadId);
  });
});
