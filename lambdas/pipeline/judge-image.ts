/**
 * Judges the current area in the current image, and stores the judgement and the new state of the run. The judgement is free and makes at
 * most three requests.
 */
import * as z from 'zod';
import { AppError } from '#shared/errors.ts';
import { type Evaluation, improvementOf } from '#shared/pipeline/judgement.ts';
import { type AreaOutcome, applyJudgement, nextStep, progressOf } from '#shared/pipeline/run.ts';
import { repeatAfterOutage } from '../platform/outage.ts';
import { transact } from '../store/dynamo.ts';
import { changeRun, judgementUpdate, type Run, readIteration, readRun, runUpdate } from '../store/pipeline-runs.ts';
import type { JudgeVendor } from '../vendors/judge-port.ts';
import { withinRunLimit } from './judge-limit.ts';
import { evaluationOrder } from './judge-orders.ts';
import { type NextStep, nextStepOf, runningRun, runRef } from './run.ts';

/** Maximum number of requests (docs/spec.md 10.7). */
const evaluationAttemptsMax = 3;

/** The revision is the revision of the run before this step. */
export const judgeInput = runRef.extend({ revision: z.int() });

type JudgeResult = NextStep & { found: AreaOutcome | 'needs_work' };

/** @throws AppError Cancelled, DailyLimit, EvaluationFailed if the maximum number of requests is reached, and any error of the vendor. */
export async function judgeImage(ref: z.infer<typeof judgeInput>, vendor: JudgeVendor, now: Date): Promise<JudgeResult> {
  const run = await runningRun(ref);
  const step = run.state && nextStep(run.state);
  // An earlier run of this step has already judged the image, so this run returns the same result.
  if (run.revision !== ref.revision || !run.state || step?.do !== 'evaluate' || !run.pictures) return toResult(run);
  const { area, version } = step;
  const { userId, runId } = run;
  const iteration = await readIteration(userId, runId, version);
  if (!iteration) throw new Error('The iteration for the judgement does not exist');
  const order = await evaluationOrder(
    { ...run.pictures, current: iteration.image.key },
    {
      area: area.name,
      areas: run.state.areas.map(({ name }) => name),
      iterationNumber: version,
      previous: run.state.areas.map(({ name, status }) => ({ area: name, status })),
      productType: run.productType,
      language: run.language,
    },
  );
  if (
    !(await changeRun(run, {
      increment: ['attempts'],
      ifEquals: { revision: run.revision },
      ifLessThan: { attempts: evaluationAttemptsMax },
    }))
  )
    throw new AppError('EvaluationFailed', { details: { attempts: evaluationAttemptsMax } });
  const { evaluation, productAccuracy } = await withinRunLimit(userId, now, () => vendor.evaluate(order));
  const isSolved = area.kind === 'accuracy' ? productAccuracy.status === 'PASS' : evaluation.status === 'solved';
  const { assessment, nextSteps } = area.kind === 'accuracy' ? accuracyTexts(productAccuracy, evaluation) : evaluation;
  const state = applyJudgement(run.state, { isSolved, assessment, nextSteps, improvementPrompt: improvementOf(evaluation, assessment) });
  // Without this repetition, an outage would cause a second paid request.
  await repeatAfterOutage(() =>
    transact({
      run: {
        Update: runUpdate(run, {
          set: { state, judgedArea: area.name, revision: run.revision + 1, attempts: 0 },
          increment: ['evaluations'],
          ifEquals: { revision: run.revision, status: 'running' },
        }),
      },
      iteration: judgementUpdate(iteration, {
        area: area.name,
        evaluation: { status: isSolved ? 'solved' : 'needs_work', assessment, nextSteps },
        productAccuracy,
        progress: progressOf(state),
      }),
    }),
  );
  return toResult((await readRun(userId, runId)) ?? run);
}

/** Returns the texts of an accuracy check, which the judge writes in separate fields. */
const accuracyTexts = (accuracy: Evaluation['productAccuracy'], { assessment }: Evaluation['evaluation']) => ({
  assessment: accuracy.analysis || assessment,
  nextSteps: accuracy.issues,
});

const toResult = (run: Run): JudgeResult => ({
  ...nextStepOf(run),
  found: run.state?.areas.find(({ name }) => name === run.judgedArea)?.outcome ?? 'needs_work',
});
