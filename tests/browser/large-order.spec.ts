/** Tests the panel of a large order in the history, at the widths of a desktop and of a phone. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { itemsPerBatchMax } from '#shared/batch/batch.ts';
import { newPhotosPerImportMax } from '#shared/products/limits.ts';
import { findAxeViolations } from '../fixtures/axe.ts';
import { clipResponse } from '../fixtures/cloud.ts';
import { grant } from '../fixtures/grant.ts';
import { expect, openAsSeller, test } from '../fixtures/page.ts';
import { imageQuote, videoQuote } from '../fixtures/quote-request.ts';
import { createPhoto, type Seller, signIn } from '../fixtures/seller.ts';

const widths = [
  { name: 'desktop', size: { width: 1440, height: 1000 } },
  { name: 'phone', size: { width: 390, height: 844 } },
];

async function newSeller(origin: string): Promise<{ seller: Seller; email: string; key: string }> {
  const email = `large-${randomUUID()}@example.com`;
  const seller = await signIn(origin, email);
  const { key } = await seller.upload(await createPhoto());
  return { seller, email, key };
}

async function startOrder(seller: Seller, quote: { quoteId: string }, options: object = {}): Promise<string> {
  await seller.call('POST', '/api/quotes', quote);
  expect(await seller.call('POST', `/api/quotes/${quote.quoteId}/start`, options)).toMatchObject({ status: 202 });
  return quote.quoteId;
}

const open = (page: Page, email: string, path = '/history') => openAsSeller(page, path, email);

const panel = (page: Page, name: string) => page.getByRole('region', { name });

for (const { name, size } of widths)
  test(`a running order can be paused, reordered, continued and stopped on a ${name}`, async ({ page, cloud }) => {
    await page.setViewportSize(size);
    const { seller, email, key } = await newSeller(cloud.origin);
    await grant(seller.userId, 20_000);
    const tag = `slow-${randomUUID().slice(0, 8)}`;
    await cloud.fal.script(tag, clipResponse, { kind: 'late-webhook' });
    await open(page, email);
    await startOrder(seller, videoQuote(40, key, { prompt: `${tag} {sku}!` }));
    await page.reload();
    const order = panel(page, '40 videos');
    await expect(order).toContainText('Being made. You can close this page.');
    await expect(order.getByRole('progressbar')).toBeVisible();
    await expect(order).toContainText(/Being made[1-9]/);
    await expect(order).toContainText('Spending limit$48.00');
    await order.getByRole('button', { name: 'Pause' }).click();
    await expect(order).toContainText('Paused by you.');
    await order.getByLabel('Make these SKUs next').fill('SKU-39, SKU-12');
    await order.getByRole('button', { name: 'Make next' }).click();
    await expect(page.getByText('These products are made next.')).toBeVisible();
    await order.getByRole('button', { name: 'Continue' }).click();
    await expect(order).toContainText('Being made. You can close this page.');
    await order.getByRole('button', { name: 'Stop' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Stop this order?' });
    await expect(dialog).toContainText('No further item starts.');
    await dialog.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(order).toContainText('Stopping. Started items are finished and charged.');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await cloud.fal.release();
    await expect.poll(async () => (await seller.call<{ status: string }>('GET', '/api/batches?active=true')).status).toBe(200);
  });

test('after the first items, the page asks whether to continue the order, and shows the receipt at the end', async ({ page, cloud }) => {
  const { seller, email, key } = await newSeller(cloud.origin);
  const orderId = await startOrder(seller, imageQuote(9, key), { testFirst: 2, ceiling: 0.3 });
  await open(page, email, `/history?order=${orderId}`);
  const order = panel(page, '9 images');
  await expect(order).toContainText('The first results are ready.');
  await expect(order).toContainText('2 × $0.05');
  await order.getByRole('button', { name: 'Continue' }).click();
  await expect(order).toContainText('Paused. The spending limit is reached.');
  await order.getByLabel(/New spending limit/).fill('0.45');
  await order.getByRole('button', { name: 'Continue' }).click();
  await expect(order).toContainText('Finished.');
  await expect(order).toContainText('9 × $0.05');
  await expect(order).toContainText('Charged$0.45');
  await expect(order.getByRole('button', { name: 'Pause' })).toHaveCount(0);
  await order.getByText('Results by part').click();
  await order.getByRole('link', { name: 'Results of part 1' }).click();
  await expect(page.getByRole('list', { name: 'Past batches' }).getByRole('article')).toHaveCount(1);
  await page.getByRole('link', { name: 'Show order' }).click();
  await expect(panel(page, '9 images')).toContainText('Finished.');
});

const productsOf = (key: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    sku: `SKU-${n}`,
    title: n === 0 ? 'Handbag {sku} Ada' : `Handbag ${n}`,
    options: [{ name: 'colour', value: 'ruby' }],
    photoKeys: n === count - 1 ? [] : [key],
  }));

const openProducts = async (page: Page, email: string, products: object[]): Promise<void> => {
  await page.addInitScript((text) => sessionStorage.setItem('vitrine.order_products', text), JSON.stringify(products));
  await open(page, email, '/order');
};

for (const { name, size } of widths)
  test(`a seller orders images for many products on a ${name}`, async ({ page, cloud }) => {
    await page.setViewportSize(size);
    const { seller, email, key } = await newSeller(cloud.origin);
    await openProducts(page, email, productsOf(key, 13));
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { name: '12 videos' })).toBeVisible();
    await expect(main).toContainText('Products without a photo: 1. They stay out.');
    await main.getByRole('radio', { name: 'Images' }).check();
    const prompt = main.getByLabel('Prompt', { exact: true });
    await prompt.fill('Show {size}');
    await expect(main.getByRole('alert')).toContainText('No product has the field {size}.');
    await prompt.fill('Show ');
    await main.getByRole('button', { name: '{colour}' }).click();
    await main.getByRole('button', { name: '{title}' }).click();
    await expect(main).toContainText('Show rubyHandbag {sku} Ada');
    await main.getByRole('button', { name: 'Lock this price' }).click();
    await expect(main).toContainText('Price locked until');
    await expect(main).toContainText('$0.60');
    await main.getByLabel('Spending limit in dollars, never exceeded').fill('0.55');
    await main.getByRole('switch', { name: /^Make 10, then ask me/ }).click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await main.getByRole('button', { name: 'Start the order' }).click();
    const order = panel(page, '12 images');
    await expect(order).toContainText('The first results are ready.');
    await expect(order).toContainText('10 × $0.05');
    await order.getByRole('button', { name: 'Continue' }).click();
    await expect(order).toContainText('Paused. The spending limit is reached.');
    await expect.poll(async () => (await seller.profile()).credits).toBe(4.45);
  });

test('more than a hundred selected products become one large order of their photos', async ({ page, cloud }) => {
  const { seller, email, key } = await newSeller(cloud.origin);
  const products = Array.from({ length: itemsPerBatchMax + 1 }, (_, n) => ({
    ...{ sku: `SKU-${n}`, title: `Handbag ${n}`, variantSkus: [], photos: [{ source: 'a.jpg', uploadKey: key }] },
    options: [{ name: 'Colour', values: ['ruby', 'jade'] }],
  }));
  for (let start = 0; start < products.length; start += newPhotosPerImportMax)
    await seller.call('POST', '/api/products/import', { products: products.slice(start, start + newPhotosPerImportMax) });
  await open(page, email, '/products');
  await page.getByRole('checkbox', { name: 'Select all products' }).check();
  await page.getByRole('button', { name: 'Order images' }).click();
  await expect(page).toHaveURL('/order?kind=image');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: '101 images' })).toBeVisible();
  await expect(main.getByRole('radio', { name: 'Images' })).toBeChecked();
  await main.getByLabel('Prompt', { exact: true }).fill('{title} in {colour}');
  await expect(main).toContainText(/Handbag \d+ in ruby, jade/);
  await main.getByRole('button', { name: 'Lock this price' }).click();
  await expect(main).toContainText('Price locked until');
  await main.getByRole('switch', { name: /^Make 10, then ask me/ }).click();
  await main.getByRole('button', { name: 'Start the order' }).click();
  const order = panel(page, '101 images');
  await expect(order).toContainText('The first results are ready.');
  await expect(order).toContainText('10 × $0.05');
  await order.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(order).toContainText('Cancelled91');
});

test('a scheduled order can be started immediately, and all its results can be saved together', async ({ page, cloud }) => {
  const { email, key } = await newSeller(cloud.origin);
  await openProducts(page, email, productsOf(key, 4));
  const main = page.getByRole('main');
  await main.getByRole('radio', { name: 'Images' }).check();
  await main.getByRole('button', { name: 'Lock this price' }).click();
  await main.getByRole('radio', { name: 'At a time' }).check();
  const later = await page.evaluate(() => {
    const time = new Date(Date.now() + 3 * 3_600_000);
    return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  });
  await main.getByLabel(/^Start time in/).fill(later);
  await main.getByRole('button', { name: 'Schedule the order' }).click();
  const order = panel(page, '3 images');
  await expect(order).toContainText('Starts on');
  await order.getByRole('button', { name: 'Start now' }).click();
  await expect(order).toContainText('Finished.');
  await order.getByText('Results by part').click();
  await expect(order.getByRole('button', { name: 'Download all (3)' })).toBeVisible();
  await order.getByRole('button', { name: /^Package/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

const languages = {
  de: { title: 'Neue Bestellung', lock: 'Preis sichern', start: 'Bestellung starten', ended: 'Fertig.', show: 'Bestellung anzeigen' },
  ja: { title: '新しい注文', lock: 'この料金で確定', start: '注文を開始', ended: '完了しました。', show: '注文を表示' },
};
for (const [language, texts] of Object.entries(languages))
  for (const { name, size } of widths)
    test(`in the language ${language}, an order fits on a ${name}, axe finds no problem, and the history has one row for it`, async ({
      page,
      cloud,
    }) => {
      await page.setViewportSize(size);
      const { email, key } = await newSeller(cloud.origin);
      await openProducts(page, email, productsOf(key, 7));
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { name: '6 videos' })).toBeVisible();
      await page.goto(`/order?kind=image&lang=${language}`);
      const checkPage = async () => {
        expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
        expect(await findAxeViolations(page)).toEqual([]);
      };
      await expect(main.getByRole('heading', { name: texts.title, level: 1 })).toBeVisible();
      await checkPage();
      await main.getByRole('button', { name: texts.lock }).click();
      await main.getByRole('button', { name: texts.start }).click();
      await expect(main).toContainText(texts.ended);
      await checkPage();
      await page.goto('/history');
      const runs = main.getByRole('article');
      await expect(runs).toHaveCount(1);
      await expect(runs).toContainText(/0[.,]30/);
      await checkPage();
      await runs.getByRole('link', { name: texts.show }).click();
      await expect(main).toContainText(/6 × \$?0[.,]05/);
    });
