/** Tests the common parts of all tool pages: the bottom bar, cards that an order skips, and how files are added and downloaded. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { ImageBatchResponse } from '#shared/batch/api.ts';
import { imageRequest } from '../fixtures/image-order.ts';
import { addPhotos, addPhotosTo, card, expect, openAsSeller, selectFiles, test, writePrompt } from '../fixtures/page.ts';
import { createPhoto, signIn } from '../fixtures/seller.ts';

const batchVideo = '/batch-image-to-video';

async function openSignedIn(page: Page, path: string, email = `tools-${randomUUID()}@example.com`): Promise<void> {
  await openAsSeller(page, path, email);
  await expect(page.getByRole('banner')).toContainText('$5.00');
}

test('the bar is at the bottom of the window, does not cover an upload button, and does not cover the end of the page', async ({
  page,
}) => {
  for (const [path, choose, name] of [
    ['/image-to-video', 'Choose a photo', 'Run'],
    [batchVideo, 'Choose photos', 'Create videos'],
    ['/batch-image-to-image', 'Choose photos', 'Generate images'],
  ] as const) {
    await page.goto(path);
    // The app reserves the space for the bar.
    await expect(page.getByText('Demo engine')).toBeAttached();
    const bar = page.getByRole('region', { name, exact: true });
    for (const [width, height] of [
      [1280, 720],
      [1440, 900],
      [1440, 2600],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => window.scrollTo(0, 0));
      const where = `${path} at ${width} × ${height}`;
      const bottom = async () => {
        const box = await bar.boundingBox();
        return box && Math.round(box.y + box.height);
      };
      await expect.poll(bottom, where).toBe(height);
      const barTop = (await bar.boundingBox())?.y ?? 0;
      const button = await page.getByRole('button', { name: choose }).boundingBox();
      if (width > 390) expect((button?.y ?? height) + (button?.height ?? 0), where).toBeLessThanOrEqual(barTop);
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      const last = page.getByRole('contentinfo');
      await expect
        .poll(async () => Math.round(((await last.boundingBox())?.y ?? 0) + ((await last.boundingBox())?.height ?? 0)), where)
        .toBeLessThanOrEqual(Math.round(barTop) + 1);
    }
  }
});

test('the titles of both batch pages have the same position and size', async ({ page }) => {
  const title = page.getByRole('heading', { level: 1 });
  for (const width of [1440, 1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const boxes = [];
    for (const path of [batchVideo, '/batch-image-to-image']) {
      await page.goto(path);
      await expect(title).toBeVisible();
      const size = await title.evaluate((element) => getComputedStyle(element).fontSize);
      const box = await title.boundingBox();
      boxes.push({ x: box?.x, y: box?.y, height: box?.height, size });
    }
    expect(boxes[0]).toEqual(boxes[1]);
  }
});

test('the bar shows how many cards an order skips and why, and filters them', async ({ page }) => {
  await page.goto(batchVideo);
  await addPhotos(page, 3);
  await writePrompt(page, 2, 'A slow push in');
  const bar = page.getByRole('region', { name: 'Create videos', exact: true });
  await expect(bar).toContainText('2 photos still need a prompt');
  await expect(bar).toContainText('1 video · $2.00');
  await bar.getByRole('button', { name: 'Show them' }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(card(page, 2)).toHaveCount(0);
  await writePrompt(page, 1, 'x'.repeat(2_001));
  await expect(bar).toContainText('1 photo still needs a prompt');
  await expect(bar).toContainText('1 prompt is too long');
});

test('Run scrolls to the new video', async ({ page, cloud }) => {
  await cloud.fal.scriptOnce('into view', { kind: 'refuse' });
  await page.setViewportSize({ width: 1280, height: 600 });
  await openSignedIn(page, '/image-to-video');
  await addPhotosTo(page.getByLabel('Choose a product photo'), 1);
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Bring it into view');
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('tab', { name: /^Results/ })).toBeInViewport();
});

test('two selections fill 300 cards, and the dialog lists the other photos', async ({ page }) => {
  await page.goto(batchVideo);
  const buffer = await createPhoto('jpeg', { width: 320, height: 320 });
  const drop = (name: string, count: number) =>
    selectFiles(
      page.getByLabel('Choose product photos').first(),
      Array.from({ length: count }, (_, n) => ({ name: `${name} ${n + 1}.jpg`, mimeType: 'image/jpeg', buffer })),
    );
  await drop('One', 200);
  // The first photos replace the empty page and its file input.
  await expect(page.getByText('200 of 300 cards')).toBeAttached();
  await drop('Two', 120);
  const dialog = page.getByRole('alertdialog', { name: '20 files were rejected' });
  await expect(dialog.getByRole('listitem')).toHaveCount(20);
  await expect(dialog.getByRole('listitem').first()).toContainText('Two 101.jpg');
  await expect(page.getByText('300 of 300 cards')).toBeAttached();
});

test('the error of a file disappears when the user chooses the next file', async ({ page }) => {
  // The test decides when a file can be read.
  await page.addInitScript(() => {
    const read = Blob.prototype.arrayBuffer;
    const state = { held: false };
    Object.assign(window, { files: state });
    Blob.prototype.arrayBuffer = async function () {
      while (state.held) await new Promise((resolve) => requestAnimationFrame(resolve));
      return read.call(this);
    };
  });
  const setReadsBlocked = (held: boolean) =>
    page.evaluate((held) => Object.assign((window as unknown as { files: object }).files, { held }), held);
  await page.goto('/auto-image-pipeline');
  const slot = page.getByRole('region', { name: 'Before' });
  const input = slot.locator('input[type=file]');
  await selectFiles(input, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
  await expect(slot.getByRole('alert')).toBeVisible();
  await setReadsBlocked(true);
  await selectFiles(input, { name: 'bag.jpg', mimeType: 'image/jpeg', buffer: await createPhoto() });
  await expect(slot.getByRole('alert')).toHaveCount(0);
  await setReadsBlocked(false);
  await expect(slot.getByRole('img')).toBeVisible();
});

test('on a slow network, each file is saved, and a failed download can be repeated', async ({ page, cloud, consoleErrors }) => {
  const email = `tools-${randomUUID()}@example.com`;
  const seller = await signIn(cloud.origin, email);
  const { key } = await seller.upload(await createPhoto());
  const request = imageRequest(['one', 'two', 'three'], key);
  await seller.call('POST', '/api/batches', request);
  await seller.until<ImageBatchResponse>(request.batchId);
  await openAsSeller(page, '/history?tab=image', email);
  await page.getByRole('button', { name: 'Show images' }).first().click();

  let fetched = 0;
  await page.route(
    ({ pathname }) => pathname.includes('/results/'),
    async (route) => {
      if (route.request().resourceType() !== 'fetch') return route.continue();
      fetched += 1;
      if (fetched === 2) return route.abort();
      // This delay is longer than the pause between two downloads.
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      return route.continue();
    },
  );
  const saved: string[] = [];
  page.on('download', (download) => saved.push(download.suggestedFilename()));
  await page.getByRole('button', { name: 'More ways to download' }).click();
  await page.getByRole('menuitem', { name: 'One by one' }).click();
  await expect(page.getByText("Some files couldn't be downloaded. Please try again.")).toBeVisible();
  await expect.poll(() => saved.length).toBe(2);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => saved.length).toBe(3);
  consoleErrors.splice(0);
});

test('pages still work if the browser blocks its storage', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
  });
  for (const path of ['/', batchVideo, '/pricing']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});
