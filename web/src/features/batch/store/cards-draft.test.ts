import { expect, test } from 'vitest';
import { type CardsState, videoCards } from '#web/features/video/cards.ts';
import { joinCards, packCards } from './cards-draft.ts';

const state = (ids: string[], prompts: Record<string, string> = {}) => {
  const newState = videoCards.startState(ids, 'next');
  return { ...newState, cards: newState.cards.map((card) => ({ ...card, prompt: prompts[card.id] ?? '' })) };
};

test('a stored draft contains the names of its files, but not the files', () => {
  const [first, ...others] = videoCards.startState(['a', 'b', 'c'], 'next').cards;
  const photoData = { id: 'p', title: 'bag.jpg', width: 1, height: 1, fileSize: 1 };
  const packed = packCards({
    ...videoCards.startState([], 'next'),
    cards: [{ ...first!, photo: { ...photoData, src: 'blob:x', file: new Blob(['x']) } }, ...others],
  });
  expect(packed.cards[0]?.photo).toEqual(photoData);
});

test('a photo on the server keeps its link in the draft, because it has no file', () => {
  const [first] = videoCards.startState(['a'], 'next').cards;
  const photo = { id: 'item:a', title: 'bag.jpg', src: '/media/a', width: 0, height: 0, fileSize: 0 };
  expect(packCards({ ...videoCards.startState([], 'next'), cards: [{ ...first!, photo }] }).cards[0]?.photo).toEqual(photo);
});

test('the cards of a visitor are added to the saved cards of the account, without empty cards', () => {
  const joined = joinCards<CardsState>(state(['v1', 'v2', 'v3'], { v1: 'visitor' }), state(['o1', 'o2', 'o3'], { o2: 'own' }));
  expect(joined?.cards.map((card) => card.prompt)).toEqual(['visitor', 'own']);
});

test('the draft of the account replaces an unchanged draft of a visitor, and if there is no draft, the result is undefined', () => {
  const account = state(['o1', 'o2', 'o3'], { o1: 'own' });
  expect(joinCards<CardsState>(state(['v1', 'v2', 'v3']), account)).toBe(account);
  expect(joinCards<CardsState>(undefined, account)).toBe(account);
  expect(joinCards<CardsState>(undefined, undefined)).toBeUndefined();
});

test('if only the visitor has a draft, its empty cards are kept', () => {
  expect(joinCards<CardsState>(state(['v1', 'v2', 'v3'], { v1: 'x' }), undefined)?.cards).toHaveLength(3);
});

test('the batches and the order id of a visitor draft are not added to an account', () => {
  const visitor = { ...state(['v1', 'v2', 'v3'], { v1: 'x' }), batchIds: ['old'], sent: { v1: 'old' }, orderId: 'visitor' };
  const account = { ...state(['o1', 'o2', 'o3'], { o1: 'own' }), batchIds: ['mine'], sent: { o1: 'mine' }, orderId: 'own' };
  expect(joinCards<CardsState>(visitor, account)).toMatchObject({ batchIds: ['mine'], sent: { o1: 'mine' }, orderId: 'own' });
  expect(joinCards<CardsState>(visitor, undefined)).toMatchObject({ batchIds: [], sent: {} });
});
