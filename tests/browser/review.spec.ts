/** Tests the review of finished results in a real browser on the whole local stack. The review is opened from History. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { CreateBatchRequest, ImageBatchResponse } from '#shared/batch/api.ts';
import { longestTaskMs } from '#tools/bench/longest-task.ts';
import { findAxeViolations } from '../fixtures/axe.ts';
import { clipResponse, type TestCloud } from '../fixtures/cloud.ts';
import { imageRequest } from '../fixtures/image-order.ts';
import { mockRun } from '../fixtures/mocked-run.ts';
import { balance, card, expect, openAsSeller, runInAnotherBrowser, test } from '../fixtures/page.ts';
import { createPhoto, signIn } from '../fixtures/seller.ts';

const path = '/history';
const batchPath = '/batch-image-to-video';
/** The maximum duration of one task of the main thread, in milliseconds. Users notice longer tasks. */
const blockMsMax = 50;
const pauseMs = 2_000;

const dialog = (page: Page) => page.getByRole('dialog');
const video = (page: Page) => dialog(page).locator('video');
const played = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => element.currentTime);
const isPaused = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => element.paused);

const open = (page: Page, email: string, address = path) => openAsSeller(page, address, email);

/** Opens a past batch that exists only in mocked responses. */
async function openMocked(page: Page, count: number): Promise<void> {
  await mockRun(page, count);
  await open(page, `review-${randomUUID()}@example.com`);
  // The welcome toast would cover a part of the review.
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: 'Show videos' }).click();
  await expect(page.getByRole('region', { name: 'Receipt' })).toBeVisible();
}

for (const width of [1440, 390])
  test(`the welcome message covers no control of the review at ${width} px`, async ({ page, cloud }) => {
    const email = `welcome-${randomUUID()}@example.com`;
    const seller = await signIn(cloud.origin, email);
    const { batchId } = await seller.run(['One', 'Two', 'Three']);
    await seller.until(batchId);
    await page.setViewportSize({ width, height: 850 });
    await open(page, email);
    const toast = page.getByText("Welcome! You've received", { exact: false });
    await expect(toast).toBeVisible();
    await page.getByRole('button', { name: 'Show videos' }).click();
    await page.getByRole('button', { name: 'Play video: Photo 2.jpg' }).click();

    await dialog(page).getByRole('option', { name: 'Photo 3.jpg' }).click();
    await expect(dialog(page)).toContainText('3 of 3');
    await dialog(page).getByRole('button', { name: 'Pause' }).click();
    await expect.poll(() => isPaused(page)).toBe(true);
    await expect(toast).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await expect(dialog(page)).toHaveCount(0);
  });

test('a seller reviews past videos with the keyboard', async ({ page, cloud }) => {
  const email = `review-${randomUUID()}@example.com`;
  const seller = await signIn(cloud.origin, email);
  await cloud.fal.script('shown in review', clipResponse);
  const { batchId } = await seller.run(['One shown in review', 'Two shown in review', 'Three shown in review']);
  await seller.until(batchId);
  await open(page, email);
  await page.getByRole('button', { name: 'Show videos' }).click();

  const tile = page.getByRole('button', { name: 'Play video: Photo 2.jpg' });
  await tile.click();
  await expect(dialog(page)).toHaveAccessibleName('Review 3 videos');
  await expect(dialog(page)).toContainText('2 of 3');
  for (const text of ['Photo 2.jpg', '9:16 · 8s · 720p · audio off', 'Veo 3.1 fast', 'Paid $1.20', 'Two shown in review'])
    await expect(dialog(page).getByRole('complementary')).toContainText(text);
  await expect.poll(() => played(page)).toBeGreaterThan(0.1);

  await page.keyboard.press('Space');
  await expect.poll(() => isPaused(page)).toBe(true);
  await page.keyboard.press('ArrowRight');
  await expect(dialog(page)).toContainText('3 of 3');
  await expect(dialog(page).getByRole('heading', { level: 3 })).toHaveText('Photo 3.jpg');
  await expect(video(page)).toHaveCount(1);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(dialog(page)).toContainText('1 of 3');

  const saved = page.waitForEvent('download');
  await page.keyboard.press('d');
  expect((await saved).suggestedFilename()).toMatch(/^video_Photo-1_.*\.mp4$/);

  // After a click on another video, Space still pauses the player.
  await dialog(page).getByRole('option', { name: 'Photo 3.jpg' }).click();
  await expect(dialog(page)).toContainText('3 of 3');
  await expect.poll(() => isPaused(page)).toBe(false);
  await page.keyboard.press('Space');
  await expect.poll(() => isPaused(page)).toBe(true);
  await expect(dialog(page)).toContainText('3 of 3');

  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(tile).toBeFocused();
});

test('a seller compares a past image with its photo', async ({ page, cloud }) => {
  const email = `review-${randomUUID()}@example.com`;
  const seller = await signIn(cloud.origin, email);
  const { key } = await seller.upload(await createPhoto());
  const request = imageRequest(['One as a picture', 'Two as a picture'], key, { aspectRatio: '4:5' });
  await seller.call('POST', '/api/batches', request);
  await seller.until<ImageBatchResponse>(request.batchId);
  await open(page, email, `${path}?tab=image`);
  await page.getByRole('button', { name: 'Show images' }).click();
  await page.getByRole('button', { name: 'Review 2 images' }).click();

  const picture = dialog(page).getByRole('img', { name: 'Image: Photo 1.jpg' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await dialog(page).getByRole('button', { name: 'Compare with the photo' }).click();
  const slider = dialog(page).getByRole('slider', { name: 'Compare before and after' });
  await slider.focus();
  // While the slider has the focus, the arrow keys move the slider and do not change the result.
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveValue('51');
  await expect(dialog(page)).toContainText('1 of 2');
  expect(await findAxeViolations(page)).toEqual([]);
});

test('a kept result is still kept after a reload', async ({ page, cloud }) => {
  const email = `review-${randomUUID()}@example.com`;
  const seller = await signIn(cloud.origin, email);
  await cloud.fal.script('kept in review', clipResponse);
  const { batchId } = await seller.run(['One kept in review', 'Two kept in review']);
  await seller.until(batchId);
  await open(page, email);
  const show = async () => {
    await page.getByRole('button', { name: 'Show videos' }).click();
    await page.getByRole('button', { name: 'Review 2 videos' }).click();
    await expect(dialog(page)).toContainText('1 of 2');
  };
  await show();
  const stored = page.waitForResponse((response) => response.url().endsWith('/keep') && response.ok());
  await page.keyboard.press('k');
  await expect(dialog(page)).toContainText('2 of 2');
  await expect(dialog(page)).toContainText('1 kept');
  await stored;
  await page.reload();
  await show();
  await expect(dialog(page)).toContainText('1 kept');
  await expect(dialog(page).getByRole('option', { name: 'Photo 1.jpg, kept' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Kept' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Keep', exact: true })).toBeVisible();
});

/** Opens the review of two videos on the batch page. Other videos of the seller whose prompt contains `held` are not delivered. */
async function openBatchReview(page: Page, cloud: TestCloud, held: string): Promise<void> {
  const email = `redo-${randomUUID()}@example.com`;
  const seller = await signIn(cloud.origin, email);
  await cloud.fal.script('First version', clipResponse);
  const { batchId } = await seller.run([`First version of ${held} one`, `First version of ${held} two`]);
  await seller.until(batchId);
  await cloud.fal.script(`Second version of ${held}`, { kind: 'never' });
  await open(page, email, batchPath);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: 'Review 2', exact: true }).click();
  await expect(dialog(page)).toContainText('1 of 2');
}

test('a seller marks two videos, and one run makes both again', async ({ page, cloud }) => {
  const orders: CreateBatchRequest[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/batches')) orders.push(request.postDataJSON());
  });
  await openBatchReview(page, cloud, 'the shoe');
  const option = (name: string) => dialog(page).getByRole('option', { name });
  const prompt = dialog(page).getByRole('textbox', { name: 'Prompt' });
  await page.keyboard.press('r');
  await expect(dialog(page)).toContainText('2 of 2');
  await expect(option('Photo 1.jpg, to redo')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(option('Photo 1.jpg, to redo')).toHaveCount(0);
  expect(orders).toEqual([]);

  await page.keyboard.press('ArrowLeft');
  await prompt.fill('Second version of the shoe, closer');
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  await prompt.fill('Second version of the shoe, higher');
  await dialog(page).getByRole('button', { name: 'Redo $1.20' }).click();
  const summary = page.getByRole('region', { name: 'End of the review' });
  await expect(summary).toContainText('2 reviewed');
  await expect(summary).toContainText('2 to redo');
  await page.keyboard.press('ArrowLeft');
  await dialog(page).getByRole('button', { name: 'Redo 2 $2.40' }).click();

  // Both earlier videos stay in the review while their new versions are being made.
  await expect(option('Photo 1.jpg, redo in progress')).toBeVisible();
  await expect(option('Photo 2.jpg, redo in progress')).toBeVisible();
  await expect(dialog(page)).toContainText('2 of 2');
  await expect(dialog(page)).toContainText('Redoing 2');
  await expect(balance(page)).toContainText('$2.40 reserved');
  expect(orders.map(({ items }) => items.map(({ itemId, ...item }) => ('prompt' in item ? item.prompt : '')))).toEqual([
    ['Second version of the shoe, closer', 'Second version of the shoe, higher'],
  ]);
});

test('while a video is made again, other videos can be edited and marked, and the order waits for the end of the run', async ({
  page,
  cloud,
}) => {
  await openBatchReview(page, cloud, 'the bag');
  const prompt = dialog(page).getByRole('textbox', { name: 'Prompt' });
  await prompt.fill('Second version of the bag');
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  await dialog(page).getByRole('button', { name: 'Redo 1 $1.20' }).click();
  await expect(dialog(page)).toContainText('Redoing 1');
  await prompt.fill('A third version');
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  await page.keyboard.press('ArrowLeft');
  await expect(dialog(page).getByRole('button', { name: 'Redo 1 after this run' })).toHaveAttribute('aria-disabled', 'true');
  await cloud.fal.clear();
  await cloud.fal.release();
  await expect(dialog(page).getByRole('button', { name: 'Redo 1 $1.20' })).toBeVisible({ timeout: 150_000 });
  await expect(prompt).toHaveValue('A third version');
  expect(await findAxeViolations(page)).toEqual([]);
});

test('while a video is made again, a second device shows all cards of the batch', async ({ page, cloud, browser }) => {
  const email = `devices-${randomUUID()}@example.com`;
  const seller = await signIn(cloud.origin, email);
  await cloud.fal.script('On two devices', clipResponse);
  await cloud.fal.script('Once more', { kind: 'never' });
  const { batchId } = await seller.run(['On two devices one', 'On two devices two', 'On two devices three']);
  await seller.until(batchId);
  await open(page, email, batchPath);
  await page.getByRole('button', { name: 'Review 3', exact: true }).click();
  await dialog(page).getByRole('textbox', { name: 'Prompt' }).fill('Once more');
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  await dialog(page).getByRole('button', { name: 'Redo 1 $1.20' }).click();
  await expect(dialog(page)).toContainText('Redoing 1');
  await runInAnotherBrowser({ browser, baseURL: cloud.origin, path: batchPath, email }, async (other) => {
    await expect(other.getByRole('region', { name: 'Create videos' })).toContainText('Redoing 1');
    await expect(other.getByRole('article')).toHaveCount(3);
    for (const number of [2, 3]) await expect(card(other, number)).toContainText('Paid $1.20');
  });
  await cloud.fal.clear();
  await cloud.fal.release();
});

test('the review shows missing credits before the order of the marked videos', async ({ page, cloud }) => {
  const email = `redo-${randomUUID()}@example.com`;
  const seller = await signIn(cloud.origin, email);
  await cloud.fal.script('Poor version', clipResponse);
  const { batchId } = await seller.run(['Poor version one', 'Poor version two', 'Poor version three']);
  await seller.until(batchId);
  await open(page, email, batchPath);
  await page.getByRole('button', { name: 'Review 3', exact: true }).click();
  await expect(dialog(page)).toContainText('1 of 3');
  await page.keyboard.press('r');
  await expect(dialog(page).getByRole('button', { name: 'Redo 1 $1.20' })).toBeVisible();
  await page.keyboard.press('r');
  await dialog(page).getByRole('button', { name: 'Add $1.00 and redo 2' }).click();
  await expect(page.getByRole('dialog').filter({ hasText: 'You need $2.40 but only have $1.40' })).toBeVisible();
});

test('the focus stays inside the review, and no video plays automatically with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openMocked(page, 6);
  await page.getByRole('button', { name: 'Review 6 videos' }).click();
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Play' })).toBeVisible();
  expect(await isPaused(page)).toBe(true);
  for (let n = 0; n < 25; n++) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null)).toBe(
      true,
    );
  }
});

test('the review is not wider than the window, and axe finds no violation', async ({ page }) => {
  await openMocked(page, 22);
  await page.getByRole('button', { name: 'Review 22 videos' }).click();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of [1440, 1280, 768, 390, 320]) {
      await page.setViewportSize({ width, height: width < 700 ? 740 : 900 });
      await expect(dialog(page).getByRole('button', { name: 'Keep', exact: true })).toBeInViewport({ ratio: 1 });
      const hidden = await dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth);
      expect.soft(hidden, `at ${width} px`).toBe(0);
      if (width === 1440 || width === 390) expect(await findAxeViolations(page)).toEqual([]);
    }
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  async function swipe(page: Page, by: number): Promise<void> {
    const touch = await page.context().newCDPSession(page);
    const [x, y] = [195, 300];
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', across: number) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: x + across, y }] });
    await send('touchStart', 0);
    for (let step = 1; step <= 6; step++) await send('touchMove', (by * step) / 6);
    await send('touchEnd', by);
    await touch.detach();
  }

  test('a swipe shows the next or the previous result, and the prompt line opens the details', async ({ page }) => {
    await openMocked(page, 5);
    await page.getByRole('button', { name: 'Review 5 videos' }).click();
    await expect(dialog(page)).toContainText('1 of 5');
    await swipe(page, -150);
    await expect(dialog(page)).toContainText('2 of 5');
    await swipe(page, -20);
    await expect(dialog(page)).toContainText('2 of 5');
    await swipe(page, 150);
    await expect(dialog(page)).toContainText('1 of 5');
    // A swipe before the first result has no effect.
    await swipe(page, 150);
    await expect(dialog(page)).toContainText('1 of 5');
    expect(await isPaused(page)).toBe(false);

    for (const name of ['Keep', 'Download']) {
      const box = await dialog(page).getByText(name, { exact: true }).boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
    }
    // The browser ignores a tap that directly follows a swipe.
    await expect(async () => {
      await dialog(page).getByRole('button', { name: 'Show details' }).tap({ timeout: 1_000 });
      await expect(page.getByRole('dialog', { name: 'bag-1.jpg' })).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 20_000 });
    const sheet = page.getByRole('dialog', { name: 'bag-1.jpg' });
    await expect(sheet).toContainText('Paid $2.00');
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    await expect(dialog(page)).toContainText('1 of 5');
  });
});

test('a review of 500 results opens and shows other results without a long task', async ({ page, browser }) => {
  await openMocked(page, 500);
  const button = page.getByRole('button', { name: 'Review 500 videos' });
  // The first opening is not measured, because it also loads the code.
  await button.click();
  await expect(dialog(page)).toContainText('1 of 500');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);

  await button.focus();
  await page.waitForTimeout(pauseMs);
  // This step uses only keys and pauses. A search for elements would also run on the main thread of the page.
  const longest = await longestTaskMs(browser, page, async () => {
    await page.keyboard.press('Enter');
    await page.waitForTimeout(pauseMs);
    for (let n = 0; n < 10; n++) await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(pauseMs);
  });
  await expect(dialog(page)).toContainText('11 of 500');
  expect(longest).toBeLessThan(blockMsMax);
  expect(await dialog(page).getByRole('option').count()).toBeLessThan(60);
});
