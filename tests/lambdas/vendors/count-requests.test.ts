import { expect, test } from 'vitest';
import { countRequests } from '#lambdas/vendors/count-requests.ts';
import { AmbiguousSubmitError } from '#lambdas/vendors/video-port.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { recordedMetrics } from '#tests/fixtures/alarm-state.ts';

/** Returns the metrics of one request that returns this value or fails with this error. */
const metricsOf = async (outcome: unknown): Promise<string[]> => {
  const adapter = countRequests('fal', ['start'], {
    name: 'fal',
    async start() {
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
  });
  const recorded = await recordedMetrics(() => adapter.start().catch(() => undefined));
  for (const { dimensions } of recorded) expect(dimensions.Vendor).toBe('fal');
  return recorded.map(({ name }) => name);
};

test.each<ErrorCode>([
  'VendorBusy',
  'VendorServerError',
  'VendorUnreachable',
  'VendorMalformedAnswer',
  'CheckoutFailed',
  'PaymentUnreadable',
])('the error %s counts as a failure of the vendor', async (code) => {
  expect(await metricsOf(new AppError(code))).toEqual(['VendorRequest', 'VendorFailure']);
});

test('an order with an unclear result counts as a failure of the vendor', async () => {
  expect(await metricsOf(new AmbiguousSubmitError('no response'))).toEqual(['VendorRequest', 'VendorFailure']);
});

test('a failed generation counts as a failure, but a refused generation does not', async () => {
  expect(await metricsOf({ status: 'failed', code: 'VendorServerError' })).toEqual(['VendorRequest', 'VendorFailure']);
  expect(await metricsOf({ status: 'failed', code: 'VendorRefused' })).toEqual(['VendorRequest']);
});

test.each<ErrorCode>(['VendorRefused', 'VendorRejectedInput'])('the error %s counts only as a request', async (code) => {
  expect(await metricsOf(new AppError(code))).toEqual(['VendorRequest']);
});

test.each<ErrorCode>(['VendorMisconfigured', 'CheckoutUnavailable', 'RatioUnsupported', 'BadRequest'])(
  'the error %s occurs before a request, so it does not count',
  async (code) => {
    expect(await metricsOf(new AppError(code))).toEqual([]);
  },
);

test.each(['queued', 'working'])('a poll of work that is %s does not count', async (status) => {
  expect(await metricsOf({ status })).toEqual([]);
});

test('every result, even undefined, counts as a request, and the caller gets it unchanged', async () => {
  expect(await metricsOf({ requestId: 'a' })).toEqual(['VendorRequest']);
  expect(await metricsOf(undefined)).toEqual(['VendorRequest']);
  const error = new AppError('VendorBusy');
  const adapter = countRequests('fal', ['start', 'fail'], { start: async (id: string) => ({ id }), fail: () => Promise.reject(error) });
  await recordedMetrics(async () => {
    expect(await adapter.start('a')).toEqual({ id: 'a' });
    await expect(adapter.fail()).rejects.toBe(error);
  });
});
