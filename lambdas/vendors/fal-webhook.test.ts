/** Only fal can report to us: every byte of a message and every header is under its signature. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyFalWebhook } from './fal-webhook.ts';

const keys = generateKeyPairSync('ed25519');
const strangers = generateKeyPairSync('ed25519');
const start = new Date('2026-11-21T08:00:00Z').getTime();
let keysAsked = 0;
let round = 0;

const server = createServer((_, response) => {
  keysAsked++;
  const jwk = keys.publicKey.export({ format: 'jwk' });
  // The live set is padded, against the standard.
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
// Keys are kept between calls: each test stands at another day.
let now: Date;
beforeEach(() => {
  now = new Date(start + ++round * 86_400_000);
  keysAsked = 0;
});

const body = Buffer.from('{"request_id":"r-1","status":"OK"}');

function signed(changes: { timestamp?: number; signer?: typeof keys; raw?: Buffer } = {}) {
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
  test('that fal signed just now is taken, and its keys are asked for once', async () => {
    await verifyFalWebhook(signed(), body, now);
    await verifyFalWebhook(signed(), body, now);
    expect(keysAsked).toBe(1);
  });

  test.each([-300, 300])('whose clock is off by %i s is taken', async (seconds) => {
    const headers = signed({ timestamp: Math.floor(now.getTime() / 1000) + seconds });
    await expect(verifyFalWebhook(headers, body, now)).resolves.toBeUndefined();
  });

  const lies: [string, () => { headers: Record<string, string | undefined>; raw?: Buffer }][] = [
    ['with another body', () => ({ headers: signed(), raw: Buffer.from('{"request_id":"r-1","status":"ERROR"}') })],
    ['with one more space', () => ({ headers: signed(), raw: Buffer.concat([body, Buffer.from(' ')]) })],
    ['for another request', () => ({ headers: { ...signed(), 'x-fal-webhook-request-id': 'r-2' } })],
    ['by another user', () => ({ headers: { ...signed(), 'x-fal-webhook-user-id': 'u-2' } })],
    ['by a stranger', () => ({ headers: signed({ signer: strangers }) })],
    ['with no signature', () => ({ headers: { ...signed(), 'x-fal-webhook-signature': undefined } })],
    ['with a signature that is none', () => ({ headers: { ...signed(), 'x-fal-webhook-signature': 'zz' } })],
    ['301 seconds old', () => ({ headers: signed({ timestamp: Math.floor(now.getTime() / 1000) - 301 }) })],
    ['from the future', () => ({ headers: signed({ timestamp: Math.floor(now.getTime() / 1000) + 302 }) })],
    ['with a date that is none', () => ({ headers: { ...signed(), 'x-fal-webhook-timestamp': 'yesterday' } })],
    ['without any header', () => ({ headers: {} })],
  ];
  test.each(lies)('%s is refused', async (_, lie) => {
    const { headers, raw = body } = lie();
    await expect(verifyFalWebhook(headers, raw, now)).rejects.toMatchObject({ code: 'BadSignature' });
  });

  test('forged a hundred times makes us ask for the keys no more than twice', async () => {
    for (let attempt = 0; attempt < 100; attempt++) {
      await verifyFalWebhook(signed({ signer: strangers }), body, now).catch(() => {});
    }
    expect(keysAsked).toBeLessThanOrEqual(2);
  });
});
