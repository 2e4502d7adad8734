import type { TFunction } from 'i18next';
import { describe, expect, test } from 'vitest';
import type { RunIteration, RunResponse } from '#shared/pipeline/api.ts';
import { evaluationsOf, inputNumber, isMaking, lastEvaluation, pictureOf, reviewItems, shownNumber, verdictOf } from './iterations.ts';

const evaluation = (status: 'solved' | 'needs_work', assessment = '') => ({ status, assessment, nextSteps: [] });
const iteration = (iterationNumber: number, changes: Partial<RunIteration> = {}): RunIteration => ({
  iterationNumber,
  imageUrl: `/${iterationNumber}.jpg`,
  thumbnailUrl: `/${iterationNumber}-small.jpg`,
  geminiPrompt: 'Light it.',
  focusAreaEvaluation: {},
  overallProgress: 0,
  timestamp: '2026-11-22T10:00:00.000Z',
  isBest: false,
  charged: 0.05,
  ...changes,
});
const run = (iterationHistory: RunIteration[], changes: Partial<RunResponse> = {}): RunResponse =>
  ({
    status: 'running',
    step: 'evaluating',
    focusAreas: ['a', 'b', 'c'].map((area) => ({ area })),
    photos: { inputUrl: '/input.jpg' },
    iterationHistory,
    ...changes,
  }) as RunResponse;
const result = { iterationNumber: 1, resultPath: '/result.jpg', downloadUrl: '/result.jpg?download', width: 900, height: 1200 };

describe('the shown number', () => {
  const three = [iteration(1, { isBest: true }), iteration(2), iteration(3)];
  test.each<[string, RunResponse, number | undefined, number | undefined, number]>([
    ['is the input before the first image', run([]), undefined, undefined, inputNumber],
    ['is the newest image of a running run', run(three), undefined, undefined, 3],
    ['is the best image of an ended run', run(three, { status: 'completed' }), undefined, undefined, 1],
    ['is the chosen image', run(three), 2, undefined, 2],
    ['is the image under the pointer, even if another image is chosen', run(three), 2, 1, 1],
    ['is the input if the seller chooses it', run(three), inputNumber, undefined, inputNumber],
    ['ignores a number without an image', run(three), 9, 8, 3],
  ])('the shown number %s', (_, response, selectedNumber, hoveredNumber, number) => {
    expect(shownNumber(response, selectedNumber, hoveredNumber)).toBe(number);
  });
});

test.each<[string, RunIteration, boolean, ReturnType<typeof verdictOf>]>([
  ['is unknown before the first evaluation', iteration(1), false, undefined],
  ['is `best` if the run would deliver the image now', iteration(1, { isBest: true }), false, 'best'],
  ['is `result` if the run has delivered the image', iteration(1, { isBest: true }), true, 'result'],
  [
    'is the verdict on the first area for the first image',
    iteration(1, { focusAreaEvaluation: { b: evaluation('solved'), a: evaluation('needs_work') } }),
    false,
    'needs_work',
  ],
  [
    'is the verdict on the improved area',
    iteration(2, { area: 'b', focusAreaEvaluation: { a: evaluation('needs_work'), b: evaluation('solved') } }),
    false,
    'solved',
  ],
])('the verdict %s', (_, one, isOver, verdict) => {
  expect(verdictOf(run([], { status: isOver ? 'completed' : 'running' }), one)).toBe(verdict);
});

test.each([
  ['generating', 'running', true],
  ['improving', 'running', true],
  ['evaluating', 'running', false],
  ['improving', 'paused', false],
] as const)('for the step %s of a %s run, isMaking returns %s', (step, status, expected) => {
  expect(isMaking({ step, status })).toBe(expected);
});

describe('the evaluations', () => {
  const first = iteration(1, { focusAreaEvaluation: { c: evaluation('needs_work', 'Dark.'), a: evaluation('solved', 'Bright.') } });

  test('the evaluations are in the order of the areas of the run', () => {
    expect(evaluationsOf(run([]), first).map(({ area }) => area)).toEqual(['a', 'c']);
  });

  test('the evaluations contain the last assessment, even if the newest image is not evaluated yet', () => {
    expect(lastEvaluation(run([first, iteration(2)]))?.assessment).toBe('Dark.');
    expect(lastEvaluation(run([]))).toBeUndefined();
  });
});

describe('the picture of an iteration', () => {
  test('the picture of an iteration is the result after the pictures of the iterations were deleted', () => {
    const { imageUrl: _, ...deleted } = iteration(1);
    expect(pictureOf(run([], { result } as Partial<RunResponse>), deleted)).toBe('/result.jpg');
    expect(pictureOf(run([]), deleted)).toBeUndefined();
  });
});

describe('the review', () => {
  const t = ((key: string, values?: { number?: number }) => `${key} ${values?.number ?? ''}`.trim()) as unknown as TFunction;
  const items = reviewItems(
    run([iteration(1, { isBest: true }), iteration(2, { area: 'b', madeFrom: 1 }), { ...iteration(3), imageUrl: undefined } as never], {
      status: 'completed',
      result,
    } as Partial<RunResponse>),
    t,
    (area) => area,
  );

  test('the review contains each iteration that has a picture', () => {
    expect(items.map(({ key }) => key)).toEqual(['1', '2']);
  });

  test('the review compares each iteration with the input, and saves the result as transformed-image.jpg', () => {
    expect(items[0]).toMatchObject({
      photo: '/input.jpg',
      src: '/result.jpg',
      downloadUrl: '/result.jpg?download',
      fileName: 'transformed-image.jpg',
      ratio: '900:1200',
    });
    expect(items[1]).toMatchObject({ src: '/2.jpg', fileName: 'iteration-2.jpg' });
  });
});
