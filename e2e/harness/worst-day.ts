/**
 * The worst day of one person who has never paid: every free call in every way that a vendor can fail, every way to cancel, and work that
 * fails after its vendor was asked, each repeated until it is refused. The account is then deleted and made again, and tries once more.
 */
import { randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { readAccount } from '#lambdas/store/accounts.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';
import { vendorWorkKey } from '#lambdas/store/vendor-work.ts';
import { helpersDayMils, dayOf as utcDay, vendorWorkLimits } from '#shared/daily-limits.ts';
import { imagesPerGroup } from '#shared/image/defaults.ts';
import type { RunResponse } from '#shared/pipeline/api.ts';
import type { Mils } from '#shared/vendor-prices.ts';
import { clip, type StandInScript, type TestCloud } from './cloud.ts';
import { type Helper, helperRequests, smallExample, smallPhoto } from './helper-calls.ts';
import { imageRequest } from './image-order.ts';
import { type Answer, batchRequest, photo, type Refusal, type Seller, signIn } from './seller.ts';
import { totalMils, vendorBill } from './vendor-bill.ts';

export type Refused = { what: string; calls: number; code: string };
/** `takenMils` is the work that the limit of the day has counted. */
export type WorstDay = { bill: Record<string, Mils>; totalMils: Mils; takenMils: Mils; refusals: Refused[] };

/** Above every limit of a person who has never paid: where it is reached, nothing limits the call. */
const callsMax = 200;
const endOfDay = ['DailyLimit', 'DailyWorkLimit', 'InsufficientCredits'];
const callsAtOnce = 4;
const patienceMs = 180_000;

/** Repeats a call until it is refused for the day, so many at once. */
async function untilRefused(what: string, call: (count: number) => Promise<Answer<unknown>>, atOnce = 1): Promise<Refused> {
  for (let calls = 0; calls < callsMax; calls += atOnce) {
    const answers = await Promise.all(Array.from({ length: atOnce }, (_, n) => call(calls + n)));
    const codes = answers.map(({ body }) => ((body ?? {}) as Partial<Refusal>).code);
    const code = codes.find((one) => one && endOfDay.includes(one));
    if (code) return { what, calls: calls + atOnce, code };
  }
  throw new Error(`Nothing ends the day of '${what}'`);
}

async function until<Value>(what: string, read: () => Promise<Value | undefined>): Promise<Value> {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; ) {
    const value = await read();
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`It did not come to '${what}'`);
}

/** Each call meets the next of a vendor's failures; every fourth one succeeds. */
const failing = (vendor: StandInScript, faults: readonly object[], call: () => Promise<Answer<unknown>>) => async (count: number) => {
  const fault = count % 4 === 0 ? undefined : faults[count % faults.length];
  if (fault) await vendor.scriptOnce('', fault);
  return call();
};

const line = [{ kind: 'cut' }, { kind: 'malformed' }, { kind: 'empty' }, { kind: 'slow', ms: 300 }];

/** The free helpers, each until it is refused. */
async function useHelpers(cloud: TestCloud, seller: Seller): Promise<Refused[]> {
  const requests = await helperRequests(seller);
  const call = (helper: Helper) => () => seller.call('POST', requests[helper].path, requests[helper].body);
  const texts = [
    { kind: 'error', status: 'INTERNAL', message: 'An internal error has occurred' },
    { kind: 'refuse' },
    { kind: 'error', status: 'RESOURCE_EXHAUSTED', message: 'Quota exceeded' },
    ...line,
  ];
  const judgements = [{ kind: 'refuse' }, { kind: 'off-schema' }, { kind: 'incomplete', reason: 'content_filter' }, ...line];
  const pictures = [{ kind: 'content-filtered' }, { kind: 'wrong-size', width: 64, height: 64 }, ...line];
  return Promise.all([
    untilRefused('AI Write', failing(cloud.gemini, texts, call('aiWrite')), callsAtOnce),
    untilRefused('outpaint', failing(cloud.stability, pictures, call('outpaint'))),
    untilRefused('analyze', failing(cloud.openai, judgements, call('analyze'))),
    untilRefused('evaluate', failing(cloud.openai, judgements, call('evaluate')), callsAtOnce),
  ]);
}

/** A run whose judge fails is continued until the day's judgements are used up. */
async function continueRuns(cloud: TestCloud, seller: Seller): Promise<Refused> {
  const runId = randomUUID();
  await cloud.openai.script('CURRENT: "endless"', { kind: 'refuse' });
  const path = `/api/pipeline/runs/${runId}`;
  await seller.call('POST', '/api/pipeline/runs', { runId, ...(await smallExample(seller)), userProvided: ['endless'] });
  return untilRefused('judgements of a run', async () => {
    const { error } = await until('a pause of the run', async () => {
      const { body } = await seller.call<RunResponse>('GET', path);
      return body.status === 'running' ? undefined : body;
    });
    if (error && endOfDay.includes(error.code)) return { status: 429, body: error, headers: new Headers() };
    return seller.call('POST', `${path}/continue`);
  });
}

/** Orders a video that its vendor never finishes. */
async function orderVideo(cloud: TestCloud, seller: Seller, uploadKey: string, count: number) {
  const prompt = `cancelled later ${count} of ${seller.userId}`;
  const request = batchRequest([{ uploadKey, prompt }]);
  const ordered = await seller.call('POST', '/api/batches', request);
  if (ordered.status === 202) await until('an order at the vendor', async () => ((await cloud.fal.orders(prompt)) > 0 ? true : undefined));
  return { ordered, ...request };
}

/** Orders a video and cancels it once its vendor has it: alternately the whole batch and a single item. */
async function cancelVideo(cloud: TestCloud, seller: Seller, uploadKey: string, count: number): Promise<Answer<unknown>> {
  const { ordered, batchId, items } = await orderVideo(cloud, seller, uploadKey, count);
  if (ordered.status !== 202) return ordered;
  const which = count % 2 === 0 ? {} : { itemIds: items.map(({ itemId }) => itemId) };
  const cancelled = await seller.call('POST', `/api/batches/${batchId}/cancel`, which);
  await seller.until(batchId);
  return cancelled;
}

async function cancelVideos(cloud: TestCloud, seller: Seller): Promise<Refused> {
  await cloud.fal.script('cancelled later', { kind: 'never' });
  const { key } = await seller.upload(await photo());
  return untilRefused('cancelled videos', (count) => cancelVideo(cloud, seller, key, count));
}

const cancelledBatches = 6;
const stoppedRuns = 3;
/** With the images and the video that is being made at the end, they are nearly all that the limit of the day allows. */
const videosBeforeDeletion = 3;

/** Groups of images are cancelled, and before/after runs are stopped, while their vendor makes an image. */
async function cancelImages(cloud: TestCloud, seller: Seller): Promise<void> {
  await cloud.gemini.script('too late', { kind: 'slow', ms: 5_000 });
  const { key } = await seller.upload(await smallPhoto());
  const ends: string[] = [];
  for (let count = 0; count < cancelledBatches; count++) {
    const prompts = Array.from({ length: imagesPerGroup }, (_, n) => `too late ${count} ${n}`);
    const request = imageRequest(prompts, key);
    await seller.call('POST', '/api/batches', request);
    for (const prompt of prompts)
      await until('an image at the vendor', async () => ((await cloud.gemini.images(prompt)) > 0 ? true : undefined));
    await seller.call('POST', `/api/batches/${request.batchId}/cancel`, {});
    ends.push((await seller.until(request.batchId)).status);
  }
  for (let count = 0; count < stoppedRuns; count++) {
    const area = `too late in run ${count}`;
    const runId = randomUUID();
    const path = `/api/pipeline/runs/${runId}`;
    await seller.call('POST', '/api/pipeline/runs', { runId, ...(await smallExample(seller)), userProvided: [area] });
    await until('an image at the vendor', async () => ((await cloud.gemini.images(area)) > 0 ? true : undefined));
    await seller.call('POST', `${path}/stop`);
    const run = await until('a stopped run', async () => {
      const { body } = await seller.call<RunResponse>('GET', path);
      return body.status === 'running' ? undefined : body;
    });
    ends.push(run.status);
  }
  // On a busy machine some of them come too late.
  for (const end of ['cancelled', 'stopped']) if (!ends.includes(end)) throw new Error(`Nothing was ${end}: ${ends.join(', ')}`);
}

/** Cancels videos, and deletes the account while a vendor makes another one. */
async function deleteWhileMaking(cloud: TestCloud, seller: Seller): Promise<Seller> {
  const { key } = await seller.upload(await photo());
  await cloud.fal.script('cancelled later', { kind: 'never' });
  for (let count = 0; count < videosBeforeDeletion; count++) await cancelVideo(cloud, seller, key, count);
  const { ordered } = await orderVideo(cloud, seller, key, videosBeforeDeletion);
  if (ordered.status !== 202) throw new Error(`The video was refused: ${JSON.stringify(ordered.body)}`);
  return startOver(cloud, seller);
}

/** Images are refused by the vendor's policy, which may be billed, and ordered again; each batch that failed is retried once as well. */
async function failImages(cloud: TestCloud, seller: Seller): Promise<Refused> {
  await cloud.gemini.script('refused later', { kind: 'refuse' });
  const { key } = await seller.upload(await smallPhoto());
  return untilRefused('refused images', async () => {
    const request = imageRequest(['refused later', 'refused later'], key);
    const ordered = await seller.call('POST', '/api/batches', request);
    if (ordered.status !== 202) return ordered;
    await seller.until(request.batchId);
    const batchId = randomUUID();
    const again = await seller.call('POST', `/api/batches/${request.batchId}/retry`, { batchId });
    if (again.status === 202) await seller.until(batchId);
    return again;
  });
}

/** The bonus is spent where it costs us most. */
async function spendBonus(cloud: TestCloud, seller: Seller): Promise<Refused[]> {
  await cloud.fal.script('delivered', clip);
  const [{ key }, { key: small }] = [await seller.upload(await photo()), await seller.upload(await smallPhoto())];
  const order = async (changes: object) => {
    const request = batchRequest([{ uploadKey: key, prompt: `delivered to ${seller.userId}`, ...changes }]);
    const ordered = await seller.call('POST', '/api/batches', request);
    if (ordered.status === 202) await seller.until(request.batchId);
    return ordered;
  };
  const edit = async () => {
    const ordered = await seller.call<{ jobId: string }>('POST', '/api/photoroom/image-editing', {
      imageKey: small,
      backgroundMode: 'color',
    });
    const job = () => seller.call<{ status: string }>('GET', `/api/photoroom/${ordered.body.jobId}`);
    if (ordered.status === 202)
      await until('an edit', async () => (['done', 'failed'].includes((await job()).body.status) ? true : undefined));
    return ordered;
  };
  return [await untilRefused('videos with sound', () => order({ model: 'veo3', generateAudio: true })), await untilRefused('edits', edit)];
}

/** Deletes the account and signs up with the same e-mail again. */
async function startOver(cloud: TestCloud, seller: Seller): Promise<Seller> {
  await seller.call('POST', '/api/account/delete', { confirmation: seller.email });
  const { closeAccounts } = await import('#lambdas/auth/close-accounts.ts');
  await until('a deleted account', async () => {
    const now = new Date();
    return (await closeAccounts(now, now)).erased > 0 ? true : undefined;
  });
  return signIn(cloud.origin, seller.email);
}

async function dayOf(cloud: TestCloud, attack: (seller: Seller) => Promise<Refused[]>): Promise<WorstDay> {
  await Promise.all([cloud.fal, cloud.gemini, cloud.openai, cloud.stability].map((vendor) => vendor.clear()));
  const before = await vendorBill(cloud);
  const seller = await signIn(cloud.origin);
  const { person = '' } = (await readAccount(seller.userId)) ?? {};
  const refusals = await attack(seller);
  const after = await vendorBill(cloud);
  const bill = Object.fromEntries(Object.entries(after).map(([vendor, mils]) => [vendor, mils - (before[vendor] ?? 0)]));
  const { Item: work } = await dynamo().send(new GetCommand({ ...vendorWorkKey(person, utcDay(new Date())), ConsistentRead: true }));
  return { bill, totalMils: totalMils(bill), takenMils: work?.taken ?? 0, refusals };
}

/** One person takes what is free and pays for nothing: the bonus comes back each time. */
export const dayOfFailures = (cloud: TestCloud): Promise<WorstDay> =>
  dayOf(cloud, async (first) => {
    const helpers = await useHelpers(cloud, first);
    const [judged, cancelled] = await Promise.all([continueRuns(cloud, first), cancelVideos(cloud, first)]);
    const again = await startOver(cloud, first);
    return [...helpers, judged, cancelled, ...(await useHelpers(cloud, again)), await failImages(cloud, again)];
  });

/** Another one cancels and stops whatever can be, and deletes the account while something is made. */
export const dayOfCancels = (cloud: TestCloud): Promise<WorstDay> =>
  dayOf(cloud, async (first) => {
    const helpers = await useHelpers(cloud, first);
    await cancelImages(cloud, first);
    const again = await deleteWhileMaking(cloud, first);
    // The bonus does not come back, so the new account can only use what is free.
    return [...helpers, ...(await useHelpers(cloud, again))];
  });

/** Another one spends the bonus. */
export const dayOfSpending = (cloud: TestCloud): Promise<WorstDay> =>
  dayOf(cloud, async (seller) => [...(await spendBonus(cloud, seller)), ...(await useHelpers(cloud, seller))]);

/** What such a day may cost at most. */
export const worstDayMilsMax = 5_000;

/** What an attack that works as it is meant reaches at least: most of what the limits leave. */
export const worstDayMilsMin = 0.8 * (vendorWorkLimits.neverPaid + helpersDayMils('neverPaid'));
