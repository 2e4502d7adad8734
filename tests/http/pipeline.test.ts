/**
 * Tests before/after runs from the call to the result: images, judgements, skipped areas, charges, stop, pause, continue, crashes, and
 * calls of other users.
 */

import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { executionName } from '#lambdas/batch/executions.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { FinishResponse } from '#shared/finish/api.ts';
import type { HistoryResponse, ListHistoryResponse } from '#shared/history/api.ts';
import {
  type AnalyzeResponse,
  analyzeResponse,
  type ListRunsResponse,
  listRunsResponse,
  type RunResponse,
  runResponse,
} from '#shared/pipeline/api.ts';
import { accuracyArea, defaultFocusAreas } from '#shared/pipeline/focus-areas.ts';
import { type Evaluation, evaluation } from '#shared/pipeline/judgement.ts';
import { readSample, uploadExample } from '../fixtures/example.ts';
import { grant } from '../fixtures/grant.ts';
import { setUsesLeftToday } from '../fixtures/limits.ts';
import { fetchWithRetries } from '../fixtures/retry-outages.ts';
import { createPhoto, type Seller, signIn } from '../fixtures/seller.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';
import { pauseAfter } from '../fixtures/until.ts';

let cloud: SharedCloud;
beforeAll(async () => {
  cloud = await sharedCloud();
});

const errorResponse = (status: number, code: ErrorCode) => ({ status, body: { code } });
const timeoutMs = 120_000;

async function startRun(seller: Seller, changes: object = {}) {
  const request = { runId: randomUUID(), ...(await uploadExample(seller)), ...changes };
  const response = await seller.call<RunResponse>('POST', '/api/pipeline/runs', request);
  return { request, runId: request.runId, response };
}

const readRun = async (seller: Seller, runId: string) => (await seller.call<RunResponse>('GET', `/api/pipeline/runs/${runId}`)).body;

async function waitForRun(seller: Seller, runId: string, condition: (run: RunResponse) => boolean = ({ status }) => status !== 'running') {
  for (const start = Date.now(); Date.now() < start + timeoutMs; ) {
    const run = await readRun(seller, runId);
    if (condition(run)) return runResponse.parse(run);
    await new Promise((resolve) => setTimeout(resolve, pauseAfter(Date.now() - start)));
  }
  throw new Error(`The run did not reach the state in time: ${JSON.stringify(await readRun(seller, runId))}`);
}

const stop = (seller: Seller, runId: string) => seller.call<RunResponse>('POST', `/api/pipeline/runs/${runId}/stop`);
const continueRun = (seller: Seller, runId: string) => seller.call<RunResponse>('POST', `/api/pipeline/runs/${runId}/continue`);
const fileAt = async (url: string | undefined) => {
  const response = await fetch(String(url));
  const bytes = Buffer.from(await response.arrayBuffer());
  return { response, bytes, ...(await sharp(bytes).metadata()) };
};
const outcomesOf = ({ focusAreas }: RunResponse) => focusAreas.map(({ area, outcome }) => [area, outcome]);
/** Returns the charges of a run in the ledger. */
const readDeductions = async (seller: Seller, runId: string) =>
  (await seller.transactions()).filter(({ type, batch_id }) => type === 'deduction' && batch_id === runId);
const statesOf = ({ userId }: Seller, runId: string): string[] => {
  const execution = cloud.cloud.states?.listExecutions().find(({ name }) => name === executionName(userId, runId));
  const events = cloud.cloud.states?.getExecutionHistory(String(execution?.executionArn)) ?? [];
  return events.filter(({ type }) => type.endsWith('StateEntered')).map(({ details }) => String(details?.name));
};

describe('a run with the samples', () => {
  let seller: Seller;
  let firstRun: Awaited<ReturnType<typeof startRun>>;
  let run: RunResponse;
  beforeAll(async () => {
    seller = await signIn(cloud.origin);
    firstRun = await startRun(seller, {
      aiSuggested: defaultFocusAreas,
      userProvided: ['  stitching as in the example ', 'Product Lighting'],
      productType: 'skincare',
      inputTitle: 'Rose serum.jpg',
    });
    run = await waitForRun(seller, firstRun.runId);
  });

  test('a run is accepted with a hold for its first image', () => {
    expect(firstRun.response).toMatchObject({
      status: 202,
      body: {
        status: 'running',
        stage: 'processing',
        iteration: 0,
        iterationsMax: 15,
        charged: 0,
        costMax: 0.75,
        canStop: true,
        canContinue: false,
      },
    });
  });

  test('a run ends with some areas solved, and with one area skipped after the return to an earlier image', () => {
    expect(run).toMatchObject({ status: 'completed', stage: 'completed', step: 'completed', canStop: false, canContinue: false });
    expect(outcomesOf(run)).toEqual([
      ['background removal', 'solved'],
      ['product lighting', 'solved'],
      ['product enhancement', 'solved'],
      ['stitching as in the example', 'skipped'],
      [accuracyArea, 'solved'],
    ]);
    const skippedArea = run.focusAreas[3];
    expect(skippedArea).toMatchObject({
      source: 'user',
      status: 'needs_work',
      attempts: 2,
      restoredIteration: run.result?.iterationNumber,
    });
    expect(run.focusAreas.map(({ source }) => source)).toEqual(['ai', 'ai', 'ai', 'user', 'rule']);
    for (const { assessment } of run.focusAreas) expect(assessment).toBeTruthy();
    expect(run.focusAreaPlan).toMatchObject({ combined: [...defaultFocusAreas, 'stitching as in the example'] });
  });

  test('a run contains every iteration, with its prompt and its judgement', async () => {
    expect(run.iterationHistory.map(({ iterationNumber }) => iterationNumber)).toEqual(run.iterationHistory.map((_, index) => index + 1));
    expect(run.iteration).toBe(run.iterationHistory.length);
    expect(run.iterationHistory.length).toBeGreaterThanOrEqual(3);
    const [first, ...laterIterations] = run.iterationHistory;
    expect(first).not.toHaveProperty('area');
    expect(first?.geminiPrompt).toContain('background removal; product lighting; product enhancement; stitching as in the example');
    expect(first?.focusAreaEvaluation['background removal']).toMatchObject({ status: 'solved', nextSteps: [] });
    for (const iteration of laterIterations) {
      expect(iteration).toMatchObject({ area: expect.any(String), madeFrom: expect.any(Number), charged: 0.05 });
      expect(Object.keys(iteration.focusAreaEvaluation)).toContain(iteration.area);
      expect(iteration.productAccuracy).toMatchObject({ status: 'PASS', confidence: expect.any(Number), issues: [] });
    }
    // The skipped area had two attempts. The second attempt improves the image of the first attempt.
    const attempts = run.iterationHistory.filter(({ area }) => area === 'stitching as in the example');
    expect(attempts.map(({ madeFrom }) => madeFrom)).toEqual([run.result?.iterationNumber, attempts[0]?.iterationNumber]);
    expect(run.iterationHistory.filter(({ isBest }) => isBest).map(({ iterationNumber }) => iterationNumber)).toEqual([
      run.result?.iterationNumber,
    ]);
    expect((await fileAt(first?.thumbnailUrl)).width).toBe(300);
  });

  test('a run delivers the last image before the skipped area, with its file name', async () => {
    const { result } = run;
    expect(result).toMatchObject({ allFocusAreasSolved: false, iterations: run.iteration, productAccuracy: { status: 'PASS' } });
    expect(result?.finalFocusStatus).toEqual(Object.fromEntries(run.focusAreas.map(({ area, status }) => [area, status])));
    const [deliveredFile, iterationFile] = await Promise.all([
      fileAt(result?.downloadUrl),
      fileAt(run.iterationHistory[(result?.iterationNumber ?? 0) - 1]?.imageUrl),
    ]);
    expect(deliveredFile.response.headers.get('content-disposition')).toContain('transformed-image.jpg');
    expect(deliveredFile.bytes.equals(iterationFile.bytes)).toBe(true);
    expect([deliveredFile.format, deliveredFile.width, deliveredFile.height]).toEqual(['jpeg', result?.width, result?.height]);
  });

  test('the result of a run has the background of the example: plain and bright instead of a table', async () => {
    const cornerBrightness = async (file: Buffer) => {
      const { data } = await sharp(file)
        .resize(64, 64, { fit: 'fill' })
        .extract({ left: 0, top: 0, width: 8, height: 8 })
        .greyscale()
        .raw()
        .toBuffer({ resolveWithObject: true });
      return data.reduce((sum, value) => sum + value, 0) / data.length;
    };
    const [input, result] = await Promise.all([
      cornerBrightness(readSample('input')),
      fileAt(run.result?.resultPath).then(({ bytes }) => cornerBrightness(bytes)),
    ]);
    expect(result).toBeGreaterThan(input + 80);
  });

  test('a run costs five cents per image, and holds no credits after its end', async () => {
    const rows = await readDeductions(seller, firstRun.runId);
    expect(rows.map(({ amount, description }) => [amount, description])).toEqual(
      run.iterationHistory.map(() => [-0.05, 'Before/after image']),
    );
    expect(new Set(rows.map(({ item_id }) => item_id)).size).toBe(rows.length);
    expect(run.charged).toBeCloseTo(0.05 * run.iteration, 2);
    const balance = Number((5 - 0.05 * run.iteration).toFixed(2));
    expect(await seller.profile()).toMatchObject({ credits: balance, available: balance });
    expect(run.statistics).toMatchObject({ imagesMade: run.iteration, areasSolved: 4, areasSkipped: 1 });
    expect(run.statistics.evaluations).toBeGreaterThan(run.iteration);
  });

  test('a run enters the named state of each step', () => {
    const names = statesOf(seller, firstRun.runId);
    for (const name of [
      'Ingest the three pictures',
      'Generate the first image',
      'Evaluate the focus area',
      'Improve the focus area',
      'Skip the area and go back to the image before it',
      'Check product accuracy',
      'Complete the run',
    ])
      expect(names).toContain(name);
    expect(names.filter((name) => name === 'Capture credits')).toHaveLength(run.iteration);
  });

  test('a run appears in the history of images as a before/after run', async () => {
    const { body } = await seller.call<ListHistoryResponse>('GET', '/api/history/image');
    expect(body.items).toMatchObject([
      { batch_id: firstRun.runId, kind: 'pipeline', status: 'partial', total_images: 1, completed_images: 1 },
    ]);
    expect((await fileAt(body.items[0]?.thumbnail)).width).toBe(300);
    const history = await seller.call<HistoryResponse>('GET', `/api/history/image/${firstRun.runId}`);
    expect(history.body.results).toMatchObject([{ status: 'completed', image_url: expect.any(String) }]);
    expect((await seller.call<ListHistoryResponse>('GET', '/api/history/video')).body.items).toEqual([]);
  });

  test('a run is listed among the newest runs', async () => {
    const { body } = await seller.call<ListRunsResponse>('GET', '/api/pipeline/runs');
    expect(listRunsResponse.parse(body).items).toMatchObject([
      { runId: firstRun.runId, status: 'completed', iteration: run.iteration, inputTitle: 'Rose serum' },
    ]);
  });

  test('a run is not ordered twice if the call is repeated, and another order with the same id is refused', async () => {
    // The page can repeat the call after a lost response, even in another language. The repeated call orders nothing.
    for (const language of ['en', 'de']) {
      const repeated = await seller.call<RunResponse>('POST', '/api/pipeline/runs', { ...firstRun.request, language });
      expect(repeated).toMatchObject({ status: 202, body: { status: 'completed', iteration: run.iteration } });
    }
    expect(await seller.call('POST', '/api/pipeline/runs', { ...firstRun.request, userProvided: ['other'] })).toMatchObject(
      errorResponse(409, 'BatchIdReused'),
    );
    expect(await readDeductions(seller, firstRun.runId)).toHaveLength(run.iteration);
  });

  test('a run has the name of its input photo, until the seller writes another name', async () => {
    expect(run).toMatchObject({ inputTitle: 'Rose serum' });
    expect(run).not.toHaveProperty('name');
    const { body: past } = await seller.call('GET', `/api/history/image/${firstRun.runId}`);
    expect(past).toMatchObject({ file_names: ['Rose serum'] });
    expect(await seller.call('PUT', `/api/history/image/${firstRun.runId}/name`, { name: 'Spring' })).toMatchObject({ status: 200 });
    expect(await readRun(seller, firstRun.runId)).toMatchObject({ inputTitle: 'Rose serum', name: 'Spring' });
  });

  test('a run cannot be stopped or continued after its end', async () => {
    expect(await stop(seller, firstRun.runId)).toMatchObject(errorResponse(409, 'NothingToStop'));
    expect(await continueRun(seller, firstRun.runId)).toMatchObject(errorResponse(409, 'NothingToContinue'));
  });

  test('other users cannot see a run, and it is not visible as a normal batch', async () => {
    const other = await signIn(cloud.origin);
    const { runId } = firstRun;
    expect(await other.call('GET', `/api/pipeline/runs/${runId}`)).toMatchObject(errorResponse(404, 'RunNotFound'));
    expect(await stop(other, runId)).toMatchObject(errorResponse(404, 'RunNotFound'));
    expect(await continueRun(other, runId)).toMatchObject(errorResponse(404, 'RunNotFound'));
    expect((await other.call<ListRunsResponse>('GET', '/api/pipeline/runs')).body.items).toEqual([]);
    expect(await other.call('GET', `/api/history/image/${runId}`)).toMatchObject(errorResponse(404, 'BatchNotFound'));
    expect(await other.call('POST', '/api/pipeline/runs', { ...firstRun.request, runId: randomUUID() })).toMatchObject(
      errorResponse(400, 'AddressNotAllowed'),
    );
    for (const path of ['', '/cancel', '/retry'])
      expect(
        await seller.call(path ? 'POST' : 'GET', `/api/batches/${runId}${path}`, path ? { batchId: randomUUID() } : undefined),
      ).toMatchObject(errorResponse(404, 'BatchNotFound'));
    const anonymous = await fetchWithRetries(`${cloud.origin}/api/pipeline/runs/${runId}`);
    expect(anonymous.status).toBe(401);
  });

  test('files for marketplaces can be made from the result of a run, but only by its seller', async () => {
    const quote = (caller: Seller, result: string) =>
      caller.call<FinishResponse>('POST', '/api/finish', {
        finishId: randomUUID(),
        action: 'quote',
        results: [result],
        placements: ['etsy.listing-image'],
      });
    const { resultKey = '', downloadUrl = '' } = run.result ?? {};
    const refusal = errorResponse(400, 'AddressNotAllowed');
    expect(await quote(await signIn(cloud.origin), resultKey)).toMatchObject(refusal);
    expect(await quote(seller, resultKey.replace('iteration-', 'iteration-9'))).toMatchObject(errorResponse(404, 'NotFound'));
    for (const result of [resultKey, downloadUrl])
      expect(await quote(seller, result)).toMatchObject({ status: 200, body: { files: [{ placement: 'etsy.listing-image' }] } });
  });

  test('a run has the same result as another run with the same files', async () => {
    const other = await signIn(cloud.origin);
    const { runId } = await startRun(other, { userProvided: ['background removal', 'product lighting'] });
    const firstResult = await waitForRun(other, runId);
    const secondResult = await waitForRun(
      other,
      (await startRun(other, { userProvided: ['background removal', 'product lighting'] })).runId,
    );
    expect(outcomesOf(secondResult)).toEqual(outcomesOf(firstResult));
    const files = await Promise.all([firstResult, secondResult].map(({ result }) => fileAt(result?.resultPath)));
    // Each signature is different, so only the pixels are equal.
    const [first, second] = await Promise.all(files.map(({ bytes }) => sharp(bytes).raw().toBuffer()));
    expect(second && first?.equals(second)).toBe(true);
  });
});

test('a run without areas first analyzes the example, and then processes the areas that it finds', async () => {
  const seller = await signIn(cloud.origin);
  const { runId } = await startRun(seller);
  const run = await waitForRun(seller, runId);
  expect(run.status).toBe('completed');
  expect(run.focusAreaPlan).toMatchObject({ aiSuggested: expect.arrayContaining(['background removal']), userProvided: [] });
  expect(run.focusAreaPlan.analysisInsights).toMatch(/background/);
  expect(run.focusAreas.at(-1)).toMatchObject({ area: accuracyArea, kind: 'accuracy', source: 'rule' });
  expect(run.focusAreas.slice(0, -1).every(({ source }) => source === 'ai')).toBe(true);
  expect(statesOf(seller, runId)).toContain('Analyze the example');
});

describe('a stop', () => {
  test('a stop delivers the best existing image, and discards the unfinished image without a charge', async () => {
    const seller = await signIn(cloud.origin);
    // Only the prompt that improves an area contains the name of the area in quotes.
    await cloud.gemini.script('"stop while improving"', { kind: 'held' });
    const { runId } = await startRun(seller, { userProvided: ['stop while improving', 'never reached'] });
    await waitForRun(seller, runId, ({ step }) => step === 'improving');
    const stopping = await stop(seller, runId);
    expect(stopping).toMatchObject({ status: 200, body: { status: 'running', isStopping: true, canStop: false } });
    await cloud.gemini.release();
    const run = await waitForRun(seller, runId);
    expect(run).toMatchObject({
      status: 'stopped',
      stage: 'completed',
      step: 'stopped',
      iteration: 1,
      charged: 0.05,
      result: { iterationNumber: 1 },
    });
    expect(outcomesOf(run)).toEqual([
      ['stop while improving', 'stopped'],
      ['never reached', 'stopped'],
      [accuracyArea, 'stopped'],
    ]);
    expect((await fileAt(run.result?.resultPath)).format).toBe('jpeg');
    expect(await seller.profile()).toMatchObject({ credits: 4.95, available: 4.95 });
    expect(await readDeductions(seller, runId)).toHaveLength(1);
    expect(await continueRun(seller, runId)).toMatchObject(errorResponse(409, 'NothingToContinue'));
  });

  test('a stop before the first image costs nothing and delivers no image', async () => {
    const seller = await signIn(cloud.origin);
    await cloud.gemini.script('stop before anything', { kind: 'held' });
    const { runId } = await startRun(seller, { userProvided: ['stop before anything'] });
    await waitForRun(seller, runId, ({ step }) => step === 'generating');
    expect((await stop(seller, runId)).status).toBe(200);
    await cloud.gemini.release();
    const run = await waitForRun(seller, runId);
    expect(run).toMatchObject({ status: 'stopped', iteration: 0, iterationHistory: [], charged: 0 });
    expect(run).not.toHaveProperty('result');
    expect(await seller.profile()).toMatchObject({ credits: 5, available: 5 });
    const { body } = await seller.call<ListHistoryResponse>('GET', '/api/history/image');
    expect(body.items).toMatchObject([{ batch_id: runId, kind: 'pipeline', status: 'cancelled', completed_images: 0 }]);
  });
});

describe('an error', () => {
  test('an error of the image service pauses the run: no credits are held, all iterations remain, and the run can continue', async () => {
    const seller = await signIn(cloud.origin);
    // Both attempts to generate the image fail.
    for (let attempt = 0; attempt < 2; attempt++)
      await cloud.gemini.scriptOnce('"fails while improving"', { kind: 'error', status: 'UNAVAILABLE' });
    const { runId } = await startRun(seller, { userProvided: ['fails while improving'] });
    const paused = await waitForRun(seller, runId);
    expect(paused).toMatchObject({
      status: 'paused',
      stage: 'error',
      step: 'failed',
      iteration: 1,
      charged: 0.05,
      canContinue: true,
      canStop: true,
      error: { during: 'generation', message: expect.stringContaining('Pipeline image generation failed') },
    });
    expect(await cloud.gemini.images('fails while improving')).toBe(3);
    expect(await seller.profile()).toMatchObject({ credits: 4.95, available: 4.95 });
    const history = await seller.call<ListHistoryResponse>('GET', '/api/history/image');
    expect(history.body.items).toMatchObject([{ batch_id: runId, status: 'partial', completed_images: 1 }]);
    expect((await fileAt(history.body.items[0]?.thumbnail)).width).toBe(300);

    expect(await continueRun(seller, runId)).toMatchObject({ status: 202, body: { runId } });
    const run = await waitForRun(seller, runId);
    expect(run).toMatchObject({ status: 'completed', iteration: 3, charged: 0.15 });
    expect(run.iterationHistory[0]).toMatchObject({ timestamp: paused.iterationHistory[0]?.timestamp });
    expect(run).not.toHaveProperty('error');
    expect(outcomesOf(run)[0]).toEqual(['fails while improving', 'skipped']);
    expect(await seller.profile()).toMatchObject({ credits: 4.85, available: 4.85 });
    expect((await seller.call<ListHistoryResponse>('GET', '/api/history/image')).body.items).toHaveLength(1);
  });

  test('two failures of the judge (a refusal, and a response outside the schema) do not pause the run', async () => {
    const seller = await signIn(cloud.origin);
    const promptPart = 'CURRENT: "judged at the third try"';
    await cloud.openai.scriptOnce(promptPart, { kind: 'refuse' });
    await cloud.openai.scriptOnce(promptPart, { kind: 'off-schema' });
    const { runId } = await startRun(seller, { userProvided: ['judged at the third try'] });
    expect(await waitForRun(seller, runId)).toMatchObject({ status: 'completed', iteration: 3 });
  });

  test('three failures of the judge pause the run, and a stop then delivers the best image', async () => {
    const seller = await signIn(cloud.origin);
    await cloud.openai.script('CURRENT: "never judged"', { kind: 'refuse' });
    const { runId } = await startRun(seller, { userProvided: ['never judged'] });
    const callsBefore = await cloud.openai.calls();
    const paused = await waitForRun(seller, runId);
    expect(paused).toMatchObject({
      status: 'paused',
      iteration: 1,
      error: { code: 'VendorRefused', during: 'evaluation', message: expect.stringContaining('Image evaluation failed') },
    });
    expect((await cloud.openai.calls()) - callsBefore).toBeLessThanOrEqual(3);
    expect(await stop(seller, runId)).toMatchObject({ status: 200, body: { status: 'stopped', result: { iterationNumber: 1 } } });
    expect(await seller.profile()).toMatchObject({ credits: 4.95, available: 4.95 });
  });

  test('an unreadable upload pauses the run, and the run cannot continue', async () => {
    const seller = await signIn(cloud.origin);
    const brokenUpload = await seller.upload(readSample('input').subarray(0, 20_000), 'image/jpeg', { folder: 'pipeline/input' });
    const { runId } = await startRun(seller, { inputImageUrl: brokenUpload.key, userProvided: ['light'] });
    expect(await waitForRun(seller, runId)).toMatchObject({
      status: 'paused',
      iteration: 0,
      error: { code: 'ImageUnreadable' },
      canContinue: false,
      canStop: true,
    });
    expect(await continueRun(seller, runId)).toMatchObject(errorResponse(409, 'NothingToContinue'));
    expect(await seller.profile()).toMatchObject({ credits: 5, available: 5 });
  });
});

describe('missing credits', () => {
  test('missing credits pause a run, and the run can continue after a top-up', async () => {
    const seller = await signIn(cloud.origin);
    await grant(seller.userId, -490);
    const { runId } = await startRun(seller, { userProvided: ['asks for a third image'] });
    const paused = await waitForRun(seller, runId);
    expect(paused).toMatchObject({
      status: 'paused',
      stage: 'error',
      step: 'out_of_credits',
      iteration: 2,
      charged: 0.1,
      canContinue: true,
    });
    expect(paused.error).toMatchObject({ code: 'InsufficientCredits' });
    expect(await seller.profile()).toMatchObject({ credits: 0, available: 0 });
    expect(await continueRun(seller, runId)).toMatchObject({
      status: 402,
      body: { code: 'InsufficientCredits', data: { need: 0.05, have: 0 } },
    });
    await grant(seller.userId, 100);
    expect((await continueRun(seller, runId)).status).toBe(202);
    const run = await waitForRun(seller, runId);
    expect(run).toMatchObject({ status: 'completed', iteration: 3, charged: 0.15, result: { iterationNumber: 1 } });
    expect(await seller.profile()).toMatchObject({ credits: 0.95, available: 0.95 });
  });

  test('missing credits prevent the start of a run', async () => {
    const seller = await signIn(cloud.origin);
    await grant(seller.userId, -496);
    expect((await startRun(seller, { userProvided: ['light'] })).response).toMatchObject({
      status: 402,
      body: { code: 'InsufficientCredits', data: { need: 0.05, have: 0.04 } },
    });
    expect((await seller.call<ListRunsResponse>('GET', '/api/pipeline/runs')).body.items).toEqual([]);
  });
});

describe('a crash', () => {
  test.each(['pipeline/capture-image', 'pipeline/judge-image', 'pipeline/make-image', 'pipeline/finish-run'])(
    'a crash in %s and in the release step is repaired, and one image is generated and charged once',
    async (entry) => {
      const seller = await signIn(cloud.origin);
      const runId = randomUUID();
      const isThisRun = ({ batchId }: Record<string, unknown>) => batchId === runId;
      const restoreFunctions = [entry, 'pipeline/release-image'].map((one) => cloud.breakFunction(one, isThisRun));
      await startRun(seller, { runId, userProvided: ['background removal'] });
      const hasFailed = () =>
        cloud.cloud.states
          ?.listExecutions()
          .some(({ name, status }) => name === executionName(seller.userId, runId) && status === 'FAILED');
      for (const deadline = Date.now() + timeoutMs; !hasFailed() && Date.now() < deadline; )
        await new Promise((resolve) => setTimeout(resolve, 100));
      expect(hasFailed()).toBe(true);
      for (const restore of restoreFunctions) restore();
      await cloud.runJob('batch/reconcile');
      const run = await waitForRun(seller, runId);
      expect(run).toMatchObject({ status: 'completed', iteration: 1, charged: 0.05 });
      expect(await readDeductions(seller, runId)).toHaveLength(1);
      expect(await seller.profile()).toMatchObject({ credits: 4.95, available: 4.95 });
    },
  );
});

describe('an order', () => {
  let seller: Seller;
  let uploads: Awaited<ReturnType<typeof uploadExample>>;
  beforeAll(async () => {
    seller = await signIn(cloud.origin);
    uploads = await uploadExample(seller);
  });
  const order = (changes: object) =>
    seller.call('POST', '/api/pipeline/runs', { runId: randomUUID(), ...uploads, userProvided: ['light'], ...changes });
  const createAreaNames = (count: number) => Array.from({ length: count }, (_, n) => `area ${n}`);

  test.each<[string, object, number, ErrorCode]>([
    ['without a before image', { beforeImageUrl: undefined }, 400, 'BeforeImageRequired'],
    ['without an after image', { afterImageUrl: '' }, 400, 'AfterImageRequired'],
    ['without an input image', { inputImageUrl: undefined }, 400, 'InputImageRequired'],
    ['with 21 areas', { userProvided: createAreaNames(21) }, 400, 'TooManyFocusAreas'],
    ['with 21 areas in two lists', { aiSuggested: createAreaNames(11), userProvided: createAreaNames(10) }, 400, 'TooManyFocusAreas'],
    ['with an area that is too long', { userProvided: ['x'.repeat(101)] }, 400, 'FocusAreaTooLong'],
    ['with a URL that is not an upload', { inputImageUrl: 'https://example.com/a.jpg' }, 400, 'AddressNotAllowed'],
    ['with a result of another user as its input', { inputImageUrl: 'results/somebody/x/y.jpg' }, 400, 'AddressNotAllowed'],
    ['with an invalid id', { runId: 'mine' }, 400, 'BadRequest'],
  ])('an order %s is refused, and nothing is held', async (_, changes, status, code) => {
    expect(await order(changes)).toMatchObject(errorResponse(status, code));
    expect(await seller.profile()).toMatchObject({ credits: 5, available: 5 });
  });

  test('an order with a missing upload is refused, and so is a file type that the pipeline does not accept', async () => {
    expect(await order({ inputImageUrl: `uploads/${seller.userId}/pipeline/input/${randomUUID()}.jpg` })).toMatchObject(
      errorResponse(404, 'UploadNotFound'),
    );
    const gif = await seller.upload(
      await sharp(await createPhoto())
        .gif()
        .toBuffer(),
      'image/gif',
    );
    expect(await order({ inputImageUrl: gif.key })).toMatchObject(errorResponse(400, 'PipelineImageTypeUnsupported'));
  });
});

describe('the single calls of the pipeline', () => {
  let seller: Seller;
  let uploads: Awaited<ReturnType<typeof uploadExample>>;
  beforeAll(async () => {
    seller = await signIn(cloud.origin);
    uploads = await uploadExample(seller);
  });
  const analyze = (caller: Seller, changes: object = {}) => {
    const { beforeImageUrl, afterImageUrl } = uploads;
    const body = { beforeImageUrl, afterImageUrl, productType: 'bag', userRequirements: 'for a shop', ...changes };
    return caller.call<AnalyzeResponse>('POST', '/api/openai/analyze-transformation', body);
  };
  const evaluate = (caller: Seller, changes: object = {}) => {
    const { inputImageUrl, ...examples } = uploads;
    const options = { focusAreas: ['background removal'], currentTargetArea: 'background removal', iterationNumber: 1, previousStatus: {} };
    return caller.call<Evaluation>('POST', '/api/openai/evaluate-image', {
      currentImageUrl: inputImageUrl,
      ...examples,
      ...options,
      ...changes,
    });
  };

  test('analyze-transformation returns the changes and the areas to select', async () => {
    const { status, body } = await analyze(seller);
    expect(status).toBe(200);
    expect(analyzeResponse.parse(body).analysis.categoryAnalysis.background_removal.detected).toBe(true);
    expect(body.suggestedAreas).toContain('background removal');
    expect(JSON.parse(body.rawResponse)).toEqual(body.analysis);
  });

  test('evaluate-image judges an area of an upload, and of an image that a run has generated', async () => {
    const { status, body } = await evaluate(seller, {
      originalInputImageUrl: uploads.inputImageUrl,
      previousStatus: { 'background removal': 'pending' },
    });
    expect([status, evaluation.parse(body).evaluation.status]).toEqual([200, 'needs_work']);
    const { runId } = await startRun(seller, { userProvided: ['background removal'] });
    const run = await waitForRun(seller, runId);
    const runImageResponse = await evaluate(seller, { currentImageUrl: run.iterationHistory[0]?.imageUrl });
    expect(runImageResponse.body).toMatchObject({ evaluation: { status: 'solved' } });
    const other = await signIn(cloud.origin);
    expect(await evaluate(other, { currentImageUrl: run.iterationHistory[0]?.imageUrl })).toMatchObject(
      errorResponse(400, 'AddressNotAllowed'),
    );
  });

  test('image-pipeline-generate generates one image from an example, for five cents', async () => {
    const maker = await signIn(cloud.origin);
    const example = await uploadExample(maker);
    const response = await maker.call<{ success: boolean; imageUrl: string }>('POST', '/api/gemini/image-pipeline-generate', {
      ...example,
      prompt: 'Set the product on a plain white background.',
      mimeType: 'image/jpeg',
      aspectRatio: '1:1',
    });
    expect([200, 202]).toContain(response.status);
    await expect.poll(async () => (await maker.profile()).credits, { timeout: timeoutMs }).toBe(4.95);
    const refusal = await maker.call('POST', '/api/gemini/image-pipeline-generate', { ...example, afterImageUrl: undefined, prompt: 'x' });
    expect(refusal).toMatchObject(errorResponse(400, 'AfterImageRequired'));
  });

  test('the single calls accept only files of the caller, and are refused without a token', async () => {
    const other = await signIn(cloud.origin);
    expect(await analyze(other)).toMatchObject(errorResponse(400, 'AddressNotAllowed'));
    expect(await evaluate(other)).toMatchObject(errorResponse(400, 'AddressNotAllowed'));
    expect(await evaluate(seller, { beforeImageUrl: undefined })).toMatchObject(errorResponse(400, 'BeforeImageRequired'));
    expect(await evaluate(seller, { focusAreas: [] })).toMatchObject(errorResponse(400, 'FocusAreaRequired'));
    for (const path of ['openai/analyze-transformation', 'openai/evaluate-image', 'gemini/image-pipeline-generate'])
      expect((await fetchWithRetries(`${cloud.origin}/api/${path}`, { method: 'POST', body: '{}' })).status).toBe(401);
  });

  test('the single calls return the required text if they fail', async () => {
    await cloud.openai.scriptOnce('a call that fails', { kind: 'refuse' });
    const response = await analyze(seller, { userRequirements: 'a call that fails' });
    expect(response).toMatchObject({
      status: 502,
      body: { code: 'AnalysisFailed', message: 'Transformation analysis failed', data: { reason: 'VendorRefused' } },
    });
    await cloud.openai.scriptOnce('CURRENT: "fails"', { kind: 'off-schema' });
    expect(await evaluate(seller, { currentTargetArea: 'fails' })).toMatchObject({
      status: 502,
      body: { message: 'Image evaluation failed' },
    });
  });

  test.each(['analyze', 'evaluate'] as const)('the single call %s has a daily limit', async (use) => {
    const busy = await signIn(cloud.origin);
    const uploadedExample = await uploadExample(busy);
    const limit = await setUsesLeftToday(busy.userId, use, 0);
    const { inputImageUrl, ...examples } = uploadedExample;
    const call = use === 'analyze' ? analyze(busy, examples) : evaluate(busy, { currentImageUrl: inputImageUrl, ...examples });
    expect(await call).toMatchObject({ status: 429, body: { code: 'DailyLimit', data: { limit } } });
  });
});
