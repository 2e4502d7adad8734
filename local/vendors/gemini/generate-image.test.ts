/** Tests `generateContent` of an image model in the stand-in. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { measure, productPhoto } from '../../demo/pictures/measures.test-support.ts';
import type { StandIn } from '../kit/server.ts';
import { addFaultRule, type CallResult, call } from '../kit/test-support.ts';
import { startGeminiStandIn } from './gemini-stand-in.ts';

const imageModel = 'gemini-3.1-flash-lite-image';
const headers = { 'x-goog-api-key': 'test' };
let photo: Buffer;
let standIn: StandIn;
beforeAll(async () => {
  photo = await productPhoto();
  const directory = await mkdtemp(join(tmpdir(), 'gemini-images-'));
  standIn = await startGeminiStandIn({ directory });
  return async () => {
    await standIn.stop();
    await rm(directory, { recursive: true, force: true });
  };
});

const generate = (json: unknown, model = imageModel): Promise<CallResult> =>
  call('POST', `${standIn.url}/v1beta/models/${model}:generateContent`, { json, headers });
const requestBody = (text: string, imageConfig: object = {}, mimeType = 'image/png', data = photo.toString('base64')) => ({
  contents: [{ role: 'user', parts: [{ inlineData: { mimeType, data } }, { text }] }],
  generationConfig: { responseModalities: ['IMAGE'], imageConfig: { aspectRatio: '1:1', imageSize: '1K', ...imageConfig } },
});
const pictureIn = ({ body }: CallResult): Buffer => Buffer.from(body.candidates[0].content.parts.at(-1).inlineData.data, 'base64');

test('the response contains one PNG', async () => {
  const { status, body } = await generate(requestBody('On a white background'));
  expect(status).toBe(200);
  expect(body).toMatchObject({
    candidates: [{ finishReason: 'STOP', index: 0, content: { role: 'model', parts: [{ inlineData: { mimeType: 'image/png' } }] } }],
    modelVersion: imageModel,
  });
  expect((await sharp(Buffer.from(body.candidates[0].content.parts[0].inlineData.data, 'base64')).metadata()).format).toBe('png');
});

test('the same prompt always changes the picture in the same way', async () => {
  const [withoutPrompt, dark, darkAgain] = [
    await generate(requestBody('')),
    await generate(requestBody('darker')),
    await generate(requestBody('darker')),
  ];
  expect(withoutPrompt.status).toBe(400);
  expect(pictureIn(dark).equals(pictureIn(darkAgain))).toBe(true);
  expect((await measure(pictureIn(await generate(requestBody('brighter'))))).brightness).toBeGreaterThan(
    (await measure(pictureIn(dark))).brightness + 20,
  );
});

test.each([
  ['1:1', 1024, 1024],
  ['9:16', 768, 1376],
  ['21:9', 1584, 672],
])('a picture with the ratio %s has %i × %i pixels', async (aspectRatio, width, height) => {
  expect(await sharp(pictureIn(await generate(requestBody('warmer', { aspectRatio })))).metadata()).toMatchObject({ width, height });
});

describe('Gemini rejects a request', () => {
  test.each<[string, () => unknown, string, number]>([
    ['for a discontinued model', () => requestBody('x'), 'gemini-2.5-flash-image', 404],
    ['for an unknown model', () => requestBody('x'), 'gemini-9-image', 404],
    ['for the ratio 9:21', () => requestBody('x', { aspectRatio: '9:21' }), imageModel, 400],
    ['for a model that the stand-in does not know', () => requestBody('x'), 'gemini-3-pro-image', 404],
    ['with a setting that the stand-in does not know', () => ({ ...requestBody('x'), safetySettings: [] }), imageModel, 400],
    ['for a larger picture', () => requestBody('x', { imageSize: '2K' }), imageModel, 400],
    ['for a size in lower case', () => requestBody('x', { imageSize: '1k' }), imageModel, 400],
    ['with an option of another API', () => requestBody('x', { outputMimeType: 'image/jpeg' }), imageModel, 400],
    ['with a GIF', () => requestBody('x', {}, 'image/gif'), imageModel, 400],
    ['with an unreadable picture', () => requestBody('x', {}, 'image/png', Buffer.from('no picture').toString('base64')), imageModel, 400],
    ['without contents', () => ({}), imageModel, 400],
  ])('Gemini rejects a request %s', async (_, body, model, status) => {
    expect(await generate(body(), model)).toMatchObject({ status, body: { error: { code: status, status: expect.any(String) } } });
  });

  test('Gemini rejects a request without a key', async () => {
    expect(await call('POST', `${standIn.url}/v1beta/models/${imageModel}:generateContent`, { json: requestBody('x') })).toMatchObject({
      status: 403,
    });
  });
});

test('a text model writes texts at the same path', async () => {
  const { body } = await generate({ contents: [{ parts: [{ text: 'Write in English.' }] }] }, 'gemini-3.5-flash-lite');
  expect(body.candidates[0].content.parts[0].text).toEqual(expect.any(String));
});

test('a scripted fault can cause a blocked prompt, a stop reason, a text instead of a picture, or a draft before the picture', async () => {
  const generateWithFault = async (fault: object) => {
    await addFaultRule(standIn.url, { match: 'scripted', times: 1, fault });
    return (await generate(requestBody('scripted'))).body;
  };
  expect(await generateWithFault({ kind: 'refuse' })).toMatchObject({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } });
  expect(await generateWithFault({ kind: 'finish', reason: 'IMAGE_SAFETY' })).toMatchObject({
    candidates: [{ finishReason: 'IMAGE_SAFETY', content: { parts: [] } }],
  });
  expect(await generateWithFault({ kind: 'text-instead' })).toMatchObject({
    candidates: [{ content: { parts: [{ text: expect.any(String) }] } }],
  });
  const { candidates } = await generateWithFault({ kind: 'thoughts' });
  expect(candidates[0].content.parts.map(({ thought }: { thought?: boolean }) => thought === true)).toEqual([true, false]);
  expect((await call('GET', `${standIn.url}/_requests`)).body.counts['generate-image']).toBeGreaterThan(10);
});
