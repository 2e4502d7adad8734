/** Tests in a real browser how a file is verified (docs/spec.md 2.11), and how a seller copies the sentence about AI from a review. */
import { createHash, randomUUID } from 'node:crypto';
import { findAxeViolations } from '../fixtures/axe.ts';
import { clipResponse } from '../fixtures/cloud.ts';
import { expect, openAsSeller, test } from '../fixtures/page.ts';
import { signIn } from '../fixtures/seller.ts';

for (const width of [1440, 390])
  test(`a visitor verifies a file at ${width} px, and a seller copies the sentence about AI`, async ({ page, cloud, context }) => {
    test.slow();
    await cloud.fal.script('', clipResponse);
    const email = `verify-${randomUUID()}@example.com`;
    const seller = await signIn(cloud.origin, email);
    const { items } = await seller.until((await seller.run(['a slow push in'])).batchId);
    const file = Buffer.from(await (await fetch(String(items[0]?.downloadUrl))).arrayBuffer());
    const sha256 = createHash('sha256').update(file).digest('hex');
    await page.setViewportSize({ width, height: 900 });

    const requests: string[] = [];
    page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname} ${request.postData() ?? ''}`));
    await page.goto('/verify');
    await expect(page.getByRole('heading', { level: 1, name: 'Was this file made here?' })).toBeVisible();
    const choose = async (buffer: Buffer) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Choose a file' }).first().click();
      await (await chooser).setFiles({ name: 'my clip.mp4', mimeType: 'video/mp4', buffer });
    };
    await choose(file);
    await expect(page.getByText('Yes, this file was made with Vitrine.')).toBeVisible();
    await expect(page.getByText(/^Video made with AI · /)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/verify/${sha256}$`));
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

    const changed = Buffer.from(file);
    changed[changed.length - 1] = (changed[changed.length - 1] ?? 0) ^ 1;
    await choose(changed);
    await expect(page.getByText('We do not know this file.')).toBeVisible();
    // The file never leaves the browser: no request has a body, and only the hash is in an address.
    expect(requests.filter((request) => !request.startsWith('GET '))).toEqual([]);

    // The address of an answer can be shared.
    await page.goto(`/verify/${sha256}`);
    await expect(page.getByText('Yes, this file was made with Vitrine.')).toBeVisible();

    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openAsSeller(page, '/history', email);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('button', { name: 'Show videos' }).click();
    await page.getByRole('button', { name: 'Play video: Photo 1.jpg' }).click();
    const dialog = page.getByRole('dialog').first();
    if (width < 700) await dialog.getByRole('button', { name: 'Show details' }).click();
    await page.getByText('AI-made').click();
    await page.getByRole('combobox', { name: 'Marketplaces' }).selectOption('Amazon');
    await expect(page.getByText('Amazon: add this sentence to the product description.')).toBeVisible();
    await page.getByRole('button', { name: 'Copy sentence' }).click();
    await expect(page.getByText('Sentence copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('This video was made with AI from a photo of the product.');
  });
