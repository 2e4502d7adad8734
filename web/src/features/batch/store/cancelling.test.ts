import { expect, test } from 'vitest';
import type { VideoBatchItem, VideoBatchResponse } from '#shared/batch/api.ts';
import { countersOf } from '#shared/batch/batch.ts';
import { videoItem } from '../cards/items.test-support.ts';
import { cancellationOf, updateCancelQuestion } from './cancelling.ts';

const batch = (batchId: string, ...items: VideoBatchItem[]): VideoBatchResponse => ({
  batchId,
  kind: 'video',
  status: 'running',
  createdAt: '2026-01-01T00:00:00.000Z',
  counters: countersOf(items),
  items,
});

test('items that have ended or are being cancelled are not cancelled again', () => {
  const runningBatch = batch(
    'one',
    videoItem('a', 'completed'),
    videoItem('b', 'generating'),
    videoItem('c', 'generating', { isCancelling: true }),
    videoItem('d', 'queued'),
  );
  const endedBatch = batch('two', videoItem('e', 'failed'), videoItem('f', 'cancelled'));
  expect(cancellationOf([runningBatch, endedBatch])).toEqual({
    requests: [{ batchId: 'one', itemIds: ['b', 'd'], isWholeBatch: true }],
    generating: 1,
    queued: 1,
  });
});

test('a batch has no items to cancel if all its items are being cancelled', () => {
  expect(cancellationOf([batch('one', videoItem('a', 'generating', { isCancelling: true }))]).requests).toEqual([]);
});

test('an open question counts the items in their current state', () => {
  const before = batch('one', videoItem('a', 'generating'), videoItem('b', 'queued'), videoItem('c', 'queued'));
  const question = cancellationOf([before]);
  const after = batch('one', videoItem('a', 'completed'), videoItem('b', 'generating'), videoItem('c', 'queued'));
  const other = batch('two', videoItem('a', 'generating'));
  expect(updateCancelQuestion(question, [after, other])).toEqual({ ...question, generating: 1, queued: 1 });
});

test('an open question keeps its numbers if all its items have ended', () => {
  const question = cancellationOf([batch('one', videoItem('a', 'generating'))]);
  expect(updateCancelQuestion(question, [batch('one', videoItem('a', 'completed'))])).toEqual(question);
});
