/**
 * Measures the size of one poll response on the network. The batch has 100 images, and the states of all its items have changed. Images
 * have more links than items of other kinds.
 */
import { type IncomingMessage, request } from 'node:http';
import { itemsPerBatchMax } from '#shared/batch/batch.ts';
import { startTestCloud } from '#tests/fixtures/cloud.ts';
import { grant } from '#tests/fixtures/grant.ts';
import { imageRequest } from '#tests/fixtures/image-order.ts';
import { createPhoto, signIn } from '#tests/fixtures/seller.ts';
import type { Report } from './report.ts';

const dollarsNeeded = 100;
const timeLimitMs = 300_000;

export async function runPollBenchmark(report: Report): Promise<void> {
  const cloud = await startTestCloud();
  try {
    const seller = await signIn(cloud.origin);
    await grant(seller.userId, dollarsNeeded * 100);
    const { key } = await seller.upload(await createPhoto());
    const prompts = Array.from({ length: itemsPerBatchMax }, (_, index) => `A ceramic cup on a wooden table, view ${index + 1}`);
    const order = imageRequest(prompts, key);
    const { status, body } = await seller.call('POST', '/api/batches', order);
    if (status !== 202) throw new Error(`The batch was rejected: ${JSON.stringify(body)}`);
    const batch = await seller.until(order.batchId, undefined, timeLimitMs);
    if (batch.counters.completed !== itemsPerBatchMax) throw new Error(`The batch ended with ${JSON.stringify(batch.counters)}`);
    const url = `${cloud.origin}/api/batches/${order.batchId}`;
    report('poll.bytes_100_items', await bodyBytes(url, seller.accessToken), 'bytes');
  } finally {
    await cloud.stop();
  }
}

/** Returns the size of a response body on the network. `fetch` would return the decompressed body. */
async function bodyBytes(url: string, accessToken: string): Promise<number> {
  const headers = { authorization: `Bearer ${accessToken}`, 'accept-encoding': 'gzip, deflate, br' };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { headers }, resolve).on('error', reject).end();
  });
  if (response.statusCode !== 200) throw new Error(`The poll returned status ${response.statusCode}`);
  let bytes = 0;
  for await (const chunk of response) bytes += (chunk as Buffer).length;
  return bytes;
}
