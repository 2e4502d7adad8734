import { expect, test } from 'vitest';
import type { BatchOf, VideoBatchItem } from '#shared/batch/api.ts';
import type { BasicCard } from './cards.ts';
import { videoItem } from './items.test-support.ts';
import { lineNumbers, nextStart } from './line-numbers.ts';

const cards = ['a', 'b', 'c'].map((id) => ({ id }) as BasicCard);
const shown = (items: readonly VideoBatchItem[]) => new Map(items.map((item) => [item.itemId, { ...item, batchId: 'one' }]));

test.each([
  [
    'the places of the line in the order of the cards',
    [videoItem('a', 'queued', { line: { place: 7 } }), videoItem('b', 'queued', { line: { place: 2 } })],
    { a: 2, b: 7 },
  ],
  [
    'the positions in the batch in the order of the cards',
    [videoItem('a', 'queued', { queuePosition: 2 }), videoItem('c', 'queued', { queuePosition: 1 })],
    { a: 1, c: 2 },
  ],
  [
    'the line and the positions separately',
    [videoItem('a', 'queued', { queuePosition: 1 }), videoItem('b', 'queued', { line: { place: 9 }, queuePosition: 2 })],
    { a: 1, b: 9 },
  ],
  ['no number to an item that does not wait', [videoItem('a', 'generating', { line: { place: 3 } }), videoItem('b', 'queued')], {}],
])('the waiting cards get %s', (_title, items, numbers) => {
  expect(Object.fromEntries(lineNumbers(cards, shown(items)))).toEqual(numbers);
});

test('the numbers are computed only once for the same cards and items', () => {
  const items = shown([videoItem('a', 'queued', { queuePosition: 1 })]);
  expect(lineNumbers(cards, items)).toBe(lineNumbers(cards, items));
  expect(lineNumbers([...cards], items)).not.toBe(lineNumbers(cards, items));
});

const batch = (items: readonly VideoBatchItem[], status: 'running' | 'completed' = 'running') =>
  [{ batchId: 'one', kind: 'video', status, items }] as unknown as BatchOf<VideoBatchItem>[];

test.each([
  [
    'is the shortest wait',
    batch([videoItem('a', 'queued', { line: { place: 4, seconds: 90 } }), videoItem('b', 'queued', { line: { place: 2, seconds: 40 } })]),
    { isPaused: false, seconds: 40 },
  ],
  ['is unknown while new work is paused', batch([videoItem('a', 'queued', { line: { place: 4, isPaused: true } })]), { isPaused: true }],
  [
    'is not shown if an item is being made',
    batch([videoItem('a', 'generating'), videoItem('b', 'queued', { line: { place: 2, seconds: 40 } })]),
    undefined,
  ],
  ['is not shown without an estimate', batch([videoItem('a', 'queued', { queuePosition: 1 })]), undefined],
  ['is not shown after the run', batch([videoItem('a', 'queued', { line: { place: 2, seconds: 40 } })], 'completed'), undefined],
])('the start of the first item %s', (_title, batches, start) => {
  expect(nextStart(batches)).toEqual(start);
});
