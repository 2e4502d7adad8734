import { expect, test } from 'vitest';
import type { VideoBatchItem, VideoBatchResponse } from '#shared/batch/api.ts';
import { withKnownLinks } from './known-links.ts';

const batch = (...items: Partial<VideoBatchItem>[]) => ({ batchId: 'b', items }) as unknown as VideoBatchResponse;

test.each<[string, Partial<VideoBatchItem>, Partial<VideoBatchItem>, Partial<VideoBatchItem>]>([
  [
    'an unchanged file keeps its first link',
    { videoUrl: 'https://s3/a.mp4?by=1' },
    { videoUrl: 'https://s3/a.mp4?by=2' },
    { videoUrl: 'https://s3/a.mp4?by=1' },
  ],
  [
    'a changed file gets its new link',
    { videoUrl: 'https://s3/a.mp4?by=1' },
    { videoUrl: 'https://s3/b.mp4?by=2' },
    { videoUrl: 'https://s3/b.mp4?by=2' },
  ],
  ['a first link is shown', {}, { posterUrl: 'https://s3/a.jpg?by=2' }, { posterUrl: 'https://s3/a.jpg?by=2' }],
  ['a link that the server no longer sends is removed', { photoUrl: 'https://s3/a.jpg?by=1' }, { status: 'failed' }, { status: 'failed' }],
])('%s', (_, before, now, shown) => {
  expect(withKnownLinks(batch({ itemId: 'i', ...now }), batch({ itemId: 'i', ...before })).items).toEqual([{ itemId: 'i', ...shown }]);
});

test('an item keeps its own links and gets no links of another item', () => {
  const previous = batch({ itemId: 'i', photoUrl: 'https://s3/a.jpg?by=1' });
  const current = batch({ itemId: 'j', photoUrl: 'https://s3/a.jpg?by=2' }, { itemId: 'i', photoUrl: 'https://s3/a.jpg?by=2' });
  expect(withKnownLinks(current, previous).items.map(({ photoUrl }) => photoUrl)).toEqual([
    'https://s3/a.jpg?by=2',
    'https://s3/a.jpg?by=1',
  ]);
});
