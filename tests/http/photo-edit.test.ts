/** Tests the two photo edit calls (docs/spec.md 17.10) over HTTP on the whole local stack: vendor requests, prices and refusals. */

import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { executionName } from '#lambdas/batch/executions.ts';
import type { Batch, PhotoEditItem } from '#lambdas/store/batch-rows.ts';
import { putItems } from '#lambdas/store/batches.ts';
import { holdForBatch } from '#lambdas/store/ledger.ts';
import { measure, productPhoto } from '#local/demo/pictures/measures.test-support.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { ListHistoryResponse } from '#shared/history/api.ts';
import type { PhotoEditAccepted, PhotoEditJob } from '#shared/photo-edit/api.ts';
import { photoEditPrices } from '#shared/photo-edit/prices.ts';
import { photoEditSettings } from '#shared/photo-edit/settings.ts';
import { grant } from '../fixtures/grant.ts';
import { setUsesLeftToday } from '../fixtures/limits.ts';
import { fetchWithRetries } from '../fixtures/retry-outages.ts';
import { type Seller, signIn } from '../fixtures/seller.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';

let cloud: SharedCloud;
let photo: Buffer;
beforeAll(async () => {
  [cloud, photo] = await Promise.all([sharedCloud(), productPhoto({ hasText: true })]);
});

const removalPath = '/api/photoroom/remove-background';
const editingPath = '/api/photoroom/image-editing';
const errorResponse = (status: number, code: ErrorCode) => ({ status, body: { code, message: expect.stringMatching(/\w/) } });
const fullBalance = { credits: 5, available: 5 };

const order = (seller: Seller, path: string, body: object) => seller.call<PhotoEditAccepted>('POST', path, body);
const readJob = (seller: Seller, jobId: string) => seller.call<PhotoEditJob>('GET', `/api/photoroom/${jobId}`);

async function waitForJob(seller: Seller, jobId: string): Promise<PhotoEditJob> {
  return vi.waitUntil(
    async () => {
      const { body } = await readJob(seller, jobId);
      return body.status === 'done' || body.status === 'failed' ? body : undefined;
    },
    { timeout: 90_000, interval: 100 },
  );
}

/** Uploads the product photo, orders the edit, and waits for its end. */
async function editPhoto(seller: Seller, path: string, settings: object): Promise<PhotoEditJob> {
  const { key } = await seller.upload(photo, 'image/png');
  const { status, body } = await order(seller, path, { imageKey: key, ...settings });
  expect([status, body.status]).toEqual([202, 'queued']);
  return waitForJob(seller, body.jobId);
}

function expectDone(job: PhotoEditJob): Extract<PhotoEditJob, { status: 'done' }> {
  if (job.status !== 'done') throw new Error(JSON.stringify(job));
  return job;
}

const fetchBytes = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

/** Sends an order to our API as a form (multipart/form-data, docs/spec.md 17.10). */
async function send(seller: Seller, path: string, fields: Record<string, string>, files: Record<string, Buffer>, type = 'image/png') {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, bytes] of Object.entries(files)) form.append(name, new Blob([new Uint8Array(bytes)], { type }), 'photo.png');
  const response = await fetchWithRetries(cloud.origin + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${seller.accessToken}` },
    body: form,
  });
  return { status: response.status, body: (await response.json()) as PhotoEditAccepted };
}

const readDeductions = async (seller: Seller) =>
  (await seller.transactions())
    .filter(({ type }) => type === 'deduction')
    .map(({ amount, description, batch_id }) => [amount, description, batch_id]);

describe('remove-background', () => {
  test('remove-background accepts a form, returns the picture, and makes one charge of two cents', async () => {
    const seller = await signIn(cloud.origin);
    const fields = { apiMode: 'remove-background', backgroundMode: 'remove', exportFormat: 'png' };
    const { status, body } = await send(seller, removalPath, fields, { image: photo });
    expect([status, body]).toEqual([202, { jobId: expect.any(String), status: 'queued', cost: 0.02 }]);
    const job = expectDone(await waitForJob(seller, body.jobId));
    expect(job).toMatchObject({ jobId: body.jobId, cost: 0.02, charged: 0.02, format: 'png', ignoredSettings: [] });
    const file = await fetchBytes(job.imageUrl);
    const { transparentShare, width, height } = await measure(file);
    expect([width, height]).toEqual([job.width, job.height]);
    expect(transparentShare).toBeGreaterThan(0.5);
    expect(await fetchBytes(job.photoUrl)).toEqual(photo);
    const download = await fetch(job.downloadUrl);
    expect(download.headers.get('content-disposition')).toMatch(/photo_\d{4}-\d\d-\d\dT[\d-]+\.png$/);
    expect(Buffer.from(await download.arrayBuffer())).toEqual(file);
    expect(await seller.profile()).toMatchObject({ credits: 4.98, available: 4.98, total_videos_generated: 0 });
    expect(await readDeductions(seller)).toEqual([[-0.02, 'Photo editing', body.jobId]]);
  });

  test.each([
    ['jpeg', 'jpg'],
    ['webp', 'webp'],
  ])('remove-background sets a background colour and exports %s', async (exportFormat, ending) => {
    const seller = await signIn(cloud.origin);
    const job = expectDone(await editPhoto(seller, removalPath, { backgroundMode: 'color', backgroundColor: '#ff8800', exportFormat }));
    expect(job).toMatchObject({ format: exportFormat, ignoredSettings: [] });
    expect(job.downloadUrl).toContain(`.${ending}`);
    const { border, transparentShare } = await measure(await fetchBytes(job.imageUrl));
    expect(transparentShare).toBe(0);
    for (const [channel, value] of [255, 136, 0].entries()) expect(Math.abs(Number(border[channel]) - value)).toBeLessThan(4);
  });

  test('remove-background returns the names of the settings that have no effect', async () => {
    const seller = await signIn(cloud.origin);
    const job = expectDone(await editPhoto(seller, removalPath, { addShadows: true, upscaleMode: 'ai-fast', exportFormat: 'jpeg' }));
    expect(job.ignoredSettings.toSorted()).toEqual(['addShadows', 'backgroundMode', 'upscaleMode']);
    expect(job.charged).toBe(0.02);
  });
});

describe('image-editing', () => {
  test('image-editing sends each setting with the field name of the vendor, and charges ten cents', async () => {
    const seller = await signIn(cloud.origin);
    const fields = {
      apiMode: 'image-editing',
      backgroundMode: 'ai-generated',
      backgroundPrompt: 'every setting at once',
      backgroundSeed: '0',
      exportFormat: 'webp',
      addShadows: 'true',
      removeText: 'true',
      aiLighting: 'true',
      aiExpand: 'false',
      upscaleMode: 'none',
      beautifyMode: 'ai-auto',
      beautifySeed: '7',
      expandSeed: '9',
      outputSize: '640x480',
    };
    const { status, body } = await send(seller, editingPath, fields, { image: photo });
    expect([status, body.cost]).toEqual([202, 0.1]);
    const job = expectDone(await waitForJob(seller, body.jobId));
    expect(job).toMatchObject({ charged: 0.1, format: 'webp', width: 640, height: 480, seed: 0, ignoredSettings: [] });
    const forms = await cloud.photoroom.forms('background.prompt', 'every setting at once');
    expect(forms).toMatchObject([{ path: '/v2/edit', files: [{ name: 'imageFile' }] }]);
    expect(forms[0]?.fields).toEqual({
      removeBackground: 'true',
      referenceBox: 'originalImage',
      'background.prompt': 'every setting at once',
      'background.seed': '0',
      'shadow.mode': 'ai.preset-soft',
      'textRemoval.mode': 'ai.artificial',
      'lighting.mode': 'ai.auto',
      'beautify.mode': 'ai.auto',
      'beautify.seed': '7',
      outputSize: '640x480',
      scaling: 'fit',
      'export.format': 'webp',
    });
    expect(await seller.profile()).toMatchObject({ credits: 4.9, available: 4.9 });
    expect(await readDeductions(seller)).toEqual([[-0.1, 'Photo editing', body.jobId]]);
  });

  test('image-editing uses a guiding picture from the form or from an upload', async () => {
    const seller = await signIn(cloud.origin);
    const guide = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#1040c0' } })
      .jpeg()
      .toBuffer();
    const fields = { backgroundMode: 'image-guided', backgroundPrompt: 'guided by a form', backgroundGuidanceScale: '1' };
    const formResponse = await send(seller, editingPath, fields, { image: photo, backgroundGuidanceFile: guide });
    const formJob = expectDone(await waitForJob(seller, formResponse.body.jobId));
    const { key: guidanceKey } = await seller.upload(guide);
    const uploadJob = expectDone(
      await editPhoto(seller, editingPath, { ...fields, backgroundPrompt: 'guided by a key', backgroundGuidanceScale: 1, guidanceKey }),
    );
    for (const job of [formJob, uploadJob]) {
      const { border } = await measure(await fetchBytes(job.imageUrl));
      expect(border[2]).toBeGreaterThan(border[0] + 80);
    }
    const [form] = await cloud.photoroom.forms('background.prompt', 'guided by a key');
    expect(form?.fields['background.guidance.scale']).toBe('1');
    expect(form?.files.map(({ name }) => name)).toEqual(['imageFile', 'background.guidance.imageFile']);
  });

  test('image-editing can extend a photo, improve its light and upscale it, and keeps the original background', async () => {
    const seller = await signIn(cloud.origin);
    const settings = { backgroundMode: 'keep-original', aiExpand: true, expandSeed: 3, outputSize: '900x400', aiLighting: true };
    const job = expectDone(await editPhoto(seller, editingPath, settings));
    expect(job).toMatchObject({ width: 900, height: 400, ignoredSettings: [] });
    expect((await measure(await fetchBytes(job.imageUrl))).transparentShare).toBe(0);
    const upscaled = expectDone(await editPhoto(seller, editingPath, { backgroundMode: 'keep-original', upscaleMode: 'ai-slow' }));
    expect([upscaled.width, upscaled.height]).toEqual([1600, 1600]);
  });

  test('image-editing returns the names of the settings that the vendor ignored', async () => {
    const seller = await signIn(cloud.origin);
    await cloud.photoroom.script('background.prompt=partly ignored', { kind: 'ignore', field: 'shadow.mode' });
    const settings = { backgroundMode: 'ai-generated', backgroundPrompt: 'partly ignored', addShadows: true, aiExpand: true };
    const job = expectDone(await editPhoto(seller, editingPath, settings));
    expect(job.ignoredSettings.toSorted()).toEqual(['addShadows', 'aiExpand']);
  });
});

describe('a job', () => {
  test('two identical orders with the same id create only one job, and a different order with this id is refused', async () => {
    const seller = await signIn(cloud.origin);
    const { key: imageKey } = await seller.upload(photo, 'image/png');
    const request = { imageKey, operationId: randomUUID(), backgroundMode: 'ai-generated', backgroundPrompt: 'the same twice' };
    const responses = await Promise.all([order(seller, editingPath, request), order(seller, editingPath, request)]);
    for (const { status, body } of responses) expect([status, body.jobId]).toEqual([202, request.operationId]);
    expectDone(await waitForJob(seller, request.operationId));
    expect(await order(seller, editingPath, request)).toMatchObject({ status: 202, body: { jobId: request.operationId, cost: 0.1 } });
    expect(await order(seller, editingPath, { ...request, backgroundSeed: 1 })).toMatchObject(errorResponse(409, 'BatchIdReused'));
    expect(await order(seller, removalPath, { imageKey, operationId: request.operationId })).toMatchObject(
      errorResponse(409, 'BatchIdReused'),
    );
    expect(await cloud.photoroom.forms('background.prompt', 'the same twice')).toHaveLength(1);
    expect(await seller.profile()).toMatchObject({ credits: 4.9, available: 4.9 });
  });

  test('other users cannot see a job, and it does not appear as a batch or in the history', async () => {
    const [seller, other] = await Promise.all([signIn(cloud.origin), signIn(cloud.origin)]);
    const { jobId } = await editPhoto(seller, removalPath, {});
    expect(await readJob(other, jobId)).toMatchObject(errorResponse(404, 'OperationNotFound'));
    expect(await readJob(seller, randomUUID())).toMatchObject(errorResponse(404, 'OperationNotFound'));
    expect(await readJob(seller, 'mine')).toMatchObject(errorResponse(404, 'OperationNotFound'));
    for (const [method, path, body] of [
      ['GET', `/api/batches/${jobId}`, undefined],
      ['POST', `/api/batches/${jobId}/cancel`, {}],
      ['POST', `/api/batches/${jobId}/retry`, { batchId: randomUUID() }],
    ] as const)
      expect(await seller.call(method, path, body)).toMatchObject(errorResponse(404, 'BatchNotFound'));
    expect(await seller.call('POST', '/api/gemini/check-operation', { operationName: `operations/${jobId}` })).toMatchObject(
      errorResponse(404, 'OperationNotFound'),
    );
    for (const kind of ['video', 'image'])
      expect((await seller.call<ListHistoryResponse>('GET', `/api/history/${kind}`)).body.items).toEqual([]);
  });

  test('a job is not found by the id of a video batch', async () => {
    const seller = await signIn(cloud.origin);
    const { batchId } = await seller.run(['no photo edit']);
    expect(await readJob(seller, batchId)).toMatchObject(errorResponse(404, 'OperationNotFound'));
    await seller.until(batchId);
  });
});

describe('a vendor', () => {
  test.each<[string, object, ErrorCode, string, number]>([
    ['rejects the settings', { kind: 'status', status: 400 }, 'VendorRejectedInput', 'could not use', 1],
    ['reports that our account is empty', { kind: 'status', status: 402 }, 'VendorMisconfigured', '', 1],
    ['stays busy', { kind: 'status', status: 429 }, 'VendorBusy', 'busy', 3],
    ['has an error', { kind: 'status', status: 500 }, 'VendorServerError', '', 3],
    ['returns no picture', { kind: 'malformed' }, 'VendorMalformedAnswer', '', 1],
    ['redirects to another host', { kind: 'redirect' }, 'VendorMalformedAnswer', '', 1],
    ['closes the connection', { kind: 'cut', at: 'within' }, 'VendorUnreachable', 'did not answer', 3],
  ])('if a vendor %s, the seller is not charged and the hold is released', async (name, fault, code, words, requests) => {
    const seller = await signIn(cloud.origin);
    await cloud.photoroom.script(`background.prompt=one that ${name}`, fault);
    const job = await editPhoto(seller, editingPath, { backgroundMode: 'ai-generated', backgroundPrompt: `one that ${name}` });
    expect(job).toMatchObject({
      status: 'failed',
      charged: 0,
      error: { code, message: expect.stringContaining('Failed to process image') },
    });
    expect(job).toMatchObject({ error: { message: expect.stringContaining(words) } });
    expect(await cloud.photoroom.forms('background.prompt', `one that ${name}`)).toHaveLength(requests);
    expect(await seller.profile()).toMatchObject(fullBalance);
    expect(await readDeductions(seller)).toEqual([]);
  });

  test('a busy vendor gets a second request, and the photo is charged once', async () => {
    const seller = await signIn(cloud.origin);
    await cloud.photoroom.scriptOnce('background.prompt=busy once', { kind: 'status', status: 429 });
    const job = await editPhoto(seller, editingPath, { backgroundMode: 'ai-generated', backgroundPrompt: 'busy once' });
    expect(job).toMatchObject({ status: 'done', charged: 0.1 });
    expect(await seller.profile()).toMatchObject({ credits: 4.9, available: 4.9 });
  });
});

describe('an order that is refused without a hold', () => {
  const foreignUrl = 'http://169.254.169.254/latest/meta-data/x.jpg';
  test.each<[string, string, object, ErrorCode]>([
    ['an order without a photo', removalPath, { imageKey: undefined }, 'ImageRequired'],
    ['a photo of another user', removalPath, { imageKey: 'uploads/somebody/temp-images/x.jpg' }, 'AddressNotAllowed'],
    ['a URL that is not an upload', editingPath, { imageKey: foreignUrl }, 'AddressNotAllowed'],
    ['a photo name that is not an upload key', removalPath, { imageKey: 'photo' }, 'AddressNotAllowed'],
    ['an order without the required guiding picture', editingPath, { backgroundMode: 'image-guided' }, 'GuidanceRequired'],
    [
      'a guiding picture whose URL is not an upload',
      editingPath,
      { backgroundMode: 'image-guided', guidanceKey: foreignUrl },
      'AddressNotAllowed',
    ],
    ['the mode image-editing in a remove-background call', removalPath, { apiMode: 'image-editing' }, 'BadRequest'],
    ['an unknown mode', editingPath, { apiMode: 'draw' }, 'BadRequest'],
    ['an unknown background mode', editingPath, { backgroundMode: 'blur' }, 'BadRequest'],
    ['an AI background without a description', editingPath, { backgroundMode: 'ai-generated', backgroundPrompt: ' ' }, 'BadRequest'],
    ['the export format GIF', removalPath, { exportFormat: 'gif' }, 'BadRequest'],
    ['a colour by name', removalPath, { backgroundColor: 'white' }, 'BadRequest'],
    ['a guidance scale above 1', editingPath, { backgroundGuidanceScale: 1.1 }, 'BadRequest'],
    ['an output size that is too large', editingPath, { outputSize: '90000x90000' }, 'BadRequest'],
    ['an unknown setting', editingPath, { addGlitter: true }, 'BadRequest'],
    ['an invalid id', removalPath, { operationId: 'mine' }, 'BadRequest'],
  ])('the server refuses %s', async (_, path, changes, code) => {
    const seller = await signIn(cloud.origin);
    const { key } = await seller.upload(photo, 'image/png');
    const { status, body } = await order(seller, path, { imageKey: key, ...changes });
    expect([status, body]).toEqual([400, expect.objectContaining({ code, message: expect.stringMatching(/\w/) })]);
    expect(await seller.profile()).toMatchObject(fullBalance);
  });

  test('the server refuses an upload of another user, and a missing upload', async () => {
    const [seller, other] = await Promise.all([signIn(cloud.origin), signIn(cloud.origin)]);
    const { key } = await other.upload(photo, 'image/png');
    expect(await order(seller, removalPath, { imageKey: key })).toMatchObject(errorResponse(400, 'AddressNotAllowed'));
    const ownUpload = await seller.upload(photo, 'image/png');
    const guidedOrder = { imageKey: ownUpload.key, backgroundMode: 'image-guided', guidanceKey: key };
    expect(await order(seller, editingPath, guidedOrder)).toMatchObject(errorResponse(400, 'AddressNotAllowed'));
    const missing = ownUpload.key.replace(/[\w-]+\.png$/, 'gone.png');
    expect(await order(seller, removalPath, { imageKey: missing })).toMatchObject(errorResponse(404, 'UploadNotFound'));
    expect(await seller.profile()).toMatchObject(fullBalance);
  });

  test.each<[string, Record<string, string>, Record<string, Buffer>, number, ErrorCode]>([
    ['without a file', {}, {}, 400, 'ImageRequired'],
    ['with an empty file', {}, { image: Buffer.alloc(0) }, 400, 'ImageRequired'],
    ['with a text file as its photo', {}, { image: Buffer.from('no picture at all') }, 400, 'ImageTypeUnsupported'],
    ['of 4 MB', {}, { image: Buffer.alloc(4 * 1024 ** 2) }, 413, 'ImageNeedsUpload'],
    [
      'with two files that together have 4 MB',
      {},
      { image: Buffer.alloc(2 * 1024 ** 2), backgroundGuidanceFile: Buffer.alloc(2 * 1024 ** 2) },
      413,
      'ImageNeedsUpload',
    ],
    ['with an unexpected file', {}, { image: Buffer.from('x'), mask: Buffer.from('x') }, 400, 'BadRequest'],
    ['with the text "yes" for a boolean setting', { addShadows: 'yes' }, { image: Buffer.from('x') }, 400, 'BadRequest'],
    ['with an invalid seed', { backgroundSeed: '4e2' }, { image: Buffer.from('x') }, 400, 'BadRequest'],
    ['with an unknown field', { addGlitter: 'true' }, { image: Buffer.from('x') }, 400, 'BadRequest'],
  ])('the server refuses a form %s', async (_, fields, files, status, code) => {
    const seller = await signIn(cloud.origin);
    expect(await send(seller, editingPath, fields, files)).toMatchObject(errorResponse(status, code));
    expect(await seller.profile()).toMatchObject(fullBalance);
  });

  test.each(['{', '[]', 'null', '"photo"'])('the server refuses the body %s', async (body) => {
    const seller = await signIn(cloud.origin);
    const headers = { authorization: `Bearer ${seller.accessToken}`, 'content-type': 'application/json' };
    const response = await fetchWithRetries(cloud.origin + removalPath, { method: 'POST', headers, body });
    expect({ status: response.status, body: await response.json() }).toMatchObject(errorResponse(400, 'BadRequest'));
  });

  test('the server refuses an incomplete form', async () => {
    const seller = await signIn(cloud.origin);
    const headers = { authorization: `Bearer ${seller.accessToken}`, 'content-type': 'multipart/form-data; boundary=x' };
    const body = '--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\nhalf a pho';
    const response = await fetchWithRetries(cloud.origin + removalPath, { method: 'POST', headers, body });
    expect({ status: response.status, body: await response.json() }).toMatchObject(errorResponse(400, 'BadRequest'));
  });

  test('the server refuses a call without a valid access token', async () => {
    const seller = await signIn(cloud.origin);
    for (const [method, path] of [
      ['POST', removalPath],
      ['POST', editingPath],
      ['GET', `/api/photoroom/${randomUUID()}`],
    ] as const)
      for (const authorization of [undefined, 'Bearer nonsense', `Bearer ${seller.idToken}`]) {
        const headers = { ...(authorization && { authorization }), 'content-type': 'application/json' };
        const response = await fetchWithRetries(cloud.origin + path, { method, headers, ...(method === 'POST' && { body: '{}' }) });
        await response.arrayBuffer();
        expect({ path, status: response.status }).toEqual({ path, status: 401 });
      }
  });

  test('the server refuses an order that costs more than the balance, and returns the needed amount', async () => {
    const seller = await signIn(cloud.origin);
    await grant(seller.userId, -491);
    const { key } = await seller.upload(photo, 'image/png');
    expect(await order(seller, editingPath, { imageKey: key })).toMatchObject({
      ...errorResponse(402, 'InsufficientCredits'),
      body: { data: { need: 0.1, have: 0.09 } },
    });
    const { jobId } = await editPhoto(seller, removalPath, {});
    expect(await readJob(seller, jobId)).toMatchObject({ body: { status: 'done', charged: 0.02 } });
    expect(await seller.profile()).toMatchObject({ credits: 0.07, available: 0.07 });
  });

  test('the server refuses all parallel orders that the balance does not cover', async () => {
    const seller = await signIn(cloud.origin);
    await grant(seller.userId, -475);
    const { key } = await seller.upload(photo, 'image/png');
    const request = { imageKey: key, backgroundMode: 'color' };
    const responses = await Promise.all(Array.from({ length: 8 }, () => order(seller, editingPath, request)));
    const accepted = responses.filter(({ status }) => status === 202);
    expect([accepted.length, responses.filter(({ status }) => status === 402).length]).toEqual([2, 6]);
    for (const { body } of accepted) expectDone(await waitForJob(seller, body.jobId));
    expect(await seller.profile()).toMatchObject({ credits: 0.05, available: 0.05 });
  });

  test('the server refuses parallel orders above the daily limit', async () => {
    const seller = await signIn(cloud.origin);
    await setUsesLeftToday(seller.userId, 'photoEdit', 2);
    const { key } = await seller.upload(photo, 'image/png');
    const responses = await Promise.all(Array.from({ length: 5 }, () => order(seller, removalPath, { imageKey: key })));
    const accepted = responses.filter(({ status }) => status === 202);
    expect([accepted.length, responses.filter(({ status }) => status === 429).length]).toEqual([2, 3]);
    expect(responses.find(({ status }) => status === 429)).toMatchObject(errorResponse(429, 'DailyLimit'));
    for (const { body } of accepted) expectDone(await waitForJob(seller, body.jobId));
    expect(await seller.profile()).toMatchObject({ credits: 4.96, available: 4.96 });
    // A call that repeats an earlier order is accepted.
    const repeatedOrder = { imageKey: key, operationId: accepted[0]?.body.jobId };
    expect(await order(seller, removalPath, repeatedOrder)).toMatchObject({ status: 202 });
  });
});

test('a photo that cannot be decoded fails before a vendor request, and its hold is released', async () => {
  const seller = await signIn(cloud.origin);
  const { key } = await seller.upload(photo.subarray(0, Math.floor(photo.length / 2)), 'image/png');
  const { body } = await order(seller, editingPath, { imageKey: key, backgroundMode: 'ai-generated', backgroundPrompt: 'half a photo' });
  expect(await waitForJob(seller, body.jobId)).toMatchObject({ status: 'failed', charged: 0, error: { code: 'ImageUnreadable' } });
  expect(await cloud.photoroom.forms('background.prompt', 'half a photo')).toEqual([]);
  expect(await seller.profile()).toMatchObject(fullBalance);
});

test('the hold is released if a step always crashes', async () => {
  const seller = await signIn(cloud.origin);
  const operationId = randomUUID();
  const restoreFunction = cloud.breakFunction('photo-edit/edit-photo', ({ batchId }) => batchId === operationId);
  const { key } = await seller.upload(photo, 'image/png');
  await order(seller, removalPath, { imageKey: key, operationId });
  expect(await waitForJob(seller, operationId)).toMatchObject({
    status: 'failed',
    charged: 0,
    error: { message: 'Failed to process image' },
  });
  restoreFunction();
  expect(await seller.profile()).toMatchObject(fullBalance);
});

describe('a job after a crash', () => {
  test('if the server crashes after the hold and before the execution starts, the reconcile job starts the photo edit', async () => {
    const seller = await signIn(cloud.origin);
    const { key } = await seller.upload(photo, 'image/png');
    const settings = photoEditSettings.parse({ apiMode: 'image-editing', backgroundMode: 'ai-generated', backgroundPrompt: 'left behind' });
    const [batchId, cents] = [randomUUID(), photoEditPrices['image-editing']];
    const item: PhotoEditItem = {
      kind: 'photo-edit',
      userId: seller.userId,
      batchId,
      itemId: 'photo',
      index: 0,
      uploadKey: key,
      settings,
      cents,
      status: 'queued',
    };
    const batch: Batch = {
      userId: seller.userId,
      batchId,
      kind: 'photo-edit',
      status: 'running',
      createdAt: new Date().toISOString(),
      requestHash: 'hash',
      isOperation: true,
      totalCents: cents,
      items: [{ itemId: item.itemId, cents }],
    };
    await putItems([item], 'hash');
    await holdForBatch(batch);
    expect(await seller.profile()).toMatchObject({ credits: 5, available: 4.9 });
    await cloud.runJob('batch/reconcile');
    expect(await waitForJob(seller, batchId)).toMatchObject({ status: 'done', charged: 0.1 });
    expect(await cloud.photoroom.forms('background.prompt', 'left behind')).toHaveLength(1);
    expect(await seller.profile()).toMatchObject({ credits: 4.9, available: 4.9 });
  });

  test.each(['batch/capture-item', 'batch/finish-batch'])(
    'a job is resumed after a crash in %s, and nothing is generated or charged twice',
    async (functionName) => {
      const seller = await signIn(cloud.origin);
      const { key } = await seller.upload(photo, 'image/png');
      const prompt = `cut off in ${functionName}`;
      const operationId = randomUUID();
      const brokenFunctions = [functionName, ...(functionName === 'batch/capture-item' ? ['batch/release-item'] : [])];
      const restoreFunctions = brokenFunctions.map((one) => cloud.breakFunction(one, ({ batchId }) => batchId === operationId));
      await order(seller, editingPath, { imageKey: key, operationId, backgroundMode: 'ai-generated', backgroundPrompt: prompt });
      const name = executionName(seller.userId, operationId);
      await vi.waitUntil(() => cloud.cloud.states?.listExecutions().some((one) => one.name === name && one.status === 'FAILED'), {
        timeout: 60_000,
      });
      for (const restore of restoreFunctions) restore();
      await cloud.runJob('batch/reconcile');
      const executions = () => cloud.cloud.states?.listExecutions().filter((one) => one.name.startsWith(name)) ?? [];
      await vi.waitUntil(() => executions().some(({ status }) => status === 'SUCCEEDED'), { timeout: 60_000 });
      expect(await readJob(seller, operationId)).toMatchObject({ body: { status: 'done', charged: 0.1 } });
      expect(await cloud.photoroom.forms('background.prompt', prompt)).toHaveLength(1);
      expect(await seller.profile()).toMatchObject({ credits: 4.9, available: 4.9 });
      expect(await readDeductions(seller)).toEqual([[-0.1, 'Photo editing', operationId]]);
    },
  );
});
