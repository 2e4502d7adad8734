import { expect, test } from 'vitest';
import { partBytesMax, partNumbersOf } from './parts.ts';

const file = (sizeBytes: number) => ({ path: 'a.mp4', sizeBytes });

test.each<[string, number[], number, number[]]>([
  ['no file', [], 10_000, []],
  ['files that fit', [4000, 4000], 10_000, [1, 1]],
  ['files that need three parts', [4000, 4000, 4000, 9000], 10_000, [1, 1, 2, 3]],
  ['a file that is larger than a part', [20_000, 1], 10_000, [1, 2]],
  ['files that fit only without their headers', [5000, 5000], 10_000, [1, 2]],
])('%s', (_, sizes, bytesMax, parts) => {
  expect(partNumbersOf(sizes.map(file), bytesMax)).toEqual(parts);
});

test('2,500 files of 16 MB are in 21 parts of at most 2 GB, with space for the tables', () => {
  const sizeBytes = 16_000_000;
  const numbers = partNumbersOf(Array.from({ length: 2500 }, () => file(sizeBytes)));
  const counts = Map.groupBy(numbers, (part) => part);
  expect(counts.size).toBe(21);
  for (const files of counts.values()) expect(files.length * sizeBytes).toBeLessThan(partBytesMax - 15_000_000);
});
