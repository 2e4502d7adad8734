/**
 * Common functions of the calls and steps of a before/after run. They are about the run id, the next step, and the items that hold the cost
 * of the images.
 */
import * as z from 'zod';
import { itemsPerBatchMax } from '#shared/batch/batch.ts';
import type { ImageModelId } from '#shared/catalogue.ts';
import { imageCost } from '#shared/credits/pricing.ts';
import { AppError, errors } from '#shared/errors.ts';
import { imageDefaults } from '#shared/image/defaults.ts';
import { runId } from '#shared/pipeline/api.ts';
import type { RunPhase } from '#shared/pipeline/failure.ts';
import { nextStep } from '#shared/pipeline/run.ts';
import type { PipelineItem } from '../store/batch-rows.ts';
import { type Run, readRun } from '../store/pipeline-runs.ts';

/**
 * Returns the run id in a path.
 * @throws AppError RunNotFound if the text is not a valid id.
 */
export function runIdIn(path: Record<string, string>): string {
  const parsed = runId.safeParse(path.runId);
  if (!parsed.success) throw new AppError('RunNotFound');
  return parsed.data;
}

/** The input of every step of a run. In the ledger, a run is a batch with the same id. */
export const runRef = z.object({ userId: z.string(), batchId: z.string() });
export type RunRef = z.infer<typeof runRef>;

/**
 * Returns the run of a step.
 * @throws AppError RunNotFound; Cancelled if the seller stopped the run.
 */
export async function runningRun({ userId, batchId }: RunRef): Promise<Run> {
  const run = await readRun(userId, batchId);
  if (run?.status !== 'running') throw new AppError('RunNotFound');
  if (run.stopRequestedAt) throw new AppError('Cancelled');
  return run;
}

/** The names that the state machine uses for the next step. */
export type Next = 'analyze' | 'generate' | 'improve' | 'evaluate' | 'check_accuracy' | 'complete' | 'stop';

export function nextOf({ state, stopRequestedAt }: Run): Next {
  if (!state) return stopRequestedAt ? 'stop' : 'analyze';
  const step = nextStep(state);
  if (step.do === 'finish') return 'complete';
  if (stopRequestedAt) return 'stop';
  return step.do === 'evaluate' && step.area.kind === 'accuracy' ? 'check_accuracy' : step.do;
}

/** The next step of a run, and the revision of the run before this step. */
export type NextStep = { do: Next; revision: number };

export const nextStepOf = (run: Run): NextStep => ({ do: nextOf(run), revision: run.revision });

/** Returns the phase of the current vendor work. After an error, this is the phase in which the error occurred. */
export function phaseOf(run: Run): RunPhase | undefined {
  if (!run.pictures) return undefined;
  if (!run.state) return 'analysis';
  const step = nextStep(run.state);
  if (step.do === 'finish') return undefined;
  return step.do === 'evaluate' ? 'evaluation' : 'generation';
}

/** Gemini makes the images of the pipeline (docs/spec.md 21). */
export const pipelineModel: ImageModelId = imageDefaults.model;

/** Returns the item that holds the cost of an image of a run. The image may be delivered or not. */
export const imageItem = ({ userId, runId, uploads }: Pick<Run, 'userId' | 'runId' | 'uploads'>, index: number): PipelineItem => ({
  kind: 'pipeline',
  userId,
  batchId: runId,
  itemId: `image-${index + 1}`,
  index,
  uploadKey: uploads.input,
  cents: imageCost(pipelineModel),
  status: 'queued',
});

/** Returns true if a run can hold another image. Failed images also count, so that a seller cannot continue a run without limit. */
export const canHoldMore = ({ holds }: Pick<Run, 'holds'>): boolean => holds < itemsPerBatchMax;

/** Returns true if a run can continue. A run with a rejected picture cannot continue, because the picture would be rejected again. */
export const isResumable = (run: Run): boolean =>
  run.status === 'paused' &&
  canHoldMore(run) &&
  !(run.pictures === undefined && run.error !== undefined && errors[run.error.code].status === 400);
