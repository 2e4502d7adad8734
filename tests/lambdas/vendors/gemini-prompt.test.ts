/** Tests the contract of the Gemini prompt adapter: the exact request, the number of requests, and the result of each kind of response. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { geminiPrompt } from '#lambdas/vendors/gemini-prompt.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { detail, giveKeys, googleError, type Reply, startScriptedGemini } from './gemini.test-support.ts';

let gemini: Awaited<ReturnType<typeof startScriptedGemini>>;

beforeAll(async () => {
  gemini = await startScriptedGemini();
});
afterAll(() => gemini.stop());
beforeEach(() => {
  process.env.STAND_IN_URL_GEMINI = gemini.url;
  giveKeys({ GEMINI_API_KEY: '' });
  gemini.requests = [];
  gemini.replies = {};
});

const order = { photo: { bytes: Buffer.from([0xff, 0xd8, 0xff]), contentType: 'image/jpeg' }, instruction: 'Write a prompt in German.' };
const endpoint = 'POST /v1beta/models/gemini-3.5-flash-lite:generateContent';
const replyWith = (finishReason: string | undefined, ...parts: object[]): Reply => ({
  status: 200,
  body: { candidates: [{ content: { role: 'model', parts }, ...(finishReason && { finishReason }) }], usageMetadata: {} },
});

describe('a prompt', () => {
  test('a prompt is requested once, with the photo before the instruction', async () => {
    gemini.replies[endpoint] = replyWith('STOP', { text: '  Ein Schuh geht.\n' });
    expect(await geminiPrompt.write(order)).toBe('Ein Schuh geht.');
    expect(gemini.requests).toHaveLength(1);
    expect(gemini.requests[0]?.headers['x-goog-api-key']).toBe('stand-in');
    expect(gemini.requests[0]?.body).toEqual({
      contents: [{ role: 'user', parts: [{ inlineData: { mimeType: 'image/jpeg', data: '/9j/' } }, { text: order.instruction }] }],
      generationConfig: { maxOutputTokens: 4096 },
    });
  });

  test('a prompt is requested from the model that the secret names', async () => {
    giveKeys({ GEMINI_TEXT_MODEL: 'gemini-9' });
    gemini.replies['POST /v1beta/models/gemini-9:generateContent'] = replyWith('STOP', { text: 'Yes' });
    expect(await geminiPrompt.write(order)).toBe('Yes');
  });

  test('a prompt is the text of the model from one or more parts, without the thoughts', async () => {
    gemini.replies[endpoint] = replyWith('STOP', { text: 'Hm.', thought: true }, { text: 'A shoe ' }, { text: 'walks.' });
    expect(await geminiPrompt.write(order)).toBe('A shoe walks.');
  });

  const blockedReply = (blockReason: string): Reply => ({ status: 200, body: { promptFeedback: { blockReason } } });
  test.each<[string, Reply, ErrorCode]>([
    ['a blocked input', blockedReply('SAFETY'), 'VendorRefused'],
    ['a blocked picture', blockedReply('IMAGE_SAFETY'), 'VendorRefused'],
    ['an input blocked for an unknown reason', blockedReply('WHATEVER'), 'VendorRefused'],
    ...['SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII'].map((reason): [string, Reply, ErrorCode] => [
      `a text stopped by ${reason}`,
      replyWith(reason, { text: 'A sho' }),
      'VendorRefused',
    ]),
    ['an incomplete text', replyWith('MAX_TOKENS', { text: 'A sho' }), 'VendorMalformedAnswer'],
    [
      'an unfinished text that offers a paid continuation',
      {
        status: 200,
        body: { candidates: [{ content: { parts: [{ text: 'A sho' }] }, finishReason: 'CONTINUATION', continuationToken: 'next' }] },
      },
      'VendorMalformedAnswer',
    ],
    ['an unsupported language', replyWith('LANGUAGE'), 'VendorRejectedInput'],
    ['an unspecified finish reason', replyWith('OTHER'), 'VendorServerError'],
    ['an unknown finish reason', replyWith('TOO_TIRED', { text: 'A shoe' }), 'VendorMalformedAnswer'],
    ['no finish reason', replyWith(undefined, { text: 'A shoe' }), 'VendorMalformedAnswer'],
    ['no text', replyWith('STOP', { text: ' \n' }), 'VendorMalformedAnswer'],
    ['no part', replyWith('STOP'), 'VendorMalformedAnswer'],
    ['only thoughts', replyWith('STOP', { text: 'Hm.', thought: true }), 'VendorMalformedAnswer'],
    ['an empty object', { status: 200, body: {} }, 'VendorMalformedAnswer'],
    ['candidates that are not a list', { status: 200, body: { candidates: 'x' } }, 'VendorMalformedAnswer'],
    ['invalid JSON', 'not-json', 'VendorMalformedAnswer'],
    ['a response that is too large', 'oversized', 'VendorMalformedAnswer'],
    ['a redirect to a private network', { status: 307, headers: { location: 'http://10.0.0.1/' } }, 'VendorMalformedAnswer'],
    ['a bad picture', googleError(400, 'INVALID_ARGUMENT'), 'VendorRejectedInput'],
    ['a wrong key', googleError(400, 'INVALID_ARGUMENT', [detail('ErrorInfo', { reason: 'API_KEY_INVALID' })]), 'VendorMisconfigured'],
    ['401', googleError(401, 'UNAUTHENTICATED'), 'VendorMisconfigured'],
    ['403', googleError(403, 'PERMISSION_DENIED'), 'VendorMisconfigured'],
    ['a removed model', googleError(404, 'NOT_FOUND'), 'VendorMisconfigured'],
    ['429', googleError(429, 'RESOURCE_EXHAUSTED'), 'VendorBusy'],
    ['500', googleError(500, 'INTERNAL'), 'VendorServerError'],
    ['502 of a gateway', { status: 502 }, 'VendorServerError'],
    ['503', googleError(503, 'UNAVAILABLE'), 'VendorBusy'],
    ['504', googleError(504, 'DEADLINE_EXCEEDED'), 'VendorUnreachable'],
    ['a closed connection', 'reset', 'VendorUnreachable'],
  ])('a prompt is not returned if the response is %s, and the matching error is thrown after one request', async (_, reply, code) => {
    gemini.replies[endpoint] = reply;
    await expect(geminiPrompt.write(order)).rejects.toMatchObject({ name: code });
    expect(gemini.requests).toHaveLength(1);
  });

  test('a prompt is not requested without a key', async () => {
    delete process.env.STAND_IN_URL_GEMINI;
    await expect(geminiPrompt.write(order)).rejects.toMatchObject({ name: 'VendorMisconfigured' });
    expect(gemini.requests).toEqual([]);
  });
});
