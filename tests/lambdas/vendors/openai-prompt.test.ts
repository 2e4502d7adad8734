/** Tests the contract of the OpenAI prompt adapter: the exact request, the number of requests, and the result of each kind of response. */
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PromptOrder } from '#lambdas/vendors/prompt-port.ts';
import { freePort } from '#local/base/free-port.ts';
import { addFaultRule } from '#local/vendors/kit/test-support.ts';
import { startOpenaiStandIn } from '#local/vendors/openai/openai-stand-in.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { type FakeVendor, type Reply, startFakeVendor, startSecrets } from './contract.test-support.ts';

let vendor: FakeVendor;
let secrets: Awaited<ReturnType<typeof startSecrets>>;
let write: (order: PromptOrder) => Promise<string>;
const order: PromptOrder = {
  photo: { bytes: Buffer.from('the photo'), contentType: 'image/jpeg' },
  instruction: 'Write in German about this secret product.',
};

beforeAll(async () => {
  vendor = await startFakeVendor();
  secrets = await startSecrets({
    OPENAI_KEYS_SECRET_ARN: { OPENAI_API_KEY: '', OPENAI_TEXT_MODEL: '' },
    ANOTHER_MODEL: { OPENAI_API_KEY: '', OPENAI_TEXT_MODEL: 'gpt-6-sol' },
  });
  write = (await import('#lambdas/vendors/openai-prompt.ts')).openaiPrompt.write;
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
  vendor.reply = replyWith('Die Kamera fährt zu.');
});

const response = (changes: object): Reply => ({
  status: 200,
  body: { id: 'resp_1', object: 'response', status: 'completed', error: null, incomplete_details: null, output: [], ...changes },
});
const message = (...content: object[]) => ({ type: 'message', role: 'assistant', status: 'completed', content });
const textPart = (text: string) => ({ type: 'output_text', annotations: [], text });
const replyWith = (text: string): Reply => response({ output: [{ type: 'reasoning', summary: [] }, message(textPart(text))] });
const errorReply = (status: number, code: string | null, type = 'invalid_request_error'): Reply => ({
  status,
  // With this header, the SDK would send the request again.
  headers: { 'x-should-retry': 'true', 'retry-after-ms': '1', 'x-request-id': 'req_1' },
  body: { error: { message: `About ${order.instruction}`, type, param: null, code } },
});

/** Returns the error and all its causes, as the log shows them. */
function toLogText(failure: unknown): string {
  const lines: string[] = [];
  for (let one = failure; one instanceof Error; one = one.cause) lines.push(String(one.stack));
  return lines.join('\n');
}

describe('an order', () => {
  test('an order is one POST with the instruction and the photo, and OpenAI must not store it', async () => {
    expect(await write(order)).toBe('Die Kamera fährt zu.');
    expect(vendor.requests).toHaveLength(1);
    const [{ method, path, headers, body } = { method: '', path: '', headers: {}, body: Buffer.alloc(0) }] = vendor.requests;
    expect(`${method} ${path}`).toBe('POST /v1/responses');
    expect(headers).toMatchObject({ authorization: 'Bearer stand-in', 'content-type': 'application/json' });
    expect(headers).not.toHaveProperty('openai-organization');
    expect(JSON.parse(body.toString())).toEqual({
      model: 'gpt-6-luna',
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: order.instruction },
            { type: 'input_image', image_url: `data:image/jpeg;base64,${order.photo.bytes.toString('base64')}`, detail: 'auto' },
          ],
        },
      ],
      max_output_tokens: 4096,
      store: false,
    });
  });

  test('an order uses the model that the secret names', async () => {
    process.env.OPENAI_KEYS_SECRET_ARN = 'ANOTHER_MODEL';
    await write(order);
    expect(JSON.parse(String(vendor.requests[0]?.body)).model).toBe('gpt-6-sol');
  });
});

describe('the response', () => {
  test.each<[string, Reply, string]>([
    ['with spaces around it', replyWith('  A slow push in.\n'), 'A slow push in.'],
    ['in parts', response({ output: [message(textPart('A slow '), textPart('push in.'))] }), 'A slow push in.'],
  ])('a response %s becomes the prompt', async (_, reply, text) => {
    vendor.reply = reply;
    expect(await write(order)).toBe(text);
  });

  const incompleteReply = (reason: string) =>
    response({ status: 'incomplete', incomplete_details: { reason }, output: [message(textPart('A slow'))] });
  const failedReply = (code: string) => response({ status: 'failed', error: { code, message: 'no' } });

  test.each<[string, Reply, ErrorCode]>([
    ['that refuses', response({ output: [message({ type: 'refusal', refusal: 'No.' })] }), 'VendorRefused'],
    [
      'that refuses after some text',
      response({ output: [message(textPart('Well'), { type: 'refusal', refusal: 'No.' })] }),
      'VendorRefused',
    ],
    ['that is truncated by the filter', incompleteReply('content_filter'), 'VendorRefused'],
    ['that is truncated by its length', incompleteReply('max_output_tokens'), 'VendorMalformedAnswer'],
    ['that is truncated for an unknown reason', incompleteReply('tea time'), 'VendorMalformedAnswer'],
    ['that failed at the server', failedReply('server_error'), 'VendorServerError'],
    ['that failed because of the rate', failedReply('rate_limit_exceeded'), 'VendorBusy'],
    ['that failed because of the policy', failedReply('image_content_policy_violation'), 'VendorRefused'],
    ['that failed because of the picture', failedReply('invalid_base64_image'), 'VendorRejectedInput'],
    ['that is still in progress', response({ status: 'in_progress' }), 'VendorMalformedAnswer'],
    ['with a blank text', replyWith(' '), 'VendorMalformedAnswer'],
    ['without a message', response({}), 'VendorMalformedAnswer'],
    ['without output', { status: 200, body: { object: 'response', status: 'completed' } }, 'VendorMalformedAnswer'],
    ['that is an empty object', { status: 200, body: {} }, 'VendorMalformedAnswer'],
    ['that is a list', { status: 200, body: [] }, 'VendorMalformedAnswer'],
    ['that is empty', { status: 200 }, 'VendorMalformedAnswer'],
    ['that is empty JSON', { status: 200, headers: { 'content-type': 'application/json' } }, 'VendorMalformedAnswer'],
    ['that is an HTML page', { status: 200, body: '<html>', headers: { 'content-type': 'text/html' } }, 'VendorMalformedAnswer'],
    ['that is broken JSON', { status: 200, body: '{"output":', headers: { 'content-type': 'application/json' } }, 'VendorMalformedAnswer'],
    ['that redirects to a private network', { status: 307, headers: { location: 'http://127.0.0.1:9/' } }, 'VendorMalformedAnswer'],
    ['of 1 GB', { status: 200, bytes: 1024 ** 3 }, 'VendorMalformedAnswer'],
    ['that is interrupted before its start', { status: 200, cut: 'before' }, 'VendorUnreachable'],
    ['that is interrupted in the middle', { ...replyWith('x'), headers: { 'content-length': '9999' }, cut: 'within' }, 'VendorUnreachable'],
    ['with status 400 because of a field', errorReply(400, 'invalid_value'), 'VendorRejectedInput'],
    ['with status 400 because of the policy', errorReply(400, 'invalid_prompt'), 'VendorRefused'],
    ['with status 400 because of the picture’s policy', errorReply(400, 'image_content_policy_violation'), 'VendorRefused'],
    ['with status 401', errorReply(401, 'invalid_api_key'), 'VendorMisconfigured'],
    ['with status 403', errorReply(403, 'unsupported_country_region_territory'), 'VendorMisconfigured'],
    ['with status 404 because of the model', errorReply(404, 'model_not_found'), 'VendorMisconfigured'],
    ['with status 400 because of the model', errorReply(400, 'model_not_found'), 'VendorMisconfigured'],
    ['with status 408', errorReply(408, null), 'VendorUnreachable'],
    ['with status 409', errorReply(409, null), 'VendorRejectedInput'],
    ['with status 413', errorReply(413, null), 'VendorRejectedInput'],
    ['with status 429 because of the rate', errorReply(429, 'rate_limit_exceeded', 'requests'), 'VendorBusy'],
    ['with status 429 because of the quota', errorReply(429, 'insufficient_quota', 'insufficient_quota'), 'VendorMisconfigured'],
    ['with status 429 because of the quota, shown only by its type', errorReply(429, null, 'insufficient_quota'), 'VendorMisconfigured'],
    ['with status 429 without a body', { status: 429 }, 'VendorBusy'],
    ['with status 500', errorReply(500, null, 'server_error'), 'VendorServerError'],
    ['with status 502 of a gateway', { status: 502, body: '<html>' }, 'VendorServerError'],
    ['with status 503', errorReply(503, null), 'VendorServerError'],
    ['with status 529', { status: 529 }, 'VendorServerError'],
  ])('a response %s throws the matching error after one request', async (_, reply, code) => {
    vendor.reply = reply;
    await expect(write(order)).rejects.toMatchObject({ name: code });
    expect(vendor.requests).toHaveLength(1);
  });

  test.each<[string, Reply]>([
    ['does not start', { status: 200, isSilent: true }],
    ['does not end', { ...replyWith('x'), isHanging: true }],
  ])('a response that %s causes a time-out before the time-out of API Gateway', async (_, reply) => {
    vendor.reply = reply;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const failure = expect(write(order)).rejects.toMatchObject({ name: 'VendorUnreachable' });
      await vi.waitUntil(() => vendor.requests.length > 0);
      await vi.advanceTimersByTimeAsync(24_000);
      await failure;
    } finally {
      vi.useRealTimers();
    }
    expect(vendor.requests).toHaveLength(1);
  });

  test.each([errorReply(400, 'invalid_value'), errorReply(429, 'rate_limit_exceeded'), errorReply(500, null)])(
    'the logged error contains the request id, but not the instruction or the key (%#)',
    async (reply) => {
      vendor.reply = reply;
      const text = toLogText(await write(order).catch((failure) => failure));
      expect(text).toContain('request req_1');
      expect(text).not.toContain('secret product');
      expect(text).not.toContain('Bearer');
    },
  );
});

test('a refused connection is an error that can be retried', async () => {
  process.env.STAND_IN_URL_OPENAI = `http://127.0.0.1:${await freePort()}`;
  await expect(write(order)).rejects.toMatchObject({ name: 'VendorUnreachable' });
});

test('no request is sent without a key or a stand-in', async () => {
  delete process.env.STAND_IN_URL_OPENAI;
  const fetchSpy = vi.spyOn(globalThis, 'fetch');
  await expect(write(order)).rejects.toMatchObject({ name: 'VendorMisconfigured', details: { missing: 'OPENAI_API_KEY' } });
  expect(fetchSpy).not.toHaveBeenCalled();
  fetchSpy.mockRestore();
});

test('the stand-in returns a prompt about the photo, and a scripted refusal throws VendorRefused', async () => {
  const standIn = await startOpenaiStandIn();
  try {
    process.env.STAND_IN_URL_OPENAI = standIn.url;
    const bytes = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#1f4fd0' } })
      .jpeg()
      .toBuffer();
    const orderWithPhoto = { ...order, photo: { bytes, contentType: 'image/jpeg' } };
    expect(await write(orderWithPhoto)).toMatch(/^Die Kamera/);
    await addFaultRule(standIn.url, { match: 'German', fault: { kind: 'refuse' } });
    await expect(write(orderWithPhoto)).rejects.toMatchObject({ name: 'VendorRefused' });
  } finally {
    await standIn.stop();
  }
});

test('a request stops at the time limit of its caller if the vendor does not respond', async () => {
  vendor.reply = { status: 200, isSilent: true };
  await expect(write({ ...order, timeoutMs: 50 })).rejects.toMatchObject({ name: 'VendorUnreachable' });
});
