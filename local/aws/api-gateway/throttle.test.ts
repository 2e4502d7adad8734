import { expect, test } from 'vitest';
import { createThrottle } from './throttle.ts';

/** A clock that the test sets, in milliseconds. */
function createClock() {
  let nowMs = 0;
  return {
    now: () => new Date(nowMs),
    set: (ms: number) => {
      nowMs = ms;
    },
  };
}

const countAccepted = (takeToken: (routeKey: string) => boolean, routeKey: string, times: number) =>
  Array.from({ length: times }, () => takeToken(routeKey)).filter(Boolean).length;

test('a stage accepts as many requests at the same time as its burst limit, and then as many requests per second as its rate limit', () => {
  const { now, set } = createClock();
  const takeToken = createThrottle({ default: { ThrottlingRateLimit: 2, ThrottlingBurstLimit: 3 } }, now);
  expect(countAccepted(takeToken, 'GET /a', 5)).toBe(3);
  set(1000);
  expect(countAccepted(takeToken, 'GET /a', 5)).toBe(2);
  set(60_000);
  expect(countAccepted(takeToken, 'GET /a', 5)).toBe(3);
});

test('routes share the limit of the stage, except routes with separate settings', () => {
  const { now } = createClock();
  const takeToken = createThrottle(
    { default: { ThrottlingRateLimit: 1, ThrottlingBurstLimit: 2 }, routes: { 'POST /b': { ThrottlingBurstLimit: 1 } } },
    now,
  );
  expect(countAccepted(takeToken, 'GET /a', 1)).toBe(1);
  expect(countAccepted(takeToken, 'GET /c', 2)).toBe(1);
  expect(countAccepted(takeToken, 'POST /b', 2)).toBe(1);
});

test('a stage without settings has the quota of the AWS account', () => {
  const { now } = createClock();
  expect(countAccepted(createThrottle({}, now), 'GET /a', 5001)).toBe(5000);
});
