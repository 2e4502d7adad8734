/** Makes products from the names of photos, if there is no sheet. */
import { plainText, skuProblems } from './check-cells.ts';
import type { SheetProduct } from './group-rows.ts';

const nameOf = (path: string): string => (path.split(/[/\\]/).at(-1) ?? '').replace(/\.[a-z0-9]{2,5}$/i, '');

/** `VT-1_2` is the second photo of `VT-1`, but only if `VT-1` is a product or has another photo. */
const numberedName = /^(.+)[_-]\d{1,3}$/;

/**
 * Returns one product for each SKU in the names of the photos, in the order of the photos.
 * @param knownSkus the SKUs of the stored products.
 */
export function productsOfFiles(paths: readonly string[], knownSkus: readonly string[]): SheetProduct[] {
  const names = paths.map((path) => plainText(nameOf(path)));
  const known = new Set(knownSkus);
  const baseOf = (name: string): string => numberedName.exec(name)?.[1] ?? name;
  const counts = new Map<string, number>();
  for (const name of new Set(names)) counts.set(baseOf(name), (counts.get(baseOf(name)) ?? 0) + 1);
  const skuOf = (name: string): string => {
    const base = baseOf(name);
    return !known.has(name) && (known.has(base) || (counts.get(base) ?? 0) > 1) ? base : name;
  };
  return [...new Set(names.map(skuOf))].map((sku) => ({
    sku,
    title: sku,
    options: [],
    variantSkus: [sku],
    photoSources: [],
    rows: [],
    problems: skuProblems(sku),
  }));
}
