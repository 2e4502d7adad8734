import { describe, expect, test } from 'vitest';
import { offersRatio, type RatioChoice, ratioChoices } from './ratio-choices.ts';

const choiceText = ({ ratio, isOffered, isPhotoRatio }: RatioChoice) => `${ratio}${isPhotoRatio ? ' photo' : ''}${isOffered ? '' : ' off'}`;

describe('the list of ratios', () => {
  test.each([
    ['a model that crops, without a photo', 'veo3', '9:16', undefined, ['9:16', '16:9', '1:1']],
    ['a photo of another ratio', 'veo3', '9:16', { width: 900, height: 1200 }, ['9:16', '16:9', '1:1', '3:4 photo']],
    ['a photo of one of the three ratios', 'veo3', '9:16', { width: 1000, height: 1010 }, ['9:16', '16:9', '1:1 photo']],
    ['a typed ratio', 'veo3', '4:5', undefined, ['9:16', '16:9', '1:1', '4:5']],
    [
      'a photo of another ratio and a typed ratio',
      'veo3',
      '4:5',
      { width: 900, height: 1200 },
      ['9:16', '16:9', '1:1', '3:4 photo', '4:5'],
    ],
    ['a photo that is too wide for every model', 'veo3', '9:16', { width: 4000, height: 1000 }, ['9:16', '16:9', '1:1']],
    ['a photo of unknown size', 'veo3', '9:16', { width: 0, height: 0 }, ['9:16', '16:9', '1:1']],
    ['a model that does not crop', 'veo3-fast', '9:16', { width: 900, height: 1200 }, ['9:16', '16:9', '1:1 off']],
    [
      'a model that does not crop, with a square photo',
      'veo3-fast',
      '9:16',
      { width: 900, height: 900 },
      ['9:16', '16:9', '1:1 photo off'],
    ],
  ] as const)('the list of ratios contains the expected choices for %s', (_, model, value, photo, list) => {
    expect(ratioChoices({ model, value, photo }).map(choiceText)).toEqual(list);
  });
});

test.each([
  ['veo3', '9:16', true],
  ['veo3', '7:5', true],
  ['veo3', '14:10', false],
  ['veo3', '9:1', false],
  ['veo3', 'a:b', false],
  ['veo3-fast', '16:9', true],
  ['veo3-fast', '1:1', false],
] as const)('offersRatio(%s, %s) is %s', (model, ratio, offered) => {
  expect(offersRatio(model, ratio)).toBe(offered);
});
