/** Tests the contract of the Gemini image adapter: the exact request, that it is sent once, and the result of each kind of response. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { logged, pictureOf } from '#lambdas/vendors/image-contract.test-support.ts';
import type { ImageOrder, ImageVendor, Picture } from '#lambdas/vendors/image-port.ts';
import { freePort } from '#local/plumbing/free-port.ts';
import { startGeminiStandIn } from '#local/vendors/gemini/gemini-stand-in.ts';
import { script } from '#local/vendors/kit/test-support.ts';
import { imageModel } from '#shared/catalogue.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { type FakeVendor, type Reply, startFakeVendor, startSecrets } from './contract.test-support.ts';

const lite = 'gemini-3.1-flash-lite-image';
let vendor: FakeVendor;
let secrets: Awaited<ReturnType<typeof startSecrets>>;
let geminiImage: ImageVendor;
let order: ImageOrder;
let made: Picture;

beforeAll(async () => {
  vendor = await startFakeVendor();
  secrets = await startSecrets({
    GEMINI_KEYS_SECRET_ARN: { GEMINI_API_KEY: '' },
    OTHER_KEYS: { GEMINI_API_KEY: '', GEMINI_IMAGE_MODEL: 'gemini-nano-banana-2.1' },
  });
  geminiImage = (await import('#lambdas/vendors/gemini-image.ts')).geminiImage;
  order = { pictures: [await pictureOf('jpeg')], prompt: 'Put the mug on a beach', aspectRatio: '9:16' };
  made = await pictureOf('png', 'orange');
});
afterAll(async () => {
  delete process.env.STAND_IN_URL_GEMINI;
  await vendor.stop();
  await secrets.stop();
});
beforeEach(() => {
  process.env.STAND_IN_URL_GEMINI = vendor.url;
  process.env.GEMINI_KEYS_SECRET_ARN = 'GEMINI_KEYS_SECRET_ARN';
  vendor.seen = [];
  vendor.reply = answer([imagePart(made)]);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const imagePart = ({ bytes, contentType }: Picture) => ({ inlineData: { mimeType: contentType, data: bytes.toString('base64') } });
const answer = (parts: object[], finishReason = 'STOP'): Reply => ({
  status: 200,
  body: { candidates: [{ content: { role: 'model', parts }, finishReason, index: 0 }] },
});
const error = (status: number, name: string, message = 'No.'): Reply => ({
  status,
  body: { error: { code: status, message, status: name } },
});

describe('an order', () => {
  test('is one POST with the pictures, the prompt, the ratio and the paid size', async () => {
    expect(await geminiImage.make(order)).toEqual(made);
    expect(vendor.seen).toHaveLength(1);
    const [{ method, path, headers, body } = { method: '', path: '', headers: {}, body: Buffer.alloc(0) }] = vendor.seen;
    expect(`${method} ${path}`).toBe(`POST /v1beta/models/${lite}:generateContent`);
    expect(headers).toMatchObject({ 'x-goog-api-key': 'stand-in', 'content-type': 'application/json' });
    expect(JSON.parse(body.toString())).toEqual({
      contents: [{ role: 'user', parts: [imagePart(order.pictures[0]), { text: order.prompt }] }],
      generationConfig: { responseModalities: ['IMAGE'], imageConfig: { aspectRatio: '9:16', imageSize: '1K' } },
    });
  });

  test('of the pipeline contains three pictures in their order', async () => {
    const pictures = [await pictureOf('png', 'red'), await pictureOf('webp', 'green'), await pictureOf('jpeg', 'blue')] as const;
    await geminiImage.make({ ...order, pictures });
    const { contents } = JSON.parse(String(vendor.seen[0]?.body));
    expect(contents[0].parts).toEqual([...pictures.map(imagePart), { text: order.prompt }]);
  });

  test('uses the configured model', async () => {
    process.env.GEMINI_KEYS_SECRET_ARN = 'OTHER_KEYS';
    await geminiImage.make(order);
    expect(vendor.seen[0]?.path).toBe('/v1beta/models/gemini-nano-banana-2.1:generateContent');
  });

  test.each(['7:3', '1:2', 'auto', ''])('with the ratio %j is refused before a request', async (aspectRatio) => {
    await expect(geminiImage.make({ ...order, aspectRatio })).rejects.toMatchObject({ name: 'RatioUnsupported' });
    expect(vendor.seen).toHaveLength(0);
  });

  test('without a key or a stand-in is refused before any request', async () => {
    delete process.env.STAND_IN_URL_GEMINI;
    await expect(geminiImage.make(order)).rejects.toMatchObject({ name: 'VendorMisconfigured' });
    expect(vendor.seen).toHaveLength(0);
  });
});

describe('the response', () => {
  test('can be a JPEG with a wrong declared type', async () => {
    const jpeg = await pictureOf('jpeg', 'orange');
    vendor.reply = answer([imagePart({ ...jpeg, contentType: 'image/png' })]);
    expect(await geminiImage.make(order)).toEqual(jpeg);
  });

  test('can contain several pictures, of which the last one that is not a thought is used', async () => {
    const draft = await pictureOf('png', 'red');
    vendor.reply = answer([imagePart(draft), { text: 'Here it is' }, imagePart(made), { ...imagePart(draft), thought: true }]);
    expect(await geminiImage.make(order)).toEqual(made);
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
  ])('with the finish reason %s is a refusal, even if it contains a picture', async (reason) => {
    vendor.reply = answer([imagePart(made)], reason);
    await expect(geminiImage.make(order)).rejects.toMatchObject({ name: 'VendorRefused' });
    expect(vendor.seen).toHaveLength(1);
  });
  test.each(['NO_IMAGE', 'IMAGE_OTHER', 'OTHER', 'MALFORMED_RESPONSE'])('with the finish reason %s can be retried', async (reason) => {
    vendor.reply = answer([], reason);
    await expect(geminiImage.make(order)).rejects.toMatchObject({ name: 'VendorServerError' });
    expect(vendor.seen).toHaveLength(1);
  });

  test.each<[string, () => Reply, ErrorCode]>([
    ['that blocks the input', () => ({ status: 200, body: { promptFeedback: { blockReason: 'SAFETY' } } }), 'VendorRefused'],
    ['that contains a text', () => answer([{ text: 'What a nice mug' }]), 'VendorMalformedAnswer'],
    ['with only a thought', () => answer([{ ...imagePart(made), thought: true }]), 'VendorMalformedAnswer'],
    ['without parts', () => answer([]), 'VendorMalformedAnswer'],
    ['without candidates', () => ({ status: 200, body: {} }), 'VendorMalformedAnswer'],
    [
      'whose picture is not a picture',
      () => answer([{ inlineData: { mimeType: 'image/png', data: 'bm9uZQ==' } }]),
      'VendorMalformedAnswer',
    ],
    ['whose picture data is a number', () => answer([{ inlineData: { mimeType: 'image/png', data: 7 } }]), 'VendorMalformedAnswer'],
    ['about an unsupported language', () => answer([], 'LANGUAGE'), 'VendorRejectedInput'],
    ['that is empty', () => ({ status: 200, body: '' }), 'VendorMalformedAnswer'],
    ['that is an HTML page', () => ({ status: 200, body: '<html>' }), 'VendorMalformedAnswer'],
    ['that redirects to a private network', () => ({ status: 307, headers: { location: 'http://127.0.0.1:9/' } }), 'VendorMalformedAnswer'],
    ['interrupted before its start', () => ({ status: 200, cut: 'before' }), 'VendorUnreachable'],
    ['interrupted in the middle', () => ({ ...answer([imagePart(made)]), cut: 'within' }), 'VendorUnreachable'],
    ['400', () => error(400, 'INVALID_ARGUMENT'), 'VendorRejectedInput'],
    ['400 because of billing', () => error(400, 'FAILED_PRECONDITION'), 'VendorMisconfigured'],
    ['403', () => error(403, 'PERMISSION_DENIED'), 'VendorMisconfigured'],
    ['404 because of a removed model', () => error(404, 'NOT_FOUND'), 'VendorMisconfigured'],
    ['429', () => error(429, 'RESOURCE_EXHAUSTED'), 'VendorBusy'],
    ['500', () => error(500, 'INTERNAL'), 'VendorServerError'],
    ['503', () => error(503, 'UNAVAILABLE'), 'VendorBusy'],
    ['504', () => error(504, 'DEADLINE_EXCEEDED'), 'VendorUnreachable'],
    ['502 of a gateway', () => ({ status: 502, body: '<html>' }), 'VendorServerError'],
  ])('%s throws the matching error after one request', async (_, reply, code) => {
    vendor.reply = reply();
    await expect(geminiImage.make(order)).rejects.toMatchObject({ name: code });
    expect(vendor.seen).toHaveLength(1);
  });

  test('of endless size is not read completely', async () => {
    vendor.reply = { status: 200, bytes: 1024 ** 3 };
    const before = process.memoryUsage().rss;
    await expect(geminiImage.make(order)).rejects.toMatchObject({ name: 'VendorMalformedAnswer' });
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 ** 2);
  });

  test('that does not arrive times out after two minutes', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(new DOMException('late', 'TimeoutError')));
    await expect(geminiImage.make(order)).rejects.toMatchObject({ name: 'VendorUnreachable' });
    expect(timeout.mock.calls).toEqual([[120_000]]);
  });

  test('does not put the prompt into the logged error', async () => {
    vendor.reply = error(400, 'INVALID_ARGUMENT', `Bad prompt: ${order.prompt}`);
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
  async function standIn() {
    const directory = await mkdtemp(join(tmpdir(), 'gemini-image-'));
    const running = await startGeminiStandIn({ directory });
    onTestFinished(async () => {
      await running.stop();
      await rm(directory, { recursive: true, force: true });
    });
    process.env.STAND_IN_URL_GEMINI = running.url;
    return running;
  }

  test('generates an image in every supported ratio', async () => {
    await standIn();
    for (const aspectRatio of imageModel('gemini-2.5-flash-image')?.aspectRatios ?? []) {
      const { width = 0, height = 0 } = await sharp((await geminiImage.make({ ...order, aspectRatio })).bytes).metadata();
      const [wide, high] = aspectRatio.split(':').map(Number) as [number, number];
      expect(Math.abs(width / height / (wide / high) - 1)).toBeLessThan(0.02);
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
    ['an endless body', { kind: 'oversized', bytes: 64 * 1024 ** 2 }, 'VendorMalformedAnswer'],
    ['a redirect', { kind: 'redirect' }, 'VendorMalformedAnswer'],
  ])('throws the matching error for %s by script', async (_, fault, code) => {
    const { url } = await standIn();
    await script(url, { fault });
    await expect(geminiImage.make(order)).rejects.toMatchObject({ name: code });
  });

  test('skips a draft before the image', async () => {
    const { url } = await standIn();
    const plain = await geminiImage.make(order);
    await script(url, { fault: { kind: 'thoughts' } });
    expect((await geminiImage.make(order)).bytes.equals(plain.bytes)).toBe(true);
  });
});
