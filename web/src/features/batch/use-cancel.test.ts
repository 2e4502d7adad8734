import { expect, test } from 'vitest';
import type { VideoBatchItem, VideoBatchResponse } from '#shared/batch/api.ts';
import { countersOf, type ItemStatus } from '#shared/batch/batch.ts';
import { questionOf } from './use-cancel.ts';

const item = (itemId: string, status: ItemStatus, change: Partial<VideoBatchItem> = {}): VideoBatchItem => ({
  itemId,
  title: 't',
  prompt: 'p',
  aspectRatio: '9:16',
  resolution: '1080p',
  generateAudio: false,
  model: 'veo3',
  status,
  retryCount: 0,
  cost: 2,
  charged: 0,
  ...change,
});
const batch = (batchId: string, ...items: VideoBatchItem[]): VideoBatchResponse => ({
  batchId,
  kind: 'video',
  status: 'running',
  createdAt: '2026-01-01T00:00:00.000Z',
  counters: countersOf(items),
  items,
});

test('what has ended, or is being cancelled, is not cancelled again', () => {
  const running = batch(
    'one',
    item('a', 'completed'),
    item('b', 'generating'),
    item('c', 'generating', { isCancelling: true }),
    item('d', 'queued'),
  );
  const over = batch('two', item('e', 'failed'), item('f', 'cancelled'));
  expect(questionOf([running, over])).toEqual({
    orders: [{ batchId: 'one', itemIds: ['b', 'd'], whole: true }],
    generating: 1,
    queued: 1,
  });
});

test('nothing is left to cancel in a batch that is being cancelled whole', () => {
  expect(questionOf([batch('one', item('a', 'generating', { isCancelling: true }))]).orders).toEqual([]);
});
