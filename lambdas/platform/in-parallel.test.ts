import { expect, test, vi } from 'vitest';
import { inParallel } from './in-parallel.ts';

const outage = () => Object.assign(new Error(), { name: 'ProvisionedThroughputExceededException', $metadata: { httpStatusCode: 400 } });

test('the work runs once for each value, for at most 20 values at the same time', async () => {
  let running = 0;
  let highest = 0;
  const done: number[] = [];
  await inParallel([...Array(50).keys()], async (value) => {
    running += 1;
    highest = Math.max(highest, running);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running -= 1;
    done.push(value);
  });
  expect(done.sort((a, b) => a - b)).toEqual([...Array(50).keys()]);
  expect(highest).toBe(20);
});

test('after an outage, the work runs again for the affected value only', async () => {
  const run = vi.fn(async (_value: number) => {});
  run.mockResolvedValueOnce().mockRejectedValueOnce(outage()).mockRejectedValueOnce(outage());
  await inParallel([1, 2, 3], run);
  expect(run.mock.calls.map(([value]) => value).sort()).toEqual([1, 2, 2, 3, 3]);
});

test('after three runs for the same value, the error of the outage is thrown', async () => {
  const run = vi.fn(async () => {
    throw outage();
  });
  await expect(inParallel([1], run)).rejects.toMatchObject({ name: 'ProvisionedThroughputExceededException' });
  expect(run).toHaveBeenCalledTimes(3);
});

test('any other error is thrown immediately', async () => {
  const run = vi.fn(async () => {
    throw new TypeError('x is undefined');
  });
  await expect(inParallel([1], run)).rejects.toThrow('x is undefined');
  expect(run).toHaveBeenCalledOnce();
});
