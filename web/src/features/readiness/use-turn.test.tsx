// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { turnsPerTask, useTurn } from './use-turn.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const Part = ({ isNeeded = true }: { isNeeded?: boolean }) => (useTurn(isNeeded) ? <b>chips</b> : null);
const shownCount = () => document.querySelectorAll('b').length;
const runTask = () => act(() => vi.advanceTimersToNextTimer());

test('only a few components render in each task of the event loop, and all components are visible at the end', () => {
  render(Array.from({ length: 2 * turnsPerTask + 1 }, (_, index) => <Part key={String(index)} />));
  const counts = [shownCount()];
  for (let task = 1; task <= 3; task++) {
    runTask();
    counts.push(shownCount());
  }
  expect(counts).toEqual([0, turnsPerTask, 2 * turnsPerTask, 2 * turnsPerTask + 1]);
});

test('a component that is not needed is not shown, and a removed component does not delay other components', () => {
  const { unmount } = render(<Part />);
  unmount();
  render(<Part isNeeded={false} />);
  act(() => vi.runAllTimers());
  expect(shownCount()).toBe(0);
  const { rerender } = render(<Part isNeeded={false} />);
  rerender(<Part />);
  act(() => vi.runAllTimers());
  expect(shownCount()).toBe(1);
});
