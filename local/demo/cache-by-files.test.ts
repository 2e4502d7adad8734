import { expect, test, vi } from 'vitest';
import { cacheByFiles } from './cache-by-files.ts';

const file = (text: string) => Buffer.from(text);

test('the same files in the same order are computed once', async () => {
  const compute = vi.fn(async (...files: Buffer[]) => files.join('+'));
  const cached = cacheByFiles(compute);
  expect(await Promise.all([cached(file('a'), file('b')), cached(file('a'), file('b')), cached(file('b'), file('a'))])).toEqual([
    'a+b',
    'a+b',
    'b+a',
  ]);
  expect(compute).toHaveBeenCalledTimes(2);
});

test('the result that was unused for the longest time is removed first', async () => {
  const compute = vi.fn(async (one: Buffer) => String(one));
  const cached = cacheByFiles(compute);
  for (let number = 0; number < 8; number++) await cached(file(`${number}`));
  await cached(file('0'));
  await cached(file('8'));
  await cached(file('0'));
  expect(compute).toHaveBeenCalledTimes(9);
  await cached(file('1'));
  expect(compute).toHaveBeenCalledTimes(10);
});

test('an error is not cached', async () => {
  const compute = vi.fn(async (_: Buffer) => 'made').mockRejectedValueOnce(new Error('unreadable'));
  const cached = cacheByFiles(compute);
  await expect(cached(file('a'))).rejects.toThrow('unreadable');
  expect(await cached(file('a'))).toBe('made');
});
