// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { ItemStatus } from '#shared/batch/batch.ts';
import { renderWithTexts } from '#web/ui/render.test-support.tsx';
import { videoItem } from '../cards/items.test-support.ts';
import { createVideoTool } from '../store/video-tool.test-support.ts';
import { BarStatus } from './bar-status.tsx';
import { asAnyTool, type Bench, BenchProvider } from './bench-context.tsx';

vi.mock('#web/features/auth/get-profile.ts', () => ({ useProfile: () => undefined, balancesOf: () => ({}) }));

const photo = { id: 'p', title: 'bag.jpg', src: 'blob:p', width: 900, height: 1600, fileSize: 1 };

/** Shows the bar of videos with these prompts, and with a bulk prompt that is not applied. */
function showBar(prompts: readonly string[]) {
  const tool = createVideoTool();
  const { store } = tool;
  act(() =>
    store.setState(({ draft }) => {
      const [card] = draft.cards;
      if (!card) throw new Error('the page has no card');
      const cards = prompts.map((prompt, index) => ({ ...card, id: `card-${index}`, prompt, photo }));
      return { restored: true, draft: { ...draft, cards, defaults: { ...draft.defaults, prompt: 'A slow push in' } } };
    }),
  );
  renderWithTexts(
    <BenchProvider bench={{ kind: 'video', needsPrompt: true, tool: asAnyTool(tool) } as Bench}>
      <BarStatus />
    </BenchProvider>,
  );
  return store;
}

test('the bar applies the bulk prompt to the videos without a prompt', () => {
  const store = showBar(['', 'My own prompt', '']);
  fireEvent.click(screen.getByRole('button', { name: 'Apply prompt to 2' }));
  expect(store.getState().draft.cards.map(({ prompt }) => prompt)).toEqual(['A slow push in', 'My own prompt', 'A slow push in']);
  expect(screen.queryByRole('button', { name: /Apply prompt/ })).toBeNull();
});

/** Shows the bar of cards whose newest items have these states. `redone` are the numbers of the cards with an earlier result. */
function showRun(states: readonly ItemStatus[], redone: readonly number[] = []) {
  const store = showBar(states.map(() => 'Turn'));
  const itemsOf = (indexes: readonly number[], status: (index: number) => ItemStatus) =>
    indexes.map((index) => ({ ...videoItem(`card-${index}`, status(index)), batchId: 'one' }));
  const items = itemsOf([...states.keys()], (index) => states[index]!);
  const results = [...items.filter(({ status }) => status === 'completed'), ...itemsOf(redone, () => 'completed')];
  const byId = (all: typeof items) => new Map(all.map((one) => [one.itemId, one]));
  const isRunning = states.some((status) => status === 'queued' || status === 'generating');
  const common = { batchId: 'one', kind: 'video', createdAt: '2026-01-01T00:00:00.000Z', counters: {} as never } as const;
  act(() =>
    store.setState({
      items: byId(items),
      results: byId(results),
      batches: [{ ...common, status: isRunning ? 'running' : 'completed', items }],
    }),
  );
}
const count = () => screen.getByText(/of \d+ videos? ready/).parentElement?.textContent;

test('during a run, the bar counts only ready videos as ready, and failed ones separately', () => {
  showRun(['failed', 'generating', 'queued']);
  expect(count()).toBe('0 of 3 videos ready0/3');
  expect(screen.getByText('1 failed')).toBeTruthy();
  expect(screen.queryByText(/Redoing/)).toBeNull();
});

test('after a run, the bar shows the same numbers', () => {
  showRun(['failed', 'completed', 'completed']);
  expect(count()).toBe('2 of 3 videos ready2/3');
  expect(screen.getByText('1 failed')).toBeTruthy();
});

test('during a redo, the bar counts all videos of the page, and separately the videos that are made again', () => {
  showRun(['generating', 'completed', 'completed', 'completed'], [0]);
  expect(count()).toBe('3 of 4 videos ready3/4');
  expect(screen.getByText('Redoing 1')).toBeTruthy();
});

test('the bar shows the number of missing prompts while no video can be ordered', () => {
  showBar(['', '']);
  expect(screen.getByText('2 photos still need a prompt').closest('#bar-reason')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Apply prompt to 2' }));
  expect(screen.queryByText(/still need/)).toBeNull();
});
