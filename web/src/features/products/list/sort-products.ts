import type { ProductSummary } from '#shared/products/api.ts';

export const sortColumns = ['sku', 'title', 'made'] as const;
export type SortColumn = (typeof sortColumns)[number];
export type Sorting = { column: SortColumn; direction: 'ascending' | 'descending' };

/** The order in which the list starts. */
export const firstSorting: Sorting = { column: 'sku', direction: 'ascending' };

const madeCount = ({ made }: ProductSummary): number => made.videos + made.images + made.edits;

/** Returns the products in the chosen order. Products with equal values are in the order of their SKUs. */
export function sortProducts(
  products: readonly ProductSummary[],
  { column, direction }: Sorting,
  language: string,
): readonly ProductSummary[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  const bySku = (one: ProductSummary, other: ProductSummary) => compare(one.sku, other.sku);
  const comparisons: Record<SortColumn, typeof bySku> = {
    sku: bySku,
    title: (one, other) => compare(one.title, other.title),
    made: (one, other) => madeCount(one) - madeCount(other),
  };
  const sign = direction === 'ascending' ? 1 : -1;
  return products.toSorted((one, other) => sign * comparisons[column](one, other) || bySku(one, other));
}

/** Returns the sorting after a click on a column: another column starts ascending, and the same column changes its direction. */
export const sortingAfterClick = (sorting: Sorting, column: SortColumn): Sorting => ({
  column,
  direction: sorting.column === column && sorting.direction === 'ascending' ? 'descending' : 'ascending',
});
