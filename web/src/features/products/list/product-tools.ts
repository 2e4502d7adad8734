import { Clapperboard, Images, Scissors } from 'lucide-react';
import { itemsPerBatchMax } from '#shared/batch/batch.ts';
import { orderItemsMax } from '#shared/order/rules.ts';
import { editsPerBatchMax } from '#shared/photo-edit/batch.ts';
import type { ProductSummary } from '#shared/products/api.ts';
import { paths } from '#web/app/paths.ts';
import { orderForProducts } from '#web/features/order/new/products.ts';
import { passImage } from '#web/lib/passed-images.ts';
import type { useNavigate } from '#web/lib/router.tsx';

/** The tools that use the photos of products. `max` is the maximum number of products. */
export const productTools = {
  videos: { path: paths.batchVideo, max: orderItemsMax, icon: Clapperboard },
  images: { path: paths.batchImage, max: orderItemsMax, icon: Images },
  edits: { path: paths.photoEdit, max: editsPerBatchMax, icon: Scissors },
} as const;
export type ProductTool = keyof typeof productTools;

/**
 * Opens a tool with the photos of products. If a batch cannot have so many products, opens the page for large orders. The photos stay on
 * the server.
 */
export function openTool(tool: ProductTool, products: readonly ProductSummary[], navigate: ReturnType<typeof useNavigate>): void {
  const { path } = productTools[tool];
  if (tool !== 'edits' && products.length > itemsPerBatchMax) {
    orderForProducts(products, tool === 'videos' ? 'video' : 'image', navigate);
    return;
  }
  for (const { sku, photo } of products) if (photo) passImage(path, { resultKey: photo.key, title: sku, src: photo.url });
  navigate(path);
}
