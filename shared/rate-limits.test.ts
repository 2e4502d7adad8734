import { describe, expect, test } from 'vitest';
import { networkOf, type Rate, rateLimits, retryAfterSeconds } from './rate-limits.ts';

describe('networkOf', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['127.0.0.2', '127.0.0.2'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::2', '0:0:0:0::/64'],
    ['127.0.0.1', undefined],
    ['::1', undefined],
    ['', undefined],
  ])('the network of the address %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

test.each<[Rate, string, number]>([
  ['order', '2026-11-21T10:00:00.000Z', 3600],
  ['order', '2026-11-21T10:59:59.000Z', 1],
  ['order', '2026-11-21T10:59:59.900Z', 1],
  ['newAccount', '2026-11-21T18:00:00.000Z', 6 * 3600],
])('for the limit %s at the time %s, retryAfterSeconds returns %i', (rate, now, seconds) => {
  expect(retryAfterSeconds(rate, new Date(now))).toBe(seconds);
});

test('the limit of an IP address is higher than the limit of a user', () => {
  for (const limits of Object.values(rateLimits)) if ('user' in limits) expect(limits.address).toBeGreaterThan(limits.user);
});
