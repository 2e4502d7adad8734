import { expect, test } from 'vitest';
import { ApiError } from '#web/lib/api.ts';
import { isTransient } from './analyze-example.ts';

const failed = (reason?: string) => new ApiError('AnalysisFailed', { ...(reason && { reason }) }, { isOurs: true });

test.each<[string, unknown, boolean]>([
  ['no answer', new ApiError('Unreachable'), true],
  ['a fault of ours', new ApiError('InternalError'), true],
  ['a busy vendor', failed('VendorBusy'), true],
  ['a failing vendor', failed('VendorServerError'), true],
  ['a silent vendor', failed('VendorUnreachable'), true],
  ['a slow vendor', failed('VendorTimeout'), true],
  ['a refusal of the vendor', failed('VendorRefused'), false],
  ['an answer that cannot be read', failed('VendorMalformedAnswer'), false],
  ['an unknown reason', failed('SomethingElse'), false],
  ['no reason', failed(), false],
  ['the end of the day', new ApiError('DailyLimit'), false],
  ['a picture that is refused', new ApiError('ImageUnreadable'), false],
  ['an expired session', new ApiError('Unauthorized'), false],
])('an analysis is tried again after %s: %s', (_, error, again) => {
  expect(isTransient(error)).toBe(again);
});
