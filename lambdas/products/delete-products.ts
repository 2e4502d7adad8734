/** Deletes products with their photos. Batches have their own copies of the photos, so results and receipts stay complete. */
import { AppError } from '#shared/errors.ts';
import type { DeleteProductsResponse } from '#shared/products/api.ts';
import { inParallel } from '../platform/in-parallel.ts';
import { deleteObject } from '../store/objects.ts';
import { deleteProduct, type Product, readProduct } from '../store/products.ts';

const attemptsMax = 4;

/** Unknown products are ignored, so a repeated call has the same effect. @throws AppError ServiceBusy */
export async function deleteProducts(userId: string, productIds: readonly string[]): Promise<DeleteProductsResponse> {
  const deleted: Product[] = [];
  await inParallel([...new Set(productIds)], async (productId) => {
    const product = await deleteRows(userId, productId);
    if (product) deleted.push(product);
  });
  const files = deleted.flatMap(({ photos }) => photos.flatMap(({ key, thumbnailKey }) => [key, thumbnailKey]));
  await inParallel(files, deleteObject);
  return { deleted: deleted.map(({ productId }) => productId) };
}

/** @returns the deleted product, or undefined if it does not exist. */
async function deleteRows(userId: string, productId: string): Promise<Product | undefined> {
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const product = await readProduct(userId, productId);
    if (!product || (await deleteProduct(product))) return product;
  }
  throw new AppError('ServiceBusy');
}
