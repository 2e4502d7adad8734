import { describe, expect, test } from 'vitest';
import type { VideoBatchItem, VideoBatchResponse } from '#shared/batch/api.ts';
import { batchKinds, singleCallItemId } from '#shared/batch/batch.ts';
import { singleItemId, toolOf } from '#web/features/batch/cards/tool.ts';
import type { Photo } from '#web/features/upload/photo.ts';
import { videoMaking } from './run.ts';
import {
  cardOfSingle,
  changeSingle,
  resultsOf,
  runsInVain,
  runsOfPhoto,
  type SingleChange,
  type SingleState,
  startSingle,
} from './single.ts';

const photo = (id: string): Photo => ({ id, title: `${id}.jpg`, src: `blob:${id}`, width: 900, height: 1200, fileSize: 1 });

type Step = SingleChange | ((state: SingleState) => SingleChange);
const make = (state: SingleState, step: Step): SingleState => changeSingle(state, typeof step === 'function' ? step(state) : step);
const stateAfter = (...steps: Step[]): SingleState => steps.reduce(make, startSingle('order-1'));

const take = (id: string): SingleChange => ({ type: 'photoSet', cardId: singleItemId, photo: photo(id) });
const write = (prompt: string): SingleChange => ({ type: 'cardEdited', cardId: singleItemId, settings: { prompt } });
const remove: SingleChange = { type: 'photoRemoved', cardId: singleItemId };
/** The card is ordered as it is. */
const start =
  (batchId: string, replaces?: string) =>
  ({ cards }: SingleState): SingleChange => ({
    type: 'batchStarted',
    batchId,
    ordered: cards,
    orderId: `after-${batchId}`,
    ...(replaces !== undefined && { replaces }),
  });

const item = (about: Partial<VideoBatchItem> = {}): VideoBatchItem => ({
  itemId: singleItemId,
  title: 'bag.jpg',
  prompt: 'Sway',
  aspectRatio: '9:16',
  resolution: '1080p',
  generateAudio: false,
  model: 'veo3',
  status: 'generating',
  retryCount: 0,
  cost: 2,
  charged: 0,
  ...about,
});
const batch = (batchId: string, about: Partial<VideoBatchResponse> = {}): VideoBatchResponse => ({
  batchId,
  kind: 'video',
  status: 'running',
  createdAt: '2026-01-01T10:00:00.000Z',
  counters: { total: 1, completed: 0, processing: 1, queued: 0, failed: 0, cancelled: 0 },
  items: [item()],
  ...about,
});
const see = (seen: VideoBatchResponse): SingleChange => ({ type: 'batchSeen', batch: seen });

describe('H4: one image only', () => {
  test('the first of several is taken', () => {
    const state = stateAfter({ type: 'photosAdded', photos: [photo('a'), photo('b')], newIds: [] });
    expect(state.cards.map((card) => card.photo?.id)).toEqual(['a']);
  });

  test.each<[string, SingleChange]>([
    ['picked', take('b')],
    ['dropped', { type: 'photosAdded', photos: [photo('b')], newIds: ['x'] }],
  ])('another one that is %s while it is there is not', (_, change) => {
    expect(cardOfSingle(stateAfter(take('a'), change)).photo?.id).toBe('a');
  });

  test('another one is taken once it was removed', () => {
    expect(cardOfSingle(stateAfter(take('a'), remove, take('b'))).photo?.id).toBe('b');
  });
});

describe('H11: what can be run', () => {
  test.each<[string, SingleChange[], boolean]>([
    ['nothing', [], false],
    ['a photo alone', [take('a')], false],
    ['a prompt alone', [write('Sway')], false],
    ['blanks for a prompt', [take('a'), write(' \n ')], false],
    ['a photo and a prompt', [take('a'), write('Sway')], true],
  ])('%s', (_, changes, runs) => {
    expect(videoMaking.isEligible(cardOfSingle(stateAfter(...changes)))).toBe(runs);
  });
});

test('H12: a run opens the results and is remembered with its photo; the next order has a key of its own', () => {
  const state = stateAfter(take('a'), write('Sway'), start('one'));
  expect(state).toMatchObject({ tab: 'results', batchIds: ['one'], photoOf: { one: 'a' }, orderId: 'after-one' });
});

describe('H13: start new', () => {
  const before = stateAfter(
    take('a'),
    write('Sway'),
    { type: 'modelChosen', model: 'veo3-fast' },
    { type: 'cardEdited', cardId: singleItemId, settings: { generateAudio: true, aspectRatio: '16:9' } },
    { type: 'styleChosen', styleId: 'hat-cute-pose' },
    start('one'),
  );

  test('resets to SPEC’s defaults and the sample tab', () => {
    const state = changeSingle(before, { type: 'startedNew', newIds: [] });
    expect(state).toMatchObject({ tab: 'samples', model: 'veo3' });
    expect(state.cards).toEqual([
      {
        id: singleItemId,
        prompt: '',
        aspectRatio: '9:16',
        model: 'veo3',
        durationSeconds: 8,
        resolution: '1080p',
        generateAudio: false,
      },
    ]);
  });

  test('keeps this session’s results (Q39), but none for somebody else', () => {
    expect(changeSingle(before, { type: 'startedNew', newIds: [] })).toMatchObject({ batchIds: ['one'], orderId: 'after-one' });
    expect(changeSingle(before, { type: 'startedNew', newIds: [], orderId: 'theirs' })).toEqual(startSingle('theirs'));
  });

  test('what was run since stays when an earlier step is undone', () => {
    const removed = changeSingle(before, { type: 'resultsRemoved', batchIds: ['one'] });
    const since = [take('b'), write('Turn'), start('two')].reduce(make, removed);
    const undone = { batchIds: ['one', 'two'], photoOf: { one: 'a', two: 'a' }, orderId: 'after-two' };
    expect(changeSingle(since, { type: 'resultsPutBack', from: before })).toMatchObject({ ...undone, cards: since.cards });
    const cards = [{ prompt: 'Turn', photo: { id: 'a' }, model: 'veo3-fast' }];
    expect(changeSingle(since, { type: 'undone', before, after: removed })).toMatchObject({ ...undone, cards });
  });

  test('is undone whole', () => {
    const after = changeSingle(before, { type: 'startedNew', newIds: [] });
    expect(changeSingle(after, { type: 'undone', before, after })).toEqual(before);
  });

  test('keeps a prompt that was typed since when it is undone', () => {
    const after = changeSingle(before, { type: 'startedNew', newIds: [] });
    const since = changeSingle(after, write('Typed since'));
    expect(cardOfSingle(changeSingle(since, { type: 'undone', before, after }))).toEqual({
      ...cardOfSingle(before),
      prompt: 'Typed since',
    });
  });
});

describe('H14: another model resets the resolution to its own', () => {
  test.each([
    ['veo3-fast', '720p'],
    ['veo3', '1080p'],
  ] as const)('%s: %s', (model, resolution) => {
    const other = resolution === '720p' ? '1080p' : '720p';
    const state = stateAfter({ type: 'cardEdited', cardId: singleItemId, settings: { resolution: other } }, { type: 'modelChosen', model });
    expect(cardOfSingle(state)).toMatchObject({ model, resolution });
  });
});

describe('H15: removing an image removes it from every list', () => {
  const before = stateAfter(take('a'), write('Sway'), start('one'), start('two'));

  test('its own results go with it', () => {
    expect(runsOfPhoto(before)).toEqual(['one', 'two']);
    const state = changeSingle(before, remove);
    expect(cardOfSingle(state).photo).toBeUndefined();
    expect(state).toMatchObject({ batchIds: [], photoOf: {}, sent: {} });
    expect(cardOfSingle(state).prompt).toBe('Sway');
  });

  test('those of another image stay', () => {
    const other: Step[] = [{ type: 'startedNew', newIds: [] }, take('b'), write('Turn'), start('three'), remove];
    expect(other.reduce(make, before)).toMatchObject({ batchIds: ['one', 'two'], photoOf: { one: 'a', two: 'a' } });
  });

  test('no image, nothing to remove', () => {
    expect(runsOfPhoto(stateAfter(see(batch('one'))))).toEqual([]);
  });
});

describe('Q39: versions', () => {
  test('a video that is made again takes the place of the one that failed, with its photo', () => {
    const state = stateAfter(take('a'), write('Sway'), start('one'), { type: 'startedNew', newIds: [] }, take('b'), start('two', 'one'));
    expect(state).toMatchObject({ batchIds: ['two'], photoOf: { two: 'a' } });
  });

  test('one that another tab ordered from the same photo and prompt belongs to it, once', () => {
    const prepared = [take('bag'), write('Sway')];
    expect(stateAfter(...prepared, see(batch('one')), see(batch('one')))).toMatchObject({
      batchIds: ['one'],
      photoOf: { one: 'bag' },
      tab: 'results',
    });
    expect(stateAfter(take('bag'), write('Turn'), see(batch('one'))).photoOf).toEqual({});
  });

  test('an ended one that is remembered does not change the tab', () => {
    expect(stateAfter(see(batch('one', { status: 'completed' })))).toMatchObject({ batchIds: ['one'], tab: 'samples' });
  });

  test('the newest stands first', () => {
    const shown = resultsOf([batch('old'), batch('new', { createdAt: '2026-01-01T11:00:00.000Z' })]);
    expect(shown.map(({ batchId }) => batchId)).toEqual(['new', 'old']);
  });

  test('I15: a new run clears away what ended without a video, and nothing else', () => {
    const results = resultsOf([
      batch('made', { items: [item({ status: 'completed' })] }),
      batch('failed', { items: [item({ status: 'failed' })] }),
      batch('late', { items: [item({ status: 'failed', videoUrl: 'https://x/late.mp4' })] }),
      batch('cancelled', { items: [item({ status: 'cancelled' })] }),
      batch('waiting', { items: [item({ status: 'queued' })] }),
    ]);
    expect(runsInVain(results)).toEqual(['failed', 'cancelled']);
  });

  test('what is nobody’s goes', () => {
    expect(stateAfter(take('a'), start('one'), { type: 'batchesGone', batchIds: ['one', 'other'] })).toMatchObject({
      batchIds: [],
      photoOf: {},
    });
  });
});

test.each(batchKinds)('no page shows the %s of a single call', (kind) => {
  expect(toolOf({ kind, items: [item({ itemId: singleCallItemId(kind) })] })).toBeUndefined();
});

test('images are shown on their own page, however many', () => {
  expect(toolOf({ kind: 'image', items: [item()] })).toBe('batch-image');
});

test.each([
  ['one item of the single page', [item()], 'single-video'],
  ['a card', [item({ itemId: '0c1f' })], 'batch-video'],
  ['several items', [item(), item({ itemId: '0c1f' })], 'batch-video'],
  ['no item', [], 'batch-video'],
] as const)('a batch of %s is shown on its page alone', (_, items, tool) => {
  expect(toolOf({ kind: 'video', items: [...items] })).toBe(tool);
});
