/** Tests `generateContent` of an image model in the stand-in. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { measure, productPhoto } from '../../demo/pictures/measures.test-support.ts';
import type { StandIn } from '../kit/server.ts';
import { call, type Reply, script } from '../kit/test-support.ts';
import { startGeminiStandIn } from './gemini-stand-in.ts';

const lite = 'gemini-3.1-flash-lite-image';
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

const generate = (json: unknown, model = lite): Promise<Reply> =>
  call('POST', `${standIn.url}/v1beta/models/${model}:generateContent`, { json, headers });
const asking = (text: string, imageConfig: object = {}, mimeType = 'image/png', data = photo.toString('base64')) => ({
  contents: [{ role: 'user', parts: [{ inlineData: { mimeType, data } }, { text }] }],
  generationConfig: { responseModalities: ['IMAGE'], imageConfig: { aspectRatio: '1:1', imageSize: '1K', ...imageConfig } },
});
const pictureIn = ({ body }: Reply): Buffer => Buffer.from(body.candidates[0].content.parts.at(-1).inlineData.data, 'base64');

test('returns one PNG', async () => {
  const { status, body } = await generate(asking('On a white background'));
  expect(status).toBe(200);
  expect(body).toMatchObject({
    candidates: [{ finishReason: 'STOP', index: 0, content: { role: 'model', parts: [{ inlineData: { mimeType: 'image/png' } }] } }],
    modelVersion: lite,
  });
  expect((await sharp(Buffer.from(body.candidates[0].content.parts[0].inlineData.data, 'base64')).metadata()).format).toBe('png');
});

test('changes the picture by the prompt, in the same way each time', async () => {
  const [plain, dark, again] = [await generate(asking('')), await generate(asking('darker')), await generate(asking('darker'))];
  expect(plain.status).toBe(400);
  expect(pictureIn(dark).equals(pictureIn(again))).toBe(true);
  expect((await measure(pictureIn(await generate(asking('brighter'))))).brightness).toBeGreaterThan(
    (await measure(pictureIn(dark))).brightness + 20,
  );
});

test.each([
  ['1:1', 1024, 1024],
  ['9:16', 768, 1376],
  ['21:9', 1584, 672],
])('draws %s as %i × %i', async (aspectRatio, width, height) => {
  expect(await sharp(pictureIn(await generate(asking('warmer', { aspectRatio })))).metadata()).toMatchObject({ width, height });
});

describe('rejects a request', () => {
  test.each<[string, () => unknown, string, number]>([
    ['for a discontinued model', () => asking('x'), 'gemini-2.5-flash-image', 404],
    ['for an unknown model', () => asking('x'), 'gemini-9-image', 404],
    ['for the ratio 9:21', () => asking('x', { aspectRatio: '9:21' }), lite, 400],
    ['for a model that the stand-in does not know', () => asking('x'), 'gemini-3-pro-image', 404],
    ['with a setting that the stand-in does not know', () => ({ ...asking('x'), safetySettings: [] }), lite, 400],
    ['for a larger picture', () => asking('x', { imageSize: '2K' }), lite, 400],
    ['for a size in lower case', () => asking('x', { imageSize: '1k' }), lite, 400],
    ['with an option of another API', () => asking('x', { outputMimeType: 'image/jpeg' }), lite, 400],
    ['with a GIF', () => asking('x', {}, 'image/gif'), lite, 400],
    ['with an unreadable picture', () => asking('x', {}, 'image/png', Buffer.from('no picture').toString('base64')), lite, 400],
    ['without contents', () => ({}), lite, 400],
  ])('%s', async (_, body, model, status) => {
    expect(await generate(body(), model)).toMatchObject({ status, body: { error: { code: status, status: expect.any(String) } } });
  });

  test('without a key', async () => {
    expect(await call('POST', `${standIn.url}/v1beta/models/${lite}:generateContent`, { json: asking('x') })).toMatchObject({
      status: 403,
    });
  });
});

test('still writes texts at the same path', async () => {
  const { body } = await generate({ contents: [{ parts: [{ text: 'Write in English.' }] }] }, 'gemini-3.5-flash-lite');
  expect(body.candidates[0].content.parts[0].text).toEqual(expect.any(String));
});

test('returns a scripted block, stop reason, text and draft, and counts the calls', async () => {
  const faulty = async (fault: object) => {
    await script(standIn.url, { match: 'scripted', times: 1, fault });
    return (await generate(asking('scripted'))).body;
  };
  expect(await faulty({ kind: 'refuse' })).toMatchObject({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } });
  expect(await faulty({ kind: 'finish', reason: 'IMAGE_SAFETY' })).toMatchObject({
    candidates: [{ finishReason: 'IMAGE_SAFETY', content: { parts: [] } }],
  });
  expect(await faulty({ kind: 'text-instead' })).toMatchObject({ candidates: [{ content: { parts: [{ text: expect.any(String) }] } }] });
  const { candidates } = await faulty({ kind: 'thoughts' });
  expect(candidates[0].content.parts.map(({ thought }: { thought?: boolean }) => thought === true)).toEqual([true, false]);
  expect((await call('GET', `${standIn.url}/_requests`)).body.counts['generate-image']).toBeGreaterThan(10);
});
