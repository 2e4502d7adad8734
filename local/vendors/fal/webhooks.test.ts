import { createHash, createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { call, eventually, quick, type Received, reached, script, startForTest, startReceiver, submit } from './test-support.ts';

type Jwks = { keys: { kty: string; crv: string; x: string }[] };

async function jwksOf(url: string): Promise<Jwks> {
  return (await call('GET', `${url}/.well-known/jwks.json`, undefined, {})).body;
}

function holds({ keys }: Jwks, { headers, body }: Received): boolean {
  const [id, user, timestamp, signature] = ['request-id', 'user-id', 'timestamp', 'signature'].map(
    (name) => headers[`x-fal-webhook-${name}`],
  );
  const message = [id, user, timestamp, createHash('sha256').update(body).digest('hex')].join('\n');
  return keys.some(({ kty, crv, x }) => {
    const key = createPublicKey({ key: { kty, crv, x: x.replaceAll('=', '') }, format: 'jwk' });
    return verify(null, Buffer.from(message), key, Buffer.from(String(signature), 'hex'));
  });
}

const countOf = (received: Received[], count: number) => eventually(() => expect(received).toHaveLength(count));
/** Makes ten requests to the same server. A pending webhook would have arrived by then. */
const settled = async (url: string) => {
  for (let n = 0; n < 10; n++) await jwksOf(url);
};

test('signs a webhook so that it is valid with the key set, and invalid if one byte changes', async () => {
  const [standIn, receiver] = [await startForTest(), await startReceiver()];
  await script(standIn, { fault: quick });
  const { body } = await submit(standIn, {}, receiver.url);
  await countOf(receiver.received, 1);
  const webhook = receiver.received[0]!;
  const jwks = await jwksOf(standIn.url);
  expect(jwks.keys[0]).toMatchObject({ kty: 'OKP', crv: 'Ed25519', x: expect.stringMatching(/^[\w-]{43}=$/) });
  expect(holds(jwks, webhook)).toBe(true);
  expect(holds(jwks, { ...webhook, body: webhook.body.replace('OK', 'Ok') })).toBe(false);
  for (const name of ['request-id', 'user-id', 'timestamp']) {
    const header = `x-fal-webhook-${name}`;
    expect(holds(jwks, { ...webhook, headers: { ...webhook.headers, [header]: `${webhook.headers[header]}0` } })).toBe(false);
  }
  expect(Math.abs(Number(webhook.headers['x-fal-webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60);
  expect(webhook.headers['x-fal-webhook-request-id']).toBe(body.request_id);
  expect(JSON.parse(webhook.body)).toEqual({
    request_id: body.request_id,
    gateway_request_id: body.request_id,
    status: 'OK',
    payload: (await call('GET', body.response_url)).body,
  });
});

test('keeps the key after a restart, so that a cached key set stays valid', async () => {
  const standIn = await startForTest();
  const before = await jwksOf(standIn.url);
  await standIn.stop();
  const again = await startForTest({ directory: standIn.directory });
  expect(await jwksOf(again.url)).toEqual(before);
  const stranger = await startForTest();
  expect(await jwksOf(stranger.url)).not.toEqual(before);
});

test('reports a failure as ERROR with the model’s detail', async () => {
  const [standIn, receiver] = [await startForTest(), await startReceiver()];
  await script(standIn, { fault: { kind: 'refuse' } });
  const { body } = await submit(standIn, {}, receiver.url);
  await countOf(receiver.received, 1);
  expect(JSON.parse(receiver.received[0]!.body)).toEqual({
    request_id: body.request_id,
    gateway_request_id: body.request_id,
    status: 'ERROR',
    error: 'Invalid status code: 422',
    payload: (await call('GET', body.response_url)).body,
  });
});

test('repeats a webhook with a new signature until it is accepted, and not after that', async () => {
  const [standIn, receiver] = [await startForTest({ retryDelaysMs: [1, 1, 1, 1] }), await startReceiver([500, 302])];
  await script(standIn, { fault: { kind: 'refuse' } });
  await submit(standIn, {}, receiver.url);
  await countOf(receiver.received, 3);
  const jwks = await jwksOf(standIn.url);
  expect(receiver.received.every((webhook) => holds(jwks, webhook))).toBe(true);
  await settled(standIn.url);
  expect(receiver.received).toHaveLength(3);
});

test('stops after ten repeats of a webhook, even if more are configured', async () => {
  const receiver = await startReceiver(Array(30).fill(503));
  const standIn = await startForTest({ retryDelaysMs: Array(20).fill(1) });
  await script(standIn, { fault: { kind: 'refuse' } });
  await submit(standIn, {}, receiver.url);
  await countOf(receiver.received, 11);
  await settled(standIn.url);
  expect(receiver.received).toHaveLength(11);
});

test('sends a webhook that was due at stop() after the next start', async () => {
  const receiver = await startReceiver([500]);
  const standIn = await startForTest({ retryDelaysMs: [60_000] });
  await script(standIn, { fault: { kind: 'refuse' } });
  await submit(standIn, {}, receiver.url);
  await countOf(receiver.received, 1);
  await standIn.stop();
  await startForTest({ directory: standIn.directory });
  await countOf(receiver.received, 2);
  expect(receiver.received[1]!.body).toBe(receiver.received[0]!.body);
});

test('sends no webhook if none was requested, after a cancel, or if a fault loses it', async () => {
  const [standIn, receiver] = [await startForTest(), await startReceiver()];
  await script(standIn, { fault: [quick, { kind: 'lost-webhook' }] });
  await script(standIn, { match: 'endless', fault: { kind: 'never' } });
  await reached(await submit(standIn, {}, receiver.url), 'COMPLETED');
  await reached(await submit(standIn), 'COMPLETED');
  const { body } = await submit(standIn, { prompt: 'endless' }, receiver.url);
  await call('PUT', body.cancel_url);
  await settled(standIn.url);
  expect(receiver.received).toEqual([]);
});

test('sends a doubled webhook twice with the same content', async () => {
  const [standIn, receiver] = [await startForTest(), await startReceiver()];
  await script(standIn, { fault: [quick, { kind: 'doubled-webhook' }] });
  await submit(standIn, {}, receiver.url);
  await countOf(receiver.received, 2);
  expect(receiver.received[0]!.body).toBe(receiver.received[1]!.body);
  await settled(standIn.url);
  expect(receiver.received).toHaveLength(2);
});

test('delivers an early webhook before it responds to the submit', async () => {
  const [standIn, receiver] = [await startForTest(), await startReceiver()];
  await script(standIn, { fault: [quick, { kind: 'early-webhook' }] });
  const { body } = await submit(standIn, {}, receiver.url);
  expect(receiver.received).toHaveLength(1);
  expect(JSON.parse(receiver.received[0]!.body).request_id).toBe(body.request_id);
});

test('keeps a late webhook until its release, even after a restart', async () => {
  const [standIn, receiver] = [await startForTest(), await startReceiver()];
  await script(standIn, { fault: [quick, { kind: 'late-webhook' }] });
  await reached(await submit(standIn, {}, receiver.url), 'COMPLETED');
  await settled(standIn.url);
  expect(receiver.received).toEqual([]);
  await standIn.stop();
  const again = await startForTest({ directory: standIn.directory });
  expect((await call('POST', `${again.url}/_script/release`)).body).toEqual({ released: 1 });
  await countOf(receiver.received, 1);
  expect((await call('POST', `${again.url}/_script/release`)).body).toEqual({ released: 0 });
});

test('sends a forged webhook with an invalid signature, and no valid one', async () => {
  const [standIn, receiver] = [await startForTest(), await startReceiver([401])];
  await script(standIn, { fault: [quick, { kind: 'forged-webhook' }] });
  await submit(standIn, {}, receiver.url);
  await countOf(receiver.received, 1);
  expect(holds(await jwksOf(standIn.url), receiver.received[0]!)).toBe(false);
  await settled(standIn.url);
  expect(receiver.received).toHaveLength(1);
});

test('sends a webhook twice in harsh mode, each time with a signature', async () => {
  const [standIn, receiver] = [await startForTest({ chance: () => 0 }), await startReceiver()];
  await script(standIn, { fault: { kind: 'refuse' } });
  const { body } = await submit(standIn, {}, receiver.url);
  await countOf(receiver.received, 2);
  const jwks = await jwksOf(standIn.url);
  expect(receiver.received.map((webhook) => [JSON.parse(webhook.body).request_id, holds(jwks, webhook)])).toEqual(
    Array(2).fill([body.request_id, true]),
  );
});
