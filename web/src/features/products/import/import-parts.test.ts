/** Tests that each call of an import stays below the limits of the server, and that the sequence of the products does not change. */
import { expect, test } from 'vitest';
import { type ImportedProduct, importProductsRequest } from '#shared/products/api.ts';
import { newPhotosPerImportMax, productsPerImportMax, sourceCharactersMax } from '#shared/products/limits.ts';
import { partsOf, splitByCharacters } from './import-parts.ts';

const job = (sku: string, photos: number) => ({ product: { sku, photos: Array.from({ length: photos }) } });
const product = (sku: string, cell = ''): ImportedProduct => ({
  ...{ sku, title: 'Shoe', options: [], variantSkus: [], photos: [] },
  source: { headers: ['Body'], cells: [cell] },
});

test.each([
  ['no products', [], []],
  [
    'products without photos',
    Array.from({ length: 2 * productsPerImportMax + 1 }, () => 0),
    [productsPerImportMax, productsPerImportMax, 1],
  ],
  ['products with one photo', Array.from({ length: newPhotosPerImportMax + 1 }, () => 1), [newPhotosPerImportMax, 1]],
  ['products with ten photos', [10, 10, 10], [1, 1, 1]],
  ['products that fill a call exactly', [newPhotosPerImportMax / 2, newPhotosPerImportMax / 2, 1], [2, 1]],
])('%s are split by their photos', (_, photos, expected) => {
  const jobs = photos.map((count, index) => job(`SKU-${index}`, count));
  const parts = partsOf(jobs);
  expect(parts.map((part) => part.length)).toEqual(expected);
  expect(parts.flat()).toEqual(jobs);
});

test('products with very long cells need several calls, and each call is accepted', () => {
  // JSON writes this character as six characters.
  const products = Array.from({ length: productsPerImportMax }, (_, index) =>
    product(`SKU-${index}`, '\u0001'.repeat(sourceCharactersMax - 4)),
  );
  const parts = splitByCharacters(products);
  expect(parts.map((part) => part.length)).toEqual([7, 7, 6]);
  expect(parts.flat()).toEqual(products);
  for (const part of parts) expect(importProductsRequest.safeParse({ products: part }).error).toBeUndefined();
});

test('usual products stay in one call', () => {
  const products = Array.from({ length: productsPerImportMax }, (_, index) => product(`SKU-${index}`, 'A long text. '.repeat(1_000)));
  expect(splitByCharacters(products)).toHaveLength(1);
});
