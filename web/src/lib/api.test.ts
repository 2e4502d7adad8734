import { expect, test } from 'vitest';
import { backOffMs, errorOf, mayRepeat } from './api.ts';

test.each([
  [402, { code: 'InsufficientCredits', message: '', details: '', data: { need: 6, have: 5 } }, 'InsufficientCredits', { need: 6, have: 5 }],
  [401, { message: 'Unauthorized' }, 'Unauthorized', {}],
  [403, undefined, 'Blocked', {}],
  [403, { message: 'Forbidden' }, 'Blocked', {}],
  [404, { message: 'Not Found' }, 'NotFound', {}],
  [413, undefined, 'RequestTooLarge', {}],
  [503, { message: 'Service Unavailable' }, 'Unreachable', {}],
  [500, { message: 'Internal Server Error' }, 'InternalError', {}],
  [400, { code: 'NoSuchCode' }, 'BadRequest', {}],
])('errorOf converts a response %i with the body %j to the code %s', (status, body, code, details) => {
  expect(errorOf(status, body)).toMatchObject({ code, details });
});

test.each([
  [402, { code: 'InsufficientCredits' }, false],
  [401, { message: 'Unauthorized' }, false],
  // A pause of a few seconds does not help after one of our own limits was reached.
  [429, { code: 'TooManyRequests' }, false],
  [429, { code: 'DailyLimit' }, false],
  [503, { code: 'ServiceBusy' }, true],
  [503, { code: 'LedgerConflict' }, true],
  [500, { code: 'InternalError' }, true],
  // These responses come from API Gateway itself, not from a function.
  [429, { message: 'Too Many Requests' }, true],
  [503, { message: 'Service Unavailable' }, true],
])('for a response %i with the body %j, mayRepeat returns %s', (status, body, isRepeated) => {
  expect(mayRepeat(errorOf(status, body))).toBe(isRepeated);
});

test('if a response has an unknown code, or no code, its error contains the status and the body', () => {
  expect(errorOf(500, undefined, 'upstream failed').http).toEqual({ status: 500, body: 'upstream failed' });
  expect(errorOf(402, { code: 'InsufficientCredits' }, '{}').http).toBeUndefined();
});

test('each pause between calls is twice as long as the previous pause, up to 30 s', () => {
  expect([0, 1, 2, 3, 10].map((count) => backOffMs(count, 2_000))).toEqual([2_000, 4_000, 8_000, 16_000, 30_000]);
});
