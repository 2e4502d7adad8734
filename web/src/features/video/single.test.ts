import { describe, expect, test } from 'vitest';
import type { VideoBatchItem, VideoBatchResponse } from '#shared/batch/api.ts';
import { batchKinds, singleCallItemId } from '#shared/batch/batch.ts';
import { singleItemId, toolOf } from '#web/features/batch/cards/tool.ts';
import type { Photo } from '#web/features/upload/photo.ts';
import { videoOrderRules } from './run.ts';
import {
  cardOfSingle,
  changeSingle,
  hasUnusedPhoto,
  resultsOf,
  runsOfPhoto,
  runsWithoutVideo,
  type SingleChange,
  type SingleState,
  startSingle,
} from './single.ts';

const photo = (id: string): Photo => ({ id, title: `${id}.jpg`, src: `blob:${id}`, width: 900, height: 1200, fileSize: 1 });

type Step = SingleChange | ((state: SingleState) => SingleChange);
const applyStep = (state: SingleState, step: Step): SingleState => changeSingle(state, typeof step === 'function' ? step(state) : step);
const stateAfter = (...steps: Step[]): SingleState => steps.reduce(applyStep, startSingle('order-1'));

const choosePhoto = (id: string): SingleChange => ({ type: 'photoSet', cardId: singleItemId, photo: photo(id) });
const writePrompt = (prompt: string): SingleChange => ({ type: 'cardEdited', cardId: singleItemId, settings: { prompt } });
const removePhoto: SingleChange = { type: 'photoRemoved', cardId: singleItemId };
/** Orders the card without a change. */
const startRun =
  (batchId: string, replaces?: string) =>
  ({ cards }: SingleState): SingleChange => ({
    type: 'batchStarted',
    batchId,
    ordered: cards,
    orderId: `after-${batchId}`,
    ...(replaces !== undefined && { replaces }),
  });

const item = (changes: Partial<VideoBatchItem> = {}): VideoBatchItem => ({
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
  ...changes,
});
const batch = (batchId: string, changes: Partial<VideoBatchResponse> = {}): VideoBatchResponse => ({
  batchId,
  kind: 'video',
  status: 'running',
  createdAt: '2026-01-01T10:00:00.000Z',
  counters: { total: 1, completed: 0, processing: 1, queued: 0, failed: 0, cancelled: 0 },
  items: [item()],
  ...changes,
});
const addLoaded = (loaded: VideoBatchResponse): SingleChange => ({ type: 'batchLoaded', batch: loaded });

describe('the photo of the page', () => {
  test('the photo of the page is the first of several files', () => {
    const state = stateAfter({ type: 'photosAdded', photos: [photo('a'), photo('b')], newIds: [] });
    expect(state.cards.map((card) => card.photo?.id)).toEqual(['a']);
  });

  test.each<[string, SingleChange]>([
    ['chosen', choosePhoto('b')],
    ['dropped', { type: 'photosAdded', photos: [photo('b')], newIds: ['x'] }],
  ])('the photo of the page is not replaced if another file is %s', (_, change) => {
    expect(cardOfSingle(stateAfter(choosePhoto('a'), change)).photo?.id).toBe('a');
  });

  test('the photo of the page can be replaced after the first photo was removed', () => {
    expect(cardOfSingle(stateAfter(choosePhoto('a'), removePhoto, choosePhoto('b'))).photo?.id).toBe('b');
  });
});

describe('a card can be ordered only if it has a photo and a prompt', () => {
  test.each<[string, SingleChange[], boolean]>([
    ['nothing', [], false],
    ['only a photo', [choosePhoto('a')], false],
    ['only a prompt', [writePrompt('Sway')], false],
    ['a photo and a prompt of spaces', [choosePhoto('a'), writePrompt(' \n ')], false],
    ['a photo and a prompt', [choosePhoto('a'), writePrompt('Sway')], true],
  ])('whether a card can be ordered with %s', (_, changes, isEligible) => {
    expect(videoOrderRules.isEligible(cardOfSingle(stateAfter(...changes)))).toBe(isEligible);
  });
});

test('a run opens the results and is stored with its photo, and the next order has a new key', () => {
  const state = stateAfter(choosePhoto('a'), writePrompt('Sway'), startRun('one'));
  expect(state).toMatchObject({ tab: 'results', batchIds: ['one'], photoOf: { one: 'a' }, orderId: 'after-one' });
});

describe('Start new', () => {
  const before = stateAfter(
    choosePhoto('a'),
    writePrompt('Sway'),
    { type: 'modelChosen', model: 'veo3-fast' },
    { type: 'cardEdited', cardId: singleItemId, settings: { generateAudio: true, aspectRatio: '16:9' } },
    { type: 'styleChosen', styleId: 'hat-cute-pose' },
    startRun('one'),
  );

  test('Start new restores the defaults of docs/spec.md 5.11 and opens the sample tab', () => {
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

  test('Start new keeps the results of this session, unless another user starts', () => {
    expect(changeSingle(before, { type: 'startedNew', newIds: [] })).toMatchObject({ batchIds: ['one'], orderId: 'after-one' });
    expect(changeSingle(before, { type: 'startedNew', newIds: [], orderId: 'theirs' })).toEqual(startSingle('theirs'));
  });

  test('an undo of an earlier step keeps the runs that started later', () => {
    const stateWithoutRun = changeSingle(before, { type: 'resultsRemoved', batchIds: ['one'] });
    const laterState = [choosePhoto('b'), writePrompt('Turn'), startRun('two')].reduce(applyStep, stateWithoutRun);
    const expectedRuns = { batchIds: ['one', 'two'], photoOf: { one: 'a', two: 'a' }, orderId: 'after-two' };
    expect(changeSingle(laterState, { type: 'resultsRestored', previous: before })).toMatchObject({
      ...expectedRuns,
      cards: laterState.cards,
    });
    const cards = [{ prompt: 'Turn', photo: { id: 'a' }, model: 'veo3-fast' }];
    expect(changeSingle(laterState, { type: 'undone', before, after: stateWithoutRun })).toMatchObject({ ...expectedRuns, cards });
  });

  test('Start new can be undone completely', () => {
    const after = changeSingle(before, { type: 'startedNew', newIds: [] });
    expect(changeSingle(after, { type: 'undone', before, after })).toEqual(before);
  });

  test('an undo of Start new keeps a prompt that was typed after Start new', () => {
    const after = changeSingle(before, { type: 'startedNew', newIds: [] });
    const laterState = changeSingle(after, writePrompt('Typed since'));
    expect(cardOfSingle(changeSingle(laterState, { type: 'undone', before, after }))).toEqual({
      ...cardOfSingle(before),
      prompt: 'Typed since',
    });
  });
});

describe('a chosen model sets its resolution', () => {
  test.each([
    ['veo3-fast', '720p'],
    ['veo3', '1080p'],
  ] as const)('the model %s has the resolution %s', (model, resolution) => {
    const otherResolution = resolution === '720p' ? '1080p' : '720p';
    const state = stateAfter(
      { type: 'cardEdited', cardId: singleItemId, settings: { resolution: otherResolution } },
      { type: 'modelChosen', model },
    );
    expect(cardOfSingle(state)).toMatchObject({ model, resolution });
  });
});

describe('removing the image', () => {
  const before = stateAfter(choosePhoto('a'), writePrompt('Sway'), startRun('one'), startRun('two'));

  test('the removal of the image removes the results of this image', () => {
    expect(runsOfPhoto(before)).toEqual(['one', 'two']);
    const state = changeSingle(before, removePhoto);
    expect(cardOfSingle(state).photo).toBeUndefined();
    expect(state).toMatchObject({ batchIds: [], photoOf: {}, sent: {} });
    expect(cardOfSingle(state).prompt).toBe('Sway');
  });

  test('the removal of the image keeps the results of another image', () => {
    const otherSteps: Step[] = [{ type: 'startedNew', newIds: [] }, choosePhoto('b'), writePrompt('Turn'), startRun('three'), removePhoto];
    expect(otherSteps.reduce(applyStep, before)).toMatchObject({ batchIds: ['one', 'two'], photoOf: { one: 'a', two: 'a' } });
  });

  test('the removal of the image removes no result if there is no image', () => {
    expect(runsOfPhoto(stateAfter(addLoaded(batch('one'))))).toEqual([]);
  });
});

describe('versions', () => {
  test('a repeated video replaces the failed video and keeps the photo of the failed video', () => {
    const state = stateAfter(
      choosePhoto('a'),
      writePrompt('Sway'),
      startRun('one'),
      { type: 'startedNew', newIds: [] },
      choosePhoto('b'),
      startRun('two', 'one'),
    );
    expect(state).toMatchObject({ batchIds: ['two'], photoOf: { two: 'a' } });
  });

  test('an order from another browser tab with the same photo and prompt is added once, as a result of this photo', () => {
    const preparation = [choosePhoto('bag'), writePrompt('Sway')];
    expect(stateAfter(...preparation, addLoaded(batch('one')), addLoaded(batch('one')))).toMatchObject({
      batchIds: ['one'],
      photoOf: { one: 'bag' },
      tab: 'results',
    });
    expect(stateAfter(choosePhoto('bag'), writePrompt('Turn'), addLoaded(batch('one'))).photoOf).toEqual({});
  });

  test('a chosen photo opens the results tab only if there are results, and otherwise its removal opens the samples tab', () => {
    expect(stateAfter(choosePhoto('bag')).tab).toBe('samples');
    expect(stateAfter(addLoaded(batch('one')), choosePhoto('bag')).tab).toBe('results');
    expect(stateAfter(choosePhoto('bag'), removePhoto).tab).toBe('samples');
    expect(stateAfter(choosePhoto('bag'), addLoaded(batch('one')), removePhoto).tab).toBe('results');
  });

  test.each([
    ['no photo', [], false],
    ['a photo without results', [choosePhoto('bag')], true],
    ['a photo with a result', [choosePhoto('bag'), startRun('one')], false],
    [
      'a photo that no result was made from',
      [choosePhoto('bag'), startRun('one'), { type: 'startedNew', newIds: [] }, choosePhoto('hat')],
      true,
    ],
    ['a photo and a result of an unknown photo', [choosePhoto('bag'), addLoaded(batch('one'))], false],
  ] satisfies [string, Step[], boolean][])('with %s, hasUnusedPhoto returns %s', (_title, steps, isUnused) => {
    expect(hasUnusedPhoto(stateAfter(...steps))).toBe(isUnused);
  });

  test('a stored run that has ended does not change the selected tab', () => {
    expect(stateAfter(addLoaded(batch('one', { status: 'completed' })))).toMatchObject({ batchIds: ['one'], tab: 'samples' });
  });

  test('the newest version is first', () => {
    const results = resultsOf([batch('old'), batch('new', { createdAt: '2026-01-01T11:00:00.000Z' })]);
    expect(results.map(({ batchId }) => batchId)).toEqual(['new', 'old']);
  });

  test('a new run removes only the versions that ended without a video', () => {
    const results = resultsOf([
      batch('made', { items: [item({ status: 'completed' })] }),
      batch('failed', { items: [item({ status: 'failed' })] }),
      batch('late', { items: [item({ status: 'failed', videoUrl: 'https://x/late.mp4' })] }),
      batch('cancelled', { items: [item({ status: 'cancelled' })] }),
      batch('waiting', { items: [item({ status: 'queued' })] }),
    ]);
    expect(runsWithoutVideo(results)).toEqual(['failed', 'cancelled']);
  });

  test('a batch that no longer exists is removed from the page', () => {
    expect(stateAfter(choosePhoto('a'), startRun('one'), { type: 'batchesGone', batchIds: ['one', 'other'] })).toMatchObject({
      batchIds: [],
      photoOf: {},
    });
  });
});

test.each(batchKinds)('no page shows a batch of kind %s that a single API call ordered', (kind) => {
  expect(toolOf({ kind, items: [item({ itemId: singleCallItemId(kind) })] })).toBeUndefined();
});

test('a batch of images is shown on the image page, even with only one image', () => {
  expect(toolOf({ kind: 'image', items: [item()] })).toBe('batch-image');
});

test.each([
  ['one item of the single page', [item()], 'single-video'],
  ['a card', [item({ itemId: '0c1f' })], 'batch-video'],
  ['several items', [item(), item({ itemId: '0c1f' })], 'batch-video'],
  ['no item', [], 'batch-video'],
] as const)('a batch with %s is shown only on its page', (_, items, tool) => {
  expect(toolOf({ kind: 'video', items: [...items] })).toBe(tool);
});

test('when the seller opens a past video again, the card gets its settings, and the results of other photos stay', () => {
  const before = stateAfter(choosePhoto('shoe'), writePrompt('Turn'), startRun('b0'));
  const items = [item({ photoUrl: '/photo', photoKey: 'ingested/u/b1/single.jpg' }), item({ itemId: 'other' })];
  const state = changeSingle(before, { type: 'openedAgain', batchId: 'b1', items, newIds: ['ignored', 'ignored-too'] });
  expect(state.cards).toHaveLength(1);
  expect(cardOfSingle(state)).toMatchObject({ id: singleItemId, prompt: 'Sway', photo: { uploadKey: 'ingested/u/b1/single.jpg' } });
  expect(state).toMatchObject({ batchIds: ['b0'], photoOf: { b0: 'shoe' }, sent: {} });
  expect(runsOfPhoto(state)).toEqual([]);
});

test('a tab that the seller has opened stays open when the stored draft arrives', () => {
  const stored = startSingle('stored');
  const opened = changeSingle(startSingle('order'), { type: 'tabOpened', tab: 'results' });
  expect(changeSingle(opened, { type: 'restored', state: stored }).tab).toBe('results');
  expect(changeSingle(startSingle('order'), { type: 'restored', state: { ...stored, tab: 'results' } }).tab).toBe('results');
  expect(changeSingle(startSingle('order'), { type: 'restored', state: stored }).tab).toBe('samples');
});
