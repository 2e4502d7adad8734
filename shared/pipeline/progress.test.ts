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
  test.each<[string, boolean, RunState | undefined, string, string]>([
    ['without decoded pictures', false, startedRun, 'preparing', 'processing'],
    ['without known areas', true, undefined, 'analyzing', 'processing'],
    ['without an image', true, startedRun, 'generating', 'processing'],
    ['with an image to evaluate', true, runWithImage, 'evaluating', 'reviewing'],
    ['with an area to improve', true, applyJudgement(runWithImage, unsolvedJudgement), 'improving', 'correcting'],
    ['with the product accuracy to check', true, applyJudgement(runWithImage, solvedJudgement), 'checking_accuracy', 'reviewing'],
    [
      'with the product accuracy to improve',
      true,
      applyJudgement(applyJudgement(runWithImage, solvedJudgement), unsolvedJudgement),
      'improving',
      'correcting',
    ],
    [
      'without a remaining area',
      true,
      applyJudgement(applyJudgement(runWithImage, solvedJudgement), solvedJudgement),
      'finishing',
      'reviewing',
    ],
  ])('a run %s has the correct step and stage', (_, hasPictures, state, step, stage) => {
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

test('each step has a stage and a sentence, and the sentence of improving names the area', () => {
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
