/** The products for which the seller orders videos or images. The list is kept until the tab is closed, so a reload keeps it. */
import * as z from 'zod';
import { type OrderItemRequest, optionNameCharactersMax, optionValueCharactersMax } from '#shared/order/api.ts';
import type { OrderSettings } from '#shared/order/items.ts';
import { orderItemsMax } from '#shared/order/rules.ts';
import type { ProductSummary } from '#shared/products/api.ts';
import { paths } from '#web/app/paths.ts';
import { sessionStore } from '#web/lib/storage.ts';

const storageKey = 'vitrine.order_products';

/** Query parameter of the page. Its value is the kind of work that the seller has chosen. */
export const kindParameter = 'kind';

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
export function orderForProducts(products: readonly ProductSummary[], kind: OrderSettings['kind'], navigate: (path: string) => void): void {
  sessionStore.write(storageKey, JSON.stringify(products.map(orderProductOf)));
  navigate(`${paths.order}?${kindParameter}=${kind}`);
}

/** An option of a product can have several values. The field of a prompt then lists all of them. */
const orderProductOf = ({ sku, title, options, photo }: ProductSummary): OrderProduct => ({
  ...{ sku, title, photoKeys: photo ? [photo.key] : [] },
  options: options.flatMap(({ name, values }) => {
    const shortName = name.trim().slice(0, optionNameCharactersMax);
    return shortName ? { name: shortName, value: values.join(', ').slice(0, optionValueCharactersMax) } : [];
  }),
});

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
