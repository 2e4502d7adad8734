import OpenAI from 'openai';
import sharp from 'sharp';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { StandIn } from '../kit/server.ts';
import { addFaultRule, type CallResult, call } from '../kit/test-support.ts';
import { startOpenaiStandIn } from './openai-stand-in.ts';

async function startForTest(): Promise<StandIn> {
  const standIn = await startOpenaiStandIn();
  onTestFinished(standIn.stop);
  return standIn;
}

type Photo = { width: number; height: number; background?: string; product?: string };

/** Returns a photo of a rectangle in the middle of a plain background. */
async function photo({ width, height, background = '#f4efe6', product = '#1f4fd0' }: Photo): Promise<Buffer> {
  const plainImage = (size: { width: number; height: number }, background: string) =>
    sharp({ create: { ...size, channels: 3, background } });
  const input = await plainImage({ width: Math.round(width / 2), height: Math.round(height / 2) }, product)
    .png()
    .toBuffer();
  return plainImage({ width, height }, background).composite([{ input }]).jpeg().toBuffer();
}

const dataUrl = (picture: Buffer, type = 'image/jpeg') => `data:${type};base64,${picture.toString('base64')}`;
const requestBody = (text: string, picture: Buffer, parameters: object = {}) => ({
  model: 'gpt-6-luna',
  input: [
    {
      role: 'user',
      content: [
        { type: 'input_text', text },
        { type: 'input_image', image_url: dataUrl(picture), detail: 'auto' },
      ],
    },
  ],
  ...parameters,
});
const headers = { authorization: 'Bearer sk-test' };
const sendRequest = ({ url }: StandIn, json: unknown): Promise<CallResult> => call('POST', `${url}/v1/responses`, { json, headers });
const textIn = ({ body }: CallResult): string => body.output[0].content[0].text;

let portraitPhoto: Buffer;
beforeAll(async () => {
  portraitPhoto = await photo({ width: 300, height: 400 });
});

describe('a response', () => {
  test('a response is complete', async () => {
    const {
      status,
      headers: responseHeaders,
      body,
    } = await sendRequest(await startForTest(), requestBody('Write in English.', portraitPhoto));
    expect(status).toBe(200);
    expect(responseHeaders.get('x-request-id')).toMatch(/^req_/);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^resp_/),
      object: 'response',
      status: 'completed',
      error: null,
      incomplete_details: null,
      model: 'gpt-6-luna',
      output: [{ type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: expect.any(String) }] }],
    });
  });

  test('a response works with the SDK', async () => {
    const { url } = await startForTest();
    const openai = new OpenAI({ apiKey: 'sk-test', baseURL: `${url}/v1`, maxRetries: 0 });
    const response = await openai.responses.create({
      model: 'gpt-6-luna',
      input: [{ role: 'user', content: [{ type: 'input_text', text: 'Hello' }] }],
    });
    expect(response.output_text).toBe('There is no picture to write about.');
  });

  test.each([
    ['English', /product/],
    ['German', /Produkt/],
    ['Japanese', /商品/],
    ['Simplified Chinese', /产品/],
    ['Traditional Chinese as written in Taiwan', /鏡頭/],
    ['Polish', /produkt/],
    ['Klingon', /product/],
  ])('the response to "Write in %s." has this language, or is English if the language is unknown', async (language, sentence) => {
    expect(textIn(await sendRequest(await startForTest(), requestBody(`Write in ${language}.`, portraitPhoto)))).toMatch(sentence);
  });

  test('the response is always the same for the same request', async () => {
    const standIn = await startForTest();
    const write = async () => textIn(await sendRequest(standIn, requestBody('Write.', portraitPhoto)));
    expect(await write()).toBe(await write());
  });

  test('a response stops at its token limit', async () => {
    const { body } = await sendRequest(await startForTest(), requestBody('Write.', portraitPhoto, { max_output_tokens: 16 }));
    expect(body).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: [{ status: 'incomplete' }],
    });
  });
});

describe('OpenAI rejects a request', () => {
  test.each<[string, () => unknown, number, string | null, string | null]>([
    ['that is not a JSON object', () => [], 400, null, null],
    ['without a model', () => ({ input: 'x' }), 400, 'missing_required_parameter', 'model'],
    ['without input', () => ({ model: 'gpt-6-luna' }), 400, 'missing_required_parameter', 'input'],
    ['with an unknown parameter', () => requestBody('x', portraitPhoto, { n: 2 }), 400, 'unknown_parameter', 'n'],
    ['for a discontinued model', () => ({ model: 'gpt-4', input: 'x' }), 404, 'model_not_found', 'model'],
    [
      'for too few tokens',
      () => requestBody('x', portraitPhoto, { max_output_tokens: 15 }),
      400,
      'integer_below_min_value',
      'max_output_tokens',
    ],
    [
      'with an unreadable picture',
      () => requestBody('x', Buffer.from('no picture')),
      400,
      'unsupported_image_media_type',
      'input[0].content[1].image_url',
    ],
    [
      'with a picture at a remote URL',
      () => ({ model: 'gpt-6-luna', input: [{ role: 'user', content: [{ type: 'input_image', image_url: 'http://127.0.0.1/' }] }] }),
      400,
      'invalid_image_url',
      'input[0].content[0].image_url',
    ],
    [
      'with unknown content',
      () => ({ model: 'gpt-6-luna', input: [{ role: 'user', content: [{ type: 'unknown' }] }] }),
      400,
      'invalid_value',
      'input[0].content[0].type',
    ],
  ])('OpenAI rejects a request %s', async (_, body, status, code, param) => {
    const response = await sendRequest(await startForTest(), body());
    expect(response.status).toBe(status);
    expect(response.body).toEqual({ error: { message: expect.any(String), type: 'invalid_request_error', param, code } });
  });

  test('OpenAI rejects a request without a key or to another path', async () => {
    const { url } = await startForTest();
    expect(await call('POST', `${url}/v1/responses`, { json: {} })).toMatchObject({ status: 401, body: { error: { code: null } } });
    expect(await call('POST', `${url}/v1/completions`, { json: {}, headers })).toMatchObject({
      status: 404,
      body: { error: { message: expect.stringContaining('POST /v1/completions') } },
    });
  });
});

describe('a scripted fault', () => {
  test.each([
    [401, 'invalid_api_key', 'invalid_request_error'],
    [429, 'insufficient_quota', 'insufficient_quota'],
    [429, 'rate_limit_exceeded', 'requests'],
    [404, 'model_not_found', 'invalid_request_error'],
    [400, 'invalid_prompt', 'invalid_request_error'],
    [500, 'server_error', 'server_error'],
    [503, 'service_unavailable', 'server_error'],
  ])('a scripted fault with status %i and code %s costs nothing', async (status, code, type) => {
    const standIn = await startForTest();
    await addFaultRule(standIn.url, { match: 'sea', fault: { kind: 'error', code } });
    expect(await sendRequest(standIn, requestBody('the sea', portraitPhoto))).toMatchObject({ status, body: { error: { code, type } } });
    expect((await sendRequest(standIn, requestBody('the land', portraitPhoto))).status).toBe(200);
    expect((await call('GET', `${standIn.url}/_requests`)).body).toMatchObject({ counts: { responses: 2 }, paidSubmits: 1 });
  });

  test.each<[object, object]>([
    [{ kind: 'refuse' }, { status: 'completed', output: [{ content: [{ type: 'refusal', refusal: expect.any(String) }] }] }],
    [
      { kind: 'incomplete', reason: 'content_filter' },
      { status: 'incomplete', incomplete_details: { reason: 'content_filter' } },
    ],
    [{ kind: 'no-text' }, { status: 'completed', output: [{ content: [{ type: 'output_text', text: '' }] }] }],
  ])('the scripted fault %o changes the response', async (fault, expected) => {
    const standIn = await startForTest();
    await addFaultRule(standIn.url, { fault });
    expect(await sendRequest(standIn, requestBody('Write.', portraitPhoto))).toMatchObject({ status: 200, body: expected });
  });
});
