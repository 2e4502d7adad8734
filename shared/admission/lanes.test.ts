import { expect, test } from 'vitest';
import { usualSeconds } from './lanes.ts';

test.each([
  ['veo3', 90],
  ['veo3-fast', 60],
  ['GPT-Image-1', 45],
  ['unknown', undefined],
])('the usual duration of a result of the model %s is %s seconds', (model, seconds) => {
  expect(usualSeconds(model)).toBe(seconds);
});
