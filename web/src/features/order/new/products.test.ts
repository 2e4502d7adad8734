import { expect, test, vi } from 'vitest';
import type { ProductSummary } from '#shared/products/api.ts';
import { itemsOf, orderForProducts, storedProducts } from './products.ts';

test('the products of a new order are stored before its page opens, and the page reads the same products', () => {
  const product: ProductSummary = {
    ...{
      productId: 'a',
      sku: 'A-1',
      title: 'Bag',
      variantSkus: [],
      photos: [],
      sourceDigest: '',
      made: { videos: 0, images: 0, edits: 0 },
    },
    photo: { key: 'product-photos/one.jpg', url: '', thumbnail: '' },
    options: [
      { name: 'colour', values: ['ruby', 'jade'] },
      { name: 'n'.repeat(50), values: ['v'.repeat(300)] },
      { name: ' ', values: ['x'] },
    ],
  };
  const stored = {
    ...{ sku: 'A-1', title: 'Bag', photoKeys: ['product-photos/one.jpg'] },
    options: [
      { name: 'colour', value: 'ruby, jade' },
      { name: 'n'.repeat(40), value: 'v'.repeat(200) },
    ],
  };
  const navigate = vi.fn(() => expect(storedProducts()).toEqual([stored]));
  orderForProducts([product], 'image', navigate);
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/order?kind=image');
});

test('an order has one item for each product with a photo, and at most 2,000 items', () => {
  const product = { title: 'x'.repeat(300), photoKeys: ['uploads/one.jpg', 'uploads/two.jpg'] };
  expect(itemsOf([{ title: 'No photo', photoKeys: [] }, product])).toEqual([
    { itemId: 'item-1', uploadKey: 'uploads/one.jpg', title: 'x'.repeat(255) },
  ]);
  expect(itemsOf(Array.from({ length: 2001 }, () => product))).toHaveLength(2000);
});
