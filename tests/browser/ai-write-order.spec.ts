/** Tests the order page with AI Write for each product, at the widths of a desktop and of a phone. */
import { randomUUID } from 'node:crypto';
import type { ImageBatchResponse } from '#shared/batch/api.ts';
import type { OrderResponse } from '#shared/order/api.ts';
import { expect, openAsSeller, test } from '../fixtures/page.ts';
import { createPhoto, signIn } from '../fixtures/seller.ts';

for (const { name, size } of [
  { name: 'desktop', size: { width: 1440, height: 1000 } },
  { name: 'phone', size: { width: 390, height: 844 } },
])
  test(`a seller orders images with a prompt for each product, and sees the written prompts, on a ${name}`, async ({ page, cloud }) => {
    await page.setViewportSize(size);
    const email = `written-${randomUUID()}@example.com`;
    const seller = await signIn(cloud.origin, email);
    const { key } = await seller.upload(await createPhoto());
    const tag = `tag-${randomUUID().slice(0, 8)}`;
    const products = ['Handbag <b>Ada</b>', 'Handbag Bea'].map((title, n) => ({
      ...{ sku: `SKU-${n}`, title, options: [{ name: 'Colour', value: 'ruby' }], photoKeys: [key] },
    }));
    await page.addInitScript((text) => sessionStorage.setItem('vitrine.order_products', text), JSON.stringify(products));
    await openAsSeller(page, '/order?kind=image', email);
    const main = page.getByRole('main');
    await main.getByLabel('Prompt', { exact: true }).fill('Only {title}');
    await main.getByRole('radio', { name: /^AI Write for each product/ }).check();
    const direction = main.getByLabel('Your wishes for all prompts (optional)');
    await expect(direction).toHaveValue('');
    await expect(direction).toHaveAccessibleDescription('AI writes each prompt in English, when the item is made.');
    await direction.fill('On a beach with {size}');
    await expect(main.getByRole('alert')).toContainText('No product has the field {size}.');
    await direction.fill(`${tag} on a beach with `);
    await main.getByRole('button', { name: '{title}' }).click();
    const example = main.getByText('Example: Sent to the AI with the photo').locator('..');
    await expect(example).toHaveText(/\{title\}\{title\}Handbag <b>Ada<\/b>\{sku\}SKU-0\{colour\}ruby$/);
    await expect(main).toContainText('With AI Write, included in the price');
    await main.getByRole('radio', { name: /^One prompt for all products/ }).check();
    await expect(main.getByLabel('Prompt', { exact: true })).toHaveValue('Only {title}');
    await main.getByRole('radio', { name: /^AI Write for each product/ }).check();
    await expect(direction).toHaveValue(`${tag} on a beach with {title}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await main.getByRole('button', { name: 'Lock this price' }).click();
    await expect(main).toContainText('Price locked until');
    expect(await cloud.gemini.instructions(tag)).toEqual([]);
    await main.getByRole('button', { name: 'Start the order' }).click();
    await expect(page.getByRole('region', { name: '2 images' })).toContainText('Charged$0.10');
    await expect(page.getByRole('region', { name: '2 images' })).toContainText('Finished.');
    const orderId = new URL(page.url()).searchParams.get('order');
    const { batchIds } = (await seller.call<OrderResponse>('GET', `/api/orders/${orderId}`)).body;
    const { items } = (await seller.call<ImageBatchResponse>('GET', `/api/batches/${batchIds[0]}`)).body;
    expect(await cloud.gemini.instructions(tag)).toHaveLength(2);
    await page.getByText('Results by part').click();
    await page.getByRole('link', { name: 'Results of part 1' }).click();
    await expect(page.getByRole('list', { name: 'Past batches' })).toContainText(String(items[0]?.prompt));
  });
