import { expect, test, vi } from 'vitest';
import { itemsOf, orderForProducts, storedProducts } from './products.ts';

test('the products of a new order are stored before its page opens, and the page reads the same products', () => {
  const products = [{ sku: 'A-1', title: 'Bag', options: [{ name: 'colour', value: 'ruby' }], photoKeys: ['uploads/one.jpg'] }];
  const navigate = vi.fn(() => expect(storedProducts()).toEqual(products));
  orderForProducts(products, navigate);
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/order');
});

test('an order has one item for each product with a photo, and at most 2,000 items', () => {
  const product = { title: 'x'.repeat(300), photoKeys: ['uploads/one.jpg', 'uploads/two.jpg'] };
  expect(itemsOf([{ title: 'No photo', photoKeys: [] }, product])).toEqual([
    { itemId: 'item-1', uploadKey: 'uploads/one.jpg', title: 'x'.repeat(255) },
  ]);
  expect(itemsOf(Array.from({ length: 2001 }, () => product))).toHaveLength(2000);
});
