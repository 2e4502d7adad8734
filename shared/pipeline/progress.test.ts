import { describe, expect, test } from 'vitest';
import { runStages, runSteps } from './api.ts';
import { runMessage } from './failure.ts';
import { messageOf, stageOfStep, stepOf } from './progress.ts';
import { applyImage, applyJudgement, type RunState, startRun } from './run.ts';

const running = { status: 'running' as const, hasPictures: true };
const unsolvedJudgement = { isSolved: false, assessment: 'dark', nextSteps: [], improvementPrompt: 'brighter' };
const solvedJudgement = { ...unsolvedJudgement, isSolved: true };
const startedRun = startRun(['light']);
const runWithImage = applyImage(startedRun);

describe('a running run', () => {
  test.each<[string, string, string, boolean, RunState | undefined]>([
    ['without decoded pictures', 'preparing', 'processing', false, startedRun],
    ['without known areas', 'analyzing', 'processing', true, undefined],
    ['without an image', 'generating', 'processing', true, startedRun],
    ['with an image to evaluate', 'evaluating', 'reviewing', true, runWithImage],
    ['with an area to improve', 'improving', 'correcting', true, applyJudgement(runWithImage, unsolvedJudgement)],
    ['with the product accuracy to check', 'checking_accuracy', 'reviewing', true, applyJudgement(runWithImage, solvedJudgement)],
    [
      'with the product accuracy to improve',
      'improving',
      'correcting',
      true,
      applyJudgement(applyJudgement(runWithImage, solvedJudgement), unsolvedJudgement),
    ],
    [
      'without a remaining area',
      'finishing',
      'reviewing',
      true,
      applyJudgement(applyJudgement(runWithImage, solvedJudgement), solvedJudgement),
    ],
  ])('a run %s has the step %s and the stage %s', (_, step, stage, hasPictures, state) => {
    expect(stepOf({ ...running, hasPictures, state })).toBe(step);
    expect(stageOfStep[stepOf({ ...running, hasPictures, state })]).toBe(stage);
  });
});

test.each([
  ['completed', undefined, 'completed', 'completed'],
  ['stopped', undefined, 'stopped', 'completed'],
  ['paused', 'InsufficientCredits', 'out_of_credits', 'error'],
  ['paused', 'VendorBusy', 'failed', 'error'],
] as const)('a run with the status %s (%s) has the step %s', (status, errorCode, step, stage) => {
  expect(stepOf({ status, errorCode, hasPictures: true, state: runWithImage })).toBe(step);
  expect(stageOfStep[step]).toBe(stage);
});

test('each step has a stage and a sentence, and the sentence of the step "improving" contains the area', () => {
  for (const step of runSteps) {
    expect(runStages).toContain(stageOfStep[step]);
    expect(messageOf(step, 'seams')).toMatch(/^[A-Z].*\.$/);
  }
  expect(messageOf('improving', 'seams')).toContain('seams');
});

test.each([
  ['VendorBusy', 'generation', 'Pipeline image generation failed: the service is busy.'],
  ['VendorRefused', 'evaluation', 'Image evaluation failed: the service refused these images because of its content policy.'],
  ['InternalError', 'analysis', 'Transformation analysis failed'],
  ['InsufficientCredits', undefined, 'Insufficient credits'],
  ['ImageUnreadable', undefined, 'Corrupted or invalid image'],
] as const)('runMessage of %s during %s is: %s', (code, during, text) => expect(runMessage(code, during)).toBe(text));
