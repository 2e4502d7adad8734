/** Tests the contract of the Gemini image adapter: the exact request, the number of requests, and the result of each kind of response. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { logged, pictureOf } from '#lambdas/vendors/image-contract.test-support.ts';
import type { ImageOrder, ImageVendor, Picture } from '#lambdas/vendors/image-port.ts';
import { freePort } from '#local/base/free-port.ts';
import { startGeminiStandIn } from '#local/vendors/gemini/gemini-stand-in.ts';
import { addFaultRule } from '#local/vendors/kit/test-support.ts';
import { imageModel } from '#shared/catalogue.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { type FakeVendor, type Reply, startFakeVendor, startSecrets } from './contract.test-support.ts';

const liteModel = 'gemini-3.1-flash-lite-image';
let vendor: FakeVendor;
let secrets: Awaited<ReturnType<typeof startSecrets>>;
let geminiImage: ImageVendor;
let order: ImageOrder;
let vendorPicture: Picture;

beforeAll(async () => {
  vendor = await startFakeVendor();
  secrets = await startSecrets({
    GEMINI_KEYS_SECRET_ARN: { GEMINI_API_KEY: '' },
    OTHER_KEYS: { GEMINI_API_KEY: '', GEMINI_IMAGE_MODEL: 'gemini-nano-banana-2.1' },
  });
  geminiImage = (await import('#lambdas/vendors/gemini-image.ts')).geminiImage;
  order = { pictures: [await pictureOf('jpeg')], prompt: 'Put the mug on a beach', aspectRatio: '9:16' };
  vendorPicture = await pictureOf('png', 'orange');
});
afterAll(async () => {
  delete process.env.STAND_IN_URL_GEMINI;
  await vendor.stop();
  await secrets.stop();
});
beforeEach(() => {
  process.env.STAND_IN_URL_GEMINI = vendor.url;
  process.env.GEMINI_KEYS_SECRET_ARN = 'GEMINI_KEYS_SECRET_ARN';
  vendor.requests = [];
  vendor.reply = replyWith([imagePart(vendorPicture)]);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const imagePart = ({ bytes, contentType }: Picture) => ({ inlineData: { mimeType: contentType, data: bytes.toString('base64') } });
const replyWith = (parts: object[], finishReason = 'STOP'): Reply => ({
  status: 200,
  body: { candidates: [{ content: { role: 'model', parts }, finishReason, index: 0 }] },
});
const errorReply = (status: number, name: string, message = 'No.'): Reply => ({
  status,
  body: { error: { code: status, message, status: name } },
});

describe('an order', () => {
  test('an order is one POST with the pictures, the prompt, the ratio and the paid size', async () => {
    expect(await geminiImage.make(order)).toEqual(vendorPicture);
    expect(vendor.requests).toHaveLength(1);
    const [{ method, path, headers, body } = { method: '', path: '', headers: {}, body: Buffer.alloc(0) }] = vendor.requests;
    expect(`${method} ${path}`).toBe(`POST /v1beta/models/${liteModel}:generateContent`);
    expect(headers).toMatchObject({ 'x-goog-api-key': 'stand-in', 'content-type': 'application/json' });
    expect(JSON.parse(body.toString())).toEqual({
      contents: [{ role: 'user', parts: [imagePart(order.pictures[0]), { text: order.prompt }] }],
      generationConfig: { responseModalities: ['IMAGE'], imageConfig: { aspectRatio: '9:16', imageSize: '1K' } },
    });
  });

  test('an order can contain three pictures, and their sequence stays the same', async () => {
    const pictures = [await pictureOf('png', 'red'), await pictureOf('webp', 'green'), await pictureOf('jpeg', 'blue')] as const;
    await geminiImage.make({ ...order, pictures });
    const { contents } = JSON.parse(String(vendor.requests[0]?.body));
    expect(contents[0].parts).toEqual([...pictures.map(imagePart), { text: order.prompt }]);
  });

  test('an order uses the configured model', async () => {
    process.env.GEMINI_KEYS_SECRET_ARN = 'OTHER_KEYS';
    await geminiImage.make(order);
    expect(vendor.requests[0]?.path).toBe('/v1beta/models/gemini-nano-banana-2.1:generateContent');
  });

  test.each(['7:3', '1:2', 'auto', ''])('an order with the ratio %j is refused before any request', async (aspectRatio) => {
    await expect(geminiImage.make({ ...order, aspectRatio })).rejects.toMatchObject({ name: 'RatioUnsupported' });
    expect(vendor.requests).toHaveLength(0);
  });

  test('an order is refused before any request if there is no key and no stand-in', async () => {
    delete process.env.STAND_IN_URL_GEMINI;
    await expect(geminiImage.make(order)).rejects.toMatchObject({ name: 'VendorMisconfigured' });
    expect(vendor.requests).toHaveLength(0);
  });
});

describe('the response', () => {
  test('the response can be a JPEG with a wrong declared type', async () => {
    const jpeg = await pictureOf('jpeg', 'orange');
    vendor.reply = replyWith([imagePart({ ...jpeg, contentType: 'image/png' })]);
    expect(await geminiImage.make(order)).toEqual(jpeg);
  });

  test('the response can contain several pictures, and the last picture that is not a thought is used', async () => {
    const draft = await pictureOf('png', 'red');
    vendor.reply = replyWith([imagePart(draft), { text: 'Here it is' }, imagePart(vendorPicture), { ...imagePart(draft), thought: true }]);
    expect(await geminiImage.make(order)).toEqual(vendorPicture);
  });

  test.each([
    'SAFETY',
    'BLOCKLIST',
    'PROHIBITED_CONTENT',
    'SPII',
    'RECITATION',
    'IMAGE_SAFETY',
    'IMAGE_PROHIBITED_CONTENT',
    'IMAGE_RECITATION',
  ])('the response is a refusal if its finish reason is %s, even if it contains a picture', async (reason) => {
    vendor.reply = replyWith([imagePart(vendorPicture)], reason);
    await expect(geminiImage.make(order)).rejects.toMatchObject({ name: 'VendorRefused' });
    expect(vendor.requests).toHaveLength(1);
  });
  test.each(['NO_IMAGE', 'IMAGE_OTHER', 'OTHER', 'MALFORMED_RESPONSE'])(
    'a retry is possible if the finish reason is %s',
    async (reason) => {
      vendor.reply = replyWith([], reason);
      await expect(geminiImage.make(order)).rejects.toMatchObject({ name: 'VendorServerError' });
      expect(vendor.requests).toHaveLength(1);
    },
  );

  test.each<[string, () => Reply, ErrorCode]>([
    ['that blocks the input', () => ({ status: 200, body: { promptFeedback: { blockReason: 'SAFETY' } } }), 'VendorRefused'],
    ['that contains a text', () => replyWith([{ text: 'What a nice mug' }]), 'VendorMalformedAnswer'],
    ['with only a thought', () => replyWith([{ ...imagePart(vendorPicture), thought: true }]), 'VendorMalformedAnswer'],
    ['without parts', () => replyWith([]), 'VendorMalformedAnswer'],
    ['without candidates', () => ({ status: 200, body: {} }), 'VendorMalformedAnswer'],
    [
      'whose picture data is not a picture',
      () => replyWith([{ inlineData: { mimeType: 'image/png', data: 'bm9uZQ==' } }]),
      'VendorMalformedAnswer',
    ],
    ['whose picture data is a number', () => replyWith([{ inlineData: { mimeType: 'image/png', data: 7 } }]), 'VendorMalformedAnswer'],
    ['about an unsupported language', () => replyWith([], 'LANGUAGE'), 'VendorRejectedInput'],
    ['that is empty', () => ({ status: 200, body: '' }), 'VendorMalformedAnswer'],
    ['that is an HTML page', () => ({ status: 200, body: '<html>' }), 'VendorMalformedAnswer'],
    ['that redirects to a private network', () => ({ status: 307, headers: { location: 'http://127.0.0.1:9/' } }), 'VendorMalformedAnswer'],
    ['that is interrupted before its start', () => ({ status: 200, cut: 'before' }), 'VendorUnreachable'],
    ['that is interrupted in the middle', () => ({ ...replyWith([imagePart(vendorPicture)]), cut: 'within' }), 'VendorUnreachable'],
    ['with status 400', () => errorReply(400, 'INVALID_ARGUMENT'), 'VendorRejectedInput'],
    ['with status 400 because of billing', () => errorReply(400, 'FAILED_PRECONDITION'), 'VendorMisconfigured'],
    ['with status 403', () => errorReply(403, 'PERMISSION_DENIED'), 'VendorMisconfigured'],
    ['with status 404 because of a removed model', () => errorReply(404, 'NOT_FOUND'), 'VendorMisconfigured'],
    ['with status 429', () => errorReply(429, 'RESOURCE_EXHAUSTED'), 'VendorBusy'],
    ['with status 500', () => errorReply(500, 'INTERNAL'), 'VendorServerError'],
    ['with status 503', () => errorReply(503, 'UNAVAILABLE'), 'VendorBusy'],
    ['with status 504', () => errorReply(504, 'DEADLINE_EXCEEDED'), 'VendorUnreachable'],
    ['with status 502 of a gateway', () => ({ status: 502, body: '<html>' }), 'VendorServerError'],
  ])('a response %s throws the matching error after one request', async (_, reply, code) => {
    vendor.reply = reply();
    await expect(geminiImage.make(order)).rejects.toMatchObject({ name: code });
    expect(vendor.requests).toHaveLength(1);
  });

  test('a response of 1 GB is not read completely', async () => {
    vendor.reply = { status: 200, bytes: 1024 ** 3 };
    const memoryBefore = process.memoryUsage().rss;
    await expect(geminiImage.make(order)).rejects.toMatchObject({ name: 'VendorMalformedAnswer' });
    expect(process.memoryUsage().rss - memoryBefore).toBeLessThan(400 * 1024 ** 2);
  });

  test('the response has a time limit of two minutes', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(new DOMException('late', 'TimeoutError')));
    await expect(geminiImage.make(order)).rejects.toMatchObject({ name: 'VendorUnreachable' });
    expect(timeout.mock.calls).toEqual([[120_000]]);
  });

  test('the logged error does not contain the prompt', async () => {
    vendor.reply = errorReply(400, 'INVALID_ARGUMENT', `Bad prompt: ${order.prompt}`);
    const text = logged(await geminiImage.make(order).catch((failure) => failure));
    expect(text).toContain('400 (INVALID_ARGUMENT');
    expect(text).not.toContain(order.prompt);
  });
});

test('a refused connection is an error that can be retried', async () => {
  process.env.STAND_IN_URL_GEMINI = `http://127.0.0.1:${await freePort()}`;
  await expect(geminiImage.make(order)).rejects.toMatchObject({ name: 'VendorUnreachable' });
});

describe('the adapter with the stand-in', () => {
  async function startStandIn() {
    const directory = await mkdtemp(join(tmpdir(), 'gemini-image-'));
    const standIn = await startGeminiStandIn({ directory });
    onTestFinished(async () => {
      await standIn.stop();
      await rm(directory, { recursive: true, force: true });
    });
    process.env.STAND_IN_URL_GEMINI = standIn.url;
    return standIn;
  }

  test('the adapter with the stand-in generates an image in every supported ratio', async () => {
    await startStandIn();
    for (const aspectRatio of imageModel('gemini-2.5-flash-image')?.aspectRatios ?? []) {
      const { width = 0, height = 0 } = await sharp((await geminiImage.make({ ...order, aspectRatio })).bytes).metadata();
      const [ratioWidth, ratioHeight] = aspectRatio.split(':').map(Number) as [number, number];
      expect(Math.abs(width / height / (ratioWidth / ratioHeight) - 1)).toBeLessThan(0.02);
    }
  });

  test.each<[string, object, ErrorCode]>([
    ['a block', { kind: 'refuse' }, 'VendorRefused'],
    ['a safety stop', { kind: 'finish', reason: 'IMAGE_SAFETY' }, 'VendorRefused'],
    ['no image', { kind: 'finish', reason: 'NO_IMAGE' }, 'VendorServerError'],
    ['a text instead', { kind: 'text-instead' }, 'VendorMalformedAnswer'],
    ['no content', { kind: 'no-text' }, 'VendorMalformedAnswer'],
    ['a full quota', { kind: 'error', status: 'RESOURCE_EXHAUSTED' }, 'VendorBusy'],
    ['a closed connection', { kind: 'cut' }, 'VendorUnreachable'],
    ['an empty body', { kind: 'empty' }, 'VendorMalformedAnswer'],
    ['a malformed body', { kind: 'malformed' }, 'VendorMalformedAnswer'],
    ['a body of 64 MB', { kind: 'oversized', bytes: 64 * 1024 ** 2 }, 'VendorMalformedAnswer'],
    ['a redirect', { kind: 'redirect' }, 'VendorMalformedAnswer'],
  ])('the adapter throws the matching error if the stand-in sends %s', async (_, fault, code) => {
    const { url } = await startStandIn();
    await addFaultRule(url, { fault });
    await expect(geminiImage.make(order)).rejects.toMatchObject({ name: code });
  });

  test('the adapter skips a draft before the image', async () => {
    const { url } = await startStandIn();
    const result = await geminiImage.make(order);
    await addFaultRule(url, { fault: { kind: 'thoughts' } });
    expect((await geminiImage.make(order)).bytes.equals(result.bytes)).toBe(true);
  });
});
