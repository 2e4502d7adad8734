// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ShownVideo } from '#web/features/video/run.ts';
import { createVideoTool } from '../store/video-tool.test-support.ts';
import { RunningButtons } from './run-buttons.tsx';
import { renderInBench } from './video-bench.test-support.tsx';

const video = { title: 'bag', completedAt: '2026-01-02T03:04:05Z', downloadUrl: '/bag.mp4' } as ShownVideo;

/** Shows the buttons of a run whose photos are uploading. A ready video is from an earlier batch. */
function showButtons(hasVideo: boolean) {
  const tool = createVideoTool();
  const stopSending = vi.spyOn(tool, 'stopSending').mockReturnValue(undefined);
  const { cards } = tool.store.getState().draft;
  const items = new Map(hasVideo ? cards.map(({ id }) => [id, video]) : []);
  act(() => tool.store.setState({ sending: { cardIds: new Set(), phase: 'uploading' }, items }));
  renderInBench(tool, <RunningButtons />);
  return stopSending;
}

const button = (name: string) => screen.queryByRole('button', { name });
/** A wide window matches the queries for a minimum width. A phone matches the query for a maximum width. */
const setWindow = (isPhone: boolean) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('min-width') !== isPhone,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));

beforeEach(() => setWindow(true));

test('on a phone, the bar can cancel the run until a result is ready', async () => {
  const stopSending = showButtons(false);
  expect(button('Generating…')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel all' }));
  expect(stopSending).toHaveBeenCalledOnce();
});

test('on a phone with a result, the bar saves it, and the menu can cancel the run', async () => {
  const stopSending = showButtons(true);
  expect(button('Cancel all')).toBeNull();
  expect(screen.getByRole('button', { name: /^Download/ })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Cancel all' }));
  expect(stopSending).toHaveBeenCalledOnce();
});

test('in a wide window, the bar shows the state and can cancel the run', () => {
  setWindow(false);
  showButtons(true);
  expect(button('Generating…')).toBeTruthy();
  expect(button('Cancel all')).toBeTruthy();
});
