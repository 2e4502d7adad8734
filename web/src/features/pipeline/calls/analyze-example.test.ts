import { expect, test } from 'vitest';
import { ApiError } from '#web/lib/api.ts';
import { isTransient } from './analyze-example.ts';

const failed = (reason?: string) => new ApiError('AnalysisFailed', { ...(reason && { reason }) }, { isOurs: true });

test.each<[string, unknown, boolean]>([
  ['no response', new ApiError('Unreachable'), true],
  ['an internal error', new ApiError('InternalError'), true],
  ['a busy vendor', failed('VendorBusy'), true],
  ['a failing vendor', failed('VendorServerError'), true],
  ['an unreachable vendor', failed('VendorUnreachable'), true],
  ['a slow vendor', failed('VendorTimeout'), true],
  ['a refusal of the vendor', failed('VendorRefused'), false],
  ['a malformed answer', failed('VendorMalformedAnswer'), false],
  ['an unknown reason', failed('SomethingElse'), false],
  ['no reason', failed(), false],
  ['the daily limit', new ApiError('DailyLimit'), false],
  ['a refused picture', new ApiError('ImageUnreadable'), false],
  ['an expired session', new ApiError('Unauthorized'), false],
])('whether an analysis is repeated after %s: %s', (_, error, again) => {
  expect(isTransient(error)).toBe(again);
});
