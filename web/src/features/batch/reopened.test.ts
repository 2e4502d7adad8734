import { expect, test } from 'vitest';
import type { BatchResponse } from '#shared/batch/api.ts';
import { passBatch, reopenPathOf, takeBatch } from './reopened.ts';

const batchOf = (kind: string, ...itemIds: string[]) =>
  ({ kind, items: itemIds.map((itemId) => ({ itemId })) }) as unknown as BatchResponse;

test.each([
  ['a batch of videos', batchOf('video', 'a', 'b'), '/batch-image-to-video'],
  ['a video of the single page', batchOf('video', 'single'), '/image-to-video'],
  ['a video of a single call', batchOf('video', 'video'), '/batch-image-to-video'],
  ['a batch of images', batchOf('image', 'a'), '/batch-image-to-image'],
  ['an image of a single call', batchOf('image', 'image'), '/batch-image-to-image'],
  ['a batch of photo edits', batchOf('edit', 'a'), '/photoroom-test'],
])('%s is opened again on its page', (_, batch, path) => expect(reopenPathOf(batch)).toBe(path));

test('takeBatch returns a stored batch only once, and only for the page of the batch', () => {
  const batch = batchOf('image', 'a');
  expect(passBatch(batch)).toBe('/batch-image-to-image');
  expect(takeBatch('/batch-image-to-video')).toBeUndefined();
  expect(takeBatch('/batch-image-to-image')).toBe(batch);
  expect(takeBatch('/batch-image-to-image')).toBeUndefined();
});
