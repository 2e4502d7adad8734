/** Tests that webhooks are delayed and sometimes doubled in harsh mode. Otherwise each webhook is sent once, immediately. */

import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import type { Chance } from '../../chance.ts';
import { close, listen, loopback } from '../../plumbing/listen.ts';
import { createWebhookSender, type Signer } from './webhook-sender.ts';

/** A signer that numbers its signatures. */
function countingSigner(): Signer {
  let signatures = 0;
  return {
    headersFor: (requestId) => {
      signatures += 1;
      return { 'x-signature': `${requestId} ${signatures}` };
    },
  };
}

/** Responds with each of the given statuses once, and then with 200. */
async function startReceiver(statuses: number[] = []) {
  const received: unknown[] = [];
  const server = createServer((request, response) => {
    received.push(request.headers['x-signature']);
    response.writeHead(statuses.shift() ?? 200).end();
  });
  onTestFinished(() => close(server));
  return { url: `http://${loopback}:${await listen(server)}`, received };
}

/** Returns random values by topic. Other topics get 0.99, so that they have no effect. */
const chanceWith =
  (decisions: Record<string, number[]>): Chance =>
  (topic) =>
    decisions[topic]?.shift() ?? 0.99;

async function deliver({ chance, statuses }: { chance?: Chance; statuses?: number[] } = {}) {
  const { url, received } = await startReceiver(statuses);
  const sender = createWebhookSender(countingSigner(), [1, 1], chance);
  onTestFinished(() => sender.stop());
  const startedAt = performance.now();
  const outcome = await sender.deliver({ requestId: 'r', url, body: '{}' });
  return { outcome, received, ms: performance.now() - startedAt };
}

const minimalDelay = 0.001;

test('without harsh mode, a message is sent once', async () => {
  expect(await deliver()).toMatchObject({ outcome: 'delivered', received: ['r 1'] });
});

test('in harsh mode, a message can be sent twice, each time with a new signature', async () => {
  const chance = chanceWith({ 'doubled message': [0], 'late message': [minimalDelay, minimalDelay] });
  expect(await deliver({ chance })).toMatchObject({ outcome: 'delivered', received: ['r 1', 'r 2'] });
});

test('both copies of a message are repeated until they are accepted', async () => {
  const chance = chanceWith({ 'doubled message': [0], 'late message': [minimalDelay, minimalDelay] });
  const { outcome, received } = await deliver({ chance, statuses: [500, 500] });
  expect([outcome, received.length]).toEqual(['delivered', 4]);
});

test('in harsh mode, a message is delayed by up to a second', async () => {
  const { received, ms } = await deliver({ chance: chanceWith({ 'late message': [0.1] }) });
  expect(received).toEqual(['r 1']);
  // Node timers may end one millisecond early.
  expect(ms).toBeGreaterThanOrEqual(99);
});
