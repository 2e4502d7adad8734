/** Tests the contract of the Gemini video adapter: the exact request, the number of requests, and the result of each kind of response. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { geminiVideo } from '#lambdas/vendors/gemini-video.ts';
import type { VideoOrder } from '#lambdas/vendors/video-port.ts';
import { freePort } from '#local/base/free-port.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { detail, giveKeys, googleError, type Reply, startScriptedGemini } from './gemini.test-support.ts';

let gemini: Awaited<ReturnType<typeof startScriptedGemini>>;
let logLines: string[];

beforeAll(async () => {
  gemini = await startScriptedGemini();
});
afterAll(() => gemini.stop());
beforeEach(() => {
  process.env.STAND_IN_URL_GEMINI = gemini.url;
  giveKeys({ GEMINI_API_KEY: '' });
  gemini.requests = [];
  gemini.replies = {};
  logLines = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => Boolean(logLines.push(String(line))));
});
afterEach(() => {
  vi.restoreAllMocks();
});

const order: VideoOrder = {
  model: 'veo3',
  prompt: 'The shoe takes a step',
  photoUrl: 'data:image/jpeg;base64,/9j/',
  aspectRatio: '9:16',
  durationSeconds: 8,
  resolution: '1080p',
  generateAudio: true,
  webhookUrl: undefined,
};
const submitRoute = 'POST /v1beta/models/veo-3.1-generate-preview:predictLongRunning';
const name = 'models/veo-3.1-generate-preview/operations/op-1';
/** The log lines without the metrics of requests. */
const loggedMessages = () => logLines.map((line) => JSON.parse(line)).filter((line) => !('_aws' in line));

const acceptedReply: Reply = { status: 200, body: { name } };

describe('an order', () => {
  test('an order is one POST with the bytes of the photo and the billed seconds', async () => {
    gemini.replies[submitRoute] = acceptedReply;
    expect(await geminiVideo.start(order)).toEqual({ requestId: name });
    expect(gemini.requests).toHaveLength(1);
    expect(gemini.requests[0]?.body).toEqual({
      instances: [{ prompt: order.prompt, image: { bytesBase64Encoded: '/9j/', mimeType: 'image/jpeg' } }],
      parameters: { aspectRatio: '9:16', durationSeconds: 8, resolution: '1080p' },
    });
    expect(gemini.requests[0]?.headers).toMatchObject({ 'x-goog-api-key': 'stand-in', 'content-type': 'application/json' });
    expect(loggedMessages()).toEqual([]);
  });

  test('an order for the fast model uses a separate Gemini model, and the secret can change both models', async () => {
    gemini.replies['POST /v1beta/models/veo-3.1-fast-generate-preview:predictLongRunning'] = acceptedReply;
    gemini.replies['POST /v1beta/models/veo-4:predictLongRunning'] = acceptedReply;
    await geminiVideo.start({ ...order, model: 'veo3-fast' });
    giveKeys({ GEMINI_VIDEO_MODEL_VEO3: 'veo-4' });
    await geminiVideo.start(order);
    expect(gemini.requests).toHaveLength(2);
  });

  test('an order without sound is sent, and a warning is logged because the vendor does not support this option', async () => {
    gemini.replies[submitRoute] = acceptedReply;
    await geminiVideo.start({ ...order, generateAudio: false });
    expect(loggedMessages()).toEqual([
      { level: 'warn', message: 'the vendor does not support this option', vendor: 'gemini', option: 'generateAudio: false' },
    ]);
    expect(JSON.stringify(gemini.requests[0]?.body)).not.toContain('udio');
  });

  test('an order with the URL of a photo throws an error and sends no request', async () => {
    await expect(geminiVideo.start({ ...order, photoUrl: 'https://media.example/photo.jpg' })).rejects.toThrow('data URL');
    expect(gemini.requests).toEqual([]);
  });

  const refusals: [string, Reply, ErrorCode][] = [
    ['429', googleError(429, 'RESOURCE_EXHAUSTED'), 'VendorBusy'],
    ['500', googleError(500, 'INTERNAL'), 'VendorServerError'],
    ['503', googleError(503, 'UNAVAILABLE'), 'VendorBusy'],
    ['a bad field', googleError(400, 'INVALID_ARGUMENT'), 'VendorRejectedInput'],
    [
      'a refusal by its policy',
      googleError(400, 'INVALID_ARGUMENT', [], 'The prompt contains words that violate our usage guidelines.'),
      'VendorRefused',
    ],
    ['a wrong key', googleError(400, 'INVALID_ARGUMENT', [detail('ErrorInfo', { reason: 'API_KEY_INVALID' })]), 'VendorMisconfigured'],
    ['no billing', googleError(400, 'FAILED_PRECONDITION'), 'VendorMisconfigured'],
    ['401', googleError(401, 'UNAUTHENTICATED'), 'VendorMisconfigured'],
    ['403', googleError(403, 'PERMISSION_DENIED'), 'VendorMisconfigured'],
    ['a removed model', googleError(404, 'NOT_FOUND'), 'VendorMisconfigured'],
    ['an unknown 400', { status: 400, body: 'what' }, 'VendorRejectedInput'],
  ];
  test.each(refusals)('an order is sent once and throws the matching error if the vendor reports %s', async (_, reply, code) => {
    gemini.replies[submitRoute] = reply;
    await expect(geminiVideo.start(order)).rejects.toMatchObject({ name: code });
    expect(gemini.requests).toHaveLength(1);
  });

  test('the error contains the waiting time if the vendor is busy', async () => {
    gemini.replies[submitRoute] = googleError(429, 'RESOURCE_EXHAUSTED', [detail('RetryInfo', { retryDelay: '17.5s' })]);
    await expect(geminiVideo.start(order)).rejects.toMatchObject({ name: 'VendorBusy', details: { retryAfterSeconds: 17.5 } });
  });

  test.each<[string, Reply]>([
    ['is interrupted', 'reset'],
    ['is interrupted in the middle', 'cut'],
    ['is not JSON', 'not-json'],
    ['is too large', 'oversized'],
    ['is a 500 of a gateway', { status: 500 }],
    ['is a 502 of a gateway', { status: 502, body: {} }],
    ['is a 503 of a gateway', { status: 503, body: {} }],
    ['is a time-out, after which the order may continue', googleError(504, 'DEADLINE_EXCEEDED')],
    ['has no name', { status: 200, body: {} }],
    ['has a name with an invalid path', { status: 200, body: { name: 'models/../files/secret' } }],
    ['is a redirect', { status: 307, headers: { location: 'http://169.254.169.254/latest/meta-data/' } }],
  ])('the status of an order is unclear if the response %s, and the order is not sent again', async (_, reply) => {
    gemini.replies[submitRoute] = reply;
    await expect(geminiVideo.start(order)).rejects.toMatchObject({ name: 'SubmitUnclear' });
    expect(gemini.requests).toHaveLength(1);
  });

  test('an order was not accepted if the connection was refused', async () => {
    process.env.STAND_IN_URL_GEMINI = `http://127.0.0.1:${await freePort()}`;
    await expect(geminiVideo.start(order)).rejects.toMatchObject({ name: 'VendorUnreachable' });
  });

  test('a refused order does not write the prompt into the logged error', async () => {
    gemini.replies[submitRoute] = googleError(400, 'INVALID_ARGUMENT', [], `Not this: ${order.prompt}`);
    const error = await geminiVideo.start(order).catch((refusal: Error) => refusal);
    expect(String((error as Error).cause)).toContain('INVALID_ARGUMENT');
    expect(`${error}${(error as Error).cause}${JSON.stringify(error)}`).not.toContain(order.prompt);
  });

  test('an order is not prepared without a key', async () => {
    delete process.env.STAND_IN_URL_GEMINI;
    await expect(geminiVideo.prepare()).rejects.toMatchObject({ name: 'VendorMisconfigured', details: { missing: 'GEMINI_API_KEY' } });
    giveKeys({ GEMINI_API_KEY: 'real' });
    await expect(geminiVideo.prepare()).resolves.toBeUndefined();
  });
});

describe('an accepted order', () => {
  const statusRequest = `GET /v1beta/${name}`;
  const uri = 'https://generativelanguage.googleapis.com/v1beta/files/abc:download?alt=media';
  const endedReply = (fields: object): Reply => ({ status: 200, body: { name, done: true, ...fields } });
  const replyWith = (generateVideoResponse: object): Reply =>
    endedReply({ response: { '@type': 'type.googleapis.com/x', generateVideoResponse } });

  test.each<[string, Reply, object]>([
    ['is working', { status: 200, body: { name } }, { status: 'working' }],
    ['finished', replyWith({ generatedSamples: [{ video: { uri } }] }), { status: 'ready', url: uri }],
    [
      'was refused by the filter',
      replyWith({ raiMediaFilteredCount: 1, raiMediaFilteredReasons: ['Sorry.'] }),
      { status: 'failed', code: 'VendorRefused' },
    ],
    [
      'was refused as an argument',
      endedReply({ error: { code: 3, message: 'against our safety rules' } }),
      { status: 'failed', code: 'VendorRefused' },
    ],
    [
      'failed because of its argument',
      endedReply({ error: { code: 3, message: 'too small' } }),
      { status: 'failed', code: 'VendorRejectedInput' },
    ],
    ['failed without capacity', endedReply({ error: { code: 8, message: 'busy' } }), { status: 'failed', code: 'VendorBusy' }],
    [
      'failed with an internal error',
      endedReply({ error: { code: 13, message: 'internal' } }),
      { status: 'failed', code: 'VendorServerError' },
    ],
    [
      'failed because of its deadline',
      endedReply({ error: { code: 4, message: 'late' } }),
      { status: 'failed', code: 'VendorUnreachable' },
    ],
    ['failed for an unknown reason', endedReply({ error: { code: 99 } }), { status: 'failed', code: 'VendorServerError' }],
    ['finished without a video', replyWith({}), { status: 'failed', code: 'VendorMalformedAnswer' }],
    ['finished without content', endedReply({}), { status: 'failed', code: 'VendorMalformedAnswer' }],
    [
      'finished with an invalid video URL',
      replyWith({ generatedSamples: [{ video: { uri: 'x.mp4' } }] }),
      { status: 'failed', code: 'VendorMalformedAnswer' },
    ],
  ])('an accepted order has the matching progress if it %s', async (_, reply, expected) => {
    gemini.replies[statusRequest] = reply;
    expect(await geminiVideo.progress('veo3', name)).toEqual(expected);
    expect(gemini.requests).toHaveLength(1);
  });

  test.each<[Reply, ErrorCode]>([
    [{ status: 503 }, 'VendorBusy'],
    ['reset', 'VendorUnreachable'],
    ['not-json', 'VendorMalformedAnswer'],
    ['oversized', 'VendorMalformedAnswer'],
    [googleError(404, 'NOT_FOUND'), 'VendorMisconfigured'],
    [{ status: 200, body: [] }, 'VendorMalformedAnswer'],
    [{ status: 302, headers: { location: 'http://10.0.0.1/' } }, 'VendorMalformedAnswer'],
  ])('an accepted order can be polled again after an unreadable response (%j)', async (reply, code) => {
    gemini.replies[statusRequest] = reply;
    await expect(geminiVideo.progress('veo3', name)).rejects.toMatchObject({ name: code });
    expect(gemini.requests).toHaveLength(1);
  });

  test('an accepted order cannot be cancelled, and a warning is logged', async () => {
    await geminiVideo.cancel('veo3', name);
    expect(gemini.requests).toEqual([]);
    expect(loggedMessages()).toMatchObject([{ level: 'warn', option: 'cancel', requestId: name }]);
  });
});

describe('a result URL', () => {
  test.each([
    ['https://generativelanguage.googleapis.com/v1beta/files/a:download?alt=media', true, true],
    ['https://storage.googleapis.com/a.mp4', true, false],
    ['http://generativelanguage.googleapis.com/a.mp4', false, false],
    ['https://generativelanguage.googleapis.com:8443/a.mp4', false, false],
    ['https://evil-googleapis.com/a.mp4', false, false],
    ['https://googleapis.com.evil.example/a.mp4', false, false],
    ['https://169.254.169.254/latest/meta-data', false, false],
    ['file:///etc/passwd', false, false],
  ])('for the URL %s, owns returns %s, and the request contains our key: %s', async (address, isOwned, getsKey) => {
    delete process.env.STAND_IN_URL_GEMINI;
    giveKeys({ GEMINI_API_KEY: 'real' });
    expect(geminiVideo.owns(new URL(address))).toBe(isOwned);
    expect(await geminiVideo.headersFor(new URL(address))).toEqual(getsKey ? { 'x-goog-api-key': 'real' } : {});
  });

  test('a result URL is changed to the current address of the stand-in', () => {
    expect(geminiVideo.resultAt(new URL('http://127.0.0.1:9/v1beta/files/a:download?alt=media')).href).toBe(
      `${gemini.url}/v1beta/files/a:download?alt=media`,
    );
  });
});
