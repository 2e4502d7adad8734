/** Tests the header of a seller (docs/spec.md 2.2, decision 024): links, balance and running work, on a desktop and on a phone. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { clipResponse } from '../fixtures/cloud.ts';
import { uploadExample } from '../fixtures/example.ts';
import { balance, expect, openAsSeller, signInAs, test } from '../fixtures/page.ts';
import { batchRequest, createPhoto, type Seller, signIn } from '../fixtures/seller.ts';

const newEmail = () => `nav-${randomUUID()}@example.com`;

async function open(page: Page, email: string, path: string): Promise<void> {
  await openAsSeller(page, path, email);
  await expect(page.getByRole('button', { name: /'s account$/ })).toBeVisible();
}

/** Orders one video per prompt. Prompts with `slow` are never finished. */
async function orderVideos(seller: Seller, prompts: string[]): Promise<string> {
  const { key } = await seller.upload(await createPhoto());
  const request = batchRequest(prompts.map((prompt) => ({ uploadKey: key, prompt })));
  expect((await seller.call('POST', '/api/batches', request)).status).toBe(202);
  return request.batchId;
}

const headerHeight = (page: Page) => page.getByRole('banner').evaluate((header) => header.getBoundingClientRect().height);

for (const address of ['/account', '/history?tab=image', '/transactions', '/products', '/order?kind=image'])
  test(`a visitor signs in with the button in the main part of ${address}, and returns to this address`, async ({ page }) => {
    await page.goto(address);
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
    await signInAs(page, newEmail());
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('button', { name: /'s account$/ })).toBeVisible();
    await expect(page.getByRole('main').getByRole('button', { name: 'Login' })).toHaveCount(0);
  });

test('the header links a seller to every tool, even directly after a reload, and marks the current page', async ({ page }) => {
  await open(page, newEmail(), '/pricing');
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  const labels = ['Video', 'Images', 'Before/after', 'Photo edit', 'Products', 'History', 'Pricing'];
  await expect(links).toHaveText(labels);
  await expect(links.nth(6)).toHaveAttribute('aria-current', 'page');

  // config.json gets no response, so the app cannot read the session from Cognito. The header must use the stored session.
  await page.route('**/config.json', () => undefined);
  await page.reload();
  await expect(links).toHaveText(labels);
  await page.unroute('**/config.json');

  await page.goto('/image-to-video');
  await expect(links.first()).toHaveAttribute('aria-current', 'true');
  for (const [index, path] of [
    '/batch-image-to-video',
    '/batch-image-to-image',
    '/auto-image-pipeline',
    '/photoroom-test',
    '/products',
    '/history',
    '/pricing',
  ].entries()) {
    await links.nth(index).click();
    await expect(page).toHaveURL(path);
    await expect(links.nth(index)).toHaveAttribute('aria-current', 'page');
  }
});

test('while a batch runs, every page shows the available balance and the number of unfinished items, and links to the run', async ({
  page,
  cloud,
}) => {
  const email = newEmail();
  const seller = await signIn(cloud.origin, email);
  await cloud.fal.script('quick', clipResponse);
  await cloud.fal.script('slow', { kind: 'never' });
  await open(page, email, '/pricing');
  await expect(balance(page)).toContainText('$5.00 available');
  await expect(balance(page)).not.toContainText('running');
  const heightBefore = await headerHeight(page);

  const batchId = await orderVideos(seller, ['quick', 'slow', 'slow']);
  await seller.until(batchId, ({ counters }) => counters.completed === 1);
  await page.goto('/account');
  const chip = page.getByRole('banner').getByRole('link', { name: '1 of 3 done' });
  await expect(chip).toBeVisible();
  await expect(balance(page)).toContainText('$1.40 available');
  expect(await headerHeight(page)).toBe(heightBefore);

  await page.getByRole('button', { name: /'s account$/ }).click();
  const menu = page.getByRole('menu');
  await expect(menu).toContainText('Available$1.40');
  await expect(menu).toContainText('Reserved now$2.40');
  await page.keyboard.press('Escape');

  await chip.click();
  await expect(page).toHaveURL('/batch-image-to-video');

  await seller.call('POST', `/api/batches/${batchId}/cancel`, {});
  await expect(page.getByRole('banner').getByRole('link', { name: /done$/ })).toHaveCount(0);
  await expect(balance(page)).toContainText('$3.80 available');
});

test('if work runs on several pages, a list opens with the progress of each batch', async ({ page, cloud }) => {
  const email = newEmail();
  const seller = await signIn(cloud.origin, email);
  await cloud.fal.script('slow', { kind: 'never' });
  const batchId = await orderVideos(seller, ['slow', 'slow']);
  const runId = randomUUID();
  const run = { runId, ...(await uploadExample(seller)), focusAreas: ['Background removal'] };
  expect((await seller.call('POST', '/api/pipeline/runs', run)).status).toBe(202);
  await open(page, email, '/account');
  await page.getByRole('banner').getByRole('button', { name: /done$/ }).click();
  const list = page.getByRole('menu');
  await expect(list.getByRole('menuitem', { name: /^2 videos/ })).toContainText('0/2');
  await list.getByRole('menuitem', { name: /^Before\/after/ }).click();
  await expect(page).toHaveURL(`/auto-image-pipeline?run=${runId}`);
  await seller.call('POST', `/api/batches/${batchId}/cancel`, {});
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the menu of a seller has the balance, the running work and all links', async ({ page, cloud }) => {
    const email = newEmail();
    const seller = await signIn(cloud.origin, email);
    await cloud.fal.script('slow', { kind: 'never' });
    const batchId = await orderVideos(seller, ['slow']);
    await open(page, email, '/account');
    const openMenu = page.getByRole('button', { name: 'Open menu' });
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await openMenu.tap();
    await expect(menu).toContainText('Available$3.80');
    await expect(menu).toContainText('Reserved now$1.20');
    const links = menu.getByRole('navigation', { name: 'Menu' }).getByRole('link');
    await expect(links).toHaveText([
      /^Video/,
      /^Images/,
      /^Before\/after/,
      /^Photo edit/,
      /^Products/,
      /^History/,
      'Pricing',
      'Transactions',
      'Account',
    ]);
    for (const { height } of await links.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON())))
      expect(height).toBeGreaterThanOrEqual(44);

    await menu.getByRole('link', { name: /done$/ }).tap();
    await expect(page).toHaveURL('/batch-image-to-video');
    await expect(menu).toBeHidden();

    await openMenu.tap();
    await menu.getByRole('button', { name: 'Add credits' }).tap();
    await expect(menu).toBeHidden();
    await expect(page.getByRole('dialog', { name: 'Add credits' })).toBeVisible();
    await page.keyboard.press('Escape');

    await openMenu.tap();
    await links.filter({ hasText: 'Photo edit' }).tap();
    await expect(page).toHaveURL('/photoroom-test');
    await expect(menu).toBeHidden();
    await seller.call('POST', `/api/batches/${batchId}/cancel`, {});
  });
});

test('the Back button returns to the same position of the page', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('heading', { name: 'Pay as you go. No subscription.' }).scrollIntoViewIfNeeded();
  const position = () => page.evaluate(() => window.scrollY);
  await expect.poll(position).toBeGreaterThan(1_000);
  await page.getByRole('main').getByRole('link', { name: 'See all prices' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Prices' })).toBeVisible();
  await expect.poll(position).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Pay as you go. No subscription.' })).toBeInViewport();
});

test('a chosen theme is shown before the first paint, on prerendered and other pages, until the user chooses the system again', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('radio', { name: 'Dark' }).click();
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  await expect.poll(theme).toBe('dark');
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      (window as { firstTheme?: string | undefined }).firstTheme = document.documentElement.dataset.theme;
    });
  });
  for (const path of ['/pricing', '/transactions']) {
    // The app itself does not run, so only the first script can show the theme.
    await page.route('**/assets/index-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
    await page.goto(path);
    expect(await page.evaluate(() => (window as { firstTheme?: string }).firstTheme)).toBe('dark');
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe('rgb(21, 17, 15)');
    await page.unroute('**/assets/index-*.js');
  }
  await page.goto('/pricing');
  await page.getByRole('contentinfo').getByRole('radio', { name: 'System' }).click();
  await expect.poll(theme).toBeUndefined();
});
