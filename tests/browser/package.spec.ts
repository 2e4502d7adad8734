/** Tests packages for marketplaces (docs/spec.md 15.2) in a real browser on the whole local stack. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import JsZip from 'jszip';
import { findAxeViolations } from '../fixtures/axe.ts';
import { clipResponse } from '../fixtures/cloud.ts';
import { expect, openAsSeller, test } from '../fixtures/page.ts';
import { batchRequest, createPhoto, signIn } from '../fixtures/seller.ts';

const packageMs = 150_000;

/** On phones, the actions for marketplaces are in a menu. */
async function openPackages(page: Page, width: number): Promise<void> {
  if (width < 500) {
    await page.getByRole('button', { name: 'Marketplaces', exact: true }).first().click();
    return page.getByRole('menuitem', { name: 'Package…' }).click();
  }
  await page.getByRole('button', { name: 'Package…' }).first().click();
}

for (const width of [1440, 390])
  test(`a seller names the files, sees equal names before they are made, and saves one ZIP file for each marketplace at ${width} px`, async ({
    page,
    cloud,
  }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    const email = `package-${randomUUID()}@example.com`;
    const seller = await signIn(cloud.origin, email);
    await cloud.fal.script('', clipResponse);
    const { key: uploadKey } = await seller.upload(await createPhoto());
    const titles = ['VT-0412.jpg', 'vt-0412.jpg', 'Tasche rot 👜.jpg'];
    const order = batchRequest(titles.map((title) => ({ uploadKey, title, prompt: 'turn' })));
    await seller.call('POST', '/api/batches', order);
    await seller.until(order.batchId);

    await openAsSeller(page, '/history', email);
    await page.getByRole('button', { name: 'Show videos' }).click();
    await openPackages(page, width);
    const dialog = page.getByRole('dialog', { name: 'Package for marketplaces' });
    const template = dialog.getByRole('textbox', { name: 'File names' });
    const make = dialog.getByRole('button', { name: 'Make the packages' });
    await expect(template).toHaveValue('{sku}_{placement}_{n}');
    await expect(make).toHaveAttribute('aria-disabled', 'true');

    const listing = dialog.getByRole('group', { name: 'Shopee' }).getByRole('checkbox', { name: 'Listing video' });
    await listing.check();
    await dialog.getByRole('checkbox', { name: 'Sponsored Brands' }).check();
    await expect(dialog.getByText('All names are different: 6')).toBeVisible();
    await expect(dialog.getByText('VT-0412_shopee-listing-video_1')).toBeVisible();
    await expect(dialog.getByText("Titles with characters that a file name can't contain: 1")).toBeVisible();

    await template.fill('{colour}');
    await expect(dialog.getByText('There is no field {colour}. The fields are {sku} {title} {marketplace} {placement} {n}.')).toBeVisible();
    await template.fill('../{sku}');
    await expect(dialog.getByText("A file name can't contain ..")).toBeVisible();
    await expect(make).toHaveAttribute('aria-disabled', 'true');
    await expect(dialog.getByRole('region', { name: 'Preview' })).toHaveCount(0);
    await template.fill('');
    await dialog.getByRole('button', { name: 'Insert field: {sku}' }).click();
    await expect(template).toHaveValue('{sku}');
    await expect(dialog.getByText('Names that would be the same: 4')).toBeVisible();
    await expect(dialog.getByText('VT-0412.jpg and vt-0412.jpg would be one file on Windows and macOS.')).toBeVisible();
    await expect(make).toHaveAttribute('aria-disabled', 'true');
    await dialog.getByRole('button', { name: 'Add {n}' }).click();
    await expect(template).toHaveValue('{sku}_{n}');
    expect(await findAxeViolations(page, { within: 'dialog[open]' })).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

    await make.click();
    const shopee = dialog.getByRole('region', { name: 'Shopee' });
    const amazon = dialog.getByRole('region', { name: 'Amazon' });
    const link = shopee.getByRole('link', { name: /^Download: vitrine_shopee_/ });
    await expect(link).toBeVisible({ timeout: packageMs });
    await expect(amazon).toContainText('No file can be part of this package.', { timeout: packageMs });
    await expect(amazon).toContainText("An upright video can't become a wide one without bars or invented parts.");
    expect(await findAxeViolations(page, { within: 'dialog[open]' })).toEqual([]);
    const download = page.waitForEvent('download');
    await link.click();
    const zip = await JsZip.loadAsync(await readFile(await (await download).path()));
    const names = ['VT-0412_1.mp4', 'vt-0412_2.mp4', 'Tasche-rot_1.mp4'].map((name) => `shopee/${name}`);
    expect(Object.keys(zip.files).filter((name) => name.endsWith('.mp4'))).toEqual(names);

    // The template is stored, and the same choice finds the existing package again.
    await page.reload();
    await page.getByRole('button', { name: 'Show videos' }).click();
    await openPackages(page, width);
    await expect(template).toHaveValue('{sku}_{n}');
    await listing.check();
    await make.click();
    await expect(link).toBeVisible();
  });
