/**
 * Tests the steps of a run, with the local tables and storage. The tests cover repeated and parallel steps, steps in a wrong order, a stop,
 * missing credits, and the request limits.
 */
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { imageItem } from '#lambdas/pipeline/run.ts';
import { createAccount, listLedger, readAccount } from '#lambdas/store/accounts.ts';
import type { Batch } from '#lambdas/store/batch-rows.ts';
import { putItems, readBatchRow, readItem } from '#lambdas/store/batches.ts';
import { markCancelled } from '#lambdas/store/cancelled-items.ts';
import { holdForBatch, holdItem, reopenBatch } from '#lambdas/store/ledger.ts';
import { changeRun, type Run, readWholeRun, runPut } from '#lambdas/store/pipeline-runs.ts';
import type { ImageVendor } from '#lambdas/vendors/image-port.ts';
import type { JudgeVendor } from '#lambdas/vendors/judge-port.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { categories } from '#shared/pipeline/focus-areas.ts';
import type { Analysis, Evaluation } from '#shared/pipeline/judgement.ts';
import { startRun as newState } from '#shared/pipeline/run.ts';
import { grant } from '../../fixtures/grant.ts';
import { prepareOutage } from '../../fixtures/outage.ts';
import { startTablesAndStorage } from '../../fixtures/tables-and-storage.ts';

const now = new Date('2026-11-21T08:00:00Z');
let store: Awaited<ReturnType<typeof startTablesAndStorage>>;
/** These modules are imported after the address of the storage is set, because the storage client reads the address only once. */
let steps: {
  analyzeExample: typeof import('#lambdas/pipeline/analyze-example.ts')['analyzeExample'];
  captureImage: typeof import('#lambdas/pipeline/capture-image.ts')['captureImage'];
  endRun: typeof import('#lambdas/pipeline/end-run.ts')['endRun'];
  pauseRun: typeof import('#lambdas/pipeline/pause-run.ts')['pauseRun'];
  stopRun: typeof import('#lambdas/pipeline/stop-run.ts')['stopRun'];
  holdImage: typeof import('#lambdas/pipeline/hold-image.ts')['holdImage'];
  judgeImage: typeof import('#lambdas/pipeline/judge-image.ts')['judgeImage'];
  makeImage: typeof import('#lambdas/pipeline/make-image.ts')['makeImage'];
  putObject: typeof import('#lambdas/store/objects.ts')['putObject'];
};

beforeAll(async () => {
  store = await startTablesAndStorage();
  steps = {
    ...(await import('#lambdas/pipeline/analyze-example.ts')),
    ...(await import('#lambdas/pipeline/capture-image.ts')),
    ...(await import('#lambdas/pipeline/end-run.ts')),
    ...(await import('#lambdas/pipeline/hold-image.ts')),
    ...(await import('#lambdas/pipeline/judge-image.ts')),
    ...(await import('#lambdas/pipeline/make-image.ts')),
    ...(await import('#lambdas/pipeline/pause-run.ts')),
    ...(await import('#lambdas/pipeline/stop-run.ts')),
    ...(await import('#lambdas/store/objects.ts')),
  };
});
afterAll(() => store.stop());

let userId: string;
let runId: string;
let ref: { userId: string; batchId: string };
const plainPicture = (width = 1024, height = 1024) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();

/** Creates a run of one area, with ingested pictures and a hold for its first image. */
beforeEach(async () => {
  [userId, runId] = [randomUUID(), randomUUID()];
  ref = { userId, batchId: runId };
  await createAccount({ userId, email: 'ada@example.com', name: 'Ada' }, now);
  const pictures = { before: '', after: '', input: '' };
  for (const name of ['before', 'after', 'input'] as const) {
    pictures[name] = `ingested/${userId}/${runId}/${name}.jpg`;
    await steps.putObject(pictures[name], await plainPicture(300, 300), 'image/jpeg');
  }
  const uploads = pictures;
  const firstItem = imageItem({ userId, runId, uploads }, 0);
  const run: Run = {
    userId,
    runId,
    createdAt: now.toISOString(),
    status: 'running',
    revision: 0,
    productType: '',
    language: 'de',
    aiSuggested: [],
    userProvided: ['light'],
    uploads,
    pictures,
    aspectRatio: '1:1',
    state: newState(['light']),
    item: { itemId: firstItem.itemId, index: 0 },
    holds: 1,
    attempts: 0,
    evaluations: 0,
    activeSince: now.toISOString(),
    activeSeconds: 0,
  };
  const batch: Batch = {
    userId,
    batchId: runId,
    kind: 'pipeline',
    status: 'running',
    createdAt: now.toISOString(),
    requestHash: 'hash',
    totalCents: firstItem.cents,
    items: [{ itemId: firstItem.itemId, cents: firstItem.cents }],
  };
  await putItems([firstItem], 'hash');
  await holdForBatch(batch, { furtherActions: [runPut(run)] });
});

const readCurrentRun = async () => (await readWholeRun(userId, runId)) as NonNullable<Awaited<ReturnType<typeof readWholeRun>>>;
const readBalances = async () => {
  const { credits, available, activeBatches } = (await readAccount(userId)) as NonNullable<Awaited<ReturnType<typeof readAccount>>>;
  return { credits, available, activeBatches, rows: (await listLedger(userId, { limit: 100 })).rows.length };
};

function imageVendor(failures: ErrorCode[] = [], onMake: () => Promise<unknown> = async () => {}) {
  const prompts: string[] = [];
  const vendor: ImageVendor = {
    model: 'gemini-2.5-flash-image',
    async make({ prompt }) {
      prompts.push(prompt);
      await onMake();
      const failure = failures.shift();
      if (failure) throw new AppError(failure);
      return { bytes: await plainPicture(), contentType: 'image/png' };
    },
  };
  return { prompts, make: () => steps.makeImage(ref, vendor, now) };
}

function fakeJudge(
  status: 'solved' | 'needs_work',
  { accuracy = 'PASS' as 'PASS' | 'FAIL', failures = [] as ErrorCode[], onRequest = () => {} } = {},
) {
  const instructions: string[] = [];
  const evaluation: Evaluation = {
    evaluation: { status, assessment: `It is ${status}.`, nextSteps: ['Lift the light.'], improvementPrompt: '' },
    productAccuracy: {
      status: accuracy,
      confidence: 0.8,
      analysis: 'Looked at it.',
      issues: accuracy === 'PASS' ? [] : ['Another colour.'],
      recommendation: '',
    },
    recommendation: '',
  };
  const vendor: JudgeVendor = {
    async evaluate({ instruction }) {
      instructions.push(instruction);
      onRequest();
      const failure = failures.shift();
      if (failure) throw new AppError(failure);
      return evaluation;
    },
    analyze: () => Promise.reject(new Error('No analysis was expected')),
  };
  /** Judges the current image. With an earlier revision, the call repeats an earlier step. */
  const judge = async (revision?: number) =>
    steps.judgeImage({ ...ref, revision: revision ?? (await readCurrentRun()).run.revision }, vendor, now);
  return { instructions, requestCount: () => instructions.length, judge };
}

const capture = () => steps.captureImage(ref, now);
const makeFirstImage = async () => {
  await steps.holdImage(ref);
  await imageVendor().make();
  await capture();
};

test('an analysis is not requested again if it cannot be stored at first because of an outage', async () => {
  await changeRun({ userId, runId }, { remove: ['state'] });
  const outage = prepareOutage(1);
  let requestCount = 0;
  const detections = categories.map((category) => [category, { detected: category === 'text_removal', details: '' }]);
  const vendor: JudgeVendor = {
    async analyze() {
      requestCount += 1;
      outage.start();
      const categoryAnalysis = Object.fromEntries(detections) as Analysis['categoryAnalysis'];
      return { actionPlan: [], visualAnalysis: 'The text is gone.', userIntent: '', reasoning: '', categoryAnalysis };
    },
    evaluate: () => Promise.reject(new Error('No judgement was expected')),
  };
  await steps.analyzeExample(ref, vendor, now).finally(outage.end);
  expect(requestCount).toBe(1);
  expect((await readCurrentRun()).run).toMatchObject({ aiSuggested: ['text removal'], insights: 'The text is gone.', attempts: 0 });
});

describe('an image', () => {
  test('an image is requested once and charged once, even if its steps run several times', async () => {
    const { prompts, make } = imageVendor();
    await steps.holdImage(ref);
    await steps.holdImage(ref);
    expect(await readBalances()).toMatchObject({ credits: 500, available: 495 });
    await make();
    await make();
    expect(prompts).toHaveLength(1);
    await Promise.all([capture(), capture(), capture()].map((one) => one.catch(() => {})));
    expect(await capture()).toEqual({ do: 'evaluate', revision: (await readCurrentRun()).run.revision });
    expect(await readBalances()).toMatchObject({ credits: 495, available: 495, rows: 2 });
    const { run, iterations } = await readCurrentRun();
    expect(run).not.toHaveProperty('item');
    expect(run.state).toMatchObject({ images: 1, version: 1 });
    expect(iterations).toMatchObject([{ number: 1, itemId: 'image-1', prompt: prompts[0], cents: 5 }]);
  });

  test('an image is not charged if it was not stored', async () => {
    await expect(capture()).rejects.toMatchObject({ code: 'GenerationFailed' });
    expect(await readBalances()).toMatchObject({ credits: 500, available: 495, rows: 1 });
  });

  test('an image is requested at most twice, even if both requests fail', async () => {
    const { prompts, make } = imageVendor(['VendorBusy', 'VendorServerError']);
    for (const code of ['VendorBusy', 'VendorServerError', 'GenerationFailed', 'GenerationFailed'])
      await expect(make()).rejects.toMatchObject({ code });
    expect(prompts).toHaveLength(2);
  });

  test('an image is discarded if the seller stopped the run during its request', async () => {
    const item = await readItem(userId, runId, 0);
    const { make } = imageVendor([], async () => item && (await markCancelled(item, now)));
    await expect(make()).rejects.toMatchObject({ code: 'Cancelled' });
    await expect(capture()).rejects.toMatchObject({ code: 'GenerationFailed' });
    expect(await readBalances()).toMatchObject({ credits: 500, rows: 1 });
  });

  test('no credits are held if the balance is too low, and no image is requested', async () => {
    await makeFirstImage();
    await fakeJudge('needs_work').judge();
    await grant(userId, -495);
    await expect(steps.holdImage(ref)).rejects.toMatchObject({ code: 'InsufficientCredits', details: { needCents: 5, haveCents: 0 } });
    expect((await readCurrentRun()).run.holds).toBe(1);
    expect(await readBalances()).toMatchObject({ credits: 0, available: 0 });
  });
});

describe('a judgement', () => {
  beforeEach(makeFirstImage);

  test('a judgement is requested in the language of the order', async () => {
    const { judge, instructions } = fakeJudge('solved');
    await judge();
    expect(instructions).toEqual([expect.stringContaining('Write every text in German')]);
  });

  test('a judgement is stored once, and its next steps become the prompt of the next image', async () => {
    const { judge } = fakeJudge('needs_work');
    expect(await judge()).toMatchObject({ do: 'improve', found: 'needs_work' });
    const { prompts, make } = imageVendor();
    await steps.holdImage(ref);
    await make();
    // The judge returned no improvement prompt, so its next steps are used instead.
    expect(prompts[0]).toContain('Lift the light.');
    const { run, iterations } = await readCurrentRun();
    expect(run).toMatchObject({ evaluations: 1, attempts: 0 });
    expect(iterations[0]).toMatchObject({
      evaluations: { light: { status: 'needs_work', assessment: 'It is needs_work.' } },
      productAccuracy: { status: 'PASS' },
    });
  });

  test('a judgement is counted once if it is requested three times in parallel', async () => {
    const { judge } = fakeJudge('solved');
    await Promise.all([judge(), judge(), judge()].map((one) => one.catch(() => {})));
    const { run } = await readCurrentRun();
    expect(run.evaluations).toBe(1);
    expect(run.state?.areas.map(({ outcome }) => outcome)).toEqual(['solved', undefined]);
  });

  test('a repeated step returns the result of its first attempt, and requests no judgement of the next area', async () => {
    const { revision } = (await readCurrentRun()).run;
    const { requestCount, judge } = fakeJudge('solved');
    const result = await judge(revision);
    expect(result).toEqual({ do: 'check_accuracy', revision: revision + 1, found: 'solved' });
    expect(await judge(revision)).toEqual(result);
    expect(requestCount()).toBe(1);
  });

  test('a judgement is not requested again if it cannot be stored at first because of an outage', async () => {
    const outage = prepareOutage(1);
    const { requestCount, judge } = fakeJudge('solved', { onRequest: outage.start });
    expect(await judge().finally(outage.end)).toMatchObject({ do: 'check_accuracy', found: 'solved' });
    expect(requestCount()).toBe(1);
    expect((await readCurrentRun()).run).toMatchObject({ evaluations: 1 });
  });

  test('a judgement is requested at most three times, and the next judgement has a separate limit', async () => {
    const { requestCount, judge } = fakeJudge('solved', { failures: ['VendorRefused', 'VendorMalformedAnswer'] });
    await expect(judge()).rejects.toMatchObject({ code: 'VendorRefused' });
    await expect(judge()).rejects.toMatchObject({ code: 'VendorMalformedAnswer' });
    expect(await judge()).toMatchObject({ do: 'check_accuracy' });
    const brokenJudge = fakeJudge('solved', { failures: Array(9).fill('VendorBusy') });
    for (const code of ['VendorBusy', 'VendorBusy', 'VendorBusy', 'EvaluationFailed'])
      await expect(brokenJudge.judge()).rejects.toMatchObject({ code });
    expect([requestCount(), brokenJudge.requestCount()]).toEqual([3, 3]);
  });

  test('a judgement about the product accuracy uses PASS or FAIL, and stores the issues', async () => {
    await fakeJudge('solved').judge();
    expect(await fakeJudge('solved', { accuracy: 'FAIL' }).judge()).toMatchObject({ do: 'improve', found: 'needs_work' });
    const { run } = await readCurrentRun();
    expect(run.state?.areas[1]).toMatchObject({ kind: 'accuracy', status: 'needs_work', nextSteps: ['Another colour.'] });
  });
});

describe('the end of a run', () => {
  test('the end of a run is stored once, and the run no longer counts as a running batch', async () => {
    await makeFirstImage();
    await fakeJudge('solved').judge();
    await fakeJudge('solved').judge();
    const { run } = await readCurrentRun();
    const results = await Promise.all([1, 2, 3].map(() => steps.endRun(run, { status: 'completed' }, now).catch(() => false)));
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await readBalances()).toMatchObject({ credits: 495, available: 495, activeBatches: 0 });
    expect((await readCurrentRun()).run).toMatchObject({
      status: 'completed',
      result: { iterationNumber: 1, key: `results/${userId}/${runId}/iteration-1.jpg` },
    });
    expect(await readBatchRow(userId, runId)).toMatchObject({ status: 'completed' });
  });
});

describe('an error of a step', () => {
  const pause = () => steps.pauseRun(ref, 'VendorBusy', now);
  const stop = () => steps.stopRun(userId, runId, now);
  beforeEach(makeFirstImage);

  test('an error of a step pauses the run and stores the reason', async () => {
    expect(await pause()).toBe('paused');
    expect((await readCurrentRun()).run).toMatchObject({ status: 'paused', error: { code: 'VendorBusy', during: 'evaluation' } });
    expect(await pause()).toBe('paused');
    expect(await readBalances()).toMatchObject({ activeBatches: 0 });
  });

  test('if a step fails after the seller has stopped the run, the run ends as stopped, with its best image', async () => {
    await stop();
    expect(await pause()).toBe('stopped');
    const { run } = await readCurrentRun();
    expect(run).toMatchObject({ status: 'stopped', result: { iterationNumber: 1 } });
    expect(run).not.toHaveProperty('stopRequestedAt');
    expect(run).not.toHaveProperty('error');
    expect(await readBalances()).toMatchObject({ credits: 495, available: 495, activeBatches: 0 });
    await expect(stop()).rejects.toMatchObject({ code: 'NothingToStop' });
  });

  test('an error of a step does not pause a run if a stop was written after the run was read', async () => {
    const { run } = await readCurrentRun();
    await stop();
    expect(await steps.endRun(run, { status: 'paused', error: { code: 'VendorBusy' } }, now)).toBe(false);
    expect((await readCurrentRun()).run).toMatchObject({ status: 'running', stopRequestedAt: now.toISOString() });
  });

  test('an error of a step ends the run as stopped if the seller stops the run at the same time', async () => {
    const [pauseResult] = await Promise.all([pause(), stop()]);
    // If the pause is written first, the stop ends the paused run.
    expect(['paused', 'stopped']).toContain(pauseResult);
    expect((await readCurrentRun()).run.status).toBe('stopped');
    expect(await readBalances()).toMatchObject({ activeBatches: 0 });
  });
});

describe('a further image of a run', () => {
  const furtherItem = (index: number) => imageItem({ userId, runId, uploads: { before: '', after: '', input: '' } }, index);

  test('a further image holds its credits once, even if the call is repeated', async () => {
    expect(await holdItem(furtherItem(1))).toBe(true);
    expect(await holdItem(furtherItem(1))).toBe(false);
    expect(await readBalances()).toMatchObject({ credits: 500, available: 490 });
  });

  test('a further image holds no credits after the end of the batch, and two parallel calls reopen the batch once', async () => {
    await makeFirstImage();
    await steps.endRun((await readCurrentRun()).run, { status: 'paused', error: { code: 'VendorBusy' } }, now);
    await expect(holdItem(furtherItem(1))).rejects.toThrow('refused a hold');
    const batch = (await readBatchRow(userId, runId)) as Batch;
    const reopenResults = await Promise.all([1, 2].map(() => reopenBatch(batch, furtherItem(1), now)));
    expect(reopenResults.sort()).toEqual([false, true]);
    expect(await readBalances()).toMatchObject({ credits: 495, available: 490, activeBatches: 1 });
    expect(await readBatchRow(userId, runId)).toMatchObject({ status: 'running', resumptions: 1 });
    expect(await reopenBatch(batch, furtherItem(2), now)).toBe(false);
  });

  test('above the limit of running batches, a further image is refused; without enough credits, the error is InsufficientCredits', async () => {
    await makeFirstImage();
    await steps.endRun((await readCurrentRun()).run, { status: 'paused', error: { code: 'VendorBusy' } }, now);
    const batch = (await readBatchRow(userId, runId)) as Batch;
    for (const _ of [1, 2, 3])
      await holdForBatch({
        userId,
        batchId: randomUUID(),
        kind: 'video',
        status: 'running',
        createdAt: now.toISOString(),
        requestHash: '',
        totalCents: 1,
        items: [],
      });
    await expect(reopenBatch(batch, furtherItem(1), now)).rejects.toMatchObject({ code: 'ActiveBatchLimit' });
    await grant(userId, -490);
    await expect(reopenBatch(batch, furtherItem(1), now)).rejects.toMatchObject({
      code: 'InsufficientCredits',
      details: { needCents: 5, haveCents: 2 },
    });
    expect(await readBalances()).toMatchObject({ credits: 5, available: 2, activeBatches: 3 });
  });
});
