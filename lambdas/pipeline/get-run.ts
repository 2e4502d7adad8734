/** Returns a run for its page (docs/spec.md 10.1, 10.9). */

import { imageCost } from '#shared/credits/pricing.ts';
import { AppError } from '#shared/errors.ts';
import { dollarsFromCents } from '#shared/money.ts';
import type { ListRunsResponse, RunFocusArea, RunIteration, RunResponse } from '#shared/pipeline/api.ts';
import { runMessage } from '#shared/pipeline/failure.ts';
import { messageOf, stageOfStep, stepOf } from '#shared/pipeline/progress.ts';
import { type Area, bestIteration, currentArea, isAllSolved, iterationsMax } from '#shared/pipeline/run.ts';
import { workKinds } from '#shared/work/kinds.ts';
import { imageProbe } from '../batch/probe-of-result.ts';
import { readHistory } from '../store/history.ts';
import { type Iteration, listRuns, type Run, readIteration, readWholeRun, runResultTitle } from '../store/pipeline-runs.ts';
import { signedUrl } from '../store/signed-urls.ts';
import { isResumable, pipelineModel } from './run.ts';

/** The bucket deletes the pictures of iterations after this time (docs/spec.md 3.9). */
const picturesExpireAfterMs = 90 * 24 * 3600_000;
const runsListedMax = 20;
const downloadName = `${runResultTitle}.jpg`;

/** @throws AppError RunNotFound, also for a run of another user. */
export async function getRun(userId: string, runId: string, now: Date): Promise<RunResponse> {
  const wholeRun = await readWholeRun(userId, runId);
  if (!wholeRun) throw new AppError('RunNotFound');
  const { run, iterations } = wholeRun;
  const { status, state, error, uploads, pictures = uploads } = run;
  const areas = state?.areas ?? [];
  const step = stepOf({ status, errorCode: error?.code, hasPictures: run.pictures !== undefined, state });
  const currentAreaName = status === 'running' ? state && currentArea(state)?.name : undefined;
  const isStopping = status === 'running' && run.stopRequestedAt !== undefined;
  const chargedCents = iterations.reduce((sum, { cents }) => sum + cents, 0);
  const bestNumber = state && bestIteration(state);
  // The history contains a run only after it has ended or was paused.
  const name = status === 'running' ? undefined : (await readHistory(workKinds.pipeline.history, userId, runId))?.name;
  return {
    runId,
    status,
    stage: stageOfStep[step],
    step,
    message: messageOf(step, currentAreaName),
    currentArea: currentAreaName,
    iteration: iterations.length,
    iterationsMax,
    productType: run.productType,
    inputTitle: run.inputTitle,
    name,
    createdAt: run.createdAt,
    endedAt: run.endedAt,
    photos: {
      beforeUrl: await signedUrl(pictures.before, now),
      afterUrl: await signedUrl(pictures.after, now),
      inputUrl: await signedUrl(pictures.input, now),
    },
    focusAreas: areas.map((area) => focusAreaOf(area, run)),
    focusAreaPlan: {
      aiSuggested: run.aiSuggested,
      userProvided: run.userProvided,
      combined: [...run.aiSuggested, ...run.userProvided],
      analysisInsights: run.insights,
    },
    iterationHistory: await Promise.all(iterations.map((one) => iterationOf(one, one.number === bestNumber, now))),
    result: await resultOf(run, iterations, now),
    statistics: {
      imagesMade: iterations.length,
      evaluations: run.evaluations,
      areasSolved: areas.filter(({ outcome }) => outcome === 'solved').length,
      areasSkipped: areas.filter(({ outcome }) => outcome === 'skipped').length,
      seconds: Math.round(run.activeSeconds + (run.activeSince ? (now.getTime() - Date.parse(run.activeSince)) / 1000 : 0)),
    },
    charged: dollarsFromCents(chargedCents),
    costMax: dollarsFromCents(iterationsMax * imageCost(pipelineModel)),
    error: status === 'paused' && error ? { ...error, message: runMessage(error.code, error.during) } : undefined,
    canStop: status === 'paused' || (status === 'running' && !isStopping),
    isStopping,
    canContinue: isResumable(run),
  };
}

function focusAreaOf({ name, kind, status, outcome, attempts, base, assessment, nextSteps }: Area, { aiSuggested }: Run): RunFocusArea {
  const isRestored = attempts > 0 && outcome !== undefined && outcome !== 'solved';
  return {
    area: name,
    kind,
    source: kind === 'accuracy' ? 'rule' : aiSuggested.includes(name) ? 'ai' : 'user',
    status,
    outcome,
    attempts,
    assessment,
    nextSteps,
    ...(isRestored && { restoredIteration: base }),
  };
}

async function iterationOf(one: Iteration, isBest: boolean, now: Date): Promise<RunIteration> {
  const isKept = now.getTime() - Date.parse(one.madeAt) < picturesExpireAfterMs;
  return {
    iterationNumber: one.number,
    ...(isKept && { imageUrl: await signedUrl(one.image.key, now), thumbnailUrl: await signedUrl(one.image.posterKey, now) }),
    area: one.area,
    madeFrom: one.madeFrom,
    geminiPrompt: one.prompt,
    focusAreaEvaluation: one.evaluations,
    productAccuracy: one.productAccuracy,
    overallProgress: one.progress,
    timestamp: one.madeAt,
    isBest,
    charged: dollarsFromCents(one.cents),
  };
}

async function resultOf({ result, state, kept }: Run, iterations: Iteration[], now: Date): Promise<RunResponse['result']> {
  if (!result || !state) return undefined;
  return {
    resultPath: await signedUrl(result.key, now),
    downloadUrl: await signedUrl(result.key, now, downloadName),
    thumbnailUrl: await signedUrl(result.posterKey, now),
    resultKey: result.key,
    probe: imageProbe(result, true),
    iterationNumber: result.iterationNumber,
    width: result.width,
    height: result.height,
    iterations: iterations.length,
    allFocusAreasSolved: isAllSolved(state),
    finalFocusStatus: Object.fromEntries(state.areas.map(({ name, status }) => [name, status])),
    productAccuracy: iterations.find(({ number }) => number === result.iterationNumber)?.productAccuracy,
    kept,
  };
}

export async function listRunsOf(userId: string, now: Date): Promise<ListRunsResponse> {
  return { items: await Promise.all((await listRuns(userId, runsListedMax)).map((run) => summaryOf(run, now))) };
}

async function summaryOf(run: Run, now: Date): Promise<ListRunsResponse['items'][number]> {
  const { userId, runId, status, state, error, createdAt, result, inputTitle } = run;
  const step = stepOf({ status, errorCode: error?.code, hasPictures: run.pictures !== undefined, state });
  const bestNumber = state && bestIteration(state);
  const image = result ?? (bestNumber === undefined ? undefined : (await readIteration(userId, runId, bestNumber))?.image);
  return {
    runId,
    status,
    stage: stageOfStep[step],
    createdAt,
    iteration: state?.images ?? 0,
    inputTitle,
    ...(image && { thumbnailUrl: await signedUrl(image.posterKey, now) }),
  };
}
