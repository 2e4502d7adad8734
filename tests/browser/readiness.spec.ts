/** Tests the marketplaces of a seller and the readiness of results (docs/spec.md 2.10) in a real browser on the whole local stack. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { findAxeViolations } from '../fixtures/axe.ts';
import { clipResponse } from '../fixtures/cloud.ts';
import { addPhotos, card, expect, openAsSeller, test, writePrompt } from '../fixtures/page.ts';
import { type Seller, signIn } from '../fixtures/seller.ts';

const newEmail = () => `ready-${randomUUID()}@example.com`;
const chosen = {
  placements: ['shopee.listing-video', 'etsy.listing-video', 'temu.listing-video'],
  lengthen: 'cards',
  cardColour: '#FFFFFF',
  shadow: 'keep',
};
const save = (seller: Seller) => seller.call('PUT', '/api/account/marketplaces', chosen);
const runMs = 150_000;
const fileMs = 90_000;
const reason = 'The video is 8 sec long. Shopee requires: 10–60 sec.';

async function expectNoAxeViolations(page: Page): Promise<void> {
  expect(await findAxeViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
}

for (const width of [1440, 390])
  test(`a seller saves marketplaces and preferences, and they stay after a reload, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await openAsSeller(page, '/account', newEmail());
    const section = page.getByRole('region', { name: 'Your marketplaces' });
    const save = section.getByRole('button', { name: 'Save' });
    await expect(save).toHaveAttribute('aria-disabled', 'true');
    const shopee = section.getByRole('group', { name: 'Shopee' }).getByRole('checkbox', { name: 'Listing video' });
    await shopee.check();
    await section.getByLabel('Background color').fill('#ffeedd');
    await section.getByRole('radio', { name: /backwards/ }).check();
    await section.getByRole('checkbox', { name: "Keep the product's shadow" }).uncheck();
    await save.click();
    await expect(section.getByRole('status')).toHaveText('Saved.');
    await expectNoAxeViolations(page);
    await page.reload();
    await expect(shopee).toBeChecked();
    await expect(section.getByRole('radio', { name: /backwards/ })).toBeChecked();
    await expect(section.getByRole('checkbox', { name: "Keep the product's shadow" })).not.toBeChecked();
    await section.getByRole('radio', { name: /intro/ }).check();
    await expect(section.getByLabel('Background color')).toHaveValue('#ffeedd');
  });

for (const width of [1440, 390])
  test(`results show their readiness, are filtered by it, and "Fix" makes a file, at ${width} px`, async ({ page, cloud }) => {
    test.slow();
    const email = newEmail();
    const seller = await signIn(cloud.origin, email);
    await save(seller);
    await cloud.fal.script('is fixed', clipResponse);
    const { batchId } = await seller.run(['One is fixed', 'Two is fixed'], { title: 'red-bag.jpg' });
    await seller.until(batchId);
    await page.setViewportSize({ width, height: 900 });
    await openAsSeller(page, '/history', email);
    await page.getByRole('button', { name: 'Show videos' }).click();
    const chips = page.getByRole('button', { name: /^Not ready for Shopee: / });
    await expect(chips).toHaveCount(2);
    await expect(chips.first()).toHaveAccessibleName(`Not ready for Shopee: red-bag.jpg. Shopee · Length. ${reason} Fix`);
    await expect(page.getByText('Ready for Etsy: Etsy').first()).toBeVisible();
    await expect(page.getByText(/^Unclear for Temu/).first()).toBeVisible();
    await expectNoAxeViolations(page);
    const filters = page.getByRole('group', { name: 'Marketplaces' });
    await filters.getByRole('button', { name: 'Not ready for Shopee 2' }).click();
    await expect(chips).toHaveCount(2);

    await page.getByRole('button', { name: 'Play video: red-bag.jpg' }).first().click();
    const review = page.getByRole('dialog');
    if (width === 390) await review.getByRole('button', { name: 'Show details' }).click();
    await expect(page.getByText(reason).last()).toBeVisible();
    await page.getByRole('button', { name: 'Fix: Shopee · Listing video' }).click();
    const dialog = page.getByRole('dialog', { name: 'Finish for marketplaces' });
    await expect(dialog).toContainText('8 sec → 10.2 sec');
    await expectNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Make the files' }).click();
    await expect(dialog.getByRole('link', { name: 'Download: red-bag_shopee-listing-video.mp4' })).toBeVisible({ timeout: fileMs });
  });

for (const width of [1440, 390])
  test(`a card of a batch shows its readiness, and the list is filtered by it, at ${width} px`, async ({ page, cloud }) => {
    test.slow();
    const email = newEmail();
    await save(await signIn(cloud.origin, email));
    await cloud.fal.script('on a card', clipResponse);
    await page.setViewportSize({ width: 1440, height: 900 });
    await openAsSeller(page, '/batch-image-to-video', email);
    await page.getByLabel('Model').selectOption('veo3-fast');
    await addPhotos(page, 2);
    for (const number of [1, 2]) await writePrompt(page, number, 'Slow turn on a card');
    await page.getByRole('button', { name: 'Create 2 videos' }).click();
    const chips = page.getByRole('button', { name: /^Not ready for Shopee: / });
    await expect(chips).toHaveCount(2, { timeout: runMs });
    await page.setViewportSize({ width, height: 900 });
    await expect(chips).toHaveCount(2);
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Not ready for Shopee 2' }).click();
    await expect(card(page, 2)).toBeVisible();
    await card(page, 1)
      .getByRole('button', { name: /^Not ready for Shopee/ })
      .click();
    await expect(page.getByRole('dialog', { name: 'Finish for marketplaces' })).toContainText('8 sec → 10.2 sec', { timeout: fileMs });
  });

test('the check starts with the marketplaces of the account, and "Fix" finds the stored result of a checked copy', async ({
  page,
  cloud,
}) => {
  test.slow();
  const email = newEmail();
  const seller = await signIn(cloud.origin, email);
  await save(seller);
  await cloud.fal.script('is checked', clipResponse);
  const { batchId } = await seller.run(['It is checked'], { title: 'red-bag.jpg' });
  const [item] = (await seller.until(batchId)).items;
  const clip = Buffer.from(await (await fetch(String(item?.downloadUrl))).arrayBuffer());
  await openAsSeller(page, '/check', email);
  await expect(page.getByRole('group', { name: 'Etsy' }).getByRole('checkbox', { name: 'Listing video' })).toBeChecked();
  await expect(page.getByRole('group', { name: 'Amazon' }).getByRole('checkbox', { name: 'Main image' })).not.toBeChecked();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).first().click();
  await (await chooser).setFiles([{ name: 'copy.mp4', mimeType: 'video/mp4', buffer: clip }]);
  const shopee = page.getByRole('region', { name: 'Shopee · Listing video' });
  await expect(shopee).toContainText(reason, { timeout: fileMs });
  await shopee.getByRole('button', { name: 'Fix' }).click();
  await expect(page.getByRole('dialog', { name: 'Finish for marketplaces' })).toContainText('8 sec → 10.2 sec', { timeout: fileMs });
});
