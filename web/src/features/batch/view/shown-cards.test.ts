import { expect, test, vi } from 'vitest';
import type { VideoBatchItem } from '#shared/batch/api.ts';
import { type CardsState, videoCards } from '#web/features/video/cards.ts';
import { videoOrderRules } from '#web/features/video/run.ts';
import { videoItem } from '../cards/items.test-support.ts';
import { createBatchTool } from '../store/batch-tool.ts';
import { asAnyTool } from './bench-context.tsx';
import { keptCardIds, shownCardIds } from './shown-cards.ts';
import { setFilter } from './view-store.ts';

vi.mock('#web/lib/session/session.ts', () => ({
  readSessionState: () => ({ status: 'anonymous' }),
  subscribeToSession: () => () => undefined,
  signIn: vi.fn(),
}));

test('the filter of kept results shows only the cards with kept results, or all cards if no result is kept any more', () => {
  const tool = createBatchTool<CardsState, VideoBatchItem>({
    tool: 'batch-video',
    path: '/batch-image-to-video',
    start: videoCards.startState,
    reduce: videoCards.changeCards,
    orderRules: videoOrderRules,
  });
  const ids = tool.store.getState().draft.cards.map(({ id }) => id);
  const showItems = (keptIndexes: readonly number[]) =>
    tool.store.setState({
      items: new Map(
        ids.map((id, index) => [id, { ...videoItem(id, 'completed', keptIndexes.includes(index) ? { kept: true } : {}), batchId: 'one' }]),
      ),
    });
  showItems([0, 2]);
  setFilter('kept');
  expect(shownCardIds(asAnyTool(tool))).toEqual([ids[0], ids[2]]);
  showItems([]);
  expect(keptCardIds(asAnyTool(tool).store.getState())).toEqual([]);
  expect(shownCardIds(asAnyTool(tool))).toEqual(ids);
  setFilter('all');
});
