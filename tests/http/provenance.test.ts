/** Orders a file on each delivery path, and reads its content credentials with the reader of C2PA. */
import { createHash, randomUUID } from 'node:crypto';
import { extname } from 'node:path';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { Reader } from '@contentauth/c2pa-node';
import JsZip from 'jszip';
import { beforeAll, describe, expect, test } from 'vitest';
import { itemKey } from '#lambdas/store/batch-rows.ts';
import { readItem } from '#lambdas/store/batches.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';
import { filesOf } from '#lambdas/store/media.ts';
import { objectExists, readObject } from '#lambdas/store/objects.ts';
import { lambdaFunction } from '#local/aws/lambda/resource.ts';
import type { EditBatchResponse, ImageBatchResponse } from '#shared/batch/api.ts';
import type { DownloadResponse } from '#shared/download/api.ts';
import type { FinishResponse } from '#shared/finish/api.ts';
import type { PhotoEditAccepted, PhotoEditJob } from '#shared/photo-edit/api.ts';
import type { RunResponse } from '#shared/pipeline/api.ts';
import type { VerifyResponse } from '#shared/provenance/api.ts';
import { sourceTypes } from '#shared/provenance/file-kinds.ts';
import { clipResponse } from '../fixtures/cloud.ts';
import { editRequest } from '../fixtures/edit-order.ts';
import { uploadExample } from '../fixtures/example.ts';
import { grant } from '../fixtures/grant.ts';
import { imageRequest } from '../fixtures/image-order.ts';
import { createPhoto, type Seller, signIn } from '../fixtures/seller.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';
import { waitUntil } from '../fixtures/until.ts';

const email = 'mira.lindqvist@example.com';
const prompt = 'a prompt of Mira Lindqvist';

let cloud: SharedCloud;
let seller: Seller;
beforeAll(async () => {
  cloud = await sharedCloud();
  await cloud.fal.script('', clipResponse);
  seller = await signIn(cloud.origin, `${randomUUID()}.${email}`);
  await grant(seller.userId, 100_00);
});

const download = async (url: string | undefined) => {
  const response = await fetch(String(url));
  expect(response.status).toBe(200);
  return { bytes: Buffer.from(await response.arrayBuffer()), name: new URL(String(url)).pathname };
};
type File = Awaited<ReturnType<typeof download>>;

const mimeTypes: Record<string, string> = { '.mp4': 'video/mp4', '.jpg': 'image/jpeg', '.png': 'image/png', '.webp': 'image/webp' };

async function read({ bytes, name }: File) {
  const mimeType = mimeTypes[extname(name)] ?? '';
  const reader = await Reader.fromAsset({ buffer: bytes, mimeType });
  if (!reader) throw new Error(`${name} has no content credentials`);
  return reader.json() as {
    active_manifest: string;
    validation_state: string;
    validation_status?: { code: string }[];
    manifests: Record<
      string,
      {
        ingredients?: { relationship: string }[];
        assertions: { label: string; data: { actions?: { action: string; digitalSourceType?: string }[] } }[];
      }
    >;
  };
}

/** Returns the state that the reader reports for a file with one changed byte. */
async function stateAfterChange(file: File): Promise<string> {
  const bytes = Buffer.from(file.bytes);
  // In WebP, the credentials are at the end. In the other formats, they are at the start.
  const position = file.name.endsWith('.webp') ? 60 : bytes.length - 2000;
  bytes[position] = (bytes[position] ?? 0) ^ 1;
  return read({ ...file, bytes }).then(
    ({ validation_state: state }) => state,
    () => 'unreadable',
  );
}

async function expectSigned(file: File, sourceType: string, actions: string[], ingredients: number): Promise<void> {
  const report = await read(file);
  expect(report.validation_state, file.name).toBe('Valid');
  // The issuer is our own authority, which no program knows.
  expect(report.validation_status?.map(({ code }) => code)).toEqual(['signingCredential.untrusted']);
  const manifest = report.manifests[report.active_manifest];
  const found = manifest?.assertions.find(({ label }) => label.startsWith('c2pa.actions'))?.data.actions ?? [];
  expect(found.map(({ action }) => action)).toEqual(actions);
  expect(found.flatMap(({ digitalSourceType }) => digitalSourceType ?? [])).toEqual([sourceType]);
  expect(manifest?.ingredients ?? []).toHaveLength(ingredients);
  const text = file.bytes.toString('latin1');
  expect(text).toContain(`Iptc4xmpExt:DigitalSourceType="${sourceType}"`);
  for (const secret of ['lindqvist', 'mira', seller.userId, 'Photo 1']) expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
  expect(await stateAfterChange(file)).toBe('Invalid');
}

const verify = async (sha256: string) => {
  const response = await fetch(`${cloud.origin}/api/verify/${sha256}`);
  return { status: response.status, body: (await response.json()) as VerifyResponse };
};
const hashOf = ({ bytes }: File) => createHash('sha256').update(bytes).digest('hex');
const today = () => new Date().toISOString().slice(0, 10);
const keyOf = (url: string | undefined): string => new URL(String(url)).pathname.slice(1);
const created = ['c2pa.created'];
const edited = ['c2pa.opened', 'c2pa.edited'];

async function runVideos(prompts: string[], changes: object = {}) {
  const { batchId } = await seller.run(prompts, { prompt, ...changes });
  return seller.until(batchId);
}

/** Changes a delivered item back to a timed out item, as if its video had not arrived. */
const markTimedOut = (batchId: string) =>
  dynamo().send(
    new UpdateCommand({
      ...itemKey(seller.userId, batchId, 0),
      UpdateExpression: 'SET #status = :failed REMOVE #result',
      ExpressionAttributeNames: { '#status': 'status', '#result': 'result' },
      ExpressionAttributeValues: { ':failed': 'failed' },
    }),
  );

describe('the file of each delivery path has valid credentials', () => {
  test('a video of a batch, which replaces its unsigned file', async () => {
    const { batchId, items } = await runVideos([prompt]);
    const file = await download(items[0]?.downloadUrl);
    await expectSigned(file, sourceTypes.video, created, 0);
    const item = await readItem(seller.userId, batchId, 0);
    expect(item?.result).toMatchObject({ key: keyOf(items[0]?.downloadUrl), sizeBytes: file.bytes.length, sha256: hashOf(file) });
    expect(await objectExists(`results/${seller.userId}/${batchId}/item-0.mp4`)).toBe(false);
    expect(await verify(hashOf(file))).toEqual({ status: 200, body: { isKnown: true, kind: 'video', date: today() } });
  });

  test('a cropped video, and a further crop of it', async () => {
    const { items } = await runVideos([prompt], { aspectRatio: '1:1', model: 'veo3' });
    await expectSigned(await download(items[0]?.downloadUrl), sourceTypes.video, created, 0);
    const { videoUrl } = items[0] ?? {};
    const request = { videoUrl, originalVideoUrl: videoUrl, cropInfo: { x: 0, y: 0, width: 640, height: 640 } };
    const { status, body } = await seller.call<{ croppedVideoUrl: string }>('POST', '/api/video/crop', request);
    expect(status).toBe(200);
    const crop = await download(body.croppedVideoUrl);
    await expectSigned(crop, sourceTypes.video, edited, 1);
    // A repeated call returns the same file.
    const repeated = await seller.call<{ croppedVideoUrl: string }>('POST', '/api/video/crop', request);
    expect((await download(repeated.body.croppedVideoUrl)).bytes.equals(crop.bytes)).toBe(true);
  });

  test('an uncropped video, and its crop after the delivery', async () => {
    const repair = cloud.breakFunction('video/crop-video');
    const { batchId, items } = await runVideos([prompt], { aspectRatio: '1:1', model: 'veo3' });
    repair();
    const { videoUrl } = items[0] ?? {};
    await expectSigned(await download(videoUrl), sourceTypes.video, created, 0);
    const { body } = await seller.call<{ croppedVideoUrl: string }>('POST', '/api/video/crop', { videoUrl, originalVideoUrl: videoUrl });
    const file = await download(body.croppedVideoUrl);
    await expectSigned(file, sourceTypes.video, edited, 1);
    expect((await readItem(seller.userId, batchId, 0))?.result).toMatchObject({ sha256: hashOf(file), sizeBytes: file.bytes.length });
  });

  test('an image of a batch and of a single call', async () => {
    const { key } = await seller.upload(await createPhoto());
    const request = imageRequest([prompt], key);
    await seller.call('POST', '/api/batches', request);
    const { items } = await seller.until<ImageBatchResponse>(request.batchId);
    await expectSigned(await download(items[0]?.downloadUrl), sourceTypes.image, created, 0);
    const single = await seller.call<{ imageUrl: string }>('POST', '/api/gemini/generate-image', {
      image: { url: key },
      prompt,
      aspectRatio: '1:1',
    });
    if (single.status === 200) await expectSigned(await download(single.body.imageUrl), sourceTypes.image, created, 0);
  });

  test.each(['png', 'jpeg', 'webp'] as const)('an edited photo of a batch in the format %s', async (exportFormat) => {
    const { key } = await seller.upload(await createPhoto());
    const request = editRequest([key], { settings: { exportFormat, backgroundMode: 'remove' } });
    await seller.call('POST', '/api/batches', request);
    const { items } = await seller.until<EditBatchResponse>(request.batchId);
    await expectSigned(await download(items[0]?.downloadUrl), sourceTypes.edit, edited, 1);
  });

  test('an edited photo of a single call', async () => {
    const { key } = await seller.upload(await createPhoto());
    const { body } = await seller.call<PhotoEditAccepted>('POST', '/api/photoroom/remove-background', { imageKey: key });
    const job = await waitUntil(
      async () => (await seller.call<PhotoEditJob>('GET', `/api/photoroom/${body.jobId}`)).body,
      ({ status }) => status === 'done' || status === 'failed',
    );
    const file = await download('imageUrl' in job ? job.imageUrl : undefined);
    await expectSigned(file, sourceTypes.edit, edited, 1);
    expect((await verify(hashOf(file))).body).toMatchObject({ isKnown: true, kind: 'edit' });
  });

  test('each image of a before/after run, and its result', async () => {
    const runId = randomUUID();
    const example = await uploadExample(seller);
    await seller.call('POST', '/api/pipeline/runs', { runId, ...example, aiSuggested: ['lighting'], userProvided: [] });
    const run = await waitUntil(
      async () => (await seller.call<RunResponse>('GET', `/api/pipeline/runs/${runId}`)).body,
      ({ status }) => status !== 'running',
    );
    expect(run.status).toBe('completed');
    const urls = [...run.iterationHistory.map(({ imageUrl }) => imageUrl), run.result?.downloadUrl];
    expect(urls.length).toBeGreaterThan(1);
    for (const url of urls) await expectSigned(await download(url), sourceTypes.image, created, 0);
  });

  test('a video that arrives after its item has timed out', async () => {
    const { batchId } = await runVideos([prompt]);
    await markTimedOut(batchId);
    const late = cloud.cloud.assembly.resources.find(({ properties }) => properties.Description === 'video/store-late-result');
    if (!late) throw new Error('There is no function for late videos');
    const input = { userId: seller.userId, batchId, itemId: 'item-0', index: 0, mayCrop: true };
    expect(await cloud.cloud.invoke(String(lambdaFunction.attributes?.Arn?.(late)), input)).toEqual({ payload: { attached: true } });
    const item = await readItem(seller.userId, batchId, 0);
    const batch = await seller.until(batchId);
    const file = await download(batch.items[0]?.videoUrl);
    await expectSigned(file, sourceTypes.video, created, 0);
    expect(item?.result).toMatchObject({ sha256: hashOf(file) });
  });

  test('files for marketplaces, below the size limit of the marketplace', async () => {
    const { items } = await runVideos([prompt]);
    const { key } = await seller.upload(await createPhoto());
    const request = editRequest([key], { settings: { exportFormat: 'png', backgroundMode: 'color' } });
    await seller.call('POST', '/api/batches', request);
    const edits = await seller.until<EditBatchResponse>(request.batchId);
    const results = [keyOf(items[0]?.videoUrl), keyOf(edits.items[0]?.downloadUrl)];
    const placements = ['shopee.listing-video', 'etsy.listing-image'];
    const { body } = await seller.call<FinishResponse>('POST', '/api/finish', {
      finishId: randomUUID(),
      action: 'start',
      results,
      placements,
    });
    const { files } = await waitUntil(
      async () => (await seller.call<FinishResponse>('GET', `/api/finish/${body.finishId}`)).body,
      (finish) => finish.files.every(({ status }) => status !== 'making'),
    );
    expect(files.map(({ status }) => status)).toEqual(['ready', 'ready']);
    const [video, image] = await Promise.all(files.map(({ url }) => download(url)));
    if (!video || !image) throw new Error('There are no files');
    await expectSigned(video, sourceTypes.video, edited, 1);
    await expectSigned(image, sourceTypes.edit, edited, 1);
    // The credentials of the results are part of the credentials of the files, even if the format has changed.
    for (const file of [video, image]) expect(Object.keys((await read(file)).manifests), file.name).toHaveLength(2);
    expect(files.map(({ sizeBytes }) => sizeBytes)).toEqual([video.bytes.length, image.bytes.length]);
    const hashes: unknown[] = [];
    for await (const page of filesOf('finished', seller.userId))
      for (const { key: stored } of page) {
        expect(stored).toMatch(/\.json$|\.[0-9a-f]{16}\.\w+$/);
        if (stored.endsWith('.json')) hashes.push(JSON.parse((await readObject(stored)).toString()).sha256);
      }
    expect(hashes).toEqual(expect.arrayContaining([hashOf(video), hashOf(image)]));
  });

  test('an archive contains the signed files', async () => {
    const { items } = await runVideos([prompt]);
    const downloadId = randomUUID();
    await seller.call('POST', '/api/downloads', { downloadId, results: [items[0]?.videoUrl] });
    const archive = await waitUntil(
      async () => (await seller.call<DownloadResponse>('GET', `/api/downloads/${downloadId}`)).body,
      ({ status }) => status !== 'making',
    );
    const zip = await JsZip.loadAsync((await download(archive.url)).bytes);
    const [entry] = Object.values(zip.files);
    const bytes = await entry?.async('nodebuffer');
    expect(bytes?.equals((await download(items[0]?.downloadUrl)).bytes)).toBe(true);
  });
});

describe('GET /api/verify', () => {
  test('an unknown file is unknown, and a text that is no hash is refused', async () => {
    expect(await verify('0'.repeat(64))).toEqual({ status: 200, body: { isKnown: false } });
    for (const text of ['abc', '0'.repeat(63), 'F'.repeat(64), '..%2F..'])
      expect((await fetch(`${cloud.origin}/api/verify/${text}`)).status, text).toBe(400);
  });
});
