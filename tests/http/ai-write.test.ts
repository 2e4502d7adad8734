/** Tests AI Write over HTTP on the whole local stack: the prompts, the refusals, and the responses if the vendor fails. */

import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { GeneratePromptInput, GeneratePromptResponse } from '#shared/ai-write/api.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { aiWriteFailedResponse } from '../fixtures/ai-write-failed.ts';
import { instructionOfAllPrompts } from '../fixtures/cloud.ts';
import { readUsesToday, setUsesLeftToday } from '../fixtures/limits.ts';
import { prepare } from '../fixtures/prepare.ts';
import { fetchWithRetries } from '../fixtures/retry-outages.ts';
import { createPhoto, type Refusal, type Seller, signIn } from '../fixtures/seller.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';

const options: GeneratePromptInput = { aspectRatio: '9:16', duration: 8, generateAudio: false, videoStyle: 'showcase', language: 'en' };
const generatePrompt = <Body = GeneratePromptResponse>(seller: Seller, body: object) =>
  seller.call<Body>('POST', '/api/ai/generate-prompt', { ...options, ...body });
const errorResponse = (status: number, code: ErrorCode) => ({
  status,
  body: { code, message: expect.stringMatching(/\w/), requestId: expect.any(String) },
});
const expectedPrompt = { status: 200, body: { success: true, prompt: expect.stringMatching(/\w{3}/) } };

const readUses = (userId: string) => readUsesToday(userId, 'aiWrite');

let cloud: SharedCloud;
beforeAll(async () => {
  cloud = await sharedCloud();
});

describe('a prompt', () => {
  test('a prompt is written from an upload of the user, by key or signed URL, with one vendor request per call and without a charge', async () => {
    const seller = await signIn(cloud.origin);
    const { key } = await seller.upload(await createPhoto());
    const callsBefore = await cloud.gemini.singlePrompts();
    expect(await generatePrompt(seller, { imageUrl: key })).toMatchObject(expectedPrompt);
    const { batchId } = await seller.run(['To have an address']);
    const { items } = await seller.until(batchId);
    expect(await generatePrompt(seller, { imageUrl: String(items[0]?.photoUrl).replace(/\/ingested\/.*?\?/, `/${key}?`) })).toMatchObject(
      expectedPrompt,
    );
    expect((await cloud.gemini.singlePrompts()) - callsBefore).toBe(2);
    expect(await readUses(seller.userId)).toBe(2);
    expect(await seller.transactions()).toHaveLength(2);
  });

  test('a prompt for an image is about a background, and a prompt for a video is about a motion', async () => {
    const seller = await signIn(cloud.origin);
    const { key } = await seller.upload(await createPhoto());
    const video = await generatePrompt(seller, { imageUrl: key });
    const image = await generatePrompt(seller, { imageUrl: key, kind: 'image' });
    expect(video.body.prompt).toMatch(/camera/i);
    expect(image).toMatchObject(expectedPrompt);
    expect(image.body.prompt).not.toMatch(/camera/i);
    expect(await generatePrompt(seller, { imageUrl: key, kind: 'edit' })).toMatchObject(errorResponse(400, 'BadRequest'));
  });

  test.each<[string, (file: Buffer) => string]>([
    ['a data URL', (file) => `data:image/png;base64,${file.toString('base64')}`],
    ['bare base64', (file) => file.toString('base64')],
  ])('a prompt is written from a picture inside the request, sent as %s', async (_, textOf) => {
    const seller = await signIn(cloud.origin);
    expect(await generatePrompt(seller, { imageBase64: textOf(await createPhoto('png')) })).toMatchObject(expectedPrompt);
  });

  test('a prompt is written from a large photo, and the vendor gets a smaller copy', async () => {
    const seller = await signIn(cloud.origin);
    const noise = {
      create: {
        width: 5000,
        height: 3000,
        channels: 3 as const,
        background: '#888',
        noise: { type: 'gaussian' as const, mean: 128, sigma: 20 },
      },
    };
    const file = await sharp(noise).jpeg({ quality: 85 }).toBuffer();
    expect(file.length).toBeGreaterThan(4 * 1024 * 1024);
    const { key } = await seller.upload(file);
    expect(await generatePrompt(seller, { imageUrl: key })).toMatchObject(expectedPrompt);
  });

  test.each([
    ['for 5 seconds, as in the documented call', { duration: 5 }, /camera|product|light/i],
    ['without a duration', { duration: undefined }, /camera|product|light/i],
    ['in the language of the page, for a video with sound', { aspectRatio: '3:4', generateAudio: true, language: 'zh-Hant-TW' }, /鏡頭/],
    ['in another language', { language: 'de' }, /Kamera|Produkt|Licht/],
    ['in English for an unknown language', { language: 'a language that is none' }, /camera|product|light/i],
  ])('a prompt is written %s', async (_, changes, words) => {
    const seller = await signIn(cloud.origin);
    const { key } = await seller.upload(await createPhoto());
    const { status, body } = await generatePrompt(seller, { imageUrl: key, ...changes });
    expect({ status, body }).toEqual({ status: 200, body: { success: true, prompt: expect.stringMatching(words) } });
  });
});

describe('a refused call sends no vendor request and counts no use', () => {
  let seller: Seller;
  let other: Seller;
  let key: string;
  let foreignKey: string;
  let callsBefore: number;
  prepare(async () => {
    seller = await signIn(cloud.origin);
    other = await signIn(cloud.origin);
    key = (await seller.upload(await createPhoto())).key;
    foreignKey = (await other.upload(await createPhoto())).key;
    callsBefore = await cloud.gemini.singlePrompts();
  });
  const expectNoEffect = async () => {
    expect(await cloud.gemini.singlePrompts()).toBe(callsBefore);
    expect(await readUses(seller.userId)).toBe(0);
  };

  test('a call with an address that is not an upload of the user is refused', async () => {
    const { batchId } = await other.run(['To have an address']);
    const photoUrl = String((await other.until(batchId)).items[0]?.photoUrl);
    const root = photoUrl.slice(0, photoUrl.indexOf('ingested/'));
    for (const imageUrl of [
      foreignKey,
      photoUrl,
      `${root}${foreignKey}?Expires=1&Signature=x&Key-Pair-Id=K0`,
      `${root}uploads/${seller.userId}/%2e%2e/${other.userId}/a.jpg`,
      `https://example.com/${key}`,
      `${cloud.origin}/api/uploads`,
      'http://169.254.169.254/latest/meta-data/',
      'http://localhost:9000/a.jpg',
      'http://[::1]/a.jpg',
      'http://2130706433/a.jpg',
      'file:///etc/passwd',
      'data:image/png;base64,AAAA',
    ])
      expect(await generatePrompt(seller, { imageUrl }), imageUrl).toMatchObject(errorResponse(400, 'AddressNotAllowed'));
    await expectNoEffect();
  });

  const base64 = (file: Buffer) => ({ imageBase64: file.toString('base64') });
  test.each<[string, () => object | Promise<object>, number, ErrorCode]>([
    ['without a picture', () => ({}), 400, 'ImageRequired'],
    ['with a missing upload', () => ({ imageUrl: `uploads/${seller.userId}/temp-images/${randomUUID()}.jpg` }), 404, 'UploadNotFound'],
    [
      'with a data URL of more than 5 MB',
      () => ({ imageBase64: `data:image/png;base64,${'A'.repeat(5_300_000)}` }),
      400,
      'AiWriteImageTooLarge',
    ],
    ['with 4 MB of base64', () => ({ imageBase64: 'A'.repeat(5_592_408) }), 413, 'ImageNeedsUpload'],
    ['with a data URL of an HTML page', () => ({ imageBase64: 'data:text/html;base64,PGI+' }), 400, 'ImageTypeUnsupported'],
    ['with an SVG', () => base64(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), 400, 'ImageTypeUnsupported'],
    ['with a truncated photo', async () => base64((await createPhoto()).subarray(0, 1000)), 400, 'ImageUnreadable'],
    ['with a photo of 48 pixels per side', async () => base64(await createPhoto('png', { width: 48, height: 48 })), 400, 'ImageDimensions'],
    ['with an invalid ratio', () => ({ imageUrl: key, aspectRatio: '0:9' }), 400, 'RatioUnsupported'],
    ['for seven seconds', () => ({ imageUrl: key, duration: 7 }), 400, 'DurationUnsupported'],
    ['with an unknown style', () => ({ imageUrl: key, videoStyle: 'horror' }), 400, 'BadRequest'],
  ])('a call %s is refused', async (_, body, status, code) => {
    expect(await generatePrompt(seller, await body())).toMatchObject(errorResponse(status, code));
    await expectNoEffect();
  });

  test('a call with a picture that is too large is refused, and the response contains the required text', async () => {
    const { body } = await generatePrompt<Refusal>(seller, { imageBase64: `data:image/png;base64,${'A'.repeat(5_300_000)}` });
    expect(body.message).toBe('Image too large. Please use images smaller than 5MB.');
  });

  test('a call without a valid access token is refused', async () => {
    const status = async (authorization?: string) =>
      (
        await fetchWithRetries(`${cloud.origin}/api/ai/generate-prompt`, {
          method: 'POST',
          headers: authorization ? { authorization } : {},
          body: JSON.stringify({ ...options, imageUrl: key }),
        })
      ).status;
    expect([await status(), await status('Bearer nonsense'), await status(`Bearer ${seller.idToken}`)]).toEqual([401, 401, 401]);
    await expectNoEffect();
  });

  test('a call above the daily limit is refused', async () => {
    await setUsesLeftToday(other.userId, 'aiWrite', 1);
    const callsBeforeLimit = await cloud.gemini.singlePrompts();
    const responses = await Promise.all([1, 2, 3].map(() => generatePrompt(other, { imageUrl: foreignKey })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
    for (const response of responses.filter(({ status }) => status === 429))
      expect(response).toMatchObject({ body: { code: 'DailyLimit', message: 'That is all for today. Please try again tomorrow.' } });
    expect((await cloud.gemini.singlePrompts()) - callsBeforeLimit).toBe(1);
  });
});

/** The last column is the number of counted uses. It is 1 if the vendor may have billed the request. */
test.each<[string, object, ErrorCode, 0 | 1]>([
  ['refuses the photo', { kind: 'refuse' }, 'VendorRefused', 1],
  ['stops because of its policy', { kind: 'finish', reason: 'SAFETY' }, 'VendorRefused', 1],
  ['is busy', { kind: 'error', status: 'RESOURCE_EXHAUSTED', message: 'Quota exceeded for metric generate_content' }, 'VendorBusy', 0],
  ['has an error', { kind: 'error', status: 'INTERNAL', message: 'An internal error has occurred' }, 'VendorServerError', 1],
  [
    'rejects the key',
    { kind: 'error', status: 'PERMISSION_DENIED', message: 'API key AIza-secret is not valid' },
    'VendorMisconfigured',
    0,
  ],
  ['returns no text', { kind: 'no-text' }, 'VendorMalformedAnswer', 1],
  ['returns an incomplete text', { kind: 'finish', reason: 'MAX_TOKENS' }, 'VendorMalformedAnswer', 1],
  ['returns a malformed response', { kind: 'malformed' }, 'VendorMalformedAnswer', 1],
  ['returns an empty response', { kind: 'empty' }, 'VendorMalformedAnswer', 1],
  ['redirects to a private network', { kind: 'redirect' }, 'VendorMalformedAnswer', 1],
  ['closes the connection', { kind: 'cut' }, 'VendorUnreachable', 1],
])(
  'if the vendor %s, the call sends one request, counts only a billed use, and returns our own error text',
  async (_, fault, reason, countedUses) => {
    const seller = await signIn(cloud.origin);
    const { key } = await seller.upload(await createPhoto());
    const callsBefore = await cloud.gemini.singlePrompts();
    await cloud.gemini.scriptOnce(instructionOfAllPrompts, fault);
    const { status, body } = await generatePrompt<Refusal>(seller, { imageUrl: key });
    expect({ status, body }).toEqual(aiWriteFailedResponse(reason));
    expect((await cloud.gemini.singlePrompts()) - callsBefore).toBe(1);
    expect(await readUses(seller.userId)).toBe(countedUses);
    expect(await generatePrompt(seller, { imageUrl: key })).toMatchObject(expectedPrompt);
  },
);
