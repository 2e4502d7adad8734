/**
 * State machine for a before/after run. After each step, the rules in shared/pipeline/run.ts choose the next step. The run holds and
 * captures the credits of one image at a time. If a step fails, the hold is released, and the run is paused with all its images.
 */
import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Choice, Condition, type IChainable, JsonPath, Pass, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { iterationsMax } from '#shared/pipeline/run.ts';
import { billedThrottleMinutes, imageRetry, invocationRetry, judgeRetry, settlementRetries, signingMinutes } from './retries.ts';
import { slotWaitTimeout, waitForSlot } from './slot.ts';
import { catchResultPath, caughtError, itemIds, sign, step } from './step.ts';

/**
 * The time-out is longer than the worst case: a run with fifteen images, all judgements and all waits for slots, in which every attempt of
 * every step times out (timeouts.test.ts).
 */
export const pipelineTimeout = Duration.hours(
  26 + iterationsMax * (slotWaitTimeout.toHours() + Math.ceil((billedThrottleMinutes + signingMinutes) / 60)),
);

type PipelineLambda =
  | 'ingestPictures'
  | 'chooseStep'
  | 'analyzeExample'
  | 'holdImage'
  | 'requestImageSlot'
  | 'makeIteration'
  | 'signFile'
  | 'captureImage'
  | 'judgeImage'
  | 'releaseImage'
  | 'finishRun'
  | 'pauseRun';

/** In the ledger, a run is a batch with the same id. */
const runIds = { userId: itemIds.userId, batchId: itemIds.batchId };

export function pipeline(scope: Construct, lambdas: Record<PipelineLambda, IFunction>): IChainable {
  const stepState = (name: string, lambda: PipelineLambda, retries = [invocationRetry], resultPath?: string) =>
    step(scope, { name, lambda: lambdas[lambda], payload: runIds, retries, ...(resultPath && { resultPath }) });

  const ingest = stepState('Ingest the three pictures', 'ingestPictures');
  const choose = stepState('Choose the next step', 'chooseStep', [invocationRetry], '$.next');
  const analyze = stepState('Analyze the example', 'analyzeExample', [judgeRetry(2), invocationRetry]);
  const hold = stepState('Hold credits for one image', 'holdImage');
  const slot = waitForSlot(scope, { lambda: lambdas.requestImageSlot, payload: runIds });
  const generate = stepState('Generate the first image', 'makeIteration', [imageRetry, invocationRetry]);
  const improve = stepState('Improve the focus area', 'makeIteration', [imageRetry, invocationRetry]);
  const signed = sign(scope, lambdas.signFile, runIds);
  const capture = step(scope, {
    name: 'Capture credits',
    lambda: lambdas.captureImage,
    payload: runIds,
    resultPath: '$.next',
    retries: settlementRetries,
    isBilled: true,
  });
  // If this step is repeated, the revision shows that an earlier attempt has already judged the image.
  const judge = (name: string) =>
    step(scope, {
      name,
      lambda: lambdas.judgeImage,
      payload: { ...runIds, revision: JsonPath.numberAt('$.next.revision') },
      retries: [judgeRetry(3), invocationRetry],
      resultPath: '$.next',
    });
  const evaluate = judge('Evaluate the focus area');
  const checkAccuracy = judge('Check product accuracy');
  const complete = stepState('Complete the run', 'finishRun', settlementRetries);
  const keepBest = stepState('Keep the best so far', 'finishRun', settlementRetries);

  const nextIs = (word: string) => Condition.stringEquals('$.next.do', word);
  const isImage = Condition.or(nextIs('generate'), nextIs('improve'));
  const chooseNext = new Choice(scope, 'What comes next?')
    .when(nextIs('analyze'), analyze)
    .when(isImage, hold)
    .when(nextIs('evaluate'), evaluate)
    .when(nextIs('check_accuracy'), checkAccuracy)
    .when(nextIs('stop'), keepBest)
    .otherwise(complete);
  const whichImage = new Choice(scope, 'First image?').when(nextIs('generate'), generate).otherwise(improve);
  // The step has already applied the rules. These two states only show the result in the console.
  const foundIs = (word: string) => Condition.stringEquals('$.next.found', word);
  const skipped = new Pass(scope, 'Skip the area and go back to the image before it').next(chooseNext);
  const limitReached = new Pass(scope, 'Image limit reached: go back to the image before the area').next(chooseNext);
  const isSolved = new Choice(scope, 'Solved?')
    .when(foundIs('skipped'), skipped)
    .when(foundIs('limit'), limitReached)
    .otherwise(chooseNext);

  const release = step(scope, {
    name: 'Release credits',
    lambda: lambdas.releaseImage,
    payload: { ...runIds, ...caughtError },
    retries: settlementRetries,
  });
  const pause = step(scope, {
    name: 'Pause the run and keep everything',
    lambda: lambdas.pauseRun,
    payload: { ...runIds, ...caughtError },
    resultPath: '$.end',
    retries: settlementRetries,
  });
  const stoppedEnd = new Succeed(scope, 'Stopped');
  // The seller may stop the run at the moment when a step fails for another reason. The pause step reads the row of the run and decides
  // whether the run is stopped or paused. It returns the resulting status.
  const isPausedOrStopped = new Choice(scope, 'Stopped meanwhile?')
    .when(Condition.stringEquals('$.end.status', 'stopped'), stoppedEnd)
    .otherwise(new Succeed(scope, 'Paused'));
  const isStoppedBySeller = new Choice(scope, 'Stopped by the seller?')
    .when(Condition.stringEquals('$.error.Error', 'Cancelled'), keepBest)
    .otherwise(pause.next(isPausedOrStopped));
  for (const one of [ingest, choose, analyze, hold, slot, generate, improve, signed, capture, evaluate, checkAccuracy])
    one.addCatch(release, catchResultPath);
  release.next(isStoppedBySeller);

  analyze.next(choose);
  hold.next(slot).next(whichImage);
  for (const one of [generate, improve]) one.next(signed);
  signed.next(capture);
  capture.next(chooseNext);
  for (const one of [evaluate, checkAccuracy]) one.next(isSolved);
  complete.next(new Succeed(scope, 'Completed'));
  keepBest.next(stoppedEnd);
  return ingest.next(choose).next(chooseNext);
}
