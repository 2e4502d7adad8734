import { expect, test } from 'vitest';
import { secondsToCache } from './cache-policy.ts';

const policy = { minSeconds: 1, defaultSeconds: 86_400, maxSeconds: 31_536_000 };

test.each<[string | undefined, number]>([
  [undefined, 86_400],
  ['public', 86_400],
  ['public, max-age=60, must-revalidate', 60],
  ['public, max-age=31536000, immutable', 31_536_000],
  ['max-age=60, s-maxage=5', 5],
  ['max-age=99999999999', 31_536_000],
  ['max-age=0', 1],
  ['no-cache', 1],
  ['no-store', 1],
  ['private, max-age=60', 1],
])('CloudFront caches an object with the Cache-Control %j for %i s', (cacheControl, seconds) => {
  expect(secondsToCache(policy, cacheControl)).toBe(seconds);
});

test('CloudFront caches nothing if the policy disables caching', () => {
  expect(secondsToCache({ minSeconds: 0, defaultSeconds: 0, maxSeconds: 0 }, 'max-age=60')).toBe(0);
});
