/** Splits products into calls of `POST /api/products/import`, which has limits for products, new photos and characters. */
import type { ImportedProduct } from '#shared/products/api.ts';
import { importCharactersMax, newPhotosPerImportMax, productsPerImportMax } from '#shared/products/limits.ts';

/** Splits products whose photos are not sent yet. Every photo can be a new one. */
export function partsOf<Job extends { product: { photos: readonly unknown[] } }>(jobs: readonly Job[]): Job[][] {
  const sizeOf = ({ product }: Job) => product.photos.length;
  return split(jobs, sizeOf, newPhotosPerImportMax, productsPerImportMax);
}

/** The products of sheets with very long cells need several calls. */
export function splitByCharacters(products: readonly ImportedProduct[]): ImportedProduct[][] {
  // The comma between two products is a character too.
  const sizeOf = (product: ImportedProduct) => JSON.stringify(product).length + 1;
  return split(products, sizeOf, importCharactersMax - '[]'.length, productsPerImportMax);
}

function split<Item>(items: readonly Item[], sizeOf: (item: Item) => number, sizeMax: number, countMax: number): Item[][] {
  const parts: Item[][] = [];
  let size = 0;
  for (const item of items) {
    const part = parts.at(-1);
    size += sizeOf(item);
    if (part && part.length < countMax && size <= sizeMax) {
      part.push(item);
    } else {
      parts.push([item]);
      size = sizeOf(item);
    }
  }
  return parts;
}
