import { expect, test } from 'vitest';
import { createThrottle } from './throttle.ts';

/** A clock that the test sets, in milliseconds. */
function clock() {
  let nowMs = 0;
  return {
    now: () => new Date(nowMs),
    set: (ms: number) => {
      nowMs = ms;
    },
  };
}

const taken = (take: (routeKey: string) => boolean, routeKey: string, times: number) =>
  Array.from({ length: times }, () => take(routeKey)).filter(Boolean).length;

test('accepts as many parallel calls as the burst of a stage, and then its rate per second', () => {
  const { now, set } = clock();
  const take = createThrottle({ default: { ThrottlingRateLimit: 2, ThrottlingBurstLimit: 3 } }, now);
  expect(taken(take, 'GET /a', 5)).toBe(3);
  set(1000);
  expect(taken(take, 'GET /a', 5)).toBe(2);
  set(60_000);
  expect(taken(take, 'GET /a', 5)).toBe(3);
});

test('routes share the limit of the stage, except routes with separate settings', () => {
  const { now } = clock();
  const take = createThrottle(
    { default: { ThrottlingRateLimit: 1, ThrottlingBurstLimit: 2 }, routes: { 'POST /b': { ThrottlingBurstLimit: 1 } } },
    now,
  );
  expect(taken(take, 'GET /a', 1)).toBe(1);
  expect(taken(take, 'GET /c', 2)).toBe(1);
  expect(taken(take, 'POST /b', 2)).toBe(1);
});

test('a stage without settings has the quota of the AWS account', () => {
  const { now } = clock();
  expect(taken(createThrottle({}, now), 'GET /a', 5001)).toBe(5000);
});
