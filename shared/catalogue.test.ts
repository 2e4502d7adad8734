import { expect, test } from 'vitest';
import { imageModel, imageModels } from './catalogue.ts';

test('the image models are SPEC’s, the default one first, each at five cents an image', () => {
  expect(imageModels.map(({ id, price, pauseBetweenGroupsMs }) => [id, price, pauseBetweenGroupsMs])).toEqual([
    ['gemini-2.5-flash-image', 5, 500],
    ['GPT-Image-1', 5, 1000],
  ]);
});

test.each([
  ['gemini-2.5-flash-image', ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9']],
  ['GPT-Image-1', ['1:1', '2:3', '3:2']],
])('%s has its ratios, 1:1 first', (id, ratios) => {
  expect(imageModel(id)?.aspectRatios).toEqual(ratios);
});

test('there is no other image model', () => {
  expect(imageModel('gpt-image-1')).toBeUndefined();
});
