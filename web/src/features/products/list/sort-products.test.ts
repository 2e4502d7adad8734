import { describe, expect, test } from 'vitest';
import type { ProductSummary } from '#shared/products/api.ts';
import { shownShopsOf } from './missing.ts';
import { firstSorting, type Sorting, sortingAfterClick, sortProducts } from './sort-products.ts';

const product = (sku: string, title: string, videos = 0) => ({ sku, title, made: { videos, images: 0, edits: 0 } }) as ProductSummary;
const products = [product('B-10', 'Zebra', 2), product('B-9', 'Ärmel', 2), product('A-1', 'Boot')];
const skus = (sorting: Sorting, language = 'de') => sortProducts(products, sorting, language).map(({ sku }) => sku);

describe('the list of products', () => {
  test('the first order is by SKU, and numbers in SKUs are compared as numbers', () => {
    expect(skus(firstSorting)).toEqual(['A-1', 'B-9', 'B-10']);
  });

  test('titles are sorted by the rules of the page language', () => {
    expect(skus({ column: 'title', direction: 'ascending' }, 'de')).toEqual(['B-9', 'A-1', 'B-10']);
    expect(skus({ column: 'title', direction: 'ascending' }, 'sv')).toEqual(['A-1', 'B-10', 'B-9']);
  });

  test('products with equal values are in the order of their SKUs in both directions', () => {
    expect(skus({ column: 'made', direction: 'descending' })).toEqual(['B-9', 'B-10', 'A-1']);
    expect(skus({ column: 'made', direction: 'ascending' })).toEqual(['A-1', 'B-9', 'B-10']);
  });

  test('a second click on a column changes the direction, and a click on another column starts ascending', () => {
    const descending = sortingAfterClick(firstSorting, 'sku');
    expect(descending).toEqual({ column: 'sku', direction: 'descending' });
    expect(sortingAfterClick(descending, 'sku')).toEqual(firstSorting);
    expect(sortingAfterClick(descending, 'made')).toEqual({ column: 'made', direction: 'ascending' });
  });
});

describe('the marketplaces with a column', () => {
  test('a seller without chosen placements sees five marketplaces', () => {
    expect(shownShopsOf([])).toHaveLength(5);
    expect(shownShopsOf(['unknown.placement'])).toEqual(shownShopsOf([]));
  });

  test('a seller with chosen placements sees only the marketplaces of these placements, each of them once', () => {
    expect(shownShopsOf(['amazon.listing-video', 'shopee.listing-video', 'amazon.main-image'])).toEqual(['shopee', 'amazon']);
  });
});
