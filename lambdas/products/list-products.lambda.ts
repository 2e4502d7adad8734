import { listProductsQuery } from '#shared/products/api.ts';
import { handle } from '../platform/handle.ts';
import { listProductsPage } from './list-products.ts';

export const handler = handle({ endpoint: 'listProducts', query: listProductsQuery }, async ({ caller, query, now }) => ({
  body: await listProductsPage(caller.userId, query, now),
}));
