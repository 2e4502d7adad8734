/** Tests the import of products and the products page in a real browser on the whole local stack. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import JsZip from 'jszip';
import sharp from 'sharp';
import type { ImportedProduct, ListProductsResponse } from '#shared/products/api.ts';
import { findAxeViolations } from '../fixtures/axe.ts';
import { expect, openAsSeller, test } from '../fixtures/page.ts';
import { shopifyExport, skuOf } from '../fixtures/product-sheets.ts';
import { type Seller, signIn } from '../fixtures/seller.ts';

const path = '/products';
const phone = { width: 390, height: 844 };

const open = (page: Page, email: string) => openAsSeller(page, path, email);

/** Each photo has a different colour, so that its bytes are different too. */
const photoOf = (index: number): Promise<Buffer> =>
  sharp({ create: { width: 600, height: 600, channels: 3, background: { r: index % 256, g: Math.floor(index / 256) * 60, b: 90 } } })
    .jpeg()
    .toBuffer();

async function zipOfPhotos(count: number, nameOf: (index: number) => string): Promise<Buffer> {
  const zip = new JsZip();
  for (let index = 0; index < count; index++) zip.file(nameOf(index), await photoOf(index));
  return zip.generateAsync({ type: 'nodebuffer' });
}

const csv = (name: string, content: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
const chooseFiles = (page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.locator('main input[type=file]:enabled').setInputFiles(files);
const list = async (seller: Seller) => (await seller.call<ListProductsResponse>('GET', '/api/products')).body.items;
const product = (sku: string, title: string): ImportedProduct => ({ sku, title, options: [], variantSkus: [sku], photos: [] });

test('the products page asks a visitor to sign in', async ({ page }) => {
  await page.goto(path);
  await expect(page.getByText('Sign in to see your products.')).toBeVisible();
  await expect(page).toHaveTitle('Products · Vitrine');
});

test('a table and an archive of photos become products, and a second import changes nothing', { tag: '@journey' }, async ({
  page,
  cloud,
}) => {
  const email = `products-${randomUUID()}@example.com`;
  const seller = await signIn(cloud.origin, email);
  await open(page, email);
  await expect(page.getByRole('heading', { name: 'Drop your catalogue here' })).toBeVisible();
  const files = [
    csv(
      'export.csv',
      shopifyExport(12, (sku) => (sku === skuOf(11) ? '' : `${sku}.jpg`)),
    ),
    {
      name: 'photos.zip',
      mimeType: 'application/zip',
      buffer: await zipOfPhotos(12, (index) => (index === 11 ? 'banner.jpg' : `photos/${skuOf(index)}.jpg`)),
    },
  ];
  await chooseFiles(page, files);
  const dialog = page.getByRole('dialog', { name: 'Import products' });
  await expect(dialog.getByText('Recognized as a file of Shopify.')).toBeVisible();
  await expect(dialog.getByLabel('Content of the column Variant SKU')).toHaveValue('sku');
  await dialog.getByRole('button', { name: 'Match photos' }).click();
  await expect(dialog.getByText('11 of 12 products have a photo').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'banner.jpg' }).click();
  await dialog.getByRole('button', { name: `Match ${skuOf(11)}` }).click();
  await expect(dialog.getByText('12 of 12 products have a photo').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'New 12' })).toBeVisible();
  // Nothing is stored before the last button.
  expect(await list(seller)).toEqual([]);
  await dialog.getByRole('button', { name: 'Import 12 products' }).click();
  await expect(dialog.getByText('12 products imported', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(page.getByRole('row', { name: /VT-0001/ })).toContainText('Handbag VT-0001, Ruby');
  const products = await list(seller);
  expect(products).toHaveLength(12);
  for (const { photos } of products) expect(photos).toHaveLength(1);

  await chooseFiles(page, files.slice(0, 1));
  await expect(dialog.getByText('Your last choice for these headings is used.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Match photos' }).click();
  await dialog.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Unchanged 12' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Nothing to import' })).toBeDisabled();
});

test('rows with problems can be saved in the columns of the table', async ({ page, cloud }) => {
  const email = `problems-${randomUUID()}@example.com`;
  await signIn(cloud.origin, email);
  await open(page, email);
  await chooseFiles(page, [csv('sheet.csv', 'SKU;Title;Price\n1-2;Hat;24,50\nVT-1;Bag;89,00\n;Belt;10,00\nVT-1;Other bag;90,00\n')]);
  const dialog = page.getByRole('dialog', { name: 'Import products' });
  await dialog.getByRole('button', { name: 'Match photos' }).click();
  await dialog.getByRole('button', { name: 'Check', exact: true }).click();
  await dialog.getByRole('button', { name: /^Problems/ }).click();
  await expect(dialog.getByText('The SKU 1-2 looks like a date. It is kept as written.')).toBeVisible();
  await expect(dialog.getByText('This SKU is already in row 3.')).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download rows with problems' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  expect(text.split('\r\n')[0]).toBe('\uFEFFSKU,Title,Price,Problem');
  expect(text).toContain('"24,50"');
  await expect(dialog.getByRole('button', { name: 'Import 2 products' })).toBeEnabled();
});

test('a file that is no table is refused with a reason', async ({ page, cloud }) => {
  const email = `refused-${randomUUID()}@example.com`;
  await signIn(cloud.origin, email);
  await open(page, email);
  await chooseFiles(page, [
    { name: 'old.xls', mimeType: 'application/vnd.ms-excel', buffer: Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]) },
  ]);
  await expect(page.getByText('This is an old or protected Excel file. Save it as XLSX without a password.')).toBeVisible();
});

test('without a table, photos become products, and the names of the photos become the SKUs', async ({ page, cloud }) => {
  const email = `names-${randomUUID()}@example.com`;
  const seller = await signIn(cloud.origin, email);
  await open(page, email);
  const photo = async (name: string, index: number) => ({ name, mimeType: 'image/jpeg', buffer: await photoOf(index) });
  await chooseFiles(page, [await photo('VT-1_2.jpg', 2), await photo('VT-1_1.jpg', 1), await photo('hat.jpg', 3)]);
  const dialog = page.getByRole('dialog', { name: 'Import products' });
  await expect(dialog.getByText('Every product has a photo.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Check', exact: true }).click();
  await dialog.getByRole('button', { name: 'Import 2 products' }).click();
  await expect(dialog.getByText('2 products imported', { exact: true })).toBeVisible();
  const products = await list(seller);
  expect(products.map(({ sku, photos }) => [sku, photos.map(({ source }) => source)]).sort()).toEqual([
    ['VT-1', ['VT-1_1.jpg', 'VT-1_2.jpg']],
    ['hat', ['hat.jpg']],
  ]);
});

test('products are searched, filtered and ordered, and deleting them keeps the page', async ({ page, cloud }) => {
  const email = `order-${randomUUID()}@example.com`;
  const seller = await signIn(cloud.origin, email);
  const { key } = await seller.upload(await photoOf(7));
  await seller.call('POST', '/api/products/import', {
    products: [{ ...product('VT-1', 'Handbag Ada'), photos: [{ source: 'a.jpg', uploadKey: key }] }, product('VT-2', 'Sun hat Rosa')],
  });
  await open(page, email);
  const rows = page.getByRole('table', { name: 'Products' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('VT-1');
  await page.getByRole('button', { name: 'Title', exact: true }).click();
  await page.getByRole('button', { name: 'Title', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'Title' })).toHaveAttribute('aria-sort', 'descending');
  await expect(rows.nth(1)).toContainText('Sun hat Rosa');
  await expect(page.getByRole('columnheader', { name: /^Lazada/ })).toBeVisible();
  // The key `/` moves the focus to the search field, and does not write its character there.
  await page.keyboard.press('/');
  await page.keyboard.type('rosa');
  await expect(page.getByRole('searchbox', { name: 'SKU or title' })).toHaveValue('rosa');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('searchbox', { name: 'SKU or title' }).fill('');
  await page.getByRole('button', { name: /^Without a photo/ }).click();
  await expect(page.getByRole('row', { name: /VT-2/ })).toBeVisible();
  await page.getByRole('button', { name: /^All/ }).click();
  await page.getByRole('checkbox', { name: 'Select all products' }).check();
  await expect(page.getByText('1 has no photo')).toBeVisible();
  await page.getByRole('button', { name: 'Order videos' }).click();
  await expect(page).toHaveURL('/batch-image-to-video');
  await expect(page.getByRole('article', { name: /^Card 1: VT-1$/ })).toBeVisible();

  await page.goto(path);
  await page.getByRole('button', { name: 'More: VT-2' }).click();
  await expect(page.getByRole('menuitem', { name: /^Order images/ })).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More: VT-1' }).click();
  await page.getByRole('menuitem', { name: 'Order images' }).click();
  await expect(page).toHaveURL('/batch-image-to-image');
  await expect(page.getByRole('article', { name: /VT-1$/ })).toBeVisible();

  await page.goto(path);
  await page.getByRole('checkbox', { name: 'Select VT-2' }).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('1 product deleted')).toBeVisible();
  await expect(page.getByRole('row', { name: /VT-2/ })).toHaveCount(0);
});

test('500 products and an archive of 500 photos become 500 correct pairs', async ({ page, cloud }) => {
  const email = `many-${randomUUID()}@example.com`;
  const seller = await signIn(cloud.origin, email);
  const count = 500;
  await open(page, email);
  await chooseFiles(page, [
    csv(
      'export.csv',
      shopifyExport(count, () => ''),
    ),
    { name: 'photos.zip', mimeType: 'application/zip', buffer: await zipOfPhotos(count, (index) => `${skuOf(index)}_1.jpg`) },
  ]);
  const dialog = page.getByRole('dialog', { name: 'Import products' });
  await dialog.getByRole('button', { name: 'Match photos' }).click();
  await expect(dialog.getByText('500 of 500 products have a photo').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Check', exact: true }).click();
  await dialog.getByRole('button', { name: 'Import 500 products' }).click();
  await expect(dialog.getByText('500 products imported', { exact: true })).toBeVisible({ timeout: 240_000 });
  const stored: ListProductsResponse['items'] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const body: ListProductsResponse = (await seller.call<ListProductsResponse>('GET', `/api/products${cursor && `?cursor=${cursor}`}`))
      .body;
    stored.push(...body.items);
    cursor = body.nextCursor;
  }
  const pairs = stored.map(({ sku, photos }) => [sku, photos.map(({ source }) => source)] as const);
  expect(pairs.filter(([sku, sources]) => sources.length === 1 && sources[0] === `${sku}_1.jpg`)).toHaveLength(count);
});

test('an import that the seller closes stops, and the sheet shows what was imported', async ({ page, cloud }) => {
  const email = `closed-${randomUUID()}@example.com`;
  const seller = await signIn(cloud.origin, email);
  await open(page, email);
  const rows = Array.from({ length: 200 }, (_, index) => `${skuOf(index)},Bag ${index}`);
  await chooseFiles(page, [csv('sheet.csv', ['SKU,Title', ...rows].join('\n'))]);
  const dialog = page.getByRole('dialog', { name: 'Import products' });
  await dialog.getByRole('button', { name: 'Match photos' }).click();
  await dialog.getByRole('button', { name: 'Check', exact: true }).click();
  // The second call gets no response, so the import is still running when the seller closes it.
  let calls = 0;
  await page.route('**/api/products/import', (route) => {
    calls += 1;
    return calls === 1 ? route.continue() : new Promise(() => undefined);
  });
  await dialog.getByRole('button', { name: 'Import 200 products' }).click();
  await expect(dialog.getByText('20 of 200 products imported').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog.getByText('20 products imported', { exact: true })).toBeVisible();
  await expect(dialog.getByText('180 products were not imported.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(page.getByRole('row', { name: /VT-0001/ })).toBeVisible();
  expect(await list(seller)).toHaveLength(20);
});

const sizes = { desktop: { width: 1440, height: 900 }, phone };
const languages = {
  en: { title: 'Products', step: 'Match photos', check: 'Check', recognized: 'Recognized as a file of Shopify.' },
  de: { title: 'Produkte', step: 'Fotos zuordnen', check: 'Prüfen', recognized: 'Erkannt als Datei von Shopify.' },
  ja: { title: '商品', step: '写真を割り当てる', check: '確認', recognized: 'Shopifyのファイルとして認識しました。' },
};
for (const [language, texts] of Object.entries(languages))
  test(`in the language ${language}, the import fits on a desktop and on a phone, and axe finds no problem`, async ({ page, cloud }) => {
    const email = `fits-${language}-${randomUUID()}@example.com`;
    const seller = await signIn(cloud.origin, email);
    await seller.call('POST', '/api/products/import', { products: [product('VT-1', 'Handbag Ada')] });
    await open(page, email);
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
    for (const size of Object.values(sizes)) {
      await page.setViewportSize(size);
      await page.goto(`${path}?lang=${language}`);
      await expect(page.getByRole('heading', { name: texts.title, level: 1 })).toBeVisible();
      await expect(page.getByText('Handbag Ada').first()).toBeVisible();
      expect(await fits()).toBe(true);
      expect(await findAxeViolations(page)).toEqual([]);
      await chooseFiles(page, [
        csv(
          'export.csv',
          shopifyExport(3, () => ''),
        ),
      ]);
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByText(texts.recognized)).toBeVisible();
      await expect(dialog.getByText(`Handbag ${skuOf(0)}, Ruby`, { exact: true })).toBeVisible();
      expect(await findAxeViolations(page)).toEqual([]);
      await dialog.getByRole('button', { name: texts.step }).click();
      await dialog.getByRole('button', { name: texts.check, exact: true }).click();
      await expect(dialog.getByText(skuOf(0), { exact: true })).toBeVisible();
      expect(await fits()).toBe(true);
      expect(await findAxeViolations(page)).toEqual([]);
    }
  });
