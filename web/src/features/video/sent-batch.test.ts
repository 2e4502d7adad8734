import { expect, test } from 'vitest';
import { startState } from './cards.ts';
import { sentBatch } from './sent-batch.ts';

test('what was sent is queued at once, all of it', () => {
  const cards = startState(['a', 'b', 'c'], 'next').cards.slice(0, 2);
  const quote = { items: [{ itemId: 'a', cost: 2 }], total: 2 };
  const batch = sentBatch({ batchId: 'next', status: 'running', quote }, cards, '2026-01-01T00:00:00.000Z');
  expect(batch.counters).toMatchObject({ total: 2, queued: 2, completed: 0 });
  expect(batch.items.map(({ itemId, status, cost }) => [itemId, status, cost])).toEqual([
    ['a', 'queued', 2],
    ['b', 'queued', 0],
  ]);
});
