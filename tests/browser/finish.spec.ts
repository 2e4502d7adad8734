/** Tests files for marketplaces (docs/spec.md 15.1) in a real browser on the whole local stack. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { clipResponse } from '../fixtures/cloud.ts';
import { expect, openAsSeller, test } from '../fixtures/page.ts';
import { signIn } from '../fixtures/seller.ts';

const fileMs = 90_000;

async function openPastBatch(page: Page, email: string): Promise<void> {
  await openAsSeller(page, '/history', email);
  await page.getByRole('button', { name: 'Show videos' }).click();
}

test('a seller sees what changes for a marketplace, makes the file and can save it', async ({ page, cloud }) => {
  test.slow();
  const email = `finish-${randomUUID()}@example.com`;
  const seller = await signIn(cloud.origin, email);
  await cloud.fal.script('for a marketplace', clipResponse);
  const { batchId } = await seller.run(['One for a marketplace'], { title: 'red-bag.jpg' });
  await seller.until(batchId);

  await openPastBatch(page, email);
  await page.getByRole('button', { name: 'Finish for…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Finish for marketplaces' });
  await dialog.getByRole('group', { name: 'Shopee' }).getByRole('checkbox', { name: 'Listing video' }).check();
  await dialog.getByRole('checkbox', { name: 'Sponsored Brands' }).check();
  await dialog.getByRole('button', { name: 'Show changes' }).click();
  await expect(dialog).toContainText('8 sec → 10.2 sec');
  await expect(dialog).toContainText('with intro and outro');
  await expect(dialog).toContainText(
    "An upright video can't become a wide one without bars or invented parts. The aspect ratio is 0.56:1. Amazon requires: 16:9.",
  );
  await dialog.getByRole('button', { name: 'Make the files' }).click();
  const link = dialog.getByRole('link', { name: 'Download: red-bag_shopee-listing-video.mp4' });
  await expect(link).toBeVisible({ timeout: fileMs });
  const download = page.waitForEvent('download');
  await link.click();
  expect((await download).suggestedFilename()).toBe('red-bag_shopee-listing-video.mp4');
});
