import { expect, test } from 'vitest';
import { passImage, takePassedImages } from './passed-images.ts';

const image = (resultKey: string) => ({ resultKey, title: `${resultKey}.jpg`, src: `/${resultKey}` });

test('a page gets its images only once, in the order in which they were added', () => {
  passImage('/video', image('a'));
  passImage('/image', image('b'));
  passImage('/video', image('c'));
  expect(takePassedImages('/video').map(({ resultKey }) => resultKey)).toEqual(['a', 'c']);
  expect(takePassedImages('/video')).toEqual([]);
  expect(takePassedImages('/image')).toEqual([image('b')]);
});

test('at most 100 images wait for a page', () => {
  for (let number = 0; number < 120; number++) passImage('/edit', image(`image-${number}`));
  const keys = takePassedImages('/edit').map(({ resultKey }) => resultKey);
  expect(keys).toHaveLength(100);
  expect(keys.at(-1)).toBe('image-119');
});
