import { expect, test } from 'vitest';
import { usualVideoSeconds } from './lanes.ts';

test.each([
  ['veo3', 90],
  ['veo3-fast', 60],
  ['unknown', undefined],
])('the usual duration of a video of the model %s is %s seconds', (model, seconds) => {
  expect(usualVideoSeconds(model)).toBe(seconds);
});
