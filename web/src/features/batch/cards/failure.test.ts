import { expect, test } from 'vitest';
import { failureClass, failureKey, failureReason } from './failure.ts';

test.each([
  [{ code: 'VendorRefused', message: '' }, 'content_policy'],
  [{ code: 'VendorTimeout', message: '422' }, 'service_timeout'],
  [{ code: 'SomethingOlder', message: 'HTTP 429' }, 'rate_limit'],
  [undefined, 'generation_failed'],
])('an item with the error %j shows the text of the class %s', (error, failure) => {
  expect(failureClass(error)).toBe(failure);
});

test.each([
  ['image', undefined, 'batch.result.unknown'],
  ['image', { code: 'VendorBusy' }, 'image_generator.errors.rate_limit'],
  ['image', { message: 'No image returned from generation' }, 'image_generator.errors.generation_failed'],
  ['video', undefined, 'video_generator.errors.generation_failed'],
  ['video', { code: 'DailyWorkLimit' }, 'errors.DailyWorkLimit'],
] as const)('a failed %s with %j shows %s', (kind, error, key) => {
  expect(failureKey(kind, error)).toBe(key);
});

test.each([
  [{ code: 'VendorRefused' }, 'content_policy'],
  [{ code: 'DailyWorkLimit' }, 'daily_limit'],
  [undefined, 'generation_failed'],
])('the row of an item with the error %j shows the reason %s', (error, reason) => {
  expect(failureReason(error)).toBe(reason);
});
