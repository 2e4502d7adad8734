import { expect, test } from 'vitest';
import { failureClass } from './failure.ts';

test.each([
  [{ code: 'VendorRefused', message: '' }, 'content_policy'],
  [{ code: 'VendorTimeout', message: '422' }, 'service_timeout'],
  [{ code: 'SomethingOlder', message: 'HTTP 429' }, 'rate_limit'],
  [undefined, 'generation_failed'],
])('M4: %j shows the text of %s', (error, shown) => {
  expect(failureClass(error)).toBe(shown);
});
