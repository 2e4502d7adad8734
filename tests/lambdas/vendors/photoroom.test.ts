/** Tests the contract of the Photoroom adapter: the exact request, the number of requests, and the result of each kind of response. */
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { logged, pictureOf } from '#lambdas/vendors/image-contract.test-support.ts';
import type { Picture } from '#lambdas/vendors/image-port.ts';
import type { PhotoEditOrder, PhotoEditVendor } from '#lambdas/vendors/photo-edit-port.ts';
import { freePort } from '#local/base/free-port.ts';
import { formOf } from '#local/vendors/kit/form.ts';
import { addFaultRule, call } from '#local/vendors/kit/test-support.ts';
import { startPhotoroomStandIn } from '#local/vendors/photoroom/photoroom-stand-in.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { type PhotoEditSetting, photoEditSettings } from '#shared/photo-edit/settings.ts';
import { type FakeVendor, type Reply, startFakeVendor, startSecrets } from './contract.test-support.ts';

let vendor: FakeVendor;
let secrets: Awaited<ReturnType<typeof startSecrets>>;
let photoroom: PhotoEditVendor;
let photo: Picture;
let guidance: Picture;
let vendorPicture: Picture;
let lines: string[];

beforeAll(async () => {
  vendor = await startFakeVendor();
  secrets = await startSecrets({ PHOTOROOM_KEYS_SECRET_ARN: { PHOTOROOM_API_KEY: '' } });
  photoroom = (await import('#lambdas/vendors/photoroom.ts')).photoroom;
  [photo, guidance, vendorPicture] = await Promise.all([pictureOf('jpeg'), pictureOf('webp', 'olive'), pictureOf('png', 'orange')]);
});
afterAll(async () => {
  delete process.env.STAND_IN_URL_PHOTOROOM;
  await vendor.stop();
  await secrets.stop();
});
beforeEach(() => {
  process.env.STAND_IN_URL_PHOTOROOM = vendor.url;
  vendor.requests = [];
  vendor.reply = success();
  lines = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    lines.push(String(line));
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const success = (headers: Record<string, string> = {}, body: Buffer = vendorPicture.bytes): Reply => ({
  status: 200,
  body,
  headers: { 'content-type': 'image/png', 'x-uncertainty-score': '0.1', ...headers },
});
const removalOrder = (settings: object = {}): PhotoEditOrder => ({ photo, settings: photoEditSettings.parse(settings) });
const editOrder = (settings: object = {}): PhotoEditOrder => ({
  photo,
  settings: photoEditSettings.parse({ apiMode: 'image-editing', ...settings }),
});

async function sendOrder(order: PhotoEditOrder) {
  await photoroom.edit(order);
  expect(vendor.requests).toHaveLength(1);
  const [{ method, path, headers, body } = { method: '', path: '', headers: {}, body: Buffer.alloc(0) }] = vendor.requests;
  const form = await formOf({ headers, body });
  return { line: `${method} ${path}`, headers, fields: form?.fields, files: form?.files };
}

describe('the removal of a background', () => {
  test('the removal of a background is one form for v1/segment', async () => {
    expect(await photoroom.edit(removalOrder())).toEqual({ ...vendorPicture, ignoredSettings: [] });
    vendor.requests = [];
    const { line, headers, fields, files } = await sendOrder(removalOrder());
    expect(line).toBe('POST /v1/segment');
    expect(headers).toMatchObject({ 'x-api-key': 'stand-in', accept: 'image/*' });
    expect(fields).toEqual({ format: 'png' });
    expect(files).toEqual([{ name: 'image_file', fileName: 'photo.jpeg', contentType: 'image/jpeg', bytes: photo.bytes }]);
  });

  test.each<[string, object, Record<string, string>]>([
    ['with a colour background', { backgroundMode: 'color', backgroundColor: '#Ff8800' }, { format: 'png', bg_color: '#Ff8800' }],
    ['as a JPEG, which has a white background', { exportFormat: 'jpeg' }, { format: 'jpg', bg_color: '#ffffff' }],
    ['as WebP', { exportFormat: 'webp' }, { format: 'webp' }],
  ])('the removal of a background sends the matching fields for a result %s', async (_, settings, fields) => {
    expect((await sendOrder(removalOrder(settings))).fields).toEqual(fields);
  });

  test('the removal of a background ignores settings that only an edit can use, and returns their names', async () => {
    const order = removalOrder({ backgroundMode: 'ai-generated', backgroundPrompt: 'a beach', addShadows: true, aiLighting: true });
    expect((await photoroom.edit(order)).ignoredSettings).toEqual(['backgroundMode', 'addShadows', 'aiLighting']);
    expect((await formOf(vendor.requests[0]!))?.fields).toEqual({ format: 'png' });
  });
});

describe('an edit', () => {
  const withoutBackground = { removeBackground: 'true', referenceBox: 'originalImage', 'export.format': 'png' };
  const withBackground = { removeBackground: 'false', 'export.format': 'png' };

  test('an edit is one form for v2/edit', async () => {
    const { line, fields, files } = await sendOrder(editOrder());
    expect(line).toBe('POST /v2/edit');
    expect(fields).toEqual(withoutBackground);
    expect(files).toEqual([{ name: 'imageFile', fileName: 'photo.jpeg', contentType: 'image/jpeg', bytes: photo.bytes }]);
  });

  test.each<[string, object, Record<string, string>]>([
    ['backgroundMode keep-original', { backgroundMode: 'keep-original' }, withBackground],
    ['backgroundMode remove', { backgroundMode: 'remove' }, withoutBackground],
    [
      'backgroundMode color',
      { backgroundMode: 'color', backgroundColor: '#a1b2c3' },
      { ...withoutBackground, 'background.color': 'A1B2C3' },
    ],
    [
      'backgroundMode ai-generated',
      { backgroundMode: 'ai-generated', backgroundPrompt: ' a beach ', backgroundSeed: 0 },
      { ...withoutBackground, 'background.prompt': 'a beach', 'background.seed': '0' },
    ],
    ['exportFormat jpeg', { backgroundMode: 'keep-original', exportFormat: 'jpeg' }, { ...withBackground, 'export.format': 'jpeg' }],
    [
      'exportFormat jpeg of a cut-out',
      { exportFormat: 'jpeg' },
      { ...withoutBackground, 'export.format': 'jpeg', 'background.color': 'FFFFFF' },
    ],
    ['exportFormat webp', { exportFormat: 'webp' }, { ...withoutBackground, 'export.format': 'webp' }],
    ['addShadows', { addShadows: true }, { ...withoutBackground, 'shadow.mode': 'ai.preset-soft' }],
    ['removeText', { removeText: true }, { ...withoutBackground, 'textRemoval.mode': 'ai.artificial' }],
    ['aiLighting', { aiLighting: true }, { ...withoutBackground, 'lighting.mode': 'ai.auto' }],
    [
      'aiExpand and expandSeed',
      { backgroundMode: 'keep-original', aiExpand: true, expandSeed: 0, outputSize: '800x1200' },
      { ...withBackground, 'expand.mode': 'ai.auto', 'expand.seed': '0', outputSize: '800x1200', scaling: 'fit' },
    ],
    [
      'upscaleMode ai-fast',
      { upscaleMode: 'ai-fast' },
      { ...withoutBackground, 'upscale.mode': 'ai.fast', 'upscale.downscaleIfNeeded': 'skipUpscaleIfNotNeeded' },
    ],
    [
      'upscaleMode ai-slow',
      { upscaleMode: 'ai-slow' },
      { ...withoutBackground, 'upscale.mode': 'ai.slow', 'upscale.downscaleIfNeeded': 'skipUpscaleIfNotNeeded' },
    ],
    [
      'beautifyMode ai-auto and beautifySeed',
      { beautifyMode: 'ai-auto', beautifySeed: 0 },
      { ...withoutBackground, 'beautify.mode': 'ai.auto', 'beautify.seed': '0' },
    ],
    ['beautifyMode ai-food', { beautifyMode: 'ai-food' }, { ...withoutBackground, 'beautify.mode': 'ai.food', 'beautify.seed': '42' }],
    ['outputSize', { outputSize: '800x800' }, { ...withoutBackground, outputSize: '800x800', scaling: 'fit' }],
    ['outputSize originalImage', { outputSize: 'originalImage' }, { ...withoutBackground, outputSize: 'originalImage' }],
    [
      'outputSize croppedSubject',
      { outputSize: 'croppedSubject' },
      { removeBackground: 'true', 'export.format': 'png', outputSize: 'croppedSubject' },
    ],
  ])('an edit sends %s under the vendor’s name', async (_, settings, fields) => {
    expect((await sendOrder(editOrder(settings))).fields).toEqual(fields);
  });

  test('an edit sends a guiding picture as a file, with its scale', async () => {
    const { fields, files } = await sendOrder({ ...editOrder({ backgroundMode: 'image-guided', backgroundGuidanceScale: 0 }), guidance });
    expect(fields).toMatchObject({ 'background.guidance.scale': '0', 'background.seed': '42' });
    expect(files?.[1]).toEqual({
      name: 'background.guidance.imageFile',
      fileName: 'photo.webp',
      contentType: 'image/webp',
      bytes: guidance.bytes,
    });
  });

  test('an edit without the required guiding picture is refused before any request', async () => {
    await expect(photoroom.edit(editOrder({ backgroundMode: 'image-guided' }))).rejects.toMatchObject({ name: 'BadRequest' });
    expect(vendor.requests).toHaveLength(0);
  });

  test('an edit requests a version of the shadow model only if it requests shadows', async () => {
    expect((await sendOrder(editOrder({ addShadows: true }))).headers['pr-ai-shadows-model-version']).toBe('2026-04-15');
    vendor.requests = [];
    expect((await sendOrder(editOrder())).headers['pr-ai-shadows-model-version']).toBeUndefined();
  });

  test('an edit does not send settings without effect, and returns their names', async () => {
    const order = editOrder({ backgroundMode: 'keep-original', addShadows: true, aiExpand: true, outputSize: 'croppedSubject' });
    expect((await photoroom.edit(order)).ignoredSettings).toEqual(['aiExpand', 'addShadows', 'outputSize']);
    expect((await formOf(vendor.requests[0]!))?.fields).toEqual(withBackground);
  });
});

describe('the response', () => {
  test('the response contains the seed of the background', async () => {
    vendor.reply = success({ 'pr-ai-background-seed': '0' });
    expect(await photoroom.edit(editOrder())).toMatchObject({ seed: 0 });
  });

  test.each<[string, string, object, PhotoEditSetting[]]>([
    ['a name', 'shadow.mode', { addShadows: true }, ['addShadows']],
    [
      'names after a text',
      'Unsupported attributes: lighting.mode, beautify.seed',
      { aiLighting: true, beautifyMode: 'ai-auto' },
      ['aiLighting', 'beautifySeed'],
    ],
    ['an unknown name', 'foo.bar', {}, []],
  ])(
    'the ignored settings are in the result and in the log if the header of the response contains %s',
    async (_, header, settings, ignoredSettings) => {
      vendor.reply = success({ 'pr-unsupported-attributes': header });
      expect((await photoroom.edit(editOrder(settings))).ignoredSettings).toEqual(ignoredSettings);
      const messages = lines.map((line) => JSON.parse(line)).filter((line) => !('_aws' in line));
      expect(messages).toEqual([expect.objectContaining({ level: 'warn', message: 'Photoroom ignored settings' })]);
    },
  );

  test.each([
    ['0', ['removeText']],
    ['2', []],
  ])('removeText is reported as ignored only if the vendor found no text: %s texts found', async (count, ignoredSettings) => {
    vendor.reply = success({ 'pr-texts-detected': count });
    expect((await photoroom.edit(editOrder({ removeText: true }))).ignoredSettings).toEqual(ignoredSettings);
  });

  test('the response reports the export format as ignored if the picture has another format', async () => {
    vendor.reply = success({}, photo.bytes);
    expect(await photoroom.edit(editOrder())).toEqual({ ...photo, ignoredSettings: ['exportFormat'] });
  });

  test.each<[string, () => Reply, ErrorCode]>([
    ['with status 400', () => ({ status: 400, body: { error: { message: 'removeBackground must be boolean' } } }), 'VendorRejectedInput'],
    [
      'with status 400 because of the photo',
      () => ({ status: 400, body: { detail: 'no', status_code: 400, type: 'missing_image' } }),
      'VendorRejectedInput',
    ],
    ['with status 401', () => ({ status: 401 }), 'VendorMisconfigured'],
    ['with status 402', () => ({ status: 402, body: { error: { detail: 'API credits exhausted' } } }), 'VendorMisconfigured'],
    ['with status 403', () => ({ status: 403 }), 'VendorMisconfigured'],
    ['with status 404', () => ({ status: 404 }), 'VendorMisconfigured'],
    ['with status 413', () => ({ status: 413 }), 'VendorRejectedInput'],
    ['with status 429', () => ({ status: 429 }), 'VendorBusy'],
    ['with status 500', () => ({ status: 500, body: { error: { message: 'oh' } } }), 'VendorServerError'],
    ['with status 502', () => ({ status: 502, body: '<html>' }), 'VendorServerError'],
    ['with status 503', () => ({ status: 503 }), 'VendorBusy'],
    ['with status 504', () => ({ status: 504 }), 'VendorUnreachable'],
    ['with an error of 1 GB', () => ({ status: 500, bytes: 1024 ** 3 }), 'VendorServerError'],
    ['with status 202', () => ({ status: 202 }), 'VendorMalformedAnswer'],
    ['that is empty', () => success({}, Buffer.alloc(0)), 'VendorMalformedAnswer'],
    ['that is an HTML page', () => success({}, Buffer.from('<html>')), 'VendorMalformedAnswer'],
    ['that is JSON', () => ({ status: 200, body: { base64img: 'x' } }), 'VendorMalformedAnswer'],
    ['that is a GIF', () => success({}, Buffer.from('GIF89a')), 'VendorMalformedAnswer'],
    ['that redirects to a private network', () => ({ status: 307, headers: { location: 'http://127.0.0.1:9/' } }), 'VendorMalformedAnswer'],
    ['that redirects to another host', () => ({ status: 302, headers: { location: vendor.url } }), 'VendorMalformedAnswer'],
    ['that is interrupted before its start', () => ({ status: 200, cut: 'before' }), 'VendorUnreachable'],
    [
      'that is interrupted in the middle',
      () => ({ ...success({ 'content-length': String(vendorPicture.bytes.length) }), cut: 'within' }),
      'VendorUnreachable',
    ],
  ])('a response %s throws the matching error after one request', async (_, reply, code) => {
    vendor.reply = reply();
    await expect(photoroom.edit(editOrder())).rejects.toMatchObject({ name: code });
    expect(vendor.requests).toHaveLength(1);
  });

  test('a response with the status 402 causes an alert in the log', async () => {
    vendor.reply = { status: 402 };
    await photoroom.edit(removalOrder()).catch(() => {});
    expect(JSON.parse(lines.join(''))).toEqual({ level: 'error', message: 'Photoroom has no credits left', alert: 'vendor_credits' });
  });

  test('a response of 1 GB is not read completely', async () => {
    vendor.reply = { status: 200, bytes: 1024 ** 3 };
    const memoryBefore = process.memoryUsage().rss;
    await expect(photoroom.edit(editOrder())).rejects.toMatchObject({ name: 'VendorMalformedAnswer' });
    expect(process.memoryUsage().rss - memoryBefore).toBeLessThan(500 * 1024 ** 2);
  });

  test('the response has a time limit of 90 seconds', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(new DOMException('late', 'TimeoutError')));
    await expect(photoroom.edit(editOrder())).rejects.toMatchObject({ name: 'VendorUnreachable', cause: { name: 'TimeoutError' } });
    expect(timeout.mock.calls).toEqual([[90_000]]);
  });

  test('the logged error does not contain the description', async () => {
    vendor.reply = { status: 400, body: { error: { message: 'a secret beach' } } };
    const text = logged(
      await photoroom.edit(editOrder({ backgroundMode: 'ai-generated', backgroundPrompt: 'a secret beach' })).catch((failure) => failure),
    );
    expect(text).toContain('Photoroom responded with 400');
    expect(text).not.toContain('a secret beach');
  });
});

test('a refused connection is an error that can be retried', async () => {
  process.env.STAND_IN_URL_PHOTOROOM = `http://127.0.0.1:${await freePort()}`;
  await expect(photoroom.edit(removalOrder())).rejects.toMatchObject({ name: 'VendorUnreachable' });
});

test('no request is sent without a key or a stand-in', async () => {
  delete process.env.STAND_IN_URL_PHOTOROOM;
  await expect(photoroom.edit(removalOrder())).rejects.toMatchObject({ name: 'VendorMisconfigured' });
  expect(vendor.requests).toHaveLength(0);
});

describe('the adapter with the stand-in', () => {
  async function startStandIn() {
    const standIn = await startPhotoroomStandIn();
    onTestFinished(standIn.stop);
    process.env.STAND_IN_URL_PHOTOROOM = standIn.url;
    return standIn;
  }

  test('the adapter with the stand-in accepts every setting in one paid call', async () => {
    const { url } = await startStandIn();
    const order = editOrder({
      backgroundMode: 'image-guided',
      backgroundPrompt: 'a beach',
      addShadows: true,
      aiLighting: true,
      upscaleMode: 'ai-fast',
      beautifyMode: 'ai-food',
      outputSize: '120x90',
      exportFormat: 'webp',
    });
    const edited = await photoroom.edit({ ...order, guidance });
    expect(edited).toMatchObject({ contentType: 'image/webp', ignoredSettings: [], seed: 42 });
    expect(await sharp(edited.bytes).metadata()).toMatchObject({ format: 'webp', width: 480, height: 360 });
    expect((await call('GET', `${url}/_requests`)).body).toMatchObject({ counts: { edit: 1 }, paidSubmits: 1 });
  });

  test('the adapter with the stand-in returns a transparent picture after the removal of a background', async () => {
    await startStandIn();
    const { bytes } = await photoroom.edit(removalOrder());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', hasAlpha: true, width: 64, height: 64 });
  });

  test('the adapter reports a field that the stand-in ignores', async () => {
    const { url } = await startStandIn();
    await addFaultRule(url, { fault: { kind: 'ignore', field: 'shadow.mode' } });
    expect((await photoroom.edit(editOrder({ addShadows: true }))).ignoredSettings).toEqual(['addShadows']);
  });

  test.each<[string, object, ErrorCode]>([
    ['no credits', { kind: 'status', status: 402 }, 'VendorMisconfigured'],
    ['too many calls', { kind: 'status', status: 429 }, 'VendorBusy'],
    ['an error', { kind: 'status', status: 500 }, 'VendorServerError'],
    ['a closed connection', { kind: 'cut', at: 'within' }, 'VendorUnreachable'],
    ['an empty body', { kind: 'empty' }, 'VendorMalformedAnswer'],
    ['a redirect', { kind: 'redirect' }, 'VendorMalformedAnswer'],
  ])('the adapter throws the matching error if the stand-in sends %s', async (_, fault, code) => {
    const { url } = await startStandIn();
    await addFaultRule(url, { fault });
    await expect(photoroom.edit(editOrder())).rejects.toMatchObject({ name: code });
  });
});
