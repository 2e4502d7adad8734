// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { RunFocusArea, RunResponse } from '#shared/pipeline/api.ts';
import { MemoryRouter } from '#web/lib/router.tsx';
import { renderWithTexts } from '#web/ui/render.test-support.tsx';
import { FactsPanel } from './facts-panel.tsx';
import { RunMeter } from './run-meter.tsx';
import { StepsPanel } from './steps-panel.tsx';

type Result = NonNullable<RunResponse['result']>;

const area = (name: string, changes: Partial<RunFocusArea> = {}): RunFocusArea => ({
  area: name,
  kind: 'focus',
  source: 'user',
  status: 'pending',
  attempts: 0,
  ...changes,
});
const run = (changes: Partial<RunResponse>): RunResponse =>
  ({
    runId: 'a',
    status: 'running',
    stage: 'reviewing',
    step: 'evaluating',
    iteration: 2,
    iterationsMax: 15,
    statistics: { seconds: 72 },
    focusAreas: [],
    iterationHistory: [],
    ...changes,
  }) as RunResponse;
const tickColors = () => [...screen.getByRole('progressbar').children].map(({ className }) => className.match(/bg-\w+|stripes/)?.[0]);

test('the meter has a tick for each area in order, and shows 100 % at the end', () => {
  const focusAreas = [area('a', { outcome: 'solved' }), area('b', { outcome: 'skipped', attempts: 2 }), area('c')];
  const { unmount } = renderWithTexts(<RunMeter run={run({ focusAreas, currentArea: 'c' })} />);
  expect(screen.getByRole('progressbar', { name: 'Progress of the run' }).getAttribute('aria-valuenow')).toBe('66');
  expect(tickColors()).toEqual(['bg-success', 'bg-brass', 'stripes']);
  unmount();
  const ended = focusAreas.map((one) => (one.outcome ? one : { ...one, outcome: 'solved' as const }));
  renderWithTexts(<RunMeter run={run({ focusAreas: ended, status: 'completed' })} />);
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100');
  expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('2 of 3 areas solved');
  expect(tickColors()).toEqual(['bg-success', 'bg-brass', 'bg-success']);
});

test('the meter of a stopped run is complete, and has neutral ticks for the areas that the stop has ended', () => {
  const focusAreas = [area('a', { outcome: 'solved' }), area('b', { outcome: 'stopped' })];
  renderWithTexts(<RunMeter run={run({ focusAreas, status: 'stopped' })} />);
  expect(tickColors()).toEqual(['bg-success', 'bg-line']);
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100');
  expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('1 of 2 areas solved');
});

test('the steps show their names, the current step, and why each ended step has ended', () => {
  const focusAreas = [
    area('background removal', { outcome: 'solved', attempts: 1, assessment: 'Plain.' }),
    area('no price tag', { attempts: 1, assessment: 'The tag is visible.' }),
    area('product accuracy', { kind: 'accuracy' }),
  ];
  renderWithTexts(<StepsPanel run={run({ focusAreas, currentArea: 'no price tag', step: 'improving', stage: 'correcting' })} />);
  const panel = screen.getByRole('region', { name: 'Focus areas' });
  expect(panel.textContent).toContain('Correcting');
  const [solved, current, waiting] = within(panel).getAllByRole('listitem');
  expect(solved?.textContent).toBe('Background removalSolved after 1 improvement.');
  expect(current?.getAttribute('aria-current')).toBe('step');
  expect(current?.textContent).toBe('no price tagImproving: attempt 2 of 2.');
  expect(waiting?.textContent).toBe('Product accuracyWaiting.');
});

test.each<[string, Partial<RunFocusArea>, RunResponse['status'], boolean]>([
  ['an unsolved area of an ended run', { outcome: 'skipped', attempts: 2, restoredIteration: 1 }, 'completed', true],
  ['an unsolved area of a running run', { outcome: 'skipped', attempts: 2, restoredIteration: 1 }, 'running', false],
  ['a solved area', { outcome: 'solved' }, 'completed', false],
  ['the accuracy check', { kind: 'accuracy', outcome: 'skipped', attempts: 2, restoredIteration: 1 }, 'completed', false],
])('the steps offer to change the words of %s: %o', (_, changes, status, isOffered) => {
  renderWithTexts(<StepsPanel run={run({ status, focusAreas: [area('a', changes)] })} />);
  expect(screen.queryByRole('button', { name: /^Try other words/ }) !== null).toBe(isOffered);
});

describe('the result of a run', () => {
  const firstImage = { iterationNumber: 1, focusAreaEvaluation: { a: { status: 'solved' } } };
  const ended = (imagesMade: number) =>
    run({
      status: 'completed',
      focusAreas: [area('a', { outcome: 'solved' }), area('b', { outcome: 'solved', attempts: imagesMade - 1 })],
      iterationHistory: [firstImage] as unknown as RunResponse['iterationHistory'],
      result: { iterationNumber: 1, width: 900, height: 900, productAccuracy: { status: 'PASS', issues: [] } } as unknown as Result,
      statistics: { imagesMade, areasSkipped: 0, evaluations: 2, seconds: 31 } as RunResponse['statistics'],
      charged: 0.05,
    });

  test('the result of a run shows no number that is 0', () => {
    renderWithTexts(
      <MemoryRouter initialEntries={['/']}>
        <FactsPanel run={ended(1)} />
      </MemoryRouter>,
    );
    expect(screen.getByText('Checks')).toBeTruthy();
  });

  test.each([
    [1, true],
    [2, false],
  ])('after %i images, the text "Right in the first image" of an area is only for screen readers: %s', (imagesMade, isHidden) => {
    renderWithTexts(<StepsPanel run={ended(imagesMade)} />);
    expect(screen.getAllByText('Right in the first image.')[0]?.classList.contains('sr-only')).toBe(isHidden);
  });
});
