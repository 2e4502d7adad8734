import type { ProductSummary } from '#shared/products/api.ts';
import type { Shop } from '#web/features/marketplaces/placements.ts';
import type { DotTone } from '#web/ui/dot.tsx';
import { missingFor } from './missing.ts';

export type ProductFilter = 'all' | 'has_video' | 'no_video' | 'photo_refused' | 'no_photo';

const filters: Record<ProductFilter, (product: ProductSummary, shops: readonly Shop[]) => boolean> = {
  all: () => true,
  has_video: ({ made }) => made.videos > 0,
  no_video: ({ made }) => made.videos === 0,
  photo_refused: (product, shops) => shops.some((shop) => missingFor(product, shop) === 'photo_refused'),
  no_photo: ({ photo }) => photo === undefined,
};

export const filterTones: Partial<Record<ProductFilter, DotTone>> = { has_video: 'done', photo_refused: 'failed' };

export const productFilters = Object.keys(filters) as ProductFilter[];

/** Removes the differences of letter case and of character width (for example Ａ and A), so that a search finds both. */
const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Returns the products whose SKU, title, variants or options contain every word. */
export function searchProducts(products: readonly ProductSummary[], search: string): readonly ProductSummary[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return products;
  return products.filter(({ sku, title, variantSkus, options }) => {
    const text = fold([sku, title, ...variantSkus, ...options.flatMap(({ values }) => values)].join('\n'));
    return words.every((word) => text.includes(word));
  });
}

/** @param shops the marketplaces whose rules for photos apply. */
export const filterProducts = (
  products: readonly ProductSummary[],
  filter: ProductFilter,
  shops: readonly Shop[],
): readonly ProductSummary[] => (filter === 'all' ? products : products.filter((product) => filters[filter](product, shops)));

/** Returns the products for which something is missing for a marketplace. */
export const incompleteFor = (products: readonly ProductSummary[], shop: Shop): readonly ProductSummary[] =>
  products.filter((product) => missingFor(product, shop) !== 'nothing');
