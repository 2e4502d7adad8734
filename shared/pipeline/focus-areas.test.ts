import { describe, expect, test } from 'vitest';
import { areaOfCategory, categories, categoryOf, cleanAreas, defaultFocusAreas, suggestedAreas } from './focus-areas.ts';

test.each([
  [['  background   removal '], ['background removal']],
  [['Shadow', 'shadow', 'SHADOW '], ['Shadow']],
  [['', '   ', 'sharper seams'], ['sharper seams']],
  [['Product Accuracy', 'colours'], ['colours']],
  [[], []],
])('%j is taken as %j', (areas, expected) => expect(cleanAreas(areas)).toEqual(expected));

describe('what an analysis suggests', () => {
  const found = (...names: string[]) =>
    Object.fromEntries(categories.map((category) => [category, { detected: names.includes(category) }])) as Parameters<
      typeof suggestedAreas
    >[0];

  test('are the areas of what it detected, in one order', () =>
    expect(suggestedAreas(found('shadow_apply', 'background_removal'))).toEqual(['background removal', 'product shadow']));
  test('are the default ones where it detected nothing', () => expect(suggestedAreas(found())).toEqual(defaultFocusAreas));
});

test('each category has an area of its own name, and the default areas are among them', () => {
  expect(categories.map((category) => categoryOf(areaOfCategory[category]))).toEqual(categories);
  expect(defaultFocusAreas.map(categoryOf)).not.toContain(undefined);
  expect(categoryOf('whatever else')).toBeUndefined();
});
