import { createHash, createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  addFaultRule,
  call,
  quickClip,
  type ReceivedWebhook,
  startForTest,
  startReceiver,
  submit,
  waitForStatus,
  waitUntil,
} from './test-support.ts';

type Jwks = { keys: { kty: string; crv: string; x: string }[] };

async function jwksOf(url: string): Promise<Jwks> {
  return (await call('GET', `${url}/.well-known/jwks.json`, undefined, {})).body;
}

function isValidWebhook({ keys }: Jwks, { headers, body }: ReceivedWebhook): boolean {
  const [id, user, timestamp, signature] = ['request-id', 'user-id', 'timestamp', 'signature'].map(
    (name) => headers[`x-fal-webhook-${name}`],
  );
  const message = [id, user, timestamp, createHash('sha256').update(body).digest('hex')].join('\n');
  return keys.some(({ kty, crv, x }) => {
    const key = createPublicKey({ key: { kty, crv, x: x.replaceAll('=', '') }, format: 'jwk' });
    return verify(null, Buffer.from(message), key, Buffer.from(String(signature), 'hex'));
  });
}

const waitForCount = (webhooks: ReceivedWebhook[], count: number) => waitUntil(() => expect(webhooks).toHaveLength(count));
/** Makes ten requests to the same server. A pending webhook would arrive during these requests. */
const waitForPendingWebhooks = async (url: string) => {
  for (let n = 0; n < 10; n++) await jwksOf(url);
};

test('the signature of a webhook is valid with the key set, and invalid if one byte changes', async () => {
  const [standIn, receiver] = [await startForTest(), await startReceiver()];
  await addFaultRule(standIn, { fault: quickClip });
  const { body } = await submit(standIn, {}, receiver.url);
  await waitForCount(receiver.webhooks, 1);
  const webhook = receiver.webhooks[0]!;
  const jwks = await jwksOf(standIn.url);
  expect(jwks.keys[0]).toMatchObject({ kty: 'OKP', crv: 'Ed25519', x: expect.stringMatching(/^[\w-]{43}=$/) });
  expect(isValidWebhook(jwks, webhook)).toBe(true);
  expect(isValidWebhook(jwks, { ...webhook, body: webhook.body.replace('OK', 'Ok') })).toBe(false);
  for (const name of ['request-id', 'user-id', 'timestamp']) {
    const header = `x-fal-webhook-${name}`;
    expect(isValidWebhook(jwks, { ...webhook, headers: { ...webhook.headers, [header]: `${webhook.headers[header]}0` } })).toBe(false);
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

test('the key set stays the same after a restart, and another stand-in has another key set', async () => {
  const standIn = await startForTest();
  const oldKeys = await jwksOf(standIn.url);
  await standIn.stop();
  const restartedStandIn = await startForTest({ directory: standIn.directory });
  expect(await jwksOf(restartedStandIn.url)).toEqual(oldKeys);
  const otherStandIn = await startForTest();
  expect(await jwksOf(otherStandIn.url)).not.toEqual(oldKeys);
});

test('a webhook reports a failure as ERROR with the error detail of the model', async () => {
  const [standIn, receiver] = [await startForTest(), await startReceiver()];
  await addFaultRule(standIn, { fault: { kind: 'refuse' } });
  const { body } = await submit(standIn, {}, receiver.url);
  await waitForCount(receiver.webhooks, 1);
  expect(JSON.parse(receiver.webhooks[0]!.body)).toEqual({
    request_id: body.request_id,
    gateway_request_id: body.request_id,
    status: 'ERROR',
    error: 'Invalid status code: 422',
    payload: (await call('GET', body.response_url)).body,
  });
});

test('a webhook is repeated with a new signature until the receiver accepts it', async () => {
  const [standIn, receiver] = [await startForTest({ retryDelaysMs: [1, 1, 1, 1] }), await startReceiver([500, 302])];
  await addFaultRule(standIn, { fault: { kind: 'refuse' } });
  await submit(standIn, {}, receiver.url);
  await waitForCount(receiver.webhooks, 3);
  const jwks = await jwksOf(standIn.url);
  expect(receiver.webhooks.every((webhook) => isValidWebhook(jwks, webhook))).toBe(true);
  await waitForPendingWebhooks(standIn.url);
  expect(receiver.webhooks).toHaveLength(3);
});

test('a webhook is repeated at most ten times, even if more repeats are configured', async () => {
  const receiver = await startReceiver(Array(30).fill(503));
  const standIn = await startForTest({ retryDelaysMs: Array(20).fill(1) });
  await addFaultRule(standIn, { fault: { kind: 'refuse' } });
  await submit(standIn, {}, receiver.url);
  await waitForCount(receiver.webhooks, 11);
  await waitForPendingWebhooks(standIn.url);
  expect(receiver.webhooks).toHaveLength(11);
});

test('a webhook that is not delivered before stop() is sent at the next start', async () => {
  const receiver = await startReceiver([500]);
  const standIn = await startForTest({ retryDelaysMs: [60_000] });
  await addFaultRule(standIn, { fault: { kind: 'refuse' } });
  await submit(standIn, {}, receiver.url);
  await waitForCount(receiver.webhooks, 1);
  await standIn.stop();
  await startForTest({ directory: standIn.directory });
  await waitForCount(receiver.webhooks, 2);
  expect(receiver.webhooks[1]!.body).toBe(receiver.webhooks[0]!.body);
});

test('no webhook is sent without a webhook URL, after a cancel, or with the fault "lost-webhook"', async () => {
  const [standIn, receiver] = [await startForTest(), await startReceiver()];
  await addFaultRule(standIn, { fault: [quickClip, { kind: 'lost-webhook' }] });
  await addFaultRule(standIn, { match: 'endless', fault: { kind: 'never' } });
  await waitForStatus(await submit(standIn, {}, receiver.url), 'COMPLETED');
  await waitForStatus(await submit(standIn), 'COMPLETED');
  const { body } = await submit(standIn, { prompt: 'endless' }, receiver.url);
  await call('PUT', body.cancel_url);
  await waitForPendingWebhooks(standIn.url);
  expect(receiver.webhooks).toEqual([]);
});

test('a doubled webhook is sent twice with the same content', async () => {
  const [standIn, receiver] = [await startForTest(), await startReceiver()];
  await addFaultRule(standIn, { fault: [quickClip, { kind: 'doubled-webhook' }] });
  await submit(standIn, {}, receiver.url);
  await waitForCount(receiver.webhooks, 2);
  expect(receiver.webhooks[0]!.body).toBe(receiver.webhooks[1]!.body);
  await waitForPendingWebhooks(standIn.url);
  expect(receiver.webhooks).toHaveLength(2);
});

test('an early webhook is delivered before the response to the submit', async () => {
  const [standIn, receiver] = [await startForTest(), await startReceiver()];
  await addFaultRule(standIn, { fault: [quickClip, { kind: 'early-webhook' }] });
  const { body } = await submit(standIn, {}, receiver.url);
  expect(receiver.webhooks).toHaveLength(1);
  expect(JSON.parse(receiver.webhooks[0]!.body).request_id).toBe(body.request_id);
});

test('a late webhook is not sent before its release, even after a restart', async () => {
  const [standIn, receiver] = [await startForTest(), await startReceiver()];
  await addFaultRule(standIn, { fault: [quickClip, { kind: 'late-webhook' }] });
  await waitForStatus(await submit(standIn, {}, receiver.url), 'COMPLETED');
  await waitForPendingWebhooks(standIn.url);
  expect(receiver.webhooks).toEqual([]);
  await standIn.stop();
  const restartedStandIn = await startForTest({ directory: standIn.directory });
  expect((await call('POST', `${restartedStandIn.url}/_script/release`)).body).toEqual({ released: 1 });
  await waitForCount(receiver.webhooks, 1);
  expect((await call('POST', `${restartedStandIn.url}/_script/release`)).body).toEqual({ released: 0 });
});

test('a forged webhook has an invalid signature, and no valid webhook is sent', async () => {
  const [standIn, receiver] = [await startForTest(), await startReceiver([401])];
  await addFaultRule(standIn, { fault: [quickClip, { kind: 'forged-webhook' }] });
  await submit(standIn, {}, receiver.url);
  await waitForCount(receiver.webhooks, 1);
  expect(isValidWebhook(await jwksOf(standIn.url), receiver.webhooks[0]!)).toBe(false);
  await waitForPendingWebhooks(standIn.url);
  expect(receiver.webhooks).toHaveLength(1);
});

test('in harsh mode, a webhook is sent twice, each time with a signature', async () => {
  const [standIn, receiver] = [await startForTest({ chance: () => 0 }), await startReceiver()];
  await addFaultRule(standIn, { fault: { kind: 'refuse' } });
  const { body } = await submit(standIn, {}, receiver.url);
  await waitForCount(receiver.webhooks, 2);
  const jwks = await jwksOf(standIn.url);
  expect(receiver.webhooks.map((webhook) => [JSON.parse(webhook.body).request_id, isValidWebhook(jwks, webhook)])).toEqual(
    Array(2).fill([body.request_id, true]),
  );
});
