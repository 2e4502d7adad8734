import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { VideoBatchItem, VideoBatchResponse } from '#shared/batch/api.ts';
import { countersOf } from '#shared/batch/batch.ts';
import { type CardsState, videoCards } from '#web/features/video/cards.ts';
import { videoOrderRules } from '#web/features/video/run.ts';
import { queries } from '#web/lib/queries.ts';
import { batchKey } from '../calls/get-batch.ts';
import { readLastBatches, writeLastBatches } from '../cards/last-batches.ts';
import { coreOf, type ToolCore } from './core.ts';
import { type RunActions, runActions } from './runs.ts';

const api = vi.hoisted(() => ({ batch: undefined as unknown }));

vi.mock('#web/lib/session/session.ts', () => ({
  readSessionState: () => ({ status: 'user', user: { id: 'ada', email: 'ada@example.com' }, expired: false }),
  subscribeToSession: () => () => undefined,
}));
vi.mock('#web/lib/api.ts', async () => ({
  ...(await import('#web/lib/api-error.ts')),
  mayRepeat: () => false,
  backOffMs: () => 1,
  callApi: async (name: string) => (name === 'getBatch' ? api.batch : { items: [] }),
}));
vi.mock('#web/lib/storage.ts', () => {
  const values = new Map<string, string>();
  return { localStore: { read: (key: string) => values.get(key), write: (key: string, value: string) => void values.set(key, value) } };
});

// The reader of the batches needs only these parts of a browser.
vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));

const batchId = 'batch-1';
const item = (status: VideoBatchItem['status']): VideoBatchItem => ({
  itemId: 'card-1',
  title: 'Shoe.jpg',
  prompt: 'Turn',
  aspectRatio: '9:16',
  model: 'veo3',
  status,
  retryCount: 0,
  cost: 2,
  charged: 0,
  resolution: '1080p',
  generateAudio: false,
});
const batch = (status: VideoBatchResponse['status']): VideoBatchResponse => ({
  batchId,
  kind: 'video',
  status,
  createdAt: '2026-11-21T10:00:00.000Z',
  counters: countersOf([item('completed')]),
  items: [item('completed')],
});
/** Shows a newer response of the server. */
const receive = async (status: VideoBatchResponse['status']) => {
  api.batch = batch(status);
  queries.setQueryData(batchKey(batchId), batch(status));
  await new Promise((resolve) => setTimeout(resolve, 20));
};

let core: ToolCore<CardsState, VideoBatchItem>;
let runs: RunActions;
let stop: () => void;
const draft = () => core.store.getState().draft;

beforeEach(async () => {
  const definition = {
    tool: 'batch-video' as const,
    path: '/batch-image-to-video',
    start: videoCards.startState,
    reduce: videoCards.changeCards,
    orderRules: videoOrderRules,
  };
  core = coreOf<CardsState, VideoBatchItem>(definition, {} as ToolCore<CardsState, VideoBatchItem>['uploads']);
  const startState = videoCards.startState(['a', 'b', 'c'], 'order');
  core.store.setState({ restored: true, draft: { ...startState, batchIds: [batchId] } });
  // This page was opened while another browser tab already showed the batch.
  writeLastBatches('batch-video', 'ada', [batchId]);
  await receive('running');
  runs = runActions(core);
  stop = runs.start();
  await vi.waitFor(() => expect(core.store.getState().batches).toHaveLength(1));
});
afterEach(() => {
  stop();
  queries.clear();
});

/** Replaces the draft, in the same way as the page merges a change of another browser tab. */
const mergeFromOtherTab = (batchIds: string[]) =>
  core.change({ type: 'changedElsewhere', merge: (state) => ({ ...state, cards: state.cards.slice(0, 3), batchIds }) });

describe('a batch that another browser tab has removed from the page', () => {
  test('a batch that another tab has removed does not appear again after a later response of the server', async () => {
    mergeFromOtherTab([]);
    await receive('completed');
    expect(draft().batchIds).toEqual([]);
    expect(core.store.getState().batches).toEqual([]);
    expect(readLastBatches('batch-video', 'ada')).toEqual([]);
  });

  test('a batch that another tab has removed appears again if that tab undoes the removal', async () => {
    mergeFromOtherTab([]);
    mergeFromOtherTab([batchId]);
    await receive('completed');
    expect(draft().batchIds).toEqual([batchId]);
    expect(core.store.getState().batches).toHaveLength(1);
  });
});
