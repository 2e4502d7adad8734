import { describe, expect, test } from 'vitest';
import { errors, tileOf } from '#shared/errors.ts';
import { codeOfFalError } from './fal-errors.ts';

const modelError = (type: string) => JSON.stringify({ detail: [{ type, msg: 'something', loc: ['body'] }] });

describe('an error of fal', () => {
  test.each([
    ['content_policy_violation', 422, 'content_policy'],
    ['internal_server_error', 500, 'server_error'],
    ['downstream_service_error', 400, 'service_timeout'],
    ['downstream_service_unavailable', 500, 'service_timeout'],
    ['generation_timeout', 504, 'service_timeout'],
    ['concurrent_requests_limit', 429, 'rate_limit'],
  ] as const)('an error with type %s and status %i has the tile text %s', (type, status, tile) => {
    expect(tileOf(codeOfFalError(status, modelError(type)))).toBe(tile);
  });

  test('an error of a downstream service is retried', () => {
    expect(errors[codeOfFalError(400, modelError('downstream_service_error'))].retry).toBe('vendor-busy');
  });

  test.each(['constructor', '__proto__', 'toString'])(
    'an error with the status 422 and the unknown type %s is mapped to VendorRejectedInput',
    (type) => {
      expect(codeOfFalError(422, modelError(type))).toBe('VendorRejectedInput');
    },
  );
});
