/** Tests the history page (docs/spec.md 14.2) in a real browser on the whole local stack. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import JsZip from 'jszip';
import type { ImageBatchResponse } from '#shared/batch/api.ts';
import type { HistorySummary, ListHistoryResponse } from '#shared/history/api.ts';
import { clipResponse } from '../fixtures/cloud.ts';
import { imageRequest } from '../fixtures/image-order.ts';
import { card, expect, openAsSeller, signOut, test } from '../fixtures/page.ts';
import { createPhoto, signIn } from '../fixtures/seller.ts';

const path = '/history';
const row = (page: Page) => page.getByRole('list', { name: 'Past batches' }).getByRole('article');

const open = (page: Page, email: string) => openAsSeller(page, path, email);

test('the history page asks a visitor to sign in', async ({ page }) => {
  await page.goto(path);
  await expect(page.getByText('Sign in to see your past batches.')).toBeVisible();
  await expect(page).toHaveTitle('History · Vitrine');
});

test('a past video batch can be opened, played and saved, and has a receipt', async ({ page, cloud, context }) => {
  const email = `past-${randomUUID()}@example.com`;
  const seller = await signIn(cloud.origin, email);
  await cloud.fal.script('shown in history', clipResponse);
  await cloud.fal.script('refused in history', { kind: 'refuse' });
  const { batchId } = await seller.run(['One shown in history', 'Two shown in history', 'Three refused in history']);
  await seller.until(batchId);

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, email);
  await expect(row(page)).toHaveCount(1);
  await expect(page.getByRole('list', { name: 'Past batches' })).toHaveAccessibleDescription('Today');
  for (const text of [
    'Just now',
    'One shown in history',
    '9:16',
    '2 completed',
    '1 failed',
    '+1 more',
    '$2.40',
    'Photo 1, Photo 2, +1 more',
  ])
    await expect(row(page)).toContainText(text);
  await row(page).getByRole('button', { name: 'Copy batch ID' }).click();
  await expect(page.getByText('Batch ID copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(batchId);

  await row(page).getByRole('button', { name: 'Show videos' }).click();
  const receipt = page.getByRole('region', { name: 'Receipt' });
  for (const text of ['3 × Veo 3.1 fast', '$0.15 per second', 'Reserved at the start$3.60', 'Released$1.20', 'Charged$2.40'])
    await expect(receipt).toContainText(text);
  await expect(row(page)).toContainText('refused by the content policy');
  await expect(row(page)).toContainText('Not charged');

  await row(page)
    .getByRole('button', { name: /Play video/ })
    .first()
    .click();
  const player = page.getByRole('dialog').locator('video');
  await expect.poll(() => player.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.1);
  await page.keyboard.press('Escape');

  const names: string[] = [];
  page.on('download', (download) => names.push(download.suggestedFilename()));
  await row(page).getByRole('button', { name: 'More ways to download' }).click();
  await page.getByRole('menuitem', { name: 'One by one' }).click();
  await expect.poll(() => names.length).toBe(2);
  for (const name of names) expect(name).toMatch(/^video_Photo-\d_.*\.mp4$/);

  const zipped = page.waitForEvent('download');
  await row(page).getByRole('button', { name: 'Download all (2)' }).click();
  const archive = await zipped;
  expect(archive.suggestedFilename()).toMatch(/^videos_.*\.zip$/);
  const { files } = await JsZip.loadAsync(readFileSync(await archive.path()));
  expect(Object.keys(files).toSorted()).toEqual(names.filter((name) => name.endsWith('.mp4')).toSorted());
});

test('a past image batch is on the image tab, can be compared and saved, and has a receipt', async ({ page, cloud }) => {
  const email = `pictures-${randomUUID()}@example.com`;
  const seller = await signIn(cloud.origin, email);
  await cloud.gemini.scriptOnce('refused as a picture', { kind: 'finish', reason: 'IMAGE_SAFETY' });
  const { key } = await seller.upload(await createPhoto());
  const request = imageRequest(['One shown as a picture', '', 'Three refused as a picture'], key, { aspectRatio: '4:5' });
  await seller.call('POST', '/api/batches', request);
  await seller.until<ImageBatchResponse>(request.batchId);

  await open(page, email);
  await expect(row(page)).toHaveCount(1);
  await page.getByRole('tab', { name: 'Video' }).click();
  await expect(page.getByText('No videos yet.')).toBeVisible();
  await page.goto(`${path}?tab=image`);
  for (const text of ['Just now', 'One shown as a picture', '4:5', '2 completed', '1 failed', '+1 more', '$0.10'])
    await expect(row(page)).toContainText(text);

  await row(page).getByRole('button', { name: 'Show images' }).click();
  const receipt = page.getByRole('region', { name: 'Receipt' });
  for (const text of ['3 × Gemini 2.5 Flash Image', '$0.05 each', 'Reserved at the start$0.15', 'Released$0.05', 'Charged$0.10'])
    await expect(receipt).toContainText(text);
  await expect(row(page)).toContainText('FailedImage generation failed: the service refused this …');
  await expect(row(page)).toContainText('Not charged');

  await row(page)
    .getByRole('button', { name: /Enlarge image/ })
    .first()
    .click();
  const after = page.getByRole('dialog').getByRole('img', { name: 'Image: Photo 1.jpg' });
  await expect.poll(() => after.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.keyboard.press('Escape');

  const zipped = page.waitForEvent('download');
  await row(page).getByRole('button', { name: 'Download all (2)' }).click();
  const archive = await zipped;
  expect(archive.suggestedFilename()).toMatch(/^images_.*\.zip$/);
  const { files } = await JsZip.loadAsync(readFileSync(await archive.path()));
  expect(Object.keys(files).length).toBe(2);
  for (const name of Object.keys(files)) expect(name).toMatch(/^image_Photo-\d_.*\.jpg$/);
});

test('a batch without a video appears only after a click, and sign-out removes all batches from the page', async ({ page, cloud }) => {
  const email = `none-${randomUUID()}@example.com`;
  const seller = await signIn(cloud.origin, email);
  await cloud.fal.script('all refused', { kind: 'refuse' });
  const { batchId } = await seller.run(['It is all refused']);
  await seller.until(batchId);

  await open(page, email);
  await expect(page.getByText('No videos or images yet.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show 1 run without a result' })).toBeVisible();
  await page.getByRole('tab', { name: 'Video' }).click();
  await expect(page.getByText('No videos yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Show 1 run without a video' }).click();
  await expect(page).toHaveURL(/status=undelivered/);
  await expect(row(page)).toContainText('1 failed');
  await page.getByRole('tab', { name: 'Image' }).click();
  await expect(page.getByText('No images yet.')).toBeVisible();

  await signOut(page);
  await page.goto(path);
  await expect(page.getByText('Sign in to see your past batches.')).toBeVisible();
});

test('a search and filters find runs on the server, and remain in the address of the page', async ({ page, cloud }) => {
  const email = `found-${randomUUID()}@example.com`;
  const seller = await signIn(cloud.origin, email);
  await cloud.fal.script('to be found', clipResponse);
  await cloud.fal.script('never to be found', { kind: 'refuse' });
  const hat = await seller.run(['A hat to be found']);
  await seller.until(hat.batchId);
  const shoe = await seller.run(['A shoe to be found', 'never to be found']);
  await seller.until(shoe.batchId);
  await open(page, email);
  await expect(row(page)).toHaveCount(2);

  const search = page.getByRole('searchbox', { name: 'Name, file or prompt' });
  await search.fill('no such prompt');
  await expect(page.getByText('No batch matches your search and filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(search).toHaveValue('');
  await expect(row(page)).toHaveCount(2);

  await page.getByRole('searchbox').fill('HAT');
  await expect(row(page)).toHaveCount(1);
  await expect(page).toHaveURL('/history?q=HAT');
  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue('HAT');
  await expect(row(page)).toContainText('A hat to be found');
  await page.getByRole('searchbox').fill('');
  await expect(row(page)).toHaveCount(2);

  await page.getByLabel('Status').selectOption('With failures');
  await expect(row(page)).toHaveCount(1);
  await expect(row(page)).toContainText('A shoe to be found');
  await page.getByRole('button', { name: 'Kept' }).click();
  await expect(page.getByText('No batch matches your search and filters.')).toBeVisible();

  // On phones, a button opens the filters.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByLabel('Status')).toBeHidden();
  await page.getByRole('button', { name: 'Search and filters' }).click();
  await expect(page.getByLabel('Status')).toBeVisible();
  await page.getByLabel('Status').selectOption('Nothing delivered');
  await expect(page).toHaveURL(/status=undelivered/);
});

test('the filter "Kept" finds only runs with a kept result, and only the kept results are saved', async ({ page, cloud }) => {
  const email = `kept-${randomUUID()}@example.com`;
  const seller = await signIn(cloud.origin, email);
  await cloud.fal.script('to be kept', clipResponse);
  const other = await seller.run(['A hat not to be kept']);
  await seller.until(other.batchId);
  const { batchId } = await seller.run(['A bag to be kept', 'A shoe to be kept']);
  const { items } = await seller.until(batchId);
  await seller.call('PUT', `/api/batches/${batchId}/items/${items[1]?.itemId}/keep`, { keep: true });
  await open(page, email);
  await expect(row(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Kept', exact: true }).click();
  await expect(page).toHaveURL('/history?kept=yes');
  await expect(row(page)).toHaveCount(1);
  await expect(row(page)).toContainText('A bag to be kept');
  await row(page).getByRole('button', { name: 'Show videos' }).click();
  await row(page).getByRole('button', { name: 'More ways to download' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download kept (1)' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^video_Photo-2_.*\.mp4$/);
});

test('a seller can name a batch, the name remains after a reload, and Escape cancels a change of the name', async ({ page, cloud }) => {
  const email = `named-${randomUUID()}@example.com`;
  const seller = await signIn(cloud.origin, email);
  await cloud.fal.script('to be named', clipResponse);
  const { batchId } = await seller.run(['A bag to be named']);
  await seller.until(batchId);
  await open(page, email);
  await page.getByRole('button', { name: 'Rename Photo 1' }).click();
  const field = page.getByRole('textbox', { name: 'Name of the batch' });
  await field.fill('Not this');
  await field.press('Escape');
  await expect(row(page).getByRole('heading')).toHaveText('Photo 1');
  await page.getByRole('button', { name: 'Rename Photo 1' }).click();
  await field.fill('12 bags');
  await field.press('Enter');
  await expect(row(page).getByRole('heading')).toHaveText('12 bags');
  await expect(page.getByText('Name saved')).toBeVisible();
  await page.reload();
  await expect(row(page).getByRole('heading')).toHaveText('12 bags');
});

test('the list orders failed items again once, for the price on the button', async ({ page, cloud }) => {
  const email = `again-${randomUUID()}@example.com`;
  const seller = await signIn(cloud.origin, email);
  await cloud.fal.script('works at once', clipResponse);
  await cloud.fal.scriptOnce('works the second time', { kind: 'refuse' });
  const { batchId } = await seller.run(['It works at once', 'It works the second time']);
  await seller.until(batchId);
  await open(page, email);
  await page.getByRole('button', { name: 'Retry failed $1.20' }).click();
  await expect(page.getByText('The failed items are being made again.')).toBeVisible();
  // The list contains only the first run of a chain (decision 043).
  await expect(row(page)).toContainText('1 redone');
  await expect(row(page)).toHaveCount(1);
  await expect(row(page)).toContainText('$2.40');
  await expect(page.getByRole('button', { name: /Retry failed/ })).toHaveCount(0);
});

test('a past batch is opened again with its photos, prompts and settings, without an upload', async ({ page, cloud }) => {
  const email = `reopened-${randomUUID()}@example.com`;
  const seller = await signIn(cloud.origin, email);
  await cloud.fal.script('to be opened again', clipResponse);
  const { batchId } = await seller.run(['One to be opened again', 'Two to be opened again']);
  await seller.until(batchId);
  const uploads: string[] = [];
  page.on('request', (request) => request.url().endsWith('/api/uploads') && uploads.push(request.url()));
  await open(page, email);
  await page.getByRole('button', { name: 'Open again' }).click();
  await expect(page).toHaveURL('/batch-image-to-video');
  await expect(page.getByText('Your cards were replaced by the cards of this batch.')).toBeVisible();
  for (const [number, prompt] of [
    [1, 'One to be opened again'],
    [2, 'Two to be opened again'],
  ] as const) {
    await expect(card(page, number).getByRole('textbox', { name: 'Prompt' })).toHaveValue(prompt);
    await expect
      .poll(() =>
        card(page, number)
          .getByRole('img')
          .first()
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBeGreaterThan(0);
  }
  await page.getByRole('button', { name: /^Create 2 videos/ }).click();
  await expect(page.getByText('2 ready').first()).toBeVisible();
  expect(uploads).toEqual([]);
});

test('older batches are loaded in pages of twenty', async ({ page }) => {
  const summary = (index: number): HistorySummary => ({
    id: `row-${index}`,
    user_id: 'u',
    batch_id: randomUUID(),
    result_kind: 'video',
    prompt: `Prompt ${index}`,
    total_images: 1,
    completed_images: 1,
    failed_images: 0,
    status: 'completed',
    aspect_ratio: '9:16',
    model: 'veo3',
    created_at: new Date(Date.now() - index * 3_600_000).toISOString(),
  });
  const pages: Record<string, ListHistoryResponse> = {
    first: { items: Array.from({ length: 20 }, (_, index) => summary(index)), nextCursor: 'more' },
    more: { items: [summary(49)] },
  };
  await page.route('**/api/history/all?*', (route) =>
    route.fulfill({ json: pages[new URL(route.request().url()).searchParams.get('cursor') ?? 'first'] }),
  );
  await open(page, `many-${randomUUID()}@example.com`);
  await expect(row(page)).toHaveCount(20);
  await expect(row(page).nth(3)).toContainText('3 hours ago');
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(row(page)).toHaveCount(21);
  await expect(row(page).last()).toContainText('2 days ago');
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
});

test('the account menu has a link to the history', async ({ page }) => {
  await openAsSeller(page, '/', `menu-${randomUUID()}@example.com`);
  await page.getByRole('button', { name: /'s account$/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'View History' }).press('Enter');
  await expect(page).toHaveURL(path);
  await expect(page.getByText('No videos or images yet.')).toBeVisible();
});
