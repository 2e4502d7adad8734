import { expect, test, vi } from 'vitest';
import { ApiError, backOffMs, errorOf, mayRepeat } from './api.ts';
import { historySpacingMs, liveSpacingMs, runWithPauses } from './download.ts';
import { fetchTranslations, fetchWithFallback } from './i18n/backend.ts';
import { dollars, wholeDollars, wireDollars } from './money.ts';
import { retryCall } from './retry-call.ts';

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
])('a response of %i with %j is mapped to %s', (status, body, code, details) => {
  expect(errorOf(status, body)).toMatchObject({ code, details });
});

test.each([
  [402, { code: 'InsufficientCredits' }, false],
  [401, { message: 'Unauthorized' }, false],
  // If one of our own limits is exceeded, a pause of a few seconds is not enough.
  [429, { code: 'TooManyRequests' }, false],
  [429, { code: 'DailyLimit' }, false],
  [503, { code: 'ServiceBusy' }, true],
  [503, { code: 'LedgerConflict' }, true],
  [500, { code: 'InternalError' }, true],
  // Responses of API Gateway itself.
  [429, { message: 'Too Many Requests' }, true],
  [503, { message: 'Service Unavailable' }, true],
])('mayRepeat returns, for a response of %i with %j, %s', (status, body, isRepeated) => {
  expect(mayRepeat(errorOf(status, body))).toBe(isRepeated);
});

test('an error contains the status and the body of a response that contains none of our codes', () => {
  expect(errorOf(500, undefined, 'upstream failed').http).toEqual({ status: 500, body: 'upstream failed' });
  expect(errorOf(402, { code: 'InsufficientCredits' }, '{}').http).toBeUndefined();
});

test('each pause between calls is twice as long as the previous pause, up to 30 s', () => {
  expect([0, 1, 2, 3, 10].map((count) => backOffMs(count, 2_000))).toEqual([2_000, 4_000, 8_000, 16_000, 30_000]);
});

test.each([
  ['of a run', 500, liveSpacingMs],
  ['of videos in the history', 1_000, historySpacingMs.video],
  ['of images in the history', 500, historySpacingMs.image],
])('there is no pause before the first download %s, and a pause of %i ms before each later download', async (_name, ms, spacing) => {
  const events: (string | number)[] = [];
  await runWithPauses(
    ['a', 'b', 'c'],
    spacing,
    (entry) => events.push(entry),
    async (pauseMs) => events.push(pauseMs),
  );
  expect(events).toEqual(['a', ms, 'b', ms, 'c']);
});

test('failed translations are requested again five times. The first pause is 350 ms, and each later pause is doubled', async () => {
  const waits: number[] = [];
  const get = vi.fn(async () => new Response('', { status: 503 }));
  const wait = async (ms: number) => void waits.push(ms);
  await expect(fetchTranslations('en', 'common', { get, wait })).rejects.toThrow('503');
  expect(get).toHaveBeenCalledTimes(6);
  expect(waits).toEqual([350, 700, 1_400, 2_800, 5_600]);
});

test('English is loaded if a language cannot be loaded, and an error is thrown if English cannot be loaded', async () => {
  const wait = async () => {};
  const get = async (address: string | URL | Request) =>
    String(address).includes('/en/') ? Response.json({ hello: 'Hello' }) : new Response('', { status: 503 });
  expect(await fetchWithFallback('xx', 'common', { get, wait })).toEqual({ language: 'en', translations: { hello: 'Hello' } });
  const getNothing = async () => new Response('', { status: 503 });
  await expect(fetchWithFallback('xx', 'common', { get: getNothing, wait })).rejects.toThrow('503');
});

test('money is formatted as dollars with two decimals', () => {
  expect([dollars(0), dollars(600), wireDollars(3.6), wireDollars(1000)]).toEqual(['$0.00', '$6.00', '$3.60', '$1,000.00']);
  expect(wholeDollars(5_000)).toBe('$50');
});

test.each([
  ['de', '1.234,50 $'],
  ['es', '1234,50 US$'],
  ['pt', 'US$ 1.234,50'],
  ['zh-Hant-TW', 'US$1,234.50'],
  ['ja', '$1,234.50'],
  ['fr', '1 234,50 $'],
])('money is formatted in %s as %s', (language, text) => {
  expect(dollars(123_450, language).replace(/\s/g, ' ')).toBe(text);
});

test('a call without a response is made at most four times (three repeats), and a rejected call is made only once', async () => {
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  const callWithoutResponse = vi.fn(async () => {
    throw new ApiError('Unreachable');
  });
  await expect(retryCall(callWithoutResponse, { wait })).rejects.toMatchObject({ code: 'Unreachable' });
  expect(callWithoutResponse).toHaveBeenCalledTimes(4);
  expect(waits).toEqual([1_000, 2_000, 4_000]);
  waits.length = 0;
  callWithoutResponse.mockClear();
  await expect(retryCall(callWithoutResponse, { wait, attemptsMax: 2 })).rejects.toMatchObject({ code: 'Unreachable' });
  expect([callWithoutResponse.mock.calls.length, waits]).toEqual([2, [1_000]]);
  const rejectedCall = vi.fn(async () => {
    throw new ApiError('NothingToRetry');
  });
  await expect(retryCall(rejectedCall, { wait })).rejects.toMatchObject({ code: 'NothingToRetry' });
  expect(rejectedCall).toHaveBeenCalledTimes(1);
});
