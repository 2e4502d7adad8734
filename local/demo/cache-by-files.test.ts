import { expect, test, vi } from 'vitest';
import { cacheByFiles } from './cache-by-files.ts';

const file = (text: string) => Buffer.from(text);

test('the cache computes the result only once for the same files in the same order', async () => {
  const compute = vi.fn(async (...files: Buffer[]) => files.join('+'));
  const computeWithCache = cacheByFiles(compute);
  expect(
    await Promise.all([
      computeWithCache(file('a'), file('b')),
      computeWithCache(file('a'), file('b')),
      computeWithCache(file('b'), file('a')),
    ]),
  ).toEqual(['a+b', 'a+b', 'b+a']);
  expect(compute).toHaveBeenCalledTimes(2);
});

test('the cache removes the least recently used result first', async () => {
  const compute = vi.fn(async (one: Buffer) => String(one));
  const computeWithCache = cacheByFiles(compute);
  for (let number = 0; number < 8; number++) await computeWithCache(file(`${number}`));
  await computeWithCache(file('0'));
  await computeWithCache(file('8'));
  await computeWithCache(file('0'));
  expect(compute).toHaveBeenCalledTimes(9);
  await computeWithCache(file('1'));
  expect(compute).toHaveBeenCalledTimes(10);
});

test('the cache does not contain errors', async () => {
  const compute = vi.fn(async (_: Buffer) => 'made').mockRejectedValueOnce(new Error('unreadable'));
  const computeWithCache = cacheByFiles(compute);
  await expect(computeWithCache(file('a'))).rejects.toThrow('unreadable');
  expect(await computeWithCache(file('a'))).toBe('made');
});
