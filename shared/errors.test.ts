import { describe, expect, test } from 'vitest';
import { AppError, codesOf, type ErrorCode, errors, isErrorCode, tileOf, tileOfText } from './errors.ts';

describe('errors', () => {
  test('the name of an error is its code, so that Step Functions can match the error', () => {
    const error = new AppError('VendorBusy', { cause: new Error('429') });
    expect(error.name).toBe('VendorBusy');
    expect(error.message).toBe(errors.VendorBusy.message);
    expect((error.cause as Error).message).toBe('429');
  });

  test('retry lists contain only failures that a retry can solve', () => {
    expect(codesOf('vendor-busy')).toEqual(['VendorBusy', 'VendorServerError', 'VendorUnreachable', 'ResultUnavailable']);
    expect(codesOf('conflict')).toEqual(['ServiceBusy', 'LedgerConflict']);
    for (const code of ['VendorRefused', 'VendorRejectedInput', 'InsufficientCredits', 'VendorTimeout'] as const) {
      expect(codesOf('never')).toContain(code);
    }
  });

  test('isErrorCode accepts only exact codes', () => {
    expect(isErrorCode('VendorBusy')).toBe(true);
    for (const text of ['toString', 'constructor', '', 'vendorbusy', 7, undefined]) expect(isErrorCode(text)).toBe(false);
  });

  test.each<[ErrorCode, string]>([
    ['VendorRefused', 'content_policy'],
    ['VendorServerError', 'server_error'],
    ['VendorTimeout', 'service_timeout'],
    ['VendorBusy', 'rate_limit'],
    ['VendorRejectedInput', 'invalid_input'],
    ['ImageUnreadable', 'invalid_input'],
    ['ResultNotAsOrdered', 'generation_failed'],
    ['NotFound', 'generation_failed'],
  ])('%s has the tile text %s', (code, tile) => {
    expect(tileOf(code)).toBe(tile);
  });

  test.each([
    ['Error 422: bad thing', 'content_policy'],
    ['content_policy_violation', 'content_policy'],
    ['blocked by the content checker, 500', 'content_policy'],
    ['HTTP 500', 'server_error'],
    ['Internal Server Error', 'server_error'],
    ['504', 'service_timeout'],
    ['Gateway Timeout', 'service_timeout'],
    ['downstream service error', 'service_timeout'],
    ['downstream_service_error', 'service_timeout'],
    ['429', 'rate_limit'],
    ['Rate limit reached', 'rate_limit'],
    ['400', 'invalid_input'],
    ['Bad Request', 'invalid_input'],
    ['request 5001a4229f failed', 'generation_failed'],
    ['', 'generation_failed'],
  ])('the message %j without a code has the tile text %s', (text, tile) => {
    expect(tileOfText(text)).toBe(tile);
  });
});
