/** Tests that harsh mode delays webhooks and sends some webhooks twice. Without harsh mode, each webhook is sent once, immediately. */

import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { close, listen, loopback } from '../../base/listen.ts';
import type { Chance } from '../../chance.ts';
import { createWebhookSender, type Signer } from './webhook-sender.ts';

/** Creates a signer that numbers its signatures. */
function createCountingSigner(): Signer {
  let signatures = 0;
  return {
    headersFor: (requestId) => {
      signatures += 1;
      return { 'x-signature': `${requestId} ${signatures}` };
    },
  };
}

/** Starts a server that responds with each of the statuses once, and then with 200. */
async function startReceiver(statuses: number[] = []) {
  const signatures: unknown[] = [];
  const server = createServer((request, response) => {
    signatures.push(request.headers['x-signature']);
    response.writeHead(statuses.shift() ?? 200).end();
  });
  onTestFinished(() => close(server));
  return { url: `http://${loopback}:${await listen(server)}`, signatures };
}

/**
 * Returns a function with a list of values for each topic. Each call returns the next value of the topic. After the last value, a call
 * returns 0.99, which has no effect.
 */
const chanceWith =
  (decisions: Record<string, number[]>): Chance =>
  (topic) =>
    decisions[topic]?.shift() ?? 0.99;

async function deliver({ chance, statuses }: { chance?: Chance; statuses?: number[] } = {}) {
  const { url, signatures } = await startReceiver(statuses);
  const sender = createWebhookSender(createCountingSigner(), [1, 1], chance);
  onTestFinished(() => sender.stop());
  const startedAt = performance.now();
  const outcome = await sender.deliver({ requestId: 'r', url, body: '{}' });
  return { outcome, signatures, ms: performance.now() - startedAt };
}

const minimalDelay = 0.001;

test('a message is sent once without harsh mode', async () => {
  expect(await deliver()).toMatchObject({ outcome: 'delivered', signatures: ['r 1'] });
});

test('a message can be sent twice in harsh mode, each time with a new signature', async () => {
  const chance = chanceWith({ 'doubled message': [0], 'late message': [minimalDelay, minimalDelay] });
  expect(await deliver({ chance })).toMatchObject({ outcome: 'delivered', signatures: ['r 1', 'r 2'] });
});

test('both copies of a message are repeated until the receiver accepts them', async () => {
  const chance = chanceWith({ 'doubled message': [0], 'late message': [minimalDelay, minimalDelay] });
  const { outcome, signatures } = await deliver({ chance, statuses: [500, 500] });
  expect([outcome, signatures.length]).toEqual(['delivered', 4]);
});

test('a message is delayed by up to a second in harsh mode', async () => {
  const { signatures, ms } = await deliver({ chance: chanceWith({ 'late message': [0.1] }) });
  expect(signatures).toEqual(['r 1']);
  // Node timers may end one millisecond early.
  expect(ms).toBeGreaterThanOrEqual(99);
});
