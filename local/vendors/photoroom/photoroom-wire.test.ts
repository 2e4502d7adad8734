/** Tests the HTTP interface of the stand-in, and measures the effect of each setting on a picture. */
import sharp from 'sharp';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { measure, photoSide, productBox, productPhoto, textBox } from '../../demo/pictures/measures.test-support.ts';
import type { StandIn } from '../kit/server.ts';
import { call, type Reply, script } from '../kit/test-support.ts';
import { startPhotoroomStandIn } from './photoroom-stand-in.ts';

type Files = Record<string, { bytes: Buffer; type?: string }>;
const headers = { 'x-api-key': 'sandbox_test' };

let photo: Buffer;
let photoWithText: Buffer;
let standIn: StandIn;
beforeAll(async () => {
  [photo, photoWithText] = await Promise.all([productPhoto(), productPhoto({ hasText: true })]);
  standIn = await startPhotoroomStandIn();
  return standIn.stop;
});

function send(path: string, fields: Record<string, string>, files: Files, more: Record<string, string> = {}): Promise<Reply> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, { bytes, type = 'image/png' }] of Object.entries(files))
    form.append(name, new Blob([new Uint8Array(bytes)], { type }), 'photo.png');
  return call('POST', `${standIn.url}${path}`, { form, headers: { ...headers, ...more } });
}
const segment = (fields: Record<string, string> = {}, more: Record<string, string> = {}) =>
  send('/v1/segment', fields, { image_file: { bytes: photo } }, more);
const edit = (fields: Record<string, string> = {}, files: Files = { imageFile: { bytes: photo } }, more: Record<string, string> = {}) =>
  send('/v2/edit', fields, files, more);
const newShadows = { 'pr-ai-shadows-model-version': '2026-04-15' };

async function bytesOf(reply: Promise<Reply>): Promise<Buffer> {
  const { status, bytes, body } = await reply;
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return bytes;
}
const measured = async (fields: Record<string, string>, files?: Files, more?: Record<string, string>) =>
  measure(await bytesOf(edit(fields, files, more)));

describe('v1/segment', () => {
  test('returns the cut-out product with an uncertainty score', async () => {
    const reply = await segment();
    expect(Object.fromEntries(reply.headers)).toMatchObject({ 'content-type': 'image/png', 'x-uncertainty-score': '0.08' });
    const { transparentShare, width, height } = await measure(reply.bytes);
    expect([width, height]).toEqual([photoSide, photoSide]);
    const share = 1 - (productBox.width * productBox.height) / photoSide ** 2;
    expect(Math.abs(transparentShare - share)).toBeLessThan(0.02);
  });

  test('leaves nothing transparent on a background colour', async () => {
    const { transparentShare, border } = await measure(await bytesOf(segment({ bg_color: '#ff8800' })));
    expect(transparentShare).toBe(0);
    expect(border.map(Math.round)).toEqual([255, 136, 0]);
  });

  test.each([
    ['jpg', 'jpeg'],
    ['webp', 'webp'],
    ['png', 'png'],
  ])('returns a %s file', async (format, expected) => {
    const reply = await segment({ format });
    expect(reply.headers.get('content-type')).toBe(`image/${expected}`);
    expect((await sharp(reply.bytes).metadata()).format).toBe(expected);
  });

  test.each<[string, () => Promise<Reply>, object]>([
    ['no file', () => send('/v1/segment', {}, {}), { detail: 'Please provide an image.', status_code: 400, type: 'missing_image' }],
    ['the other API’s field', () => send('/v1/segment', {}, { imageFile: { bytes: photo } }), { type: 'missing_image' }],
    ['an unreadable picture', () => send('/v1/segment', {}, { image_file: { bytes: Buffer.from('x') } }), { status_code: 400 }],
    ['an unknown format', () => segment({ format: 'jpeg' }), { status_code: 400 }],
    ['a colour without its hash', () => segment({ bg_color: 'ff8800' }), { status_code: 400 }],
    ['a field that the stand-in does not know', () => segment({ crop: 'true' }), { detail: expect.stringContaining('"crop"') }],
  ])('rejects %s', async (_, asked, body) => {
    expect(await asked()).toMatchObject({ status: 400, body });
  });
});

describe('each setting of v2/edit changes a measured property', () => {
  const whole = { removeBackground: 'false' };
  const cut = { removeBackground: 'true', referenceBox: 'originalImage' };

  test('removeBackground: the transparent share', async () => {
    expect((await measured(whole)).transparentShare).toBe(0);
    expect((await measured(cut)).transparentShare).toBeGreaterThan(0.7);
  });

  test('background.color: the border', async () => {
    expect((await measured({ ...cut, 'background.color': '0080FF' })).border.map(Math.round)).toEqual([0, 128, 255]);
  });

  test('background.prompt and background.seed: the border, and a header contains the seed', async () => {
    const beach = await edit({ ...cut, 'background.prompt': 'on a sandy beach', 'background.seed': '0' });
    expect(beach.headers.get('pr-ai-background-seed')).toBe('0');
    const forest = await measured({ ...cut, 'background.prompt': 'in a forest', 'background.seed': '0' });
    expect((await measure(beach.bytes)).brightness).toBeGreaterThan(forest.brightness + 20);
    const other = await bytesOf(edit({ ...cut, 'background.prompt': 'on a sandy beach', 'background.seed': '1' }));
    expect(other.equals(beach.bytes)).toBe(false);
    expect((await bytesOf(edit({ ...cut, 'background.prompt': 'on a sandy beach', 'background.seed': '0' }))).equals(beach.bytes)).toBe(
      true,
    );
  });

  test('background.guidance.imageFile and .scale: how similar the border is to the guide', async () => {
    const green = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#208020' } })
      .png()
      .toBuffer();
    const files = { imageFile: { bytes: photo }, 'background.guidance.imageFile': { bytes: green } };
    const [little, much] = [
      await measured({ ...cut, 'background.guidance.scale': '0.1' }, files),
      await measured({ ...cut, 'background.guidance.scale': '1' }, files),
    ];
    expect(Math.abs(much.border[0] - 32)).toBeLessThan(4);
    expect(little.border[0]).toBeGreaterThan(much.border[0] + 100);
  });

  test('shadow.mode: darker below the product', async () => {
    const below = { left: 140, top: 302, width: 120, height: 20 };
    const plain = await measure(await bytesOf(edit({ ...cut, 'background.color': 'FFFFFF' })), below);
    const files = { imageFile: { bytes: photo } };
    const shadowed = await measure(
      await bytesOf(edit({ ...cut, 'background.color': 'FFFFFF', 'shadow.mode': 'ai.preset-soft' }, files, newShadows)),
      below,
    );
    expect(shadowed.brightness).toBeLessThan(plain.brightness - 20);
  });

  test('lighting.mode: lighter', async () => {
    expect((await measured({ ...whole, 'lighting.mode': 'ai.auto' })).brightness).toBeGreaterThan((await measured(whole)).brightness + 8);
  });

  test('textRemoval.mode: the text, and a header contains the number of lines', async () => {
    const files = { imageFile: { bytes: photoWithText } };
    const reply = await edit({ ...whole, 'textRemoval.mode': 'ai.artificial' }, files);
    expect(reply.headers.get('pr-texts-detected')).toBe('1');
    expect((await measure(reply.bytes, textBox)).detail).toBeLessThan((await measure(photoWithText, textBox)).detail / 4);
    expect((await edit({ ...whole, 'textRemoval.mode': 'ai.artificial' })).headers.get('pr-texts-detected')).toBe('0');
  });

  test('outputSize and expand.mode: the empty area around the photo', async () => {
    const wide = await measured({ ...whole, outputSize: '600x300' });
    expect(wide).toMatchObject({ width: 600, height: 300 });
    expect(wide.transparentShare).toBeGreaterThan(0.4);
    expect((await measured({ ...whole, outputSize: '600x300', 'expand.mode': 'ai.auto', 'expand.seed': '42' })).transparentShare).toBe(0);
    const [one, other] = await Promise.all(
      ['1', '2'].map((seed) => bytesOf(edit({ ...whole, outputSize: '600x300', 'expand.mode': 'ai.auto', 'expand.seed': seed }))),
    );
    expect(one?.equals(other ?? Buffer.alloc(0))).toBe(false);
  });

  test('outputSize croppedSubject: the size of the product', async () => {
    const { width, height } = await measured({ removeBackground: 'true', outputSize: 'croppedSubject' });
    expect(Math.abs(width - productBox.width)).toBeLessThan(6);
    expect(Math.abs(height - productBox.height)).toBeLessThan(6);
  });

  test('referenceBox: whether the product keeps its position', async () => {
    const fields = { removeBackground: 'true', outputSize: '400x400' };
    const [moved, kept] = [await measured(fields), await measured({ ...fields, referenceBox: 'originalImage' })];
    expect(moved.transparentShare).toBeLessThan(kept.transparentShare - 0.3);
  });

  const skip = { ...whole, 'upscale.downscaleIfNeeded': 'skipUpscaleIfNotNeeded' };
  test('upscale.mode: four times the side lengths', async () => {
    expect(await measured({ ...skip, 'upscale.mode': 'ai.fast' })).toMatchObject({ width: 4 * photoSide, height: 4 * photoSide });
  });

  test('upscale.downscaleIfNeeded: the handling of a photo that is too large', async () => {
    const large = { imageFile: { bytes: await sharp(photo).resize(600, 600).png().toBuffer() } };
    expect((await edit({ ...whole, 'upscale.mode': 'ai.slow' }, large)).body.error.message).toMatch(/downscaleIfNeeded/);
    expect((await measured({ ...skip, 'upscale.mode': 'ai.slow' }, large)).width).toBe(2048);
    const larger = { imageFile: { bytes: await sharp(photo).resize(2100, 2100).png().toBuffer() } };
    expect((await measured({ ...skip, 'upscale.mode': 'ai.slow' }, larger)).width).toBe(2100);
  });

  test('beautify.mode and beautify.seed: more colour, and for food even more and warmer colours', async () => {
    const plain = await measured(whole);
    const [auto, food] = [
      await measured({ ...whole, 'beautify.mode': 'ai.auto' }),
      await measured({ ...whole, 'beautify.mode': 'ai.food' }),
    ];
    expect(auto.saturation).toBeGreaterThan(plain.saturation * 1.05);
    expect(food.saturation).toBeGreaterThan(auto.saturation);
    expect(food.warmth).toBeGreaterThan(auto.warmth + 10);
    const [one, other] = await Promise.all(
      ['1', '2'].map((seed) => bytesOf(edit({ ...whole, 'beautify.mode': 'ai.auto', 'beautify.seed': seed }))),
    );
    expect(one?.equals(other ?? Buffer.alloc(0))).toBe(false);
  });

  test.each([
    ['png', 'png'],
    ['jpeg', 'jpeg'],
    ['webp', 'webp'],
  ])('export.format %s: the file type', async (format, expected) => {
    const reply = await edit({ ...whole, 'export.format': format });
    expect(reply.headers.get('content-type')).toBe(`image/${expected}`);
    expect((await sharp(reply.bytes).metadata()).format).toBe(expected);
  });
});

describe('v2/edit rejects', () => {
  test.each<[string, Record<string, string>, Files | undefined, RegExp]>([
    ['no file', {}, {}, /imageFile is required/],
    ['the other API’s field', {}, { image_file: { bytes: Buffer.alloc(9) } }, /imageFile is required/],
    ['an octet stream', {}, { imageFile: { bytes: Buffer.from('x'), type: 'application/octet-stream' } }, /type/],
    ['an unreadable picture', {}, { imageFile: { bytes: Buffer.from('x') } }, /unreadable/],
    ['a colour with a hash', { 'background.color': '#ffffff' }, undefined, /color/],
    ['an invalid switch value', { removeBackground: 'yes' }, undefined, /removeBackground/],
    ['an unknown mode', { 'upscale.mode': 'ai-fast' }, undefined, /upscale/],
    ['a scale above 1', { 'background.guidance.scale': '1.1' }, undefined, /guidance/],
    ['shadows of the newer model without its header', { 'shadow.mode': 'ai.preset-soft' }, undefined, /shadows model/],
    [
      'a reference box for a photo with its background',
      { removeBackground: 'false', referenceBox: 'originalImage' },
      undefined,
      /referenceBox/,
    ],
  ])('%s', async (_, fields, files, message) => {
    const { status, body } = await edit(fields, files);
    expect(status).toBe(400);
    expect(body.error.message).toMatch(message);
  });

  test('shadow modes of the older model', async () => {
    expect((await edit({ 'shadow.mode': 'ai.soft' }, { imageFile: { bytes: photo } }, newShadows)).status).toBe(400);
  });

  test('a call without a key, to an unknown path, or without a form', async () => {
    expect(await call('POST', `${standIn.url}/v2/edit`)).toMatchObject({ status: 403, body: { error: { message: expect.any(String) } } });
    expect(await call('GET', `${standIn.url}/v2/edit`, { headers })).toMatchObject({ status: 405 });
    expect(await call('POST', `${standIn.url}/v2/edit`, { headers, json: {} })).toMatchObject({ status: 400 });
    expect(await call('POST', `${standIn.url}/v3/edit`, { headers })).toMatchObject({ status: 404 });
  });
});

test('ignores unknown fields, and returns their names in a header', async () => {
  const reply = await edit({ 'background.colour': 'FFFFFF', 'glitter.mode': 'ai.auto' });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('pr-unsupported-attributes')).toBe('Unsupported attributes: background.colour, glitter.mode');
  expect((await edit()).headers.get('pr-unsupported-attributes')).toBeNull();
});

describe('with scripted faults, the stand-in', () => {
  async function started(): Promise<StandIn> {
    const own = await startPhotoroomStandIn();
    onTestFinished(own.stop);
    return own;
  }
  const editAt = ({ url }: StandIn, fields: Record<string, string> = {}): Promise<Reply> => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('imageFile', new Blob([new Uint8Array(photo)], { type: 'image/png' }), 'photo.png');
    return call('POST', `${url}/v2/edit`, { form, headers });
  };

  test.each([400, 402, 403, 429, 500, 502, 503])('responds with %i and charges nothing', async (status) => {
    const own = await started();
    await script(own.url, { fault: { kind: 'status', status } });
    expect((await editAt(own)).status).toBe(status);
    expect((await call('GET', `${own.url}/_requests`)).body.paidSubmits).toBe(0);
  });

  test('responds with 402 if there are no credits left', async () => {
    const own = await started();
    await script(own.url, { fault: { kind: 'status', status: 402 } });
    expect((await editAt(own)).body.error.detail).toMatch(/^API credits exhausted/);
  });

  test('ignores a field for the calls that match the rule', async () => {
    const own = await started();
    await script(own.url, { match: 'lighting.mode=ai.auto', fault: { kind: 'ignore', field: 'lighting.mode' } });
    const [plain, ignored] = [await editAt(own), await editAt(own, { 'lighting.mode': 'ai.auto' })];
    expect(ignored.headers.get('pr-unsupported-attributes')).toBe('Unsupported attributes: lighting.mode');
    expect(ignored.bytes.equals(plain.bytes)).toBe(true);
  });
});
