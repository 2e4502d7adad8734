import { importProductsRequest } from '#shared/products/api.ts';
import { takeDailyUse } from '../store/daily-uses.ts';
import { limitedCall } from '../store/limited-call.ts';
import { importProducts } from './import-products.ts';

export const handler = limitedCall({ endpoint: 'importProducts', body: importProductsRequest }, async ({ user, body, now }) => {
  await takeDailyUse(user, 'productImport', now, body.products.length);
  return { body: await importProducts(user, body.products, now) };
});
