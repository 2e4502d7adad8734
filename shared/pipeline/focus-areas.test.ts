import { describe, expect, test } from 'vitest';
import { areaOfCategory, categories, categoryOf, cleanAreas, defaultFocusAreas, suggestedAreas } from './focus-areas.ts';

test.each([
  [['  background   removal '], ['background removal']],
  [['Shadow', 'shadow', 'SHADOW '], ['Shadow']],
  [['', '   ', 'sharper seams'], ['sharper seams']],
  [['Product Accuracy', 'colours'], ['colours']],
  [[], []],
])('cleanAreas(%j) returns %j', (areas, expected) => expect(cleanAreas(areas)).toEqual(expected));

describe('suggestedAreas', () => {
  const detectionOf = (...names: string[]) =>
    Object.fromEntries(categories.map((category) => [category, { detected: names.includes(category) }])) as Parameters<
      typeof suggestedAreas
    >[0];

  test('suggestedAreas returns the areas of the detected categories in the order of `categories`', () =>
    expect(suggestedAreas(detectionOf('shadow_apply', 'background_removal'))).toEqual(['background removal', 'product shadow']));
  test('suggestedAreas returns the default areas if no category was detected', () =>
    expect(suggestedAreas(detectionOf())).toEqual(defaultFocusAreas));
});

test('each category has a different area, and each default area belongs to a category', () => {
  expect(categories.map((category) => categoryOf(areaOfCategory[category]))).toEqual(categories);
  expect(defaultFocusAreas.map(categoryOf)).not.toContain(undefined);
  expect(categoryOf('whatever else')).toBeUndefined();
});
