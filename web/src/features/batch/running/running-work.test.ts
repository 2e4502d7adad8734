import { describe, expect, test } from 'vitest';
import type { BatchResponse } from '#shared/batch/api.ts';
import { onlyPathOf, runningWorkOf } from './running-work.ts';

const createdAt = '2026-11-21T10:00:00.000Z';
const counters = { total: 2, completed: 1, processing: 1, queued: 0, failed: 0, cancelled: 0 };
const activeBatch = (batchId: string, kind: 'video' | 'image' | 'edit' = 'video') => ({ batchId, kind, createdAt, total: 2 });
const loadedBatch = (batchId: string, change: object = {}) =>
  ({
    batchId,
    kind: 'video',
    status: 'running',
    createdAt,
    counters,
    items: [{ itemId: 'a', posterUrl: '/first.jpg' }, { itemId: 'b' }],
    ...change,
  }) as unknown as BatchResponse;
const run = (runId: string, status: 'running' | 'paused' | 'completed' | 'stopped') => ({
  runId,
  status,
  stage: 'processing' as const,
  createdAt,
  iteration: 2,
});

const workOf = (
  active: Parameters<typeof runningWorkOf>[0]['active'],
  runs: Parameters<typeof runningWorkOf>[0]['runs'],
  loaded: readonly BatchResponse[],
  orders: Parameters<typeof runningWorkOf>[0]['orders'] = [],
) => runningWorkOf({ active, orders, runs }, loaded);

describe('work that is not running', () => {
  test.each(['completed', 'partial', 'failed', 'cancelled'])(
    'a batch that has become %s since the list was read is not visible',
    (status) => {
      expect(workOf([activeBatch('one')], [], [loadedBatch('one', { status })])).toEqual([]);
    },
  );

  test.each(['paused', 'completed', 'stopped'] as const)('a %s before/after run is not visible', (status) => {
    expect(workOf([], [run('one', status)], [])).toEqual([]);
  });

  test('a loaded batch that is not in the list of running batches is not visible', () => {
    expect(workOf([], [], [loadedBatch('one')])).toEqual([]);
  });

  test('onlyPathOf returns undefined if there is no work', () => {
    expect(onlyPathOf([])).toBeUndefined();
  });
});

test('all items of a batch count as running until the batch has been read', () => {
  expect(workOf([activeBatch('one')], [], [])).toMatchObject([{ id: 'one', path: '/batch-image-to-video', total: 2, unfinished: 2 }]);
});

test('a loaded batch shows its progress and its newest result', () => {
  expect(workOf([activeBatch('one')], [], [loadedBatch('one')])).toMatchObject([{ unfinished: 1, counters, thumbnail: '/first.jpg' }]);
});

test.each<[string, object, string]>([
  ['a batch of videos', {}, '/batch-image-to-video'],
  ['a video of the single page', { items: [{ itemId: 'single' }] }, '/image-to-video'],
  ['a batch of images', { kind: 'image' }, '/batch-image-to-image'],
  ['a batch of photo edits', { kind: 'edit' }, '/photoroom-test'],
  ['a single call of the API', { items: [{ itemId: 'video' }] }, '/history'],
])('%s has a link to its page', (_, change, path) => {
  expect(workOf([activeBatch('one')], [], [loadedBatch('one', change)])[0]?.path).toBe(path);
});

test('a before/after run has a link to the run and counts as one item', () => {
  expect(workOf([], [run('r', 'running')], [])).toMatchObject([{ path: '/auto-image-pipeline?run=r', unfinished: 1 }]);
});

test('the newest work is the first', () => {
  const older = { ...activeBatch('older'), createdAt: '2026-11-20T10:00:00.000Z' };
  expect(workOf([older, activeBatch('newer')], [], []).map(({ id }) => id)).toEqual(['newer', 'older']);
});

test('onlyPathOf returns the path of the page if all work is on one page, otherwise undefined', () => {
  const batches = [activeBatch('one'), activeBatch('two')];
  expect(onlyPathOf(workOf(batches, [], []))).toBe('/batch-image-to-video');
  expect(onlyPathOf(workOf(batches, [run('r', 'running')], []))).toBeUndefined();
});

test('a running large order is shown with its unfinished items, and a paused or scheduled order is not shown', () => {
  const order = { orderId: 'o', kind: 'video' as const, createdAt, total: 500, ended: 312 };
  expect(workOf([], [], [], [{ ...order, status: 'running' }])).toMatchObject([
    { id: 'o', path: '/history?order=o', total: 500, unfinished: 188 },
  ]);
  expect(workOf([], [], [], [{ ...order, status: 'stopping', ended: 500 }])).toMatchObject([{ unfinished: 1 }]);
  for (const status of ['paused', 'scheduled'] as const) expect(workOf([], [], [], [{ ...order, status }])).toEqual([]);
});
