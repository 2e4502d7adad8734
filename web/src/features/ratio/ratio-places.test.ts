import { expect, test } from 'vitest';
import { isWithin, ratioNumber } from '#shared/marketplaces/limits.ts';
import { placementOf } from '#shared/marketplaces/rules.ts';
import { shopNames } from '../marketplaces/placements.ts';
import { ratioPlaces } from './ratio-places.ts';

const cases = Object.entries(ratioPlaces).flatMap(([ratio, places]) => places.map((place) => ({ ratio, ...place })));

test.each(cases)('$placement accepts videos with the ratio $ratio and belongs to $name', ({ ratio, placement, name }) => {
  const { shop, rules } = placementOf(placement);
  const rule = rules.find(({ field }) => field === 'ratio');
  expect(rule && isWithin('ratio', rule, ratioNumber(ratio))).toBe(true);
  expect(shopNames[shop]).toBe(name);
});
