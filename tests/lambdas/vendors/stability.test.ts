/** Tests the contract of the Stability adapter: the exact request, the number of requests, and the result of each kind of response. */
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OutpaintOrder } from '#lambdas/vendors/outpaint-port.ts';
import { freePort } from '#local/base/free-port.ts';
import { formOf } from '#local/vendors/kit/form.ts';
import { addFaultRule } from '#local/vendors/kit/test-support.ts';
import { startStabilityStandIn } from '#local/vendors/stability/stability-stand-in.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { type FakeVendor, type Reply, startFakeVendor, startSecrets } from './contract.test-support.ts';

let vendor: FakeVendor;
let secrets: Awaited<ReturnType<typeof startSecrets>>;
let extend: (order: OutpaintOrder) => Promise<Buffer>;
let order: OutpaintOrder;
let extendedPhoto: Buffer;

beforeAll(async () => {
  vendor = await startFakeVendor();
  secrets = await startSecrets({ STABILITY_KEYS_SECRET_ARN: { STABILITY_API_KEY: '' } });
  extend = (await import('#lambdas/vendors/stability.ts')).stabilityOutpaint.extend;
  const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'teal' } });
  const photo = await picture(90, 120).jpeg().toBuffer();
  order = { photo, prompt: 'Continue the table', creativity: 0.3, left: 30, right: 31, up: 0, down: 0 };
  extendedPhoto = await picture(151, 120).png().toBuffer();
});
afterAll(async () => {
  delete process.env.STAND_IN_URL_STABILITY;
  await vendor.stop();
  await secrets.stop();
});
beforeEach(() => {
  process.env.STAND_IN_URL_STABILITY = vendor.url;
  vendor.requests = [];
  vendor.reply = success({});
});
afterEach(() => {
  vi.restoreAllMocks();
});

const success = (reply: Partial<Reply>): Reply => ({
  status: 200,
  body: extendedPhoto,
  ...reply,
  headers: { 'content-type': 'image/png', 'finish-reason': 'SUCCESS', seed: '7', ...reply.headers },
});
const errorReply = (status: number, name: string, ...errors: string[]): Reply => ({ status, body: { id: 'f00d', name, errors } });

/** Returns the error and all its causes, as the log shows them. */
function toLogText(failure: unknown): string {
  const lines: string[] = [];
  for (let one = failure; one instanceof Error; one = one.cause) lines.push(String(one.stack));
  return lines.join('\n');
}

test('an order is one POST of a form with the photo and every side', async () => {
  expect((await extend(order)).equals(extendedPhoto)).toBe(true);
  expect(vendor.requests).toHaveLength(1);
  const [{ method, path, headers, body } = { method: '', path: '', headers: {}, body: Buffer.alloc(0) }] = vendor.requests;
  expect(`${method} ${path}`).toBe('POST /v2beta/stable-image/edit/outpaint');
  expect(headers).toMatchObject({ authorization: 'Bearer stand-in', accept: 'image/*' });
  const form = await formOf({ headers, body });
  expect(form?.fields).toEqual({
    left: '30',
    right: '31',
    up: '0',
    down: '0',
    creativity: '0.3',
    prompt: 'Continue the table',
    output_format: 'png',
  });
  expect(form?.files).toEqual([{ name: 'image', fileName: 'photo.jpg', contentType: 'image/jpeg', bytes: order.photo }]);
});

describe('the response', () => {
  const jpeg = () => sharp(extendedPhoto).jpeg().toBuffer();
  test('the response can be a JPEG with a wrong declared type', async () => {
    const body = await jpeg();
    vendor.reply = success({ body });
    expect((await extend(order)).equals(body)).toBe(true);
  });

  test.each<[string, () => Reply, ErrorCode]>([
    ['that is blurred by the filter', () => success({ headers: { 'finish-reason': 'CONTENT_FILTERED' } }), 'VendorRefused'],
    [
      'without a finish reason',
      () => ({ status: 200, body: extendedPhoto, headers: { 'content-type': 'image/png' } }),
      'VendorMalformedAnswer',
    ],
    ['with an unknown finish reason', () => success({ headers: { 'finish-reason': 'PERHAPS' } }), 'VendorMalformedAnswer'],
    ['that is empty', () => success({ body: '' }), 'VendorMalformedAnswer'],
    ['that is an HTML page', () => success({ body: '<html>' }), 'VendorMalformedAnswer'],
    ['that is JSON', () => success({ body: { image: 'x' } }), 'VendorMalformedAnswer'],
    ['that is a GIF', () => success({ body: 'GIF89a' }), 'VendorMalformedAnswer'],
    ['that redirects to a private network', () => ({ status: 307, headers: { location: 'http://127.0.0.1:9/' } }), 'VendorMalformedAnswer'],
    ['that redirects to another host', () => ({ status: 302, headers: { location: vendor.url } }), 'VendorMalformedAnswer'],
    ['with status 202', () => ({ status: 202, body: {} }), 'VendorMalformedAnswer'],
    ['that is interrupted before its start', () => ({ status: 200, cut: 'before' }), 'VendorUnreachable'],
    [
      'that is interrupted in the middle',
      () => success({ cut: 'within', headers: { 'content-length': String(extendedPhoto.length) } }),
      'VendorUnreachable',
    ],
    ['with status 400 because of a field', () => errorReply(400, 'bad_request', 'left: must be an integer'), 'VendorRejectedInput'],
    ['with status 400 because of the policy', () => errorReply(400, 'content_moderation'), 'VendorRefused'],
    ['with status 401', () => errorReply(401, 'unauthorized'), 'VendorMisconfigured'],
    ['with status 402', () => errorReply(402, 'payment_required'), 'VendorMisconfigured'],
    ['with status 403 because of the policy', () => errorReply(403, 'content_moderation', 'Your request was flagged'), 'VendorRefused'],
    ['with status 403 because of the key', () => errorReply(403, 'forbidden'), 'VendorMisconfigured'],
    ['with status 404', () => errorReply(404, 'not_found'), 'VendorMisconfigured'],
    ['with status 413', () => errorReply(413, 'payload_too_large'), 'VendorRejectedInput'],
    ['with status 422', () => errorReply(422, 'unprocessable_entity'), 'VendorRejectedInput'],
    ['with status 429', () => errorReply(429, 'rate_limit_exceeded'), 'VendorBusy'],
    ['with status 500', () => errorReply(500, 'internal_error'), 'VendorServerError'],
    ['with status 502 of a gateway', () => ({ status: 502, body: '<html>' }), 'VendorServerError'],
    ['with an error of 1 GB', () => ({ status: 503, bytes: 1024 ** 3 }), 'VendorServerError'],
    ['with status 422 with an array', () => ({ status: 422, body: ['what'] }), 'VendorRejectedInput'],
    [
      'with status 422 with null',
      () => ({ status: 422, body: 'null', headers: { 'content-type': 'application/json' } }),
      'VendorRejectedInput',
    ],
  ])('a response %s throws the matching error after one request', async (_, reply, code) => {
    vendor.reply = reply();
    await expect(extend(order)).rejects.toMatchObject({ name: code });
    expect(vendor.requests).toHaveLength(1);
  });

  test('a response of 1 GB is not read completely', async () => {
    vendor.reply = success({ bytes: 1024 ** 3 });
    const memoryBefore = process.memoryUsage().rss;
    await expect(extend(order)).rejects.toMatchObject({ name: 'VendorMalformedAnswer' });
    expect(process.memoryUsage().rss - memoryBefore).toBeLessThan(400 * 1024 ** 2);
  });

  test('the response has a time limit of one minute', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(new DOMException('late', 'TimeoutError')));
    await expect(extend(order)).rejects.toMatchObject({ name: 'VendorUnreachable', cause: { name: 'TimeoutError' } });
    expect(timeout.mock.calls).toEqual([[60_000]]);
  });

  test('the logged error contains the request id, but not the prompt or the key', async () => {
    vendor.reply = { ...errorReply(400, 'bad_request', `prompt: ${order.prompt}`), headers: { 'x-request-id': 'r-1' } };
    const text = toLogText(await extend(order).catch((failure) => failure));
    expect(text).toMatch(/400 \(bad_request\), request r-1/);
    expect(text).not.toContain(order.prompt);
    expect(text).not.toContain('Bearer');
  });
});

test('a refused connection is an error that can be retried', async () => {
  process.env.STAND_IN_URL_STABILITY = `http://127.0.0.1:${await freePort()}`;
  await expect(extend(order)).rejects.toMatchObject({ name: 'VendorUnreachable' });
});

test('no request is sent without a key or a stand-in', async () => {
  delete process.env.STAND_IN_URL_STABILITY;
  const fetchSpy = vi.spyOn(globalThis, 'fetch');
  await expect(extend(order)).rejects.toMatchObject({ name: 'VendorMisconfigured', details: { missing: 'STABILITY_API_KEY' } });
  expect(fetchSpy).not.toHaveBeenCalled();
});

test('the stand-in returns the same picture each time, in the requested size, and a filtered picture throws VendorRefused', async () => {
  const standIn = await startStabilityStandIn();
  try {
    process.env.STAND_IN_URL_STABILITY = standIn.url;
    const result = await extend(order);
    expect(await sharp(result).metadata()).toMatchObject({ format: 'png', width: 151, height: 120 });
    const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    expect(digest(await extend(order))).toBe(digest(result));
    await addFaultRule(standIn.url, { match: 'Continue', fault: { kind: 'content-filtered' } });
    await expect(extend(order)).rejects.toMatchObject({ name: 'VendorRefused' });
  } finally {
    await standIn.stop();
  }
});
