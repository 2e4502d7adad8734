// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { VideoBatchItem } from '#shared/batch/api.ts';
import { type CardsState, videoCards } from '#web/features/video/cards.ts';
import { videoOrderRules } from '#web/features/video/run.ts';
import { renderWithTexts } from '#web/ui/render.test-support.tsx';
import { createBatchTool } from '../store/batch-tool.ts';
import { BarStatus } from './bar-status.tsx';
import { asAnyTool, type Bench, BenchProvider } from './bench-context.tsx';

vi.mock('#web/features/auth/get-profile.ts', () => ({ useProfile: () => undefined, balancesOf: () => ({}) }));

const photo = { id: 'p', title: 'bag.jpg', src: 'blob:p', width: 900, height: 1600, fileSize: 1 };

/** Shows the bar of videos with these prompts, and with a bulk prompt that is not applied. */
function showBar(prompts: readonly string[]) {
  const tool = createBatchTool<CardsState, VideoBatchItem>({
    tool: 'batch-video',
    path: '/batch-image-to-video',
    start: videoCards.startState,
    reduce: videoCards.changeCards,
    orderRules: videoOrderRules,
  });
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

test('the bar shows the number of missing prompts while no video can be ordered', () => {
  showBar(['', '']);
  expect(screen.getByText('2 photos still need a prompt').closest('#bar-reason')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Apply prompt to 2' }));
  expect(screen.queryByText(/still need/)).toBeNull();
});
