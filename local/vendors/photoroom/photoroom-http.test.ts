/** Tests the HTTP interface of the stand-in, and measures the effect of each setting on a picture. */
import sharp from 'sharp';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { measure, photoSide, productBox, productPhoto, textBox } from '../../demo/pictures/measures.test-support.ts';
import type { StandIn } from '../kit/server.ts';
import { addFaultRule, type CallResult, call } from '../kit/test-support.ts';
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

function send(path: string, fields: Record<string, string>, files: Files, extraHeaders: Record<string, string> = {}): Promise<CallResult> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, { bytes, type = 'image/png' }] of Object.entries(files))
    form.append(name, new Blob([new Uint8Array(bytes)], { type }), 'photo.png');
  return call('POST', `${standIn.url}${path}`, { form, headers: { ...headers, ...extraHeaders } });
}
const segment = (fields: Record<string, string> = {}, extraHeaders: Record<string, string> = {}) =>
  send('/v1/segment', fields, { image_file: { bytes: photo } }, extraHeaders);
const edit = (
  fields: Record<string, string> = {},
  files: Files = { imageFile: { bytes: photo } },
  extraHeaders: Record<string, string> = {},
) => send('/v2/edit', fields, files, extraHeaders);
const newShadows = { 'pr-ai-shadows-model-version': '2026-04-15' };

async function bytesOf(response: Promise<CallResult>): Promise<Buffer> {
  const { status, bytes, body } = await response;
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return bytes;
}
const measureEdit = async (fields: Record<string, string>, files?: Files, extraHeaders?: Record<string, string>) =>
  measure(await bytesOf(edit(fields, files, extraHeaders)));

describe('v1/segment', () => {
  test('v1/segment returns the cut-out product with an uncertainty score', async () => {
    const response = await segment();
    expect(Object.fromEntries(response.headers)).toMatchObject({ 'content-type': 'image/png', 'x-uncertainty-score': '0.08' });
    const { transparentShare, width, height } = await measure(response.bytes);
    expect([width, height]).toEqual([photoSide, photoSide]);
    const share = 1 - (productBox.width * productBox.height) / photoSide ** 2;
    expect(Math.abs(transparentShare - share)).toBeLessThan(0.02);
  });

  test('v1/segment returns a picture without transparent parts if a background colour is set', async () => {
    const { transparentShare, border } = await measure(await bytesOf(segment({ bg_color: '#ff8800' })));
    expect(transparentShare).toBe(0);
    expect(border.map(Math.round)).toEqual([255, 136, 0]);
  });

  test.each([
    ['jpg', 'jpeg'],
    ['webp', 'webp'],
    ['png', 'png'],
  ])('v1/segment returns a %s file', async (format, expected) => {
    const response = await segment({ format });
    expect(response.headers.get('content-type')).toBe(`image/${expected}`);
    expect((await sharp(response.bytes).metadata()).format).toBe(expected);
  });

  test.each<[string, () => Promise<CallResult>, object]>([
    ['no file', () => send('/v1/segment', {}, {}), { detail: 'Please provide an image.', status_code: 400, type: 'missing_image' }],
    ['the field name of v2/edit', () => send('/v1/segment', {}, { imageFile: { bytes: photo } }), { type: 'missing_image' }],
    ['an unreadable picture', () => send('/v1/segment', {}, { image_file: { bytes: Buffer.from('x') } }), { status_code: 400 }],
    ['an unknown format', () => segment({ format: 'jpeg' }), { status_code: 400 }],
    ['a colour without its hash', () => segment({ bg_color: 'ff8800' }), { status_code: 400 }],
    ['a field that the stand-in does not know', () => segment({ crop: 'true' }), { detail: expect.stringContaining('"crop"') }],
  ])('v1/segment rejects %s', async (_, sendRequest, body) => {
    expect(await sendRequest()).toMatchObject({ status: 400, body });
  });
});

describe('each setting of v2/edit changes a measured property', () => {
  const withBackground = { removeBackground: 'false' };
  const withoutBackground = { removeBackground: 'true', referenceBox: 'originalImage' };

  test('removeBackground changes the transparent share', async () => {
    expect((await measureEdit(withBackground)).transparentShare).toBe(0);
    expect((await measureEdit(withoutBackground)).transparentShare).toBeGreaterThan(0.7);
  });

  test('background.color changes the border', async () => {
    expect((await measureEdit({ ...withoutBackground, 'background.color': '0080FF' })).border.map(Math.round)).toEqual([0, 128, 255]);
  });

  test('background.prompt and background.seed change the border, and a header contains the seed', async () => {
    const beach = await edit({ ...withoutBackground, 'background.prompt': 'on a sandy beach', 'background.seed': '0' });
    expect(beach.headers.get('pr-ai-background-seed')).toBe('0');
    const forest = await measureEdit({ ...withoutBackground, 'background.prompt': 'in a forest', 'background.seed': '0' });
    expect((await measure(beach.bytes)).brightness).toBeGreaterThan(forest.brightness + 20);
    const otherBeach = await bytesOf(edit({ ...withoutBackground, 'background.prompt': 'on a sandy beach', 'background.seed': '1' }));
    expect(otherBeach.equals(beach.bytes)).toBe(false);
    expect(
      (await bytesOf(edit({ ...withoutBackground, 'background.prompt': 'on a sandy beach', 'background.seed': '0' }))).equals(beach.bytes),
    ).toBe(true);
  });

  test('background.guidance.imageFile and .scale make the border similar to the guiding picture', async () => {
    const green = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#208020' } })
      .png()
      .toBuffer();
    const files = { imageFile: { bytes: photo }, 'background.guidance.imageFile': { bytes: green } };
    const [little, much] = [
      await measureEdit({ ...withoutBackground, 'background.guidance.scale': '0.1' }, files),
      await measureEdit({ ...withoutBackground, 'background.guidance.scale': '1' }, files),
    ];
    expect(Math.abs(much.border[0] - 32)).toBeLessThan(4);
    expect(little.border[0]).toBeGreaterThan(much.border[0] + 100);
  });

  test('shadow.mode makes the area below the product darker', async () => {
    const boxBelow = { left: 140, top: 302, width: 120, height: 20 };
    const withoutShadow = await measure(await bytesOf(edit({ ...withoutBackground, 'background.color': 'FFFFFF' })), boxBelow);
    const files = { imageFile: { bytes: photo } };
    const withShadow = await measure(
      await bytesOf(edit({ ...withoutBackground, 'background.color': 'FFFFFF', 'shadow.mode': 'ai.preset-soft' }, files, newShadows)),
      boxBelow,
    );
    expect(withShadow.brightness).toBeLessThan(withoutShadow.brightness - 20);
  });

  test('lighting.mode makes the picture brighter', async () => {
    expect((await measureEdit({ ...withBackground, 'lighting.mode': 'ai.auto' })).brightness).toBeGreaterThan(
      (await measureEdit(withBackground)).brightness + 8,
    );
  });

  test('textRemoval.mode removes the text, and a header contains the number of lines', async () => {
    const files = { imageFile: { bytes: photoWithText } };
    const response = await edit({ ...withBackground, 'textRemoval.mode': 'ai.artificial' }, files);
    expect(response.headers.get('pr-texts-detected')).toBe('1');
    expect((await measure(response.bytes, textBox)).detail).toBeLessThan((await measure(photoWithText, textBox)).detail / 4);
    expect((await edit({ ...withBackground, 'textRemoval.mode': 'ai.artificial' })).headers.get('pr-texts-detected')).toBe('0');
  });

  test('outputSize adds an empty area around the photo, and expand.mode fills the area', async () => {
    const widePicture = await measureEdit({ ...withBackground, outputSize: '600x300' });
    expect(widePicture).toMatchObject({ width: 600, height: 300 });
    expect(widePicture.transparentShare).toBeGreaterThan(0.4);
    expect(
      (await measureEdit({ ...withBackground, outputSize: '600x300', 'expand.mode': 'ai.auto', 'expand.seed': '42' })).transparentShare,
    ).toBe(0);
    const [firstPicture, secondPicture] = await Promise.all(
      ['1', '2'].map((seed) => bytesOf(edit({ ...withBackground, outputSize: '600x300', 'expand.mode': 'ai.auto', 'expand.seed': seed }))),
    );
    expect(firstPicture?.equals(secondPicture ?? Buffer.alloc(0))).toBe(false);
  });

  test('outputSize croppedSubject returns a picture with the size of the product', async () => {
    const { width, height } = await measureEdit({ removeBackground: 'true', outputSize: 'croppedSubject' });
    expect(Math.abs(width - productBox.width)).toBeLessThan(6);
    expect(Math.abs(height - productBox.height)).toBeLessThan(6);
  });

  test('referenceBox decides whether the position of the product changes', async () => {
    const fields = { removeBackground: 'true', outputSize: '400x400' };
    const [movedProduct, unmovedProduct] = [await measureEdit(fields), await measureEdit({ ...fields, referenceBox: 'originalImage' })];
    expect(movedProduct.transparentShare).toBeLessThan(unmovedProduct.transparentShare - 0.3);
  });

  const skipIfTooLarge = { ...withBackground, 'upscale.downscaleIfNeeded': 'skipUpscaleIfNotNeeded' };
  test('upscale.mode makes each side four times as long', async () => {
    expect(await measureEdit({ ...skipIfTooLarge, 'upscale.mode': 'ai.fast' })).toMatchObject({
      width: 4 * photoSide,
      height: 4 * photoSide,
    });
  });

  test('upscale.downscaleIfNeeded allows a photo that is too large', async () => {
    const large = { imageFile: { bytes: await sharp(photo).resize(600, 600).png().toBuffer() } };
    expect((await edit({ ...withBackground, 'upscale.mode': 'ai.slow' }, large)).body.error.message).toMatch(/downscaleIfNeeded/);
    expect((await measureEdit({ ...skipIfTooLarge, 'upscale.mode': 'ai.slow' }, large)).width).toBe(2048);
    const larger = { imageFile: { bytes: await sharp(photo).resize(2100, 2100).png().toBuffer() } };
    expect((await measureEdit({ ...skipIfTooLarge, 'upscale.mode': 'ai.slow' }, larger)).width).toBe(2100);
  });

  test('beautify.mode makes colours stronger, and for food also warmer, and beautify.seed changes the result', async () => {
    const plain = await measureEdit(withBackground);
    const [auto, food] = [
      await measureEdit({ ...withBackground, 'beautify.mode': 'ai.auto' }),
      await measureEdit({ ...withBackground, 'beautify.mode': 'ai.food' }),
    ];
    expect(auto.saturation).toBeGreaterThan(plain.saturation * 1.05);
    expect(food.saturation).toBeGreaterThan(auto.saturation);
    expect(food.warmth).toBeGreaterThan(auto.warmth + 10);
    const [firstPicture, secondPicture] = await Promise.all(
      ['1', '2'].map((seed) => bytesOf(edit({ ...withBackground, 'beautify.mode': 'ai.auto', 'beautify.seed': seed }))),
    );
    expect(firstPicture?.equals(secondPicture ?? Buffer.alloc(0))).toBe(false);
  });

  test.each([
    ['png', 'png'],
    ['jpeg', 'jpeg'],
    ['webp', 'webp'],
  ])('export.format %s selects the file type', async (format, expected) => {
    const response = await edit({ ...withBackground, 'export.format': format });
    expect(response.headers.get('content-type')).toBe(`image/${expected}`);
    expect((await sharp(response.bytes).metadata()).format).toBe(expected);
  });
});

describe('v2/edit rejects', () => {
  test.each<[string, Record<string, string>, Files | undefined, RegExp]>([
    ['no file', {}, {}, /imageFile is required/],
    ['the field name of v1/segment', {}, { image_file: { bytes: Buffer.alloc(9) } }, /imageFile is required/],
    ['an octet stream', {}, { imageFile: { bytes: Buffer.from('x'), type: 'application/octet-stream' } }, /type/],
    ['an unreadable picture', {}, { imageFile: { bytes: Buffer.from('x') } }, /unreadable/],
    ['a colour with a hash', { 'background.color': '#ffffff' }, undefined, /color/],
    ['an invalid boolean', { removeBackground: 'yes' }, undefined, /removeBackground/],
    ['an unknown mode', { 'upscale.mode': 'ai-fast' }, undefined, /upscale/],
    ['a scale above 1', { 'background.guidance.scale': '1.1' }, undefined, /guidance/],
    ['a shadow of the newer version without the header for this version', { 'shadow.mode': 'ai.preset-soft' }, undefined, /shadows model/],
    [
      'a reference box for a photo with its background',
      { removeBackground: 'false', referenceBox: 'originalImage' },
      undefined,
      /referenceBox/,
    ],
  ])('v2/edit rejects %s', async (_, fields, files, message) => {
    const { status, body } = await edit(fields, files);
    expect(status).toBe(400);
    expect(body.error.message).toMatch(message);
  });

  test('v2/edit rejects shadow modes of the older version', async () => {
    expect((await edit({ 'shadow.mode': 'ai.soft' }, { imageFile: { bytes: photo } }, newShadows)).status).toBe(400);
  });

  test('v2/edit rejects a call without a key, to an unknown path, or without a form', async () => {
    expect(await call('POST', `${standIn.url}/v2/edit`)).toMatchObject({ status: 403, body: { error: { message: expect.any(String) } } });
    expect(await call('GET', `${standIn.url}/v2/edit`, { headers })).toMatchObject({ status: 405 });
    expect(await call('POST', `${standIn.url}/v2/edit`, { headers, json: {} })).toMatchObject({ status: 400 });
    expect(await call('POST', `${standIn.url}/v3/edit`, { headers })).toMatchObject({ status: 404 });
  });
});

test('v2/edit ignores unknown fields, and a header contains their names', async () => {
  const response = await edit({ 'background.colour': 'FFFFFF', 'glitter.mode': 'ai.auto' });
  expect(response.status).toBe(200);
  expect(response.headers.get('pr-unsupported-attributes')).toBe('Unsupported attributes: background.colour, glitter.mode');
  expect((await edit()).headers.get('pr-unsupported-attributes')).toBeNull();
});

describe('if a fault is scripted, the stand-in', () => {
  async function startForTest(): Promise<StandIn> {
    const scriptedStandIn = await startPhotoroomStandIn();
    onTestFinished(scriptedStandIn.stop);
    return scriptedStandIn;
  }
  const editAt = ({ url }: StandIn, fields: Record<string, string> = {}): Promise<CallResult> => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('imageFile', new Blob([new Uint8Array(photo)], { type: 'image/png' }), 'photo.png');
    return call('POST', `${url}/v2/edit`, { form, headers });
  };

  test.each([400, 402, 403, 429, 500, 502, 503])('the stand-in responds with the scripted status %i and bills nothing', async (status) => {
    const scriptedStandIn = await startForTest();
    await addFaultRule(scriptedStandIn.url, { fault: { kind: 'status', status } });
    expect((await editAt(scriptedStandIn)).status).toBe(status);
    expect((await call('GET', `${scriptedStandIn.url}/_requests`)).body.paidSubmits).toBe(0);
  });

  test('the stand-in responds with 402 if the script says that there are no credits left', async () => {
    const scriptedStandIn = await startForTest();
    await addFaultRule(scriptedStandIn.url, { fault: { kind: 'status', status: 402 } });
    expect((await editAt(scriptedStandIn)).body.error.detail).toMatch(/^API credits exhausted/);
  });

  test('in calls that match the rule, the stand-in ignores the field that the fault names', async () => {
    const scriptedStandIn = await startForTest();
    await addFaultRule(scriptedStandIn.url, { match: 'lighting.mode=ai.auto', fault: { kind: 'ignore', field: 'lighting.mode' } });
    const [plain, ignored] = [await editAt(scriptedStandIn), await editAt(scriptedStandIn, { 'lighting.mode': 'ai.auto' })];
    expect(ignored.headers.get('pr-unsupported-attributes')).toBe('Unsupported attributes: lighting.mode');
    expect(ignored.bytes.equals(plain.bytes)).toBe(true);
  });
});
