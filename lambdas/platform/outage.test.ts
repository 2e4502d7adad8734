import { expect, test } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { toAppError } from './outage.ts';

const sdkError = (name: string, httpStatusCode: number) => Object.assign(new Error(), { name, $metadata: { httpStatusCode } });

test.each([
  ['a throttled read', sdkError('ThrottlingException', 400), 'ServiceBusy'],
  ['a full partition', sdkError('ProvisionedThroughputExceededException', 400), 'ServiceBusy'],
  ['a busy user pool', sdkError('TooManyRequestsException', 400), 'ServiceBusy'],
  ['a write that conflicts with a transaction', sdkError('TransactionConflictException', 400), 'ServiceBusy'],
  ['an error of the service', sdkError('InternalServerError', 500), 'ServiceBusy'],
  ['a request that is wrong', sdkError('ValidationException', 400), 'InternalError'],
  ['a missing permission', sdkError('AccessDeniedException', 400), 'InternalError'],
  ['a bug of ours', new TypeError('x is undefined'), 'InternalError'],
  ['a string', 'broken', 'InternalError'],
  ['our own error', new AppError('BatchNotFound'), 'BatchNotFound'],
])('the error %s is reported as %s', (_, cause, code) => {
  expect(toAppError(cause).code).toBe(code);
});
