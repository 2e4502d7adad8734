import sharp from 'sharp';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { StandIn } from '../kit/server.ts';
import { addFaultRule, type CallResult, call } from '../kit/test-support.ts';
import { startStabilityStandIn } from './stability-stand-in.ts';

async function startForTest(): Promise<StandIn> {
  const standIn = await startStabilityStandIn();
  onTestFinished(standIn.stop);
  return standIn;
}

type Picture = { width: number; height: number; type?: 'jpeg' | 'png' | 'webp' | 'gif' };
const picture = ({ width, height, type = 'jpeg' }: Picture): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#4080c0' } })
    .toFormat(type)
    .toBuffer();

type Order = { image?: Buffer; imageType?: string; fields?: Record<string, string>; headers?: Record<string, string> };
function outpaint(
  { url }: StandIn,
  { image, imageType = 'image/jpeg', fields = { left: '16' }, headers = {} }: Order,
): Promise<CallResult> {
  const form = new FormData();
  if (image) form.append('image', new Blob([new Uint8Array(image)], { type: imageType }), 'photo');
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return call('POST', `${url}/v2beta/stable-image/edit/outpaint`, {
    form,
    headers: { authorization: 'Bearer sk-test', accept: 'image/*', ...headers },
  });
}

let photo: Buffer;
beforeAll(async () => {
  photo = await picture({ width: 100, height: 80 });
});

describe('a successful call', () => {
  test('a successful call returns the picture with its finish reason and seed, and is billed', async () => {
    const standIn = await startForTest();
    const response = await outpaint(standIn, { image: photo, fields: { left: '10', right: '20', up: '30', down: '40' } });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'finish-reason': 'SUCCESS',
      seed: expect.stringMatching(/^\d+$/),
      'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect(await sharp(response.bytes).metadata()).toMatchObject({ format: 'png', width: 130, height: 150 });
    expect((await call('GET', `${standIn.url}/_requests`)).body.paidSubmits).toBe(1);
  });

  test('a successful call returns the unchanged photo at its position, and extends the colours of the photo into the added area', async () => {
    const standIn = await startForTest();
    const image = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#d0a070' } })
      .composite([{ input: await picture({ width: 60, height: 60 }), left: 70, top: 70 }])
      .png()
      .toBuffer();
    const { bytes } = await outpaint(standIn, { image, imageType: 'image/png', fields: { left: '150', up: '20' } });
    const photoBox = { left: 150, top: 20, width: 200, height: 200 };
    const photoArea = await sharp(bytes).extract(photoBox).raw().toBuffer();
    expect(photoArea.equals(await sharp(image).removeAlpha().raw().toBuffer())).toBe(true);
    const addedArea = await sharp(bytes).extract({ left: 0, top: 0, width: 150, height: 220 }).png().toBuffer();
    const { channels } = await sharp(addedArea).stats();
    for (const [index, expected] of [0xd0, 0xa0, 0x70].entries()) {
      expect(Math.abs(channels[index]!.mean - expected)).toBeLessThan(3);
      expect(channels[index]!.stdev).toBeGreaterThan(0.5);
    }
  });

  test('the same request returns the same picture, and a different prompt returns a different picture', async () => {
    const standIn = await startForTest();
    const extendPhoto = async (prompt: string) => (await outpaint(standIn, { image: photo, fields: { left: '30', prompt } })).bytes;
    const [first, firstAgain, different] = [await extendPhoto('a'), await extendPhoto('a'), await extendPhoto('b')];
    expect(firstAgain.equals(first)).toBe(true);
    expect(different.equals(first)).toBe(false);
  });
});

describe('a request', () => {
  const expectRejected = (response: CallResult, status: number, name: string, message: RegExp | string) => {
    expect(response.status).toBe(status);
    expect(response.body).toEqual({ id: expect.stringMatching(/^[0-9a-f]{32}$/), name, errors: expect.any(Array) });
    expect(response.body.errors.join('\n')).toMatch(message);
  };

  test.each<[string, Record<string, string>, RegExp]>([
    ['that adds no pixels', {}, /at least one/],
    ['that adds zero pixels', { left: '0', up: '0' }, /at least one/],
    ['that adds too many pixels at one side', { left: '2001' }, /^left: must be between 0 and 2000$/],
    ['that adds a negative number of pixels', { down: '-1' }, /^down/m],
    ['that adds a fraction of a pixel', { up: '1.5' }, /^up: must be an integer/],
    ['with a word as the number of pixels', { right: 'far' }, /^right/],
    ['with a blank as the number of pixels', { left: ' ' }, /^left/],
    ['with a creativity that is too high', { left: '1', creativity: '1.1' }, /^creativity/],
    ['with a field that the stand-in does not know', { left: '1', seed: '7' }, /"seed"/],
    ['for an unsupported format', { left: '1', output_format: 'gif' }, /^output_format/],
    ['with a prompt that is too long', { left: '1', prompt: 'x'.repeat(10_001) }, /^prompt/],
  ])('a request %s is rejected', async (_, fields, sentence) => {
    expectRejected(await outpaint(await startForTest(), { image: photo, fields }), 400, 'bad_request', sentence);
  });

  test('a request is rejected with one message for each invalid field', async () => {
    const { body } = await outpaint(await startForTest(), { fields: { left: 'x', creativity: '2' } });
    expect(body.errors).toHaveLength(3);
  });

  test.each<[string, Picture, string, RegExp]>([
    ['that is too narrow', { width: 63, height: 100 }, 'image/jpeg', /at least 64/],
    ['that is too large', { width: 3100, height: 3100 }, 'image/jpeg', /pixel count/],
    ['that is too wide', { width: 64 * 2.5 + 1, height: 64 }, 'image/jpeg', /aspect ratio/],
    ['that is too tall', { width: 64, height: 64 * 2.5 + 1 }, 'image/jpeg', /aspect ratio/],
    ['of an unsupported type', { width: 80, height: 80, type: 'gif' }, 'image/gif', /must be one of/],
    ['with the wrong content type', { width: 80, height: 80, type: 'png' }, 'image/jpeg', /could not be read/],
  ])('a request with a picture %s is rejected', async (_, size, imageType, sentence) => {
    expectRejected(await outpaint(await startForTest(), { image: await picture(size), imageType }), 400, 'bad_request', sentence);
  });

  test('a request with an unreadable picture is rejected', async () => {
    expectRejected(await outpaint(await startForTest(), { image: Buffer.from('no picture') }), 400, 'bad_request', /could not be read/);
  });

  test.each<[string, Picture]>([
    ['the smallest picture', { width: 64, height: 64 }],
    ['the widest picture', { width: 160, height: 64 }],
    ['the largest picture', { width: 3072, height: 3072 }],
    ['a WebP picture', { width: 80, height: 80, type: 'webp' }],
  ])('a request succeeds with %s', async (_, size) => {
    const imageType = `image/${size.type ?? 'jpeg'}`;
    expect((await outpaint(await startForTest(), { image: await picture(size), imageType })).status).toBe(200);
  });

  test('a request is rejected if it has no key, no form, a body above 10 MiB, an Accept header without pictures, or an unknown path', async () => {
    const standIn = await startForTest();
    expectRejected(await outpaint(standIn, { image: photo, headers: { authorization: 'Bearer ' } }), 401, 'unauthorized', /key/);
    expectRejected(await outpaint(standIn, { image: Buffer.alloc(10 * 1024 ** 2) }), 413, 'payload_too_large', /10MiB/);
    expectRejected(await outpaint(standIn, { image: photo, headers: { accept: 'text/html' } }), 400, 'bad_request', /accept/);
    const headers = { authorization: 'Bearer sk-test' };
    const outpaintUrl = `${standIn.url}/v2beta/stable-image/edit/outpaint`;
    expectRejected(await call('POST', outpaintUrl, { json: {}, headers }), 400, 'bad_request', /multipart/);
    expectRejected(await call('POST', `${standIn.url}/v2beta/stable-image/edit/erase`, { headers }), 404, 'not_found', /edit\/erase/);
    expect((await call('GET', `${standIn.url}/_requests`)).body.paidSubmits).toBe(0);
  });
});

describe('a scripted fault', () => {
  test.each([
    [402, 'payment_required'],
    [403, 'content_moderation'],
    [422, 'unprocessable_entity'],
    [429, 'rate_limit_exceeded'],
    [500, 'internal_error'],
    [503, 'service_unavailable'],
  ])('the scripted fault %i %s is not billed', async (status, name) => {
    const standIn = await startForTest();
    await addFaultRule(standIn.url, { match: 'sea', times: 1, fault: { kind: 'error', name } });
    expect(await outpaint(standIn, { image: photo, fields: { left: '1', prompt: 'the sea' } })).toMatchObject({ status, body: { name } });
    expect((await call('GET', `${standIn.url}/_requests`)).body.paidSubmits).toBe(0);
    expect((await outpaint(standIn, { image: photo, fields: { left: '1', prompt: 'the sea' } })).status).toBe(200);
  });

  test('a scripted fault can return a blurred picture with status 200, and the call is billed', async () => {
    const standIn = await startForTest();
    const image = await sharp(Buffer.from(Array.from({ length: 100 * 100 * 3 }, (_, index) => (Math.floor(index / 15) % 2) * 255)), {
      raw: { width: 100, height: 100, channels: 3 },
    })
      .jpeg()
      .toBuffer();
    await addFaultRule(standIn.url, { times: 1, fault: { kind: 'content-filtered' } });
    const [filtered, unfiltered] = [await outpaint(standIn, { image }), await outpaint(standIn, { image })];
    expect([filtered.status, filtered.headers.get('finish-reason')]).toEqual([200, 'CONTENT_FILTERED']);
    const sharpness = async ({ bytes }: CallResult) => (await sharp(bytes).stats()).sharpness;
    expect(await sharpness(filtered)).toBeLessThan((await sharpness(unfiltered)) / 10);
    expect((await call('GET', `${standIn.url}/_requests`)).body.paidSubmits).toBe(2);
  });

  test('a scripted fault can return a picture of another size, an empty body, a malformed body or a redirect, or close the connection', async () => {
    const standIn = await startForTest();
    const outpaintWithFault = async (fault: object) => {
      await addFaultRule(standIn.url, { times: 1, fault });
      return outpaint(standIn, { image: photo });
    };
    expect(await sharp((await outpaintWithFault({ kind: 'wrong-size', width: 50, height: 60 })).bytes).metadata()).toMatchObject({
      width: 50,
      height: 60,
    });
    expect((await outpaintWithFault({ kind: 'empty' })).bytes).toHaveLength(0);
    const malformed = await outpaintWithFault({ kind: 'malformed' });
    expect([malformed.headers.get('content-type'), malformed.body]).toEqual(['image/png', expect.stringContaining('<html>')]);
    expect((await outpaintWithFault({ kind: 'redirect' })).headers.get('location')).toMatch('169.254.169.254');
    await expect(outpaintWithFault({ kind: 'cut', at: 'within' })).rejects.toThrow();
  });
});
