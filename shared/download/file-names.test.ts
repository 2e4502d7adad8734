import { expect, test } from 'vitest';
import { uniqueNames, zipFileName } from './file-names.ts';

test.each([
  [
    ['a.mp4', 'b.mp4'],
    ['a.mp4', 'b.mp4'],
  ],
  [
    ['a.mp4', 'a.mp4', 'a.mp4'],
    ['a.mp4', 'a (2).mp4', 'a (3).mp4'],
  ],
  [
    ['a.mp4', 'A.MP4'],
    ['a.mp4', 'A (2).MP4'],
  ],
  [
    ['a.mp4', 'a (2).mp4', 'a.mp4'],
    ['a.mp4', 'a (2).mp4', 'a (3).mp4'],
  ],
  [
    ['.mp4', 'none', 'none'],
    ['.mp4', 'none', 'none (2)'],
  ],
])('uniqueNames(%j) returns %j', (names, unique) => {
  expect(uniqueNames(names)).toEqual(unique);
});

test('the name of an archive contains its time', () => {
  expect(zipFileName('videos', new Date('2026-11-21T08:09:10.123Z'))).toBe('videos_2026-11-21T08-09-10.zip');
});
