import { describe, expect, test } from 'vitest';
import { type ErrorCode, errors } from '../errors.ts';
import { breakerStateOf, failuresToOpen, isVendorFailure, nextOpenUntil, opensAfter } from './breaker.ts';

const now = new Date('2026-11-23T08:00:00Z');

test.each([
  ['without a time', undefined, 'closed'],
  ['before its time', '2026-11-23T08:00:01.000Z', 'open'],
  ['at its time', '2026-11-23T08:00:00.000Z', 'test'],
  ['after its time', '2026-11-23T07:00:00.000Z', 'test'],
])('a breaker %s', (_, openUntil, state) => {
  expect(breakerStateOf(openUntil === undefined ? {} : { openUntil }, now)).toBe(state);
});

test('a breaker opens after ten failures and stays open for two minutes', () => {
  expect(failuresToOpen).toBe(10);
  expect(opensAfter(failuresToOpen - 1)).toBe(false);
  expect(opensAfter(failuresToOpen)).toBe(true);
  expect(nextOpenUntil(now)).toBe('2026-11-23T08:02:00.000Z');
});

describe('a failure of the vendor', () => {
  test.each<ErrorCode>(['VendorBusy', 'VendorServerError', 'VendorUnreachable', 'VendorMisconfigured', 'OutpaintingFailed'])(
    '%s counts as a failure of the vendor',
    (code) => {
      expect(isVendorFailure(code)).toBe(true);
    },
  );

  test.each<ErrorCode>(['VendorRefused', 'VendorRejectedInput', 'ResultUnavailable', 'Cancelled', 'DailyWorkLimit', 'InternalError'])(
    '%s does not count as a failure of the vendor',
    (code) => {
      expect(Object.keys(errors)).toContain(code);
      expect(isVendorFailure(code)).toBe(false);
    },
  );
});
