import { expect, test, vi } from 'vitest';
import { ApiError } from './api.ts';
import { retryCall } from './retry-call.ts';

test('a call without a response is made at most four times, and a rejected call is made only once', async () => {
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  const callWithoutResponse = vi.fn(async () => {
    throw new ApiError('Unreachable');
  });
  await expect(retryCall(callWithoutResponse, { wait })).rejects.toMatchObject({ code: 'Unreachable' });
  expect(callWithoutResponse).toHaveBeenCalledTimes(4);
  expect(waits).toEqual([1_000, 2_000, 4_000]);
  waits.length = 0;
  callWithoutResponse.mockClear();
  await expect(retryCall(callWithoutResponse, { wait, attemptsMax: 2 })).rejects.toMatchObject({ code: 'Unreachable' });
  expect([callWithoutResponse.mock.calls.length, waits]).toEqual([2, [1_000]]);
  const rejectedCall = vi.fn(async () => {
    throw new ApiError('NothingToRetry');
  });
  await expect(retryCall(rejectedCall, { wait })).rejects.toMatchObject({ code: 'NothingToRetry' });
  expect(rejectedCall).toHaveBeenCalledTimes(1);
});
