/**
 * A before/after run: small steps around the rules in shared/pipeline/run.ts, which say after each what comes next. One image is held,
 * made and taken at a time. Whatever fails releases what was held, and pauses the run with everything kept.
 */
import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Choice, Condition, type IChainable, Pass, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { untilSettled, whenJudging, whenMaking, whenNotRun } from './retries.ts';
import { caughtAt, caughtError, itemIds, step } from './step.ts';

/** Longer than fifteen images and all their judgements take when every retry of every step times out (timeouts.test.ts). */
export const pipelineTimeout = Duration.hours(22);

type PipelineLambda =
  | 'ingestPictures'
  | 'chooseStep'
  | 'analyzeExample'
  | 'holdImage'
  | 'makeIteration'
  | 'captureImage'
  | 'judgeImage'
  | 'releaseImage'
  | 'finishRun'
  | 'pauseRun';

/** A run is a batch to the ledger, and has its id. */
const runIds = { userId: itemIds.userId, batchId: itemIds.batchId };

export function pipeline(scope: Construct, lambdas: Record<PipelineLambda, IFunction>): IChainable {
  const state = (name: string, lambda: PipelineLambda, retries = [whenNotRun], answerAt?: string) =>
    step(scope, { name, lambda: lambdas[lambda], payload: runIds, retries, ...(answerAt && { answerAt }) });

  const ingest = state('Take in the three pictures', 'ingestPictures');
  const choose = state('Choose the next step', 'chooseStep', [whenNotRun], '$.next');
  const analyze = state('Analyze the example', 'analyzeExample', [whenJudging(2), whenNotRun]);
  const hold = state('Hold credits for one image', 'holdImage');
  const generate = state('Generate the first image', 'makeIteration', [whenMaking, whenNotRun]);
  const improve = state('Improve the focus area', 'makeIteration', [whenMaking, whenNotRun]);
  const capture = state('Capture credits', 'captureImage', untilSettled, '$.next');
  const evaluate = state('Evaluate the focus area', 'judgeImage', [whenJudging(3), whenNotRun], '$.next');
  const checkAccuracy = state('Check product accuracy', 'judgeImage', [whenJudging(3), whenNotRun], '$.next');
  const complete = state('Complete the run', 'finishRun', untilSettled);
  const keepBest = state('Keep the best so far', 'finishRun', untilSettled);

  const nextIs = (word: string) => Condition.stringEquals('$.next.do', word);
  const isImage = Condition.or(nextIs('generate'), nextIs('improve'));
  const next = new Choice(scope, 'What comes next?')
    .when(nextIs('analyze'), analyze)
    .when(isImage, hold)
    .when(nextIs('evaluate'), evaluate)
    .when(nextIs('check_accuracy'), checkAccuracy)
    .when(nextIs('stop'), keepBest)
    .otherwise(complete);
  const whichImage = new Choice(scope, 'First image?').when(nextIs('generate'), generate).otherwise(improve);
  // The rules have done it already: these two tell who looks at a run what was found.
  const foundIs = (word: string) => Condition.stringEquals('$.next.found', word);
  const skipped = new Pass(scope, 'Skip the area and go back to the image before it').next(next);
  const outOfImages = new Pass(scope, 'Out of images: go back to the image before the area').next(next);
  const found = new Choice(scope, 'Solved?').when(foundIs('skipped'), skipped).when(foundIs('limit'), outOfImages).otherwise(next);

  const release = step(scope, {
    name: 'Release credits',
    lambda: lambdas.releaseImage,
    payload: { ...runIds, ...caughtError },
    retries: untilSettled,
  });
  const pause = step(scope, {
    name: 'Pause the run and keep everything',
    lambda: lambdas.pauseRun,
    payload: { ...runIds, ...caughtError },
    answerAt: '$.end',
    retries: untilSettled,
  });
  const isStopped = new Succeed(scope, 'Stopped');
  // A stop may come while the step fails for another reason: the row of the run decides, and the step answers what it became.
  const paused = new Choice(scope, 'Stopped meanwhile?')
    .when(Condition.stringEquals('$.end.status', 'stopped'), isStopped)
    .otherwise(new Succeed(scope, 'Paused'));
  const stopped = new Choice(scope, 'Stopped by the seller?')
    .when(Condition.stringEquals('$.error.Error', 'Cancelled'), keepBest)
    .otherwise(pause.next(paused));
  for (const one of [ingest, choose, analyze, hold, generate, improve, capture, evaluate, checkAccuracy]) one.addCatch(release, caughtAt);
  release.next(stopped);

  analyze.next(choose);
  hold.next(whichImage);
  for (const one of [generate, improve]) one.next(capture);
  capture.next(next);
  for (const one of [evaluate, checkAccuracy]) one.next(found);
  complete.next(new Succeed(scope, 'Completed'));
  keepBest.next(isStopped);
  return ingest.next(choose).next(next);
}
