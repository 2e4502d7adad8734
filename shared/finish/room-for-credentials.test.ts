import { expect, test } from 'vitest';
import type { Refusal } from '../marketplaces/plan.ts';
import { placementOf, placements } from '../marketplaces/rules.ts';
import type { Placement } from '../marketplaces/schema.ts';
import { credentialBytesMax, withOriginalLimit, withRoomForCredentials } from './room-for-credentials.ts';

const sizeLimitsOf = ({ rules }: Placement) =>
  rules.flatMap((rule) => (rule.field === 'bytes' && rule.max !== undefined ? [rule.max] : []));

test.each(placements)('every size limit of $id leaves room for the credentials, and the rest is large enough for a file', (placement) => {
  const limits = sizeLimitsOf(withRoomForCredentials(placement));
  expect(limits).toEqual(sizeLimitsOf(placement).map((max) => max - credentialBytesMax));
  for (const max of limits) expect(max).toBeGreaterThan(10 * credentialBytesMax);
});

test('other rules stay the same', () => {
  const placement = placementOf('shopee.listing-video');
  const others = ({ rules }: Placement) => rules.filter(({ field }) => field !== 'bytes');
  expect(others(withRoomForCredentials(placement))).toEqual(others(placement));
});

test('a refusal names the limit of the marketplace', () => {
  const placement = placementOf('shopee.listing-video');
  const isSize = ({ field, severity }: Placement['rules'][number]) => field === 'bytes' && severity === 'refused';
  const rule = withRoomForCredentials(placement).rules.find(isSize);
  if (!rule) throw new Error('The placement has no size limit');
  const refusal: Refusal = { kind: 'refusal', reason: 'bitrateTooLow', field: 'bytes', rule };
  expect(withOriginalLimit(refusal, placement).rule).toEqual(placement.rules.find(isSize));
  const other: Refusal = { kind: 'refusal', reason: 'notMeasured', field: 'seconds' };
  expect(withOriginalLimit(other, placement)).toBe(other);
});
