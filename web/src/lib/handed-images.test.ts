import { expect, test } from 'vitest';
import { handImage, takeHandedImages } from './handed-images.ts';

const image = (resultKey: string) => ({ resultKey, title: `${resultKey}.jpg`, src: `/${resultKey}` });

test('a page gets its images only once, in the order in which they were added', () => {
  handImage('/video', image('a'));
  handImage('/image', image('b'));
  handImage('/video', image('c'));
  expect(takeHandedImages('/video').map(({ resultKey }) => resultKey)).toEqual(['a', 'c']);
  expect(takeHandedImages('/video')).toEqual([]);
  expect(takeHandedImages('/image')).toEqual([image('b')]);
});

test('at most 50 images wait for a page', () => {
  for (let number = 0; number < 60; number++) handImage('/edit', image(`image-${number}`));
  const keys = takeHandedImages('/edit').map(({ resultKey }) => resultKey);
  expect(keys).toHaveLength(50);
  expect(keys.at(-1)).toBe('image-59');
});
