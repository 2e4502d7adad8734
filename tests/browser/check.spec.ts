/** Tests the check of files without an account (docs/spec.md 2.9) in a real browser on the whole local stack. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { findAxeViolations } from '../fixtures/axe.ts';
import { expect, test } from '../fixtures/page.ts';

const clip = fileURLToPath(new URL('../../web/public/samples/shoe-step-motion.mp4', import.meta.url));
const fileMs = 60_000;

for (const width of [1440, 390])
  test(`a visitor sees which files pass, at ${width} px`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/check');
    await expect(page.getByRole('heading', { level: 1, name: 'Does your file pass?' })).toBeVisible();
    await expect(page.getByText('We delete each file after its check.')).toBeVisible();
    // For a visitor, the app starts with the first click.
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose files' }).first().click();
    await (await chooser).setFiles([
      { name: 'clip.mp4', mimeType: 'video/mp4', buffer: await readFile(clip) },
      { name: 'page.mp4', mimeType: 'video/mp4', buffer: Buffer.from('<!doctype html><title>404</title>') },
      { name: 'empty.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(0) },
      { name: 'half.mp4', mimeType: 'video/mp4', buffer: (await readFile(clip)).subarray(0, 20_000) },
    ]);
    const cardOf = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name }) });
    await expect(cardOf('empty.mp4')).toContainText('This file is empty.');
    await expect(cardOf('page.mp4')).toContainText('This is neither a video nor an image.', { timeout: fileMs });
    await expect(cardOf('half.mp4')).toContainText('This file is incomplete.', { timeout: fileMs });
    await expect(page.getByText('Checking…')).toHaveCount(0, { timeout: fileMs });
    const shopee = cardOf('clip.mp4').getByRole('region', { name: 'Shopee · Listing video' });
    await expect(shopee).toContainText('Does not pass');
    await expect(shopee).toContainText('10–60 sec');
    await expect(shopee).toContainText('The video is 3 sec long. Shopee requires: 10–60 sec.');
    await shopee.getByRole('button', { name: 'Fix' }).click();
    await expect(shopee.getByRole('status')).toContainText("We didn't find this file among your results.");
    await expect(shopee.getByRole('status')).toContainText('The video is too short, even with the added seconds.');
    await expect(
      cardOf('clip.mp4')
        .getByRole('region', { name: /^TikTok Shop · Listing video/ })
        .first(),
    ).toBeVisible();
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
