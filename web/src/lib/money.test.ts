import { expect, test } from 'vitest';
import { dollars, dollarsFromApi, wholeDollars } from './money.ts';

test('money is formatted as dollars with two decimals', () => {
  expect([dollars(0), dollars(600), dollarsFromApi(3.6), dollarsFromApi(1000)]).toEqual(['$0.00', '$6.00', '$3.60', '$1,000.00']);
  expect(wholeDollars(5_000)).toBe('$50');
});

test.each([
  ['de', '1.234,50 $'],
  ['es', '1234,50 US$'],
  ['pt', 'US$ 1.234,50'],
  ['zh-Hant-TW', 'US$1,234.50'],
  ['ja', '$1,234.50'],
  ['fr', '1 234,50 $'],
])('money is formatted in %s as %s', (language, text) => {
  expect(dollars(123_450, language).replace(/\s/g, ' ')).toBe(text);
});
