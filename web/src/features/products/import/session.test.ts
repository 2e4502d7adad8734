// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { createSession } from './session.ts';

async function planOf(sheet: string, paths: readonly string[]) {
  const session = createSession();
  const { roles } = await session.read(new Blob([sheet]), 'en');
  return session.plan({ roles, isVariantProduct: false, paths, chosen: [] });
}

describe('a second row with the SKU of an earlier row', () => {
  const sheet = 'SKU,Title,Photo\nVT-1,Handbag Ada,\nVT-2,Hat,\nVT-1,Other bag,other.jpg\n';

  test('the row is refused only because of its SKU, and the first row gets the photo', async () => {
    const { products, unusedFiles } = await planOf(sheet, ['VT-1.jpg', 'VT-2.jpg']);
    expect(products.map(({ sku, isRefused, photos }) => ({ sku, isRefused, photos }))).toEqual([
      { sku: 'VT-1', isRefused: false, photos: [{ file: 0 }] },
      { sku: 'VT-2', isRefused: false, photos: [{ file: 1 }] },
      { sku: 'VT-1', isRefused: true, photos: [] },
    ]);
    expect(products[2]?.problems).toEqual([{ code: 'sku_duplicate', text: '2' }]);
    expect(unusedFiles).toEqual([]);
  });

  test('the photo that the row names is not used', async () => {
    const { products, unusedFiles } = await planOf(sheet, ['VT-1.jpg', 'VT-2.jpg', 'other.jpg']);
    expect(products[2]?.photos).toEqual([]);
    expect(unusedFiles).toEqual([2]);
  });
});

test('a photo whose name contains no SKU is not suggested for a row without a SKU', async () => {
  const { products, suggestions } = await planOf('SKU,Title\n,Handbag Ada\nVT-1,Hat\n', ['front.jpg']);
  expect(products.map(({ isRefused }) => isRefused)).toEqual([true, false]);
  expect(suggestions).toEqual([]);
});
