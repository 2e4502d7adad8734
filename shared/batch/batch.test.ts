import { describe, expect, test } from 'vitest';
import { batchStatusOf, countersOf, hasEnded, hasOpenItems, type ItemStatus, queuePositions, stageAt } from './batch.ts';

const items = (...statuses: ItemStatus[]) => statuses.map((status) => ({ status }));

describe('an item', () => {
  test.each([
    ['queued', false],
    ['generating', false],
    ['completed', true],
    ['failed', true],
    ['cancelled', true],
  ] as const)('hasEnded(%s) returns %s', (status, ended) => {
    expect(hasEnded(status)).toBe(ended);
  });

  test.each([
    [0, 'submitting'],
    [999, 'submitting'],
    [1_000, 'processing'],
    [7_999, 'processing'],
    [8_000, 'finalizing'],
    [600_000, 'finalizing'],
    [-50, 'submitting'],
  ])('%i ms after the start of an item, its stage is %s', (elapsed, stage) => {
    expect(stageAt(1_000_000, 1_000_000 + elapsed)).toBe(stage);
  });
});

describe('a batch', () => {
  test.each<[ItemStatus[], string]>([
    [['completed', 'completed'], 'completed'],
    [['completed', 'failed'], 'partial'],
    [['completed', 'cancelled'], 'partial'],
    [['failed', 'failed'], 'failed'],
    [['failed', 'cancelled'], 'failed'],
    [['cancelled', 'cancelled'], 'cancelled'],
    [['completed', 'queued'], 'running'],
    [['failed', 'generating'], 'running'],
  ])('the status of a batch whose items have the status %j is %s', (statuses, status) => {
    expect(batchStatusOf(items(...statuses))).toBe(status);
  });

  test('the counters of a batch count every item exactly once', () => {
    const counters = countersOf(items('queued', 'queued', 'generating', 'completed', 'failed', 'cancelled'));
    expect(counters).toEqual({ total: 6, queued: 2, processing: 1, completed: 1, failed: 1, cancelled: 1 });
  });

  test('the queued items of a batch are numbered in their order, from 1', () => {
    expect(queuePositions(items('completed', 'queued', 'generating', 'queued'))).toEqual([undefined, 1, undefined, 2]);
  });
});

test.each([
  ['running', ['completed', 'generating'], true],
  ['running', ['queued', 'failed'], true],
  ['running', ['completed', 'cancelled', 'failed'], false],
  ['completed', ['completed'], false],
] as const)('a batch with the state %s and the items %s has open items: %s', (status, statuses, expected) => {
  expect(hasOpenItems({ status, items: items(...statuses) })).toBe(expected);
});
