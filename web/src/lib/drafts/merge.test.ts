import { expect, test } from 'vitest';
import { isSame, mergeChanges } from './merge.ts';

const card = (id: string, prompt = '', fields: object = {}) => ({ id, prompt, ...fields });
const base = { model: 'veo3', cards: [card('a'), card('b'), card('c')], batchIds: ['one'], sent: { a: '1' } };

test.each([
  ['a change of the local side', { ...base, model: 'fast' }, base, { ...base, model: 'fast' }],
  ['a change of the remote side', base, { ...base, model: 'fast' }, { ...base, model: 'fast' }],
  [
    'different cards',
    { ...base, cards: [card('a', 'local'), card('b'), card('c')] },
    { ...base, cards: [card('a'), card('b', 'remote'), card('c')] },
    { ...base, cards: [card('a', 'local'), card('b', 'remote'), card('c')] },
  ],
  [
    'different settings of one card',
    { ...base, cards: [card('a', 'local'), card('b'), card('c')] },
    { ...base, cards: [card('a', '', { photo: { id: 'p' } }), card('b'), card('c')] },
    { ...base, cards: [card('a', 'local', { photo: { id: 'p' } }), card('b'), card('c')] },
  ],
  [
    'cards added by each side',
    { ...base, cards: [...base.cards, card('m')] },
    { ...base, cards: [...base.cards, card('t')] },
    { ...base, cards: [...base.cards, card('m'), card('t')] },
  ],
  [
    'a card removed by one side',
    { ...base, cards: [card('a'), card('c')] },
    { ...base, model: 'x' },
    { ...base, model: 'x', cards: [card('a'), card('c')] },
  ],
  [
    'a card removed by one side and changed by the other',
    { ...base, cards: [card('a'), card('c')] },
    { ...base, cards: [card('a'), card('b', 'remote'), card('c')] },
    { ...base, cards: [card('a'), card('c'), card('b', 'remote')] },
  ],
  [
    'runs that each side added',
    { ...base, batchIds: ['one', 'two'] },
    { ...base, batchIds: ['one', 'three'] },
    { ...base, batchIds: ['one', 'two', 'three'] },
  ],
  ['entries of a table', { ...base, sent: { a: '1', b: '2' } }, { ...base, sent: { a: '9' } }, { ...base, sent: { a: '9', b: '2' } }],
])('a merge keeps both changes: %s', (_, local, remote, merged) => {
  expect(mergeChanges<object>(base, local, remote)).toEqual(merged);
});

test('a merge keeps the local value if both sides changed the same field', () => {
  const [local, remote] = ['local', 'remote'].map((prompt) => ({ cards: [card('a', prompt)] }));
  expect(mergeChanges<object>({ cards: [card('a')] }, local!, remote!)).toEqual(local);
});

test('if both sides replaced the photo, the merged photo has all fields of one side and no field of the other side', () => {
  const withPhoto = (id: string, width: number) => ({ photo: { id, width } });
  expect(mergeChanges(withPhoto('p', 1), withPhoto('q', 2), withPhoto('r', 3))).toEqual(withPhoto('q', 2));
});

test('a merge uses the remote value if the local side has no changes', () => {
  const newState = { cards: [card('x')], model: 'veo3' };
  expect(mergeChanges<object>(newState, newState, base)).toEqual(base);
});

test('isSame treats undefined as absent', () => {
  expect(isSame({ a: 1, b: undefined }, { a: 1 })).toBe(true);
  expect(isSame({ a: 1, b: null }, { a: 1 })).toBe(false);
  expect(isSame([1, 2], [1])).toBe(false);
});
