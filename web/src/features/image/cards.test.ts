import { describe, expect, test } from 'vitest';
import { createBatchRequest, type ImageBatchItem } from '#shared/batch/api.ts';
import { promptCharactersMax } from '#shared/batch/batch.ts';
import { imageModels } from '#shared/catalogue.ts';
import { countLostRatios } from '#web/features/batch/cards/cards.ts';
import { findMissingInputs, itemsByCard } from '#web/features/batch/cards/run.ts';
import type { Photo } from '#web/features/upload/photo.ts';
import { type Card, imageCards, imageRatios } from './cards.ts';
import { imageOrderRules } from './making.ts';

const { changeCards, startState } = imageCards;
const photo: Photo = { id: 'p', title: 'bag.jpg', src: 'blob:p', width: 800, height: 1000, fileSize: 1 };
const initialState = () => startState(['a', 'b', 'c'], 'next');
const card = (change: Partial<Card> = {}): Card => ({ ...(initialState().cards[0] as Card), photo, ...change });

describe('the page', () => {
  test('the page starts with two empty cards with the ratio 1:1 and the first model', () => {
    expect(initialState()).toMatchObject({
      model: 'gemini-2.5-flash-image',
      cards: ['a', 'b'].map((id) => ({ id, prompt: '', aspectRatio: '1:1', model: 'gemini-2.5-flash-image' })),
      batchIds: [],
    });
  });

  test('after Start new, the page has its initial state again and shows no batches', () => {
    const usedState = { ...initialState(), cards: [card({ prompt: 'white' })], batchIds: ['one'], sent: { a: 'x' } };
    expect(changeCards(usedState, { type: 'startedNew', newIds: ['a', 'b', 'c'] })).toEqual(initialState());
  });

  test('a default changes existing cards only after a click on Apply, but always changes new cards', () => {
    const editedState = changeCards(initialState(), { type: 'defaultEdited', settings: { prompt: 'white', aspectRatio: '4:5' } });
    expect(editedState.cards).toEqual(initialState().cards);
    const appliedState = changeCards(editedState, {
      type: 'settingsApplied',
      cardIds: new Set(['a', 'b']),
      settings: { aspectRatio: '4:5' },
    });
    expect(appliedState.cards.map(({ prompt, aspectRatio }) => [prompt, aspectRatio])).toEqual([
      ['', '4:5'],
      ['', '4:5'],
    ]);
    expect(changeCards(appliedState, { type: 'cardAdded', id: 'c' }).cards.at(-1)).toMatchObject({ prompt: 'white', aspectRatio: '4:5' });
  });
});

describe('the ratios', () => {
  const stateWithRatios = (ratios: string[]) => ({
    ...initialState(),
    cards: ratios.map((aspectRatio, index) => card({ id: `${index}`, aspectRatio })),
  });

  test.each(imageModels.map(({ id, aspectRatios }) => [id, aspectRatios] as const))(
    'the ratios that %s offers are only the ratios of this model',
    (id, ratios) => {
      expect(ratios.every((ratio) => imageRatios.offersRatio(id, ratio))).toBe(true);
      expect(imageRatios.offersRatio(id, '7:9')).toBe(false);
    },
  );

  test('ratios that the chosen model does not offer become 1:1 in cards and defaults', () => {
    const state = { ...stateWithRatios(['2:3', '16:9', '4:5']), defaults: { prompt: 'white', aspectRatio: '21:9' } };
    expect(countLostRatios(state, 'GPT-Image-1', imageRatios.offersRatio)).toBe(2);
    const newState = changeCards(state, { type: 'modelChosen', model: 'GPT-Image-1' });
    expect(newState.cards.map(({ aspectRatio, model }) => [aspectRatio, model])).toEqual(
      ['2:3', '1:1', '1:1'].map((ratio) => [ratio, 'GPT-Image-1']),
    );
    expect(newState.defaults).toEqual({ prompt: 'white', aspectRatio: '1:1' });
  });

  test('ratios that both models offer stay without a message', () => {
    const state = stateWithRatios(['2:3', '3:2']);
    expect(countLostRatios(state, 'GPT-Image-1', imageRatios.offersRatio)).toBeUndefined();
    expect(changeCards(state, { type: 'modelChosen', model: 'GPT-Image-1' }).cards.map(({ aspectRatio }) => aspectRatio)).toEqual([
      '2:3',
      '3:2',
    ]);
  });
});

describe('an order', () => {
  const { photo: _, ...withoutPhoto } = card({ prompt: 'white' });

  test.each([
    ['only a photo', card(), true, []],
    ['photo and prompt', card({ prompt: 'white' }), true, []],
    ['only a prompt', withoutPhoto, false, [{ reason: 'photo', count: 1, cardId: 'a' }]],
    [
      'a prompt one character too long',
      card({ prompt: 'x'.repeat(promptCharactersMax + 1) }),
      false,
      [{ reason: 'shorter', count: 1, cardId: 'a' }],
    ],
  ])('an order is checked for a card with %s', (_name, testedCard, eligible, missing) => {
    expect(imageOrderRules.isEligible(testedCard)).toBe(eligible);
    expect(findMissingInputs([testedCard], false)).toEqual(missing);
  });

  test('an order costs five cents per image for both models', () => {
    expect(imageOrderRules.quote([])).toBe(0);
    expect(imageOrderRules.quote([card(), card({ model: 'GPT-Image-1' })])).toBe(10);
  });

  test("an order passes the server's schema, and skips cards without an uploaded photo", () => {
    const batchId = crypto.randomUUID();
    const order = imageOrderRules.buildOrder(batchId, [card({ prompt: ' white ' }), card({ id: 'b' })], new Map([['a', 'uploads/key']]));
    expect(order).toEqual({
      batchId,
      kind: 'image',
      items: [
        {
          itemId: 'a',
          uploadKey: 'uploads/key',
          title: 'bag.jpg',
          prompt: 'white',
          aspectRatio: '1:1',
          model: 'gemini-2.5-flash-image',
          outputFormat: 'jpeg',
          numImages: 1,
        },
      ],
    });
    expect(createBatchRequest.safeParse(order).success).toBe(true);
  });
});

describe('a batch of another device', () => {
  const item: ImageBatchItem = {
    itemId: 'x',
    title: 'hat.jpg',
    prompt: '',
    aspectRatio: '4:5',
    model: 'GPT-Image-1',
    status: 'completed',
    retryCount: 0,
    cost: 0.05,
    charged: 0.05,
    photoUrl: 'https://media/hat.jpg',
    imageUrl: 'https://media/hat-new.jpg',
  };
  const batch = {
    ...imageOrderRules.buildAcceptedBatch({ batchId: 'one', status: 'running', quote: { items: [], total: 0 } }, [], ''),
    items: [item],
  };

  test('a batch from another device fills the empty cards with the photo, the ratio and the model of its items', () => {
    const newState = changeCards(initialState(), { type: 'batchLoaded', batch: { ...batch, kind: 'image', items: [item] } });
    expect(newState).toMatchObject({
      model: 'GPT-Image-1',
      cards: [{ id: 'x', prompt: '', aspectRatio: '4:5', model: 'GPT-Image-1', photo: { title: 'hat.jpg', src: 'https://media/hat.jpg' } }],
      batchIds: ['one'],
    });
    expect(itemsByCard([{ ...batch, kind: 'image', items: [item] }]).get('x')).toMatchObject({ batchId: 'one', status: 'completed' });
  });
});
