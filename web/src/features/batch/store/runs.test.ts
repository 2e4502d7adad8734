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

const api = vi.hoisted(() => ({ batch: undefined as unknown, others: {} as Record<string, unknown> }));

vi.mock('#web/lib/session/session.ts', () => ({
  readSessionState: () => ({ status: 'user', user: { id: 'ada', email: 'ada@example.com' }, expired: false }),
  subscribeToSession: () => () => undefined,
}));
vi.mock('#web/lib/api.ts', async () => ({
  ...(await import('#web/lib/api-error.ts')),
  mayRepeat: () => false,
  backOffMs: () => 1,
  callApi: async (name: string, { parameters }: { parameters?: { batchId?: string } } = {}) =>
    name === 'getBatch' ? (api.others[parameters?.batchId ?? ''] ?? api.batch) : { items: [] },
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

const definition = {
  tool: 'batch-video' as const,
  path: '/batch-image-to-video',
  start: videoCards.startState,
  reduce: videoCards.changeCards,
  orderRules: videoOrderRules,
};
/** Creates the state of a page whose draft contains these batches. */
function createCore(batchIds: string[]): void {
  core = coreOf<CardsState, VideoBatchItem>(definition, {} as ToolCore<CardsState, VideoBatchItem>['uploads']);
  const startState = videoCards.startState(['a', 'b', 'c'], 'order');
  core.store.setState({ restored: true, draft: { ...startState, batchIds } });
}

beforeEach(async () => {
  createCore([batchId]);
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

test('while a card is made again, its earlier result stays, and an unchanged result is the same object', async () => {
  await receive('completed');
  const result = core.store.getState().results.get('card-1');
  expect(result).toMatchObject({ status: 'completed', batchId });
  const redo = { ...batch('running'), batchId: 'batch-2', createdAt: '2026-11-21T11:00:00.000Z', items: [item('generating')] };
  api.batch = redo;
  queries.setQueryData(batchKey('batch-2'), redo);
  core.change({ type: 'batchStarted', batchId: 'batch-2', ordered: [], orderId: 'next' });
  await vi.waitFor(() => expect(core.store.getState().items.get('card-1')).toMatchObject({ status: 'generating', batchId: 'batch-2' }));
  expect(core.store.getState().results.get('card-1')).toBe(result);
});

describe('a page that shows one batch of a chain', () => {
  const named = (id: string, status: VideoBatchItem['status']) => ({ ...item(status), itemId: id });
  const root = (changes: object = {}) => ({
    ...batch('completed'),
    items: [named('card-1', 'completed'), named('card-2', 'completed'), named('card-3', 'failed')],
    ...changes,
  });
  const redo = {
    ...batch('completed'),
    batchId: 'redo-1',
    rootBatchId: batchId,
    createdAt: '2026-11-21T11:00:00.000Z',
    items: [named('card-2', 'completed')],
  };
  afterEach(() => {
    api.others = {};
  });
  const cardIds = () => draft().cards.map(({ id }) => id);
  const shownBatches = () => ['card-1', 'card-2', 'card-3'].map((id) => core.store.getState().items.get(id)?.batchId);

  test('reads the redos of the first batch, and keeps the order of its cards', async () => {
    api.others = { 'redo-1': redo };
    api.batch = root({ redoBatchIds: ['redo-1'] });
    queries.setQueryData(batchKey(batchId), api.batch);
    await vi.waitFor(() => expect(shownBatches()).toEqual([batchId, 'redo-1', batchId]));
    expect(draft().batchIds).toEqual([batchId, 'redo-1']);
  });

  test('reads the first batch of a redo before it adds cards', async () => {
    stop();
    queries.clear();
    writeLastBatches('batch-video', 'ada', ['redo-1']);
    createCore([]);
    api.others = { [batchId]: root({ redoBatchIds: ['redo-1'] }), 'redo-1': redo };
    runs = runActions(core);
    stop = runs.start();
    await vi.waitFor(() => expect(shownBatches()).toEqual([batchId, 'redo-1', batchId]));
    expect(cardIds()).toEqual(['card-1', 'card-2', 'card-3']);
  });

  test('does not read a redo that the seller has removed from the page', async () => {
    api.others = { 'redo-1': redo };
    runs.hideBatches(['redo-1']);
    await receive('completed');
    api.batch = root({ redoBatchIds: ['redo-1'] });
    queries.setQueryData(batchKey(batchId), api.batch);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(shownBatches()).toEqual([batchId, batchId, batchId]);
  });
});

/** Replaces the draft, as the page does when it merges a change of another browser tab. */
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
