import { deleteProductsRequest } from '#shared/products/api.ts';
import { limitedCall } from '../store/limited-call.ts';
import { deleteProducts } from './delete-products.ts';

export const handler = limitedCall({ endpoint: 'deleteProducts', body: deleteProductsRequest }, async ({ user, body }) => ({
  body: await deleteProducts(user.userId, body.productIds),
}));
