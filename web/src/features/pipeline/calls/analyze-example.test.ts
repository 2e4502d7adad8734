import { expect, test } from 'vitest';
import { ApiError } from '#web/lib/api.ts';
import { isTransient } from './analyze-example.ts';

const analysisError = (reason?: string) => new ApiError('AnalysisFailed', { ...(reason && { reason }) }, { isOurs: true });

test.each<[string, unknown, boolean]>([
  ['no response', new ApiError('Unreachable'), true],
  ['an internal error', new ApiError('InternalError'), true],
  ['a busy vendor', analysisError('VendorBusy'), true],
  ['a failing vendor', analysisError('VendorServerError'), true],
  ['an unreachable vendor', analysisError('VendorUnreachable'), true],
  ['a slow vendor', analysisError('VendorTimeout'), true],
  ['a refusal of the vendor', analysisError('VendorRefused'), false],
  ['a malformed response of the vendor', analysisError('VendorMalformedAnswer'), false],
  ['an unknown reason', analysisError('SomethingElse'), false],
  ['an error without a reason', analysisError(), false],
  ['the daily limit', new ApiError('DailyLimit'), false],
  ['a refused picture', new ApiError('ImageUnreadable'), false],
  ['an expired session', new ApiError('Unauthorized'), false],
])('after %s, isTransient returns %s', (_, error, expected) => {
  expect(isTransient(error)).toBe(expected);
});
