/** The products for which the seller orders videos or images. The list is kept until the tab is closed, so a reload keeps it. */
import * as z from 'zod';
import type { OrderItemRequest } from '#shared/order/api.ts';
import { orderItemsMax } from '#shared/order/rules.ts';
import { paths } from '#web/app/paths.ts';
import { sessionStore } from '#web/lib/storage.ts';

const storageKey = 'vitrine.order_products';

const orderProduct = z.object({
  sku: z.string().optional(),
  title: z.string(),
  options: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
  /** The keys of uploaded photos. The order uses the first photo. */
  photoKeys: z.array(z.string()),
});
export type OrderProduct = z.infer<typeof orderProduct>;

const orderProducts = z.array(orderProduct);

/** Stores the products of a new order, and opens the page of this order. */
export function orderForProducts(products: readonly OrderProduct[], navigate: (path: string) => void): void {
  sessionStore.write(storageKey, JSON.stringify(products));
  navigate(paths.order);
}

export function storedProducts(): OrderProduct[] {
  try {
    return orderProducts.parse(JSON.parse(sessionStore.read(storageKey) ?? '[]'));
  } catch {
    return [];
  }
}

/** Returns the items of an order: one item for each product with a photo, up to the limit of an order. */
export const itemsOf = (products: readonly OrderProduct[]): OrderItemRequest[] =>
  products
    .flatMap(({ photoKeys: [uploadKey], title, sku, options }) =>
      uploadKey === undefined ? [] : [{ uploadKey, title: title.slice(0, 255), ...(sku && { sku }), ...(options && { options }) }],
    )
    .slice(0, orderItemsMax)
    .map((item, index) => ({ itemId: `item-${index + 1}`, ...item }));
