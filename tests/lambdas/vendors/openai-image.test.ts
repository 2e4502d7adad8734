/** Tests the contract of the OpenAI image adapter: the exact request, the number of requests, and the result of each kind of response. */
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { logged, pictureOf } from '#lambdas/vendors/image-contract.test-support.ts';
import type { ImageOrder, ImageVendor, Picture } from '#lambdas/vendors/image-port.ts';
import { freePort } from '#local/base/free-port.ts';
import { formOf } from '#local/vendors/kit/form.ts';
import { addFaultRule } from '#local/vendors/kit/test-support.ts';
import { startOpenaiStandIn } from '#local/vendors/openai/openai-stand-in.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { type FakeVendor, type Reply, startFakeVendor, startSecrets } from './contract.test-support.ts';

let vendor: FakeVendor;
let secrets: Awaited<ReturnType<typeof startSecrets>>;
let openaiImage: ImageVendor;
let order: ImageOrder;
let vendorPicture: Picture;

beforeAll(async () => {
  vendor = await startFakeVendor();
  secrets = await startSecrets({
    OPENAI_KEYS_SECRET_ARN: { OPENAI_API_KEY: '' },
    OLDER_KEYS: { OPENAI_API_KEY: '', OPENAI_IMAGE_MODEL: 'gpt-image-2' },
  });
  openaiImage = (await import('#lambdas/vendors/openai-image.ts')).openaiImage;
  order = { pictures: [await pictureOf('jpeg')], prompt: 'Put the mug on a beach', aspectRatio: '2:3' };
  vendorPicture = await pictureOf('jpeg', 'orange');
});
afterAll(async () => {
  delete process.env.STAND_IN_URL_OPENAI;
  await vendor.stop();
  await secrets.stop();
});
beforeEach(() => {
  process.env.STAND_IN_URL_OPENAI = vendor.url;
  process.env.OPENAI_KEYS_SECRET_ARN = 'OPENAI_KEYS_SECRET_ARN';
  vendor.requests = [];
  vendor.reply = replyWith(vendorPicture.bytes.toString('base64'));
});

const replyWith = (base64: unknown): Reply => ({ status: 200, body: { created: 1, data: [{ b64_json: base64 }] } });
const errorReply = (status: number, code: string | null, type = 'invalid_request_error', message = 'No.'): Reply => ({
  status,
  body: { error: { message, type, param: null, code } },
  headers: { 'x-request-id': 'req_1' },
});
const readForm = async () => formOf(vendor.requests[0] ?? { headers: {}, body: Buffer.alloc(0) });

describe('an order', () => {
  test('an order is one form with the picture and its type, the size for the ratio, and the quality of the price', async () => {
    expect(await openaiImage.make(order)).toEqual(vendorPicture);
    expect(vendor.requests).toHaveLength(1);
    expect(vendor.requests[0]).toMatchObject({ method: 'POST', path: '/v1/images/edits', headers: { authorization: 'Bearer stand-in' } });
    const form = await readForm();
    expect(form?.fields).toEqual({
      model: 'gpt-image-2.5-flare',
      prompt: order.prompt,
      size: '1024x1536',
      quality: 'medium',
      output_format: 'jpeg',
      output_compression: '90',
      n: '1',
    });
    expect(form?.files).toEqual([{ name: 'image', fileName: 'picture-1.jpeg', contentType: 'image/jpeg', bytes: order.pictures[0].bytes }]);
  });

  test('an order can contain three pictures, and their sequence stays the same', async () => {
    const pictures = [await pictureOf('png', 'red'), await pictureOf('webp', 'green'), await pictureOf('jpeg', 'blue')] as const;
    await openaiImage.make({ ...order, pictures });
    expect((await readForm())?.files.map(({ name, contentType, bytes }) => ({ name, contentType, bytes }))).toEqual(
      pictures.map(({ bytes, contentType }) => ({ name: 'image[]', contentType, bytes })),
    );
  });

  test('an order uses the quality low for a more expensive model', async () => {
    process.env.OPENAI_KEYS_SECRET_ARN = 'OLDER_KEYS';
    await openaiImage.make(order);
    expect((await readForm())?.fields).toMatchObject({ model: 'gpt-image-2', quality: 'low' });
  });

  test.each([
    ['1:1', '1024x1024'],
    ['2:3', '1024x1536'],
    ['3:2', '1536x1024'],
  ])('the ratio %s requests the size %s', async (aspectRatio, size) => {
    await openaiImage.make({ ...order, aspectRatio });
    expect((await readForm())?.fields.size).toBe(size);
  });

  test.each(['9:16', '4:5', 'toString', ''])('an order with the ratio %j is refused before any request', async (aspectRatio) => {
    await expect(openaiImage.make({ ...order, aspectRatio })).rejects.toMatchObject({ name: 'RatioUnsupported' });
    expect(vendor.requests).toHaveLength(0);
  });

  test('an order is refused before any request if there is no key and no stand-in', async () => {
    delete process.env.STAND_IN_URL_OPENAI;
    await expect(openaiImage.make(order)).rejects.toMatchObject({ name: 'VendorMisconfigured' });
    expect(vendor.requests).toHaveLength(0);
  });
});

describe('the response', () => {
  test('the response can be a PNG although a JPEG was requested', async () => {
    const png = await pictureOf('png', 'orange');
    vendor.reply = replyWith(png.bytes.toString('base64'));
    expect(await openaiImage.make(order)).toEqual(png);
  });

  test.each<[string, () => Reply, ErrorCode]>([
    ['that refuses', () => errorReply(400, 'moderation_blocked', 'image_generation_user_error'), 'VendorRefused'],
    ['that refuses with an older code', () => errorReply(400, 'content_policy_violation'), 'VendorRefused'],
    ['with status 400 because of a file', () => errorReply(400, 'invalid_image_file'), 'VendorRejectedInput'],
    ['with status 400 without a code', () => errorReply(400, null), 'VendorRejectedInput'],
    ['with status 400 because of billing', () => errorReply(400, 'billing_hard_limit_reached'), 'VendorMisconfigured'],
    ['with status 401', () => errorReply(401, 'invalid_api_key'), 'VendorMisconfigured'],
    ['with status 403 because of an unverified organisation', () => errorReply(403, null), 'VendorMisconfigured'],
    ['with status 404 because of a removed model', () => errorReply(404, 'model_not_found'), 'VendorMisconfigured'],
    ['with status 413', () => errorReply(413, null), 'VendorRejectedInput'],
    ['with status 422', () => errorReply(422, null), 'VendorRejectedInput'],
    ['with status 429 because of the rate', () => errorReply(429, 'rate_limit_exceeded'), 'VendorBusy'],
    ['with status 429 because of the quota', () => errorReply(429, 'insufficient_quota'), 'VendorMisconfigured'],
    ['with status 408', () => errorReply(408, null), 'VendorUnreachable'],
    ['with status 409', () => errorReply(409, null), 'VendorRejectedInput'],
    ['with status 500', () => errorReply(500, null, 'server_error'), 'VendorServerError'],
    ['with status 503', () => errorReply(503, null), 'VendorServerError'],
    ['that asks for a retry', () => ({ ...errorReply(500, null), headers: { 'x-should-retry': 'true' } }), 'VendorServerError'],
    ['with status 502 of a gateway', () => ({ status: 502, body: '<html>' }), 'VendorServerError'],
    ['that is empty', () => ({ status: 200, body: '' }), 'VendorMalformedAnswer'],
    ['that is an HTML page', () => ({ status: 200, body: '<html>' }), 'VendorMalformedAnswer'],
    ['that is not JSON', () => ({ status: 200, body: '{', headers: { 'content-type': 'application/json' } }), 'VendorMalformedAnswer'],
    ['without pictures', () => ({ status: 200, body: { created: 1, data: [] } }), 'VendorMalformedAnswer'],
    [
      'with a URL instead of picture data',
      () => ({ status: 200, body: { data: [{ url: 'http://169.254.169.254/' }] } }),
      'VendorMalformedAnswer',
    ],
    ['whose picture is a text', () => replyWith(Buffer.from('I would rather not').toString('base64')), 'VendorMalformedAnswer'],
    ['whose picture is a number', () => replyWith(7), 'VendorMalformedAnswer'],
    ['that redirects to a private network', () => ({ status: 307, headers: { location: 'http://127.0.0.1:9/' } }), 'VendorMalformedAnswer'],
    ['that redirects to another host', () => ({ status: 302, headers: { location: vendor.url } }), 'VendorMalformedAnswer'],
    ['that is interrupted before its start', () => ({ status: 200, cut: 'before' }), 'VendorUnreachable'],
    [
      'that is interrupted in the middle',
      () => ({ ...replyWith(vendorPicture.bytes.toString('base64')), cut: 'within' }),
      'VendorUnreachable',
    ],
  ])('a response %s throws the matching error after one request', async (_, reply, code) => {
    vendor.reply = reply();
    await expect(openaiImage.make(order)).rejects.toMatchObject({ name: code });
    expect(vendor.requests).toHaveLength(1);
  });

  test('a response of 1 GB is not read completely', async () => {
    vendor.reply = { status: 200, bytes: 1024 ** 3 };
    const memoryBefore = process.memoryUsage().rss;
    await expect(openaiImage.make(order)).rejects.toMatchObject({ name: 'VendorMalformedAnswer' });
    expect(process.memoryUsage().rss - memoryBefore).toBeLessThan(400 * 1024 ** 2);
    expect(vendor.requests).toHaveLength(1);
  });

  test('the logged error contains the request id, but not the prompt or the key', async () => {
    vendor.reply = errorReply(400, 'invalid_value', 'invalid_request_error', `Bad prompt: ${order.prompt}`);
    const text = logged(await openaiImage.make(order).catch((failure) => failure));
    expect(text).toMatch(/400 \(invalid_value\), request req_1/);
    expect(text).not.toContain(order.prompt);
    expect(text).not.toContain('Bearer');
  });
});

test('a refused connection is an error that can be retried', async () => {
  process.env.STAND_IN_URL_OPENAI = `http://127.0.0.1:${await freePort()}`;
  await expect(openaiImage.make(order)).rejects.toMatchObject({ name: 'VendorUnreachable' });
});

describe('the adapter with the stand-in', () => {
  async function startStandIn() {
    const standIn = await startOpenaiStandIn();
    onTestFinished(standIn.stop);
    process.env.STAND_IN_URL_OPENAI = standIn.url;
    return standIn;
  }

  test('the adapter with the stand-in generates a JPEG with the requested size', async () => {
    await startStandIn();
    const { bytes, contentType } = await openaiImage.make(order);
    expect(contentType).toBe('image/jpeg');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1024, height: 1536 });
  });

  test.each<[string, object, ErrorCode]>([
    ['a safety block', { kind: 'error', code: 'moderation_blocked' }, 'VendorRefused'],
    ['a full quota', { kind: 'error', code: 'insufficient_quota' }, 'VendorMisconfigured'],
    ['too many calls', { kind: 'error', code: 'rate_limit_exceeded' }, 'VendorBusy'],
    ['no picture', { kind: 'no-text' }, 'VendorMalformedAnswer'],
    ['a closed connection', { kind: 'cut' }, 'VendorUnreachable'],
    ['a redirect', { kind: 'redirect' }, 'VendorMalformedAnswer'],
  ])('the adapter throws the matching error if the stand-in sends %s', async (_, fault, code) => {
    const { url } = await startStandIn();
    await addFaultRule(url, { fault });
    await expect(openaiImage.make(order)).rejects.toMatchObject({ name: code });
  });
});
