/** Tests `POST /v1/images/edits` of the stand-in. */
import OpenAI, { toFile } from 'openai';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { measure, productPhoto } from '../../demo/pictures/measures.test-support.ts';
import type { StandIn } from '../kit/server.ts';
import { addFaultRule, type CallResult, call } from '../kit/test-support.ts';
import { startOpenaiStandIn } from './openai-stand-in.ts';

const headers = { authorization: 'Bearer sk-test' };
let photo: Buffer;
let standIn: StandIn;
beforeAll(async () => {
  photo = await productPhoto();
  standIn = await startOpenaiStandIn();
  return standIn.stop;
});

type FormFile = { name?: string; bytes?: Buffer; type?: string };
function edit(fields: Record<string, string> = {}, files: FormFile[] = [{}]): Promise<CallResult> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ model: 'gpt-image-2.5-flare', prompt: 'brighter', size: '1024x1024', ...fields }))
    if (value) form.append(name, value);
  for (const { name = 'image', bytes = photo, type = 'image/png' } of files)
    form.append(name, new Blob([new Uint8Array(bytes)], { type }), 'photo');
  return call('POST', `${standIn.url}/v1/images/edits`, { form, headers });
}
const pictureIn = ({ body }: CallResult): Buffer => Buffer.from(body.data[0].b64_json, 'base64');

test('the response contains the picture in base64', async () => {
  const response = await edit({ quality: 'medium', output_format: 'jpeg', output_compression: '80' });
  expect(response.status).toBe(200);
  expect(response.headers.get('x-request-id')).toMatch(/^req_/);
  expect(response.body).toMatchObject({
    created: expect.any(Number),
    data: [{ b64_json: expect.any(String) }],
    output_format: 'jpeg',
    quality: 'medium',
    size: '1024x1024',
  });
  expect(await sharp(pictureIn(response)).metadata()).toMatchObject({ format: 'jpeg', width: 1024, height: 1024 });
});

test('the SDK can edit one picture and three pictures', async () => {
  const openai = new OpenAI({ apiKey: 'sk-test', baseURL: `${standIn.url}/v1`, maxRetries: 0 });
  const file = () => toFile(photo, 'a.png', { type: 'image/png' });
  for (const image of [await file(), [await file(), await file(), await file()]]) {
    const { data } = await openai.images.edit({ model: 'gpt-image-2.5-flare', image, prompt: 'warmer', size: '1024x1536', quality: 'low' });
    expect(await sharp(Buffer.from(data?.[0]?.b64_json ?? '', 'base64')).metadata()).toMatchObject({ width: 1024, height: 1536 });
  }
});

test('the same prompt always changes the picture in the same way', async () => {
  const [bright, brightAgain, dark] = [await edit(), await edit(), await edit({ prompt: 'darker' })];
  expect(pictureIn(bright).equals(pictureIn(brightAgain))).toBe(true);
  expect((await measure(pictureIn(bright))).brightness).toBeGreaterThan((await measure(pictureIn(dark))).brightness + 20);
});

describe('OpenAI rejects a request', () => {
  test.each<[string, Record<string, string>, FormFile[] | undefined, number, string | null, string | null]>([
    ['for a discontinued model', { model: 'gpt-image-1' }, undefined, 404, 'model_not_found', 'model'],
    ['without a prompt', { prompt: '' }, undefined, 400, 'missing_required_parameter', 'prompt'],
    ['without a picture', {}, [], 400, 'missing_required_parameter', 'image'],
    ['with two pictures named image', {}, [{}, {}], 400, 'duplicate_parameter', 'image'],
    [
      'with a picture of a generic type',
      {},
      [{ type: 'application/octet-stream' }],
      400,
      'unsupported_file_mimetype',
      'image[0].contentType',
    ],
    ['with an unreadable picture', {}, [{ bytes: Buffer.from('no picture') }], 400, 'invalid_image_file', 'image[0].bytes'],
    ['with the parameter moderation of images.generate', { moderation: 'low' }, undefined, 400, 'unknown_parameter', 'moderation'],
    ['with the parameter input_fidelity', { input_fidelity: 'high' }, undefined, 400, 'unknown_parameter', 'input_fidelity'],
    ['for a quality that the model does not support', { model: 'gpt-image-2', quality: 'max' }, undefined, 400, 'invalid_value', 'quality'],
    ['for a size that the stand-in does not know', { size: '1000x1000' }, undefined, 400, 'invalid_value', 'size'],
    ['for an unknown format', { output_format: 'gif' }, undefined, 400, 'invalid_value', 'output_format'],
    ['for eleven pictures', { n: '11' }, undefined, 400, 'invalid_value', 'n'],
  ])('OpenAI rejects a request %s', async (_, fields, files, status, code, param) => {
    expect(await edit(fields, files)).toMatchObject({ status, body: { error: { message: expect.any(String), code, param } } });
  });

  test('OpenAI rejects a request without a key or without a form', async () => {
    expect(await call('POST', `${standIn.url}/v1/images/edits`)).toMatchObject({ status: 401 });
    expect(await call('POST', `${standIn.url}/v1/images/edits`, { headers, json: {} })).toMatchObject({ status: 400 });
  });
});

test('a scripted fault can cause a block, an exceeded quota, or a response without a picture', async () => {
  const editWithFault = async (fault: object) => {
    await addFaultRule(standIn.url, { match: 'scripted', times: 1, fault });
    return edit({ prompt: 'scripted' });
  };
  expect(await editWithFault({ kind: 'error', code: 'moderation_blocked' })).toMatchObject({
    status: 400,
    body: { error: { code: 'moderation_blocked', type: 'image_generation_user_error' } },
  });
  expect(await editWithFault({ kind: 'error', code: 'insufficient_quota' })).toMatchObject({ status: 429 });
  expect((await editWithFault({ kind: 'no-text' })).body.data).toEqual([]);
});
