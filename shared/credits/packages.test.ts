import { describe, expect, test } from 'vitest';
import { amountError, defaultPackageId, isPrice, packageFor, packages, parseDollars, priceOf } from './packages.ts';

describe('priceOf', () => {
  test.each([
    [1, 100],
    [10, 1000],
    [49, 4900],
    [50, 4500],
    [51, 4590],
    [55, 4950],
    [100, 9000],
    [999, 89_910],
    [1000, 90_000],
  ])('%i dollars of credits cost %i cents', (dollars, price) => expect(priceOf(dollars)).toBe(price));

  test('priceOf returns whole cents that are not higher than the amount, for 1 to 1000 dollars', () => {
    for (let dollars = 1; dollars <= 1000; dollars++) {
      expect(Number.isInteger(priceOf(dollars))).toBe(true);
      expect(priceOf(dollars)).toBeLessThanOrEqual(dollars * 100);
    }
  });
});

test.each([
  [45, 4500, true],
  [57 * 0.9, 5130, true],
  [999 * 0.9, 89_910, true],
  [45.01, 4500, false],
  [44.999, 4500, false],
  [-45, 4500, false],
  [Number.NaN, 4500, false],
])('isPrice of %d dollars and %i cents returns %s', (dollars, price, expected) => expect(isPrice(dollars, price)).toBe(expected));

describe('packages', () => {
  test('the packages are $10 of credits for $10 and $50 of credits for $45, and the second one is the default', () => {
    expect(packages).toEqual([
      { id: 'pkg_10', amount: 1000, price: 1000, originalPrice: 1000, popular: false },
      { id: 'pkg_50', amount: 5000, price: 4500, originalPrice: 5000, popular: true },
    ]);
    expect(defaultPackageId).toBe('pkg_50');
  });

  test.each([
    [10, 'pkg_10'],
    [50, 'pkg_50'],
    [11, 'custom'],
    [1000, 'custom'],
  ])('packageFor(%i) returns the package with the id %s', (dollars, id) => {
    expect(packageFor(dollars)).toMatchObject({ id, amount: dollars * 100, price: priceOf(dollars), originalPrice: dollars * 100 });
  });
});

describe('an entered amount', () => {
  test.each([
    ['1', undefined],
    [' 100 ', undefined],
    ['1000', undefined],
    ['7.00', undefined],
    ['', 'TopUpAmountInvalid'],
    [' ', 'TopUpAmountInvalid'],
    ['0', 'TopUpAmountInvalid'],
    ['0.99', 'TopUpAmountInvalid'],
    ['-5', 'TopUpAmountInvalid'],
    ['10.50', 'TopUpAmountInvalid'],
    ['ten', 'TopUpAmountInvalid'],
    ['1e2', 'TopUpAmountInvalid'],
    ['0x10', 'TopUpAmountInvalid'],
    ['Infinity', 'TopUpAmountInvalid'],
    ['1,000', 'TopUpAmountInvalid'],
    ['1001', 'TopUpAmountTooLarge'],
    ['99999999999999999999', 'TopUpAmountTooLarge'],
  ])('the entered amount %j has the error %s', (text, errorCode) => expect(amountError(parseDollars(text))).toBe(errorCode));
});
