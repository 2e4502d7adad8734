/** Returns a page of products with links to their first photos. */
import type { ListProductsResponse, ProductSummary } from '#shared/products/api.ts';
import { listProducts, type Product } from '../store/products.ts';
import { signedUrl } from '../store/signed-urls.ts';

export async function listProductsPage(
  userId: string,
  query: { limit: number; cursor?: string | undefined },
  now: Date,
): Promise<ListProductsResponse> {
  const { products, nextCursor } = await listProducts(userId, query);
  return { items: await Promise.all(products.map((product) => summaryOf(product, now))), nextCursor };
}

async function summaryOf(product: Product, now: Date): Promise<ProductSummary> {
  const { productId, sku, title, options, variantSkus, photos, sourceDigest, madeVideos, madeImages, madeEdits } = product;
  const [first] = photos;
  return {
    productId,
    sku,
    title,
    options,
    variantSkus,
    photos: photos.map(({ hash, source, width, height, sizeBytes, contentType }) => ({
      hash,
      source,
      width,
      height,
      sizeBytes,
      contentType,
    })),
    ...(first && {
      photo: { key: first.key, url: await signedUrl(first.key, now), thumbnail: await signedUrl(first.thumbnailKey, now) },
    }),
    sourceDigest,
    made: { videos: madeVideos?.size ?? 0, images: madeImages?.size ?? 0, edits: madeEdits?.size ?? 0 },
  };
}
