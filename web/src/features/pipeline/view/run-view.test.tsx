// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { RunFocusArea, RunResponse } from '#shared/pipeline/api.ts';
import { renderWithTexts } from '#web/ui/render.test-support.tsx';
import { RunMeter } from './run-meter.tsx';
import { StepsPanel } from './steps-panel.tsx';

const area = (name: string, about: Partial<RunFocusArea> = {}): RunFocusArea => ({
  area: name,
  kind: 'focus',
  source: 'user',
  status: 'pending',
  attempts: 0,
  ...about,
});
const run = (about: Partial<RunResponse>): RunResponse =>
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
    ...about,
  }) as RunResponse;
const parts = () => [...screen.getByRole('progressbar').children].map(({ className }) => className.match(/bg-\w+/)?.[0]);

test('the meter has a tick for each area in order, and ends at 100 %', () => {
  const focusAreas = [area('a', { outcome: 'solved' }), area('b', { outcome: 'skipped', attempts: 2 }), area('c')];
  const { unmount } = renderWithTexts(<RunMeter run={run({ focusAreas, currentArea: 'c' })} />);
  expect(screen.getByRole('progressbar', { name: 'Progress of the run' }).getAttribute('aria-valuenow')).toBe('66');
  expect(parts()).toEqual(['bg-success', 'bg-brass', 'bg-go']);
  unmount();
  const ended = focusAreas.map((one) => (one.outcome ? one : { ...one, outcome: 'solved' as const }));
  renderWithTexts(<RunMeter run={run({ focusAreas: ended, status: 'completed' })} />);
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100');
  expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('3 of 3 areas finished');
  expect(parts()).toEqual(['bg-success', 'bg-brass', 'bg-success']);
});

test('the ticks of a stopped run stay empty for the areas that did not end', () => {
  const focusAreas = [area('a', { outcome: 'solved' }), area('b', { outcome: 'stopped' })];
  renderWithTexts(<RunMeter run={run({ focusAreas, status: 'stopped' })} />);
  expect(parts()).toEqual(['bg-success', 'bg-rest']);
});

test('the steps show names, the current step and the reason of each end', () => {
  const focusAreas = [
    area('background removal', { outcome: 'solved', attempts: 1, assessment: 'Plain.' }),
    area('no price tag', { attempts: 1, assessment: 'The tag is visible.' }),
    area('product accuracy', { kind: 'accuracy' }),
  ];
  renderWithTexts(<StepsPanel run={run({ focusAreas, currentArea: 'no price tag', step: 'improving', stage: 'correcting' })} />);
  const panel = screen.getByRole('region', { name: 'Focus areas' });
  expect(panel.textContent).toContain('Correcting · Iteration 2/15 · 1:12');
  const [solved, current, waiting] = within(panel).getAllByRole('listitem');
  expect(solved?.textContent).toBe('Background removalSolved after 1 improvement.');
  expect(current?.getAttribute('aria-current')).toBe('step');
  expect(current?.textContent).toBe('no price tagImproving: attempt 2 of 2.The tag is visible.');
  expect(waiting?.textContent).toBe('Product accuracyWaiting.');
});

test('a completed run has no iteration of fifteen, but a number of images', () => {
  renderWithTexts(
    <StepsPanel
      run={run({ status: 'completed', stage: 'completed', step: 'completed', focusAreas: [area('a', { outcome: 'solved' })] })}
    />,
  );
  expect(screen.getByRole('region', { name: 'Focus areas' }).textContent).toContain('Completed · 2 images');
  expect(screen.queryByText(/15/)).toBeNull();
});
