import { expect, test } from 'vitest';
import { cropAdvice } from './crop.ts';

const offered = ['9:16', '16:9'];

test.each([
  ['a wide photo at a tall ratio', { width: 3000, height: 2000 }, '9:16', { percent: 62, better: '16:9' }],
  ['a square one, which fits neither better', { width: 1000, height: 1000 }, '9:16', { percent: 43, better: undefined }],
  ['a tall photo at a wide ratio', { width: 1080, height: 1920 }, '16:9', { percent: 68, better: '9:16' }],
  ['a tall photo at a tall ratio', { width: 900, height: 1200 }, '9:16', undefined],
  ['one whose size is not known', { width: 0, height: 0 }, '9:16', undefined],
])('%s', (_name, photo, ratio, advice) => {
  expect(cropAdvice(photo, ratio, offered)).toEqual(advice);
});
