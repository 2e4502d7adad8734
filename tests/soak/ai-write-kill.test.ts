/** Kills the whole local cloud while AI Write writes the prompts of a large order. */
import { expect, test } from 'vitest';
import type { ImageBatchResponse } from '#shared/batch/api.ts';
import type { OrderResponse } from '#shared/order/api.ts';
import { kill, startCloudProcess, waitForState } from '../fixtures/kill-many.ts';
import { imageQuote } from '../fixtures/quote-request.ts';
import { createPhoto, signIn } from '../fixtures/seller.ts';
import { reserveSitePort } from '../fixtures/site-port.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

/** The cloud is killed after an item has entered one of these states, and after a random pause. A request takes some milliseconds. */
const killStates = ['Wait for a prompt slot', 'Write prompt', 'Write prompt', 'Write prompt', 'Wait for a slot', 'Write prompt'];
const randomPauseMsMax = 60;
const items = 4;

test('after a kill at any time, each prompt is written with at most two requests, and each item is made and charged once', async () => {
  const folder = temporaryFolder('ai-write-kill');
  const { port, release } = await reserveSitePort();
  let cloud = await startCloudProcess(folder.path, port);
  try {
    for (const state of killStates) {
      const seller = await signIn(`http://localhost:${port}`);
      const { key } = await seller.upload(await createPhoto());
      const quote = imageQuote(items, key, { prompt: 'the direction', aiWrite: { language: 'de' } });
      const startedAt = Date.now();
      await seller.call('POST', '/api/quotes', quote);
      expect(await seller.call('POST', `/api/quotes/${quote.quoteId}/start`, {})).toMatchObject({ status: 202 });
      expect(await waitForState(folder.path, state, startedAt), state).toBe(true);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * randomPauseMsMax));
      expect(await kill(cloud.child)).toEqual([]);
      cloud = await startCloudProcess(folder.path, port);

      const order = async () => (await seller.call<OrderResponse>('GET', `/api/orders/${quote.quoteId}`)).body;
      await expect.poll(async () => (await order()).status, { timeout: 120_000, interval: 300 }).toBe('completed');
      const { counters, batchIds } = await order();
      expect(counters, state).toMatchObject({ completed: items, failed: 0 });
      for (const batchId of batchIds) {
        const { body } = await seller.call<ImageBatchResponse>('GET', `/api/batches/${batchId}`);
        for (const [index, { prompt }] of body.items.entries()) {
          const stored = await cloud.ask('promptOf', seller.userId, batchId, index);
          expect(stored, state).toMatchObject({ prompt, isPromptWritten: true });
          expect(stored, state).toMatchObject({ promptAttempts: expect.toSatisfy((count) => count === 1 || count === 2) });
          expect(prompt).not.toContain('the direction');
        }
      }
      expect(await seller.profile()).toMatchObject({ credits: 4.8, available: 4.8 });
    }
    await expect.poll(() => cloud.ask('usedLanes'), { timeout: 30_000, interval: 500 }).toEqual([]);
  } finally {
    await kill(cloud.child);
    await release();
    folder.remove();
  }
}, 900_000);
