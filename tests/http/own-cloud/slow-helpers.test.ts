/**
 * Tests vendors that are slower than the time limit of a function. Without our own time-out, Lambda would stop the function, and the
 * gateway would return 503.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCloud, type TestCloud } from '../../fixtures/cloud.ts';
import { type Helper, prepareHelperRequests } from '../../fixtures/helper-calls.ts';
import { readUsesToday } from '../../fixtures/limits.ts';
import { fetchWithRetries } from '../../fixtures/retry-outages.ts';
import { type Seller, signIn } from '../../fixtures/seller.ts';

/** A delay that is longer than the maximum run time of a function behind the gateway. */
const slowFault = { kind: 'slow', ms: 40_000 };
const errorCodes = {
  aiWrite: 'AiWriteFailed',
  outpaint: 'OutpaintingFailed',
  analyze: 'AnalysisFailed',
  evaluate: 'EvaluationFailed',
} as const;

let cloud: TestCloud;
let seller: Seller;
/** Makes a call. If the gateway refused the call, repeats it, because no function has run. */
async function post({ path, body }: { path: string; body: object }) {
  const headers = { authorization: `Bearer ${seller.accessToken}`, 'content-type': 'application/json' };
  const response = await fetchWithRetries(cloud.origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}

let responses: Record<Helper, { status: number; body: unknown }>;
let calls: number[];
beforeAll(async () => {
  cloud = await startTestCloud();
  const vendors = [cloud.gemini, cloud.stability, cloud.openai];
  for (const vendor of vendors) await vendor.script('', slowFault);
  seller = await signIn(cloud.origin);
  const requests = Object.entries(await prepareHelperRequests(seller));
  // All calls run in parallel, because each call waits until its time-out.
  responses = Object.fromEntries(
    await Promise.all(requests.map(async ([helper, request]) => [helper, await post(request)])),
  ) as typeof responses;
  calls = await Promise.all(vendors.map((vendor) => vendor.calls()));
});
afterAll(() => cloud?.stop());

test.each(Object.entries(errorCodes) as [Helper, string][])(
  'the call %s returns its own error code if its vendor is slow, and counts the use',
  async (helper, code) => {
    expect(responses[helper].body).toMatchObject({ success: false, code, requestId: expect.any(String) });
    expect(responses[helper].status).toBeGreaterThanOrEqual(502);
    expect(await readUsesToday(seller.userId, helper)).toBe(1);
  },
);

test('each call sends one request to its vendor', () => {
  expect(calls).toEqual([1, 1, 2]);
});
