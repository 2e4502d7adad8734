/** Tests that only fal can send reports. The signature covers the whole body and the headers. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readFalReport } from './fal-webhook.ts';

const keys = generateKeyPairSync('ed25519');
const otherKeys = generateKeyPairSync('ed25519');
const start = new Date('2026-11-21T08:00:00Z').getTime();
let keyRequests = 0;
let round = 0;

const server = createServer((_, response) => {
  keyRequests++;
  const jwk = keys.publicKey.export({ format: 'jwk' });
  // fal's real key set contains padding, although the standard does not allow it.
  response.end(JSON.stringify({ keys: [{ ...jwk, x: `${jwk.x}=` }] }));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env.STAND_IN_URL_FAL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  delete process.env.STAND_IN_URL_FAL;
  server.close();
});
// The keys are cached between calls, so each test uses another day.
let now: Date;
beforeEach(() => {
  now = new Date(start + ++round * 86_400_000);
  keyRequests = 0;
});

const body = Buffer.from('{"request_id":"r-1","status":"OK","payload":null}');

const readReport = (report: object) => {
  const rawBody = Buffer.from(JSON.stringify(report));
  return readFalReport(signedHeaders({ raw: rawBody }), rawBody, now);
};

function signedHeaders(changes: { timestamp?: number; signer?: typeof keys; raw?: Buffer } = {}) {
  const timestamp = String(changes.timestamp ?? Math.floor(now.getTime() / 1000));
  const digest = createHash('sha256')
    .update(changes.raw ?? body)
    .digest('hex');
  const message = Buffer.from(['r-1', 'u-1', timestamp, digest].join('\n'));
  return {
    'x-fal-webhook-request-id': 'r-1',
    'x-fal-webhook-user-id': 'u-1',
    'x-fal-webhook-timestamp': timestamp,
    'x-fal-webhook-signature': sign(null, message, (changes.signer ?? keys).privateKey).toString('hex'),
  };
}

describe('a webhook', () => {
  test('a webhook is accepted if fal has just signed it, and the keys are fetched once', async () => {
    await readFalReport(signedHeaders(), body, now);
    await readFalReport(signedHeaders(), body, now);
    expect(keyRequests).toBe(1);
  });

  test.each([-300, 300])('a webhook with a clock difference of %i s is accepted', async (seconds) => {
    const headers = signedHeaders({ timestamp: Math.floor(now.getTime() / 1000) + seconds });
    await expect(readFalReport(headers, body, now)).resolves.toMatchObject({ requestId: 'r-1' });
  });

  const forgeries: [string, () => { headers: Record<string, string | undefined>; raw?: Buffer }][] = [
    ['with another body', () => ({ headers: signedHeaders(), raw: Buffer.from('{"request_id":"r-1","status":"ERROR"}') })],
    ['with one more space', () => ({ headers: signedHeaders(), raw: Buffer.concat([body, Buffer.from(' ')]) })],
    ['for another request', () => ({ headers: { ...signedHeaders(), 'x-fal-webhook-request-id': 'r-2' } })],
    ['by another user', () => ({ headers: { ...signedHeaders(), 'x-fal-webhook-user-id': 'u-2' } })],
    ['signed with another key', () => ({ headers: signedHeaders({ signer: otherKeys }) })],
    ['with no signature', () => ({ headers: { ...signedHeaders(), 'x-fal-webhook-signature': undefined } })],
    ['with an invalid signature', () => ({ headers: { ...signedHeaders(), 'x-fal-webhook-signature': 'zz' } })],
    ['with a time 301 seconds ago', () => ({ headers: signedHeaders({ timestamp: Math.floor(now.getTime() / 1000) - 301 }) })],
    ['with a time in the future', () => ({ headers: signedHeaders({ timestamp: Math.floor(now.getTime() / 1000) + 302 }) })],
    ['with an invalid date', () => ({ headers: { ...signedHeaders(), 'x-fal-webhook-timestamp': 'yesterday' } })],
    ['without any header', () => ({ headers: {} })],
  ];
  test.each(forgeries)('a webhook %s is rejected', async (_, forge) => {
    const { headers, raw: rawBody = body } = forge();
    await expect(readFalReport(headers, rawBody, now)).rejects.toMatchObject({ code: 'BadSignature' });
  });

  test('a hundred forged webhooks cause at most two requests for keys', async () => {
    for (let attempt = 0; attempt < 100; attempt++) {
      await readFalReport(signedHeaders({ signer: otherKeys }), body, now).catch(() => {});
    }
    expect(keyRequests).toBeLessThanOrEqual(2);
  });
});

describe('a report', () => {
  const videoUrl = 'https://v3.fal.media/files/b/clip.mp4';
  test.each([
    ['about a video', { status: 'OK', payload: { video: { url: videoUrl } } }, { status: 'ready', url: videoUrl }],
    ['without a video', { status: 'OK', payload: {} }, { status: 'failed', code: 'VendorMalformedAnswer' }],
    [
      'about a failure with its status only in the text',
      { status: 'ERROR', error: 'Invalid status code: 429' },
      { status: 'failed', code: 'VendorBusy' },
    ],
    [
      'about a failure with a known type',
      { status: 'ERROR', error: 'Invalid status code: 422', payload: { detail: [{ type: 'content_policy_violation' }] } },
      { status: 'failed', code: 'VendorRefused' },
    ],
    ['about a failure without a text', { status: 'ERROR' }, { status: 'failed', code: 'VendorServerError' }],
    ['without the result, which a poll reads later', { status: 'OK', payload_error: 'too large' }, undefined],
  ])('a report %s is parsed', async (_, report, end) => {
    expect(await readReport({ request_id: 'r-1', payload: null, ...report })).toEqual({ requestId: 'r-1', end });
  });

  test.each([
    [{ status: 'OK', payload: null }],
    [{ request_id: '', status: 'OK', payload: null }],
    [{ request_id: 'r-1', status: 'DONE', payload: null }],
    [{ request_id: 'r-1', status: 'OK' }],
  ])('a report with the content %j is rejected', async (report) => {
    await expect(readReport(report)).rejects.toMatchObject({ code: 'BadRequest' });
  });
});
