import { describe, expect, test } from 'vitest';
import type { VideoBatchResponse } from '#shared/batch/api.ts';
import { cardsMax, countLostRatios, fingerprint, isApplicable, isBlank, roomForPhotos } from '#web/features/batch/cards/cards.ts';
import type { Photo } from '#web/features/upload/photo.ts';
import { type CardsState, type Change, defaultSettings, type Settings, videoCards } from './cards.ts';
import { videoRatios } from './video-ratios.ts';

const { changeCards, startState } = videoCards;

const photo = (id: string): Photo => ({ id, title: `${id}.jpg`, src: `blob:${id}`, width: 800, height: 1000, fileSize: 1 });
const initialState = () => startState(['a', 'b', 'c'], 'next');
const idsOf = (state: CardsState) => state.cards.map((card) => card.id);

const batch = (itemIds: string[], batchId = 'b1'): VideoBatchResponse => ({
  batchId,
  kind: 'video',
  status: 'running',
  createdAt: '2026-01-01T00:00:00.000Z',
  counters: { total: 1, completed: 0, processing: 0, queued: 1, failed: 0, cancelled: 0 },
  items: itemIds.map((itemId) => ({
    itemId,
    title: `${itemId}.png`,
    prompt: `prompt of ${itemId}`,
    aspectRatio: '16:9',
    resolution: '720p',
    generateAudio: true,
    model: 'veo3-fast',
    status: 'queued',
    photoUrl: `/photo/${itemId}`,
    cost: 1.6,
    retryCount: 0,
    charged: 0,
  })),
});

test('the page starts with three empty cards: 9:16, veo3, 8 s, 1080p, audio off', () => {
  const state = initialState();
  expect(state.cards).toHaveLength(3);
  for (const card of state.cards) {
    expect(isBlank(card)).toBe(true);
    expect(card).toMatchObject({
      prompt: '',
      aspectRatio: '9:16',
      model: 'veo3',
      durationSeconds: 8,
      resolution: '1080p',
      generateAudio: false,
    });
  }
});

test('added photos first fill the cards without a photo, and the other photos create cards with the bulk settings', () => {
  let state = changeCards(initialState(), { type: 'photoSet', cardId: 'b', photo: photo('own') });
  state = changeCards(state, { type: 'defaultEdited', settings: { prompt: 'turn', resolution: '720p' } });
  const photos = ['p1', 'p2', 'p3', 'p4'].map(photo);
  state = changeCards(state, { type: 'photosAdded', photos, newIds: ['n1', 'n2', 'n3', 'n4'] });
  expect(state.cards.map((card) => [card.id, card.photo?.id])).toEqual([
    ['a', 'p1'],
    ['b', 'own'],
    ['c', 'p2'],
    ['n1', 'p3'],
    ['n2', 'p4'],
  ]);
  expect(state.cards.map((card) => card.prompt)).toEqual(['', '', '', 'turn', 'turn']);
  expect(state.cards[3]?.resolution).toBe('720p');
});

test('no card is added above the maximum number of cards', () => {
  let state = initialState();
  for (let index = 0; index < cardsMax + 5; index++) state = changeCards(state, { type: 'cardAdded', id: `n${index}` });
  expect(state.cards).toHaveLength(cardsMax);
  expect(roomForPhotos(state)).toBe(cardsMax);
  const photos = Array.from({ length: cardsMax + 3 }, (_, index) => photo(`p${index}`));
  state = changeCards(state, { type: 'photosAdded', photos, newIds: photos.map(({ id }) => id) });
  expect(state.cards).toHaveLength(cardsMax);
  expect(roomForPhotos(state)).toBe(0);
});

/** Copies one default to all cards. */
const applyToAll = ({ cards, defaults }: CardsState, field: keyof Settings): Change => ({
  type: 'settingsApplied',
  cardIds: new Set(cards.map(({ id }) => id)),
  settings: { [field]: defaults[field] },
});

test.each([
  ['prompt', { prompt: 'turn slowly' }],
  ['aspectRatio', { aspectRatio: '16:9' }],
  ['resolution', { resolution: '720p' }],
  ['generateAudio', { generateAudio: true }],
] as const)('Apply to all copies only %s to every card', (field, settings) => {
  let state = changeCards(initialState(), { type: 'cardEdited', cardId: 'b', settings: { prompt: 'own', resolution: '720p' } });
  const cardsBefore = state.cards;
  state = changeCards(state, { type: 'defaultEdited', settings });
  expect(state.cards).toBe(cardsBefore);
  state = changeCards(state, applyToAll(state, field));
  expect(state.cards).toEqual(cardsBefore.map((card) => ({ ...card, ...settings })));
});

test('after the choice of a model, every card and the next new card have the model and its resolution', () => {
  let state = changeCards(initialState(), { type: 'modelChosen', model: 'veo3-fast' });
  state = changeCards(state, { type: 'cardAdded', id: 'd' });
  expect(state.cards.map((card) => [card.model, card.resolution])).toEqual(Array(4).fill(['veo3-fast', '720p']));
  state = changeCards(state, { type: 'modelChosen', model: 'veo3' });
  expect(state.cards.map((card) => [card.model, card.resolution])).toEqual(Array(4).fill(['veo3', '1080p']));
});

test('a ratio that the new model does not offer is replaced, and the cards with such a ratio are counted', () => {
  let state = changeCards(initialState(), { type: 'cardEdited', cardId: 'a', settings: { aspectRatio: '4:5' } });
  state = changeCards(state, { type: 'cardEdited', cardId: 'b', settings: { aspectRatio: '16:9' } });
  expect(countLostRatios(state, 'veo3', videoRatios.offersRatio)).toBeUndefined();
  expect(countLostRatios(state, 'veo3-fast', videoRatios.offersRatio)).toBe(1);
  const fastState = changeCards(state, { type: 'modelChosen', model: 'veo3-fast' });
  expect(fastState.cards.map(({ aspectRatio }) => aspectRatio)).toEqual(['9:16', '16:9', '9:16']);
  const veo3State = changeCards(state, { type: 'modelChosen', model: 'veo3' });
  expect(veo3State.cards.map(({ aspectRatio }) => aspectRatio)).toEqual(['4:5', '16:9', '9:16']);
  const bulkState = changeCards(initialState(), { type: 'defaultEdited', settings: { aspectRatio: '1:1' } });
  expect(countLostRatios(bulkState, 'veo3-fast', videoRatios.offersRatio)).toBe(0);
});

test('the removal of a card or a photo changes no other card', () => {
  let state = changeCards(initialState(), { type: 'photosAdded', photos: [photo('p1'), photo('p2')], newIds: [] });
  state = changeCards(state, { type: 'photoRemoved', cardId: 'a' });
  expect(state.cards[0]).not.toHaveProperty('photo');
  expect(state.cards[1]?.photo?.id).toBe('p2');
  state = changeCards(state, { type: 'cardsRemoved', cardIds: new Set(['a']) });
  expect(idsOf(state)).toEqual(['b', 'c']);
});

test('a duplicate is directly after the original card, with the photo and the settings, but without the result', () => {
  let state = changeCards(initialState(), { type: 'photosAdded', photos: [photo('p1')], newIds: [] });
  state = changeCards(state, { type: 'cardEdited', cardId: 'a', settings: { prompt: 'turn' } });
  state = changeCards(state, { type: 'batchStarted', batchId: 'b1', ordered: state.cards.slice(0, 1), orderId: 'next' });
  state = changeCards(state, { type: 'cardsDuplicated', copies: { a: 'copy' } });
  expect(idsOf(state)).toEqual(['a', 'copy', 'b', 'c']);
  expect(state.cards[1]).toEqual({ ...state.cards[0], id: 'copy' });
  expect(state.sent).not.toHaveProperty('copy');
  expect(changeCards(state, { type: 'cardsDuplicated', copies: { gone: 'x' } })).toEqual(state);
});

test('Clear all empties the cards and keeps the settings, but Start new resets everything', () => {
  let state = changeCards(initialState(), { type: 'modelChosen', model: 'veo3-fast' });
  state = changeCards(state, { type: 'defaultEdited', settings: { prompt: 'turn' } });
  state = changeCards(state, { type: 'batchStarted', batchId: 'b1', ordered: state.cards.slice(0, 1), orderId: 'next' });
  const clearedState = changeCards(state, { type: 'cleared', newIds: ['x', 'y', 'z'] });
  expect(idsOf(clearedState)).toEqual(['x', 'y', 'z']);
  expect(clearedState).toMatchObject({ model: 'veo3-fast', batchIds: [], sent: {} });
  expect(changeCards(state, { type: 'startedNew', newIds: ['x', 'y', 'z'] })).toEqual(startState(['x', 'y', 'z'], 'next'));
});

test('the cards of a batch from another device replace empty cards and have the ordered settings', () => {
  const state = changeCards(initialState(), { type: 'batchLoaded', batch: batch(['i1', 'i2']) });
  expect(idsOf(state)).toEqual(['i1', 'i2']);
  expect(state.cards[0]).toMatchObject({
    prompt: 'prompt of i1',
    aspectRatio: '16:9',
    resolution: '720p',
    generateAudio: true,
    model: 'veo3-fast',
    photo: { title: 'i1.png', src: '/photo/i1' },
  });
  expect(state).toMatchObject({ model: 'veo3-fast', batchIds: ['b1'] });
});

test('the cards of a batch from another device are added before prepared cards', () => {
  const preparedState = changeCards(initialState(), { type: 'cardEdited', cardId: 'b', settings: { prompt: 'mine' } });
  const state = changeCards(preparedState, { type: 'batchLoaded', batch: batch(['i1']) });
  expect(idsOf(state)).toEqual(['i1', 'a', 'b', 'c']);
  expect(state.model).toBe('veo3');
});

test('the items of a batch are added to the cards only once, so the next read of the batch does not restore a removed card', () => {
  let state = changeCards(initialState(), { type: 'batchLoaded', batch: batch(['i1', 'i2']) });
  state = changeCards(state, { type: 'cardsRemoved', cardIds: new Set(['i1']) });
  expect(changeCards(state, { type: 'batchLoaded', batch: batch(['i1', 'i2']) })).toBe(state);
});

test('if the items of a batch belong to cards of this page, the batch does not change these cards', () => {
  const stateWithPhoto = changeCards(initialState(), { type: 'photosAdded', photos: [photo('p1')], newIds: [] });
  const state = changeCards(stateWithPhoto, { type: 'batchLoaded', batch: batch(['a']) });
  expect(state.cards).toEqual(stateWithPhoto.cards);
});

test('after a new run, earlier batches stay on the page and are not added to the cards again', () => {
  let state = changeCards(initialState(), { type: 'batchLoaded', batch: batch(['i1', 'i2']) });
  state = changeCards(state, { type: 'cardsRemoved', cardIds: new Set(['i1']) });
  state = changeCards(state, { type: 'batchStarted', batchId: 'b2', ordered: state.cards, orderId: 'next' });
  expect(state.batchIds).toEqual(['b1', 'b2']);
  expect(idsOf(changeCards(state, { type: 'batchLoaded', batch: batch(['i1', 'i2']) }))).toEqual(['i2']);
});

describe('undo', () => {
  const edit = (cardId: string, prompt: string): Change => ({ type: 'cardEdited', cardId, settings: { prompt } });
  const stateWithPrompts = (): CardsState => {
    const state = changeCards(initialState(), { type: 'photosAdded', photos: ['p1', 'p2', 'p3'].map(photo), newIds: [] });
    return ['a', 'b', 'c'].reduce((all, id) => changeCards(all, edit(id, `prompt of ${id}`)), state);
  };
  const clear: Change = { type: 'cleared', newIds: ['x', 'y', 'z'] };
  const newStart: Change = { type: 'startedNew', newIds: ['x', 'y', 'z'] };
  /** Applies a change, then later changes, then the undo of the first change. */
  const applyAndUndo = (before: CardsState, undoneChange: Change, ...laterChanges: Change[]): CardsState => {
    const after = changeCards(before, undoneChange);
    return changeCards(laterChanges.reduce(changeCards, after), { type: 'undone', before, after });
  };

  test.each<[string, Change]>([
    ['the removal of a card', { type: 'cardsRemoved', cardIds: new Set(['b']) }],
    ['the removal of all cards', clear],
    ['a new start', newStart],
    ['a change of the model', { type: 'modelChosen', model: 'veo3-fast' }],
  ])('an undo reverts %s', (_, change) => {
    expect(applyAndUndo(stateWithPrompts(), change)).toEqual(stateWithPrompts());
  });

  test('an undo restores each prompt that a bulk prompt replaced, except a prompt that was changed later', () => {
    const before = changeCards(stateWithPrompts(), { type: 'defaultEdited', settings: { prompt: 'turn' } });
    const prompts = (state: CardsState) => state.cards.map(({ prompt }) => prompt);
    const apply = applyToAll(before, 'prompt');
    expect(prompts(changeCards(before, apply))).toEqual(['turn', 'turn', 'turn']);
    expect(prompts(applyAndUndo(before, apply))).toEqual(['prompt of a', 'prompt of b', 'prompt of c']);
    expect(prompts(applyAndUndo(before, apply, edit('b', 'since')))).toEqual(['prompt of a', 'since', 'prompt of c']);
  });

  test('an undo keeps text that was typed later in another card', () => {
    const state = applyAndUndo(stateWithPrompts(), { type: 'cardsRemoved', cardIds: new Set(['b']) }, edit('c', 'since'));
    expect(state.cards.map(({ id, prompt }) => [id, prompt])).toEqual([
      ['a', 'prompt of a'],
      ['b', 'prompt of b'],
      ['c', 'since'],
    ]);
  });

  test('an undo of Start new keeps the cards and the order that were made later', () => {
    const laterChanges: Change[] = [edit('x', 'since'), { type: 'batchStarted', batchId: 'b9', ordered: [], orderId: 'after-b9' }];
    const state = applyAndUndo(stateWithPrompts(), newStart, ...laterChanges);
    expect(idsOf(state)).toEqual(['a', 'b', 'c', 'x']);
    expect(state).toMatchObject({ batchIds: ['b9'], orderId: 'after-b9' });
  });

  test('an undo gives a restored card the current model', () => {
    const state = applyAndUndo(
      stateWithPrompts(),
      { type: 'cardsRemoved', cardIds: new Set(['b']) },
      { type: 'modelChosen', model: 'veo3-fast' },
    );
    expect(state.cards.map(({ model, resolution }) => [model, resolution])).toEqual(Array(3).fill(['veo3-fast', '720p']));
  });

  test('an undo restores only as many cards as the maximum allows', () => {
    const additions = Array.from({ length: cardsMax - 1 }, (_, n): Change => ({ type: 'cardAdded', id: `n${n}` }));
    const state = applyAndUndo(stateWithPrompts(), { type: 'cardsRemoved', cardIds: new Set(['b']) }, ...additions);
    expect(state.cards).toHaveLength(cardsMax);
    expect(idsOf(state)).not.toContain('b');
  });
});

test('a blank bulk prompt erases no prompt', () => {
  const state = changeCards(initialState(), { type: 'cardEdited', cardId: 'b', settings: { prompt: 'own' } });
  for (const prompt of ['', ' \n ']) {
    const blankState = changeCards(state, { type: 'defaultEdited', settings: { prompt } });
    expect(changeCards(blankState, applyToAll(blankState, 'prompt')).cards).toEqual(state.cards);
    expect(isApplicable(prompt)).toBe(false);
  }
  for (const value of ['turn', false, 8]) expect(isApplicable(value)).toBe(true);
});

test('if a card is edited while its order is being sent, the card counts as changed', () => {
  const state = changeCards(initialState(), { type: 'cardEdited', cardId: 'a', settings: { prompt: 'ordered' } });
  const editedState = changeCards(state, { type: 'cardEdited', cardId: 'a', settings: { prompt: 'since' } });
  const startedState = changeCards(editedState, { type: 'batchStarted', batchId: 'b1', ordered: state.cards, orderId: 'next' });
  const isChanged = ({ cards: [card], sent }: CardsState) => card && sent[card.id] !== fingerprint(card);
  expect(isChanged(startedState)).toBe(true);
  expect(isChanged(changeCards(startedState, { type: 'cardEdited', cardId: 'a', settings: { prompt: 'ordered' } }))).toBe(false);
});

test('photos that are still being added count towards the maximum number of photos, and each photo counts once', () => {
  const state = changeCards(initialState(), { type: 'photosAdded', photos: [photo('p1'), photo('p2')], newIds: [] });
  expect(roomForPhotos(state, ['p3', 'p4'])).toBe(cardsMax - 4);
  expect(roomForPhotos(state, ['p1', 'p2', 'p3'])).toBe(cardsMax - 3);
});

test('the default settings are the settings of docs/spec.md 5.11', () => {
  expect(defaultSettings).toEqual({ prompt: '', aspectRatio: '9:16', durationSeconds: 8, resolution: '1080p', generateAudio: false });
});

describe('a past batch that is opened again', () => {
  const withKeys = (itemIds: string[]) => batch(itemIds).items.map((one) => ({ ...one, photoKey: `ingested/u/b1/${one.itemId}.jpg` }));
  const open = (state: CardsState, items: VideoBatchResponse['items'], newIds = ['n1', 'n2']) =>
    changeCards(state, { type: 'openedAgain', batchId: 'b1', items, newIds });

  test('a reopened batch replaces all cards, and orders nothing', () => {
    const before = changeCards(initialState(), { type: 'photoSet', cardId: 'b', photo: photo('own') });
    const state = open({ ...before, batchIds: ['b0'], sent: { b: 'x' } }, withKeys(['x', 'y']));
    expect(idsOf(state)).toEqual(['n1', 'n2']);
    expect(state).toMatchObject({ batchIds: [], sent: {}, orderId: 'next', model: 'veo3-fast' });
  });

  test('a reopened batch keeps prompts, settings and the keys of the photos, so that no photo is uploaded', () => {
    const [card] = open(initialState(), withKeys(['x'])).cards;
    expect(card).toMatchObject({ id: 'n1', prompt: 'prompt of x', aspectRatio: '16:9', resolution: '720p', generateAudio: true });
    expect(card?.photo).toEqual({
      id: 'item:b1:x',
      title: 'x.png',
      src: '/photo/x',
      width: 0,
      height: 0,
      fileSize: 0,
      uploadKey: 'ingested/u/b1/x.jpg',
      source: { batchId: 'b1', itemId: 'x' },
    });
  });

  test('a reopened batch has an empty card if a photo is not stored, and never more cards than new ids', () => {
    const items = [{ ...withKeys(['x'])[0]!, photoKey: undefined }, ...withKeys(['y', 'z'])];
    expect(open(initialState(), items).cards.map(({ id, photo: one }) => [id, one?.id])).toEqual([
      ['n1', undefined],
      ['n2', 'item:b1:y'],
    ]);
  });

  test('a reopened batch gets one model for all cards if its items have several models', () => {
    const items = [withKeys(['x'])[0]!, { ...withKeys(['y'])[0]!, model: 'veo3', aspectRatio: '4:5', resolution: '1080p' as const }];
    const state = open(initialState(), items);
    expect(state.cards.map(({ model, aspectRatio }) => [model, aspectRatio])).toEqual([
      ['veo3-fast', '16:9'],
      ['veo3-fast', '9:16'],
    ]);
  });

  test('a reopened batch gets new URLs only for its own photos', () => {
    const opened = open(initialState(), withKeys(['x', 'y']));
    const renewed = changeCards(opened, {
      type: 'photosRenewed',
      addresses: new Map([
        ['item:b1:y', '/new/y'],
        ['other', '/new'],
      ]),
    });
    expect(renewed.cards.map((card) => card.photo?.src)).toEqual(['/photo/x', '/new/y']);
  });
});
