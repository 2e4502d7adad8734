/** Tests downloads that are too large for the page (docs/spec.md 15), in a real browser on the whole local stack, with large files. */
import { randomUUID } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { putObject } from '#lambdas/store/objects.ts';
import { clipResponse } from '../fixtures/cloud.ts';
import { expect, openAsSeller, test } from '../fixtures/page.ts';
import { signIn } from '../fixtures/seller.ts';

const count = 3;
/** Three files of this size are larger than the 200 MB limit of the page. */
const sizeBytes = 72 * 1024 * 1024;

const row = (page: Page) => page.getByRole('list', { name: 'Past batches' }).getByRole('article');

async function open(page: Page, email: string): Promise<void> {
  await openAsSeller(page, '/history', email);
  await row(page).getByRole('button', { name: 'Show videos' }).click();
}

test('the server packs 216 MB of videos into one ZIP, and the page offers single downloads if the packing fails', async ({
  page,
  cloud,
  consoleErrors,
}) => {
  // The test writes, packs and saves more than 200 MB, on a machine that may be busy.
  test.setTimeout(360_000);
  const email = `large-${randomUUID()}@example.com`;
  const seller = await signIn(cloud.origin, email);
  await cloud.fal.script('of real size', clipResponse);
  const { batchId } = await seller.run(Array.from({ length: count }, (_, n) => `${n} of real size`));
  const { items } = await seller.until(batchId);
  for (const { videoUrl } of items) await putObject(new URL(String(videoUrl)).pathname.slice(1), Buffer.alloc(sizeBytes), 'video/mp4');
  await open(page, email);

  const saved = page.waitForEvent('download', { timeout: 240_000 });
  await row(page).getByRole('button', { name: 'Download all (3)' }).click();
  const archive = await saved;
  expect(archive.suggestedFilename()).toMatch(/^videos_.*\.zip$/);
  await expect(page.getByText('Your ZIP file is ready and downloading.')).toBeVisible();
  await expect(row(page).getByRole('button', { name: 'Download all (3)' })).toBeVisible();
  const file = await archive.path();
  expect(statSync(file).size).toBeGreaterThan(count * sizeBytes);
  const start = createReadStream(file, { start: 0, end: 3 });
  for await (const bytes of start) expect(bytes).toEqual(Buffer.from('PK\u0003\u0004'));

  const restoreFunction = cloud.breakFunction('download/make-archive');
  await row(page).getByRole('button', { name: 'Download all (3)' }).click();
  await expect(page.getByText('Failed to create ZIP file. Please try downloading videos individually.')).toBeVisible({ timeout: 120_000 });
  await expect(page.getByRole('button', { name: 'One by one' })).toBeVisible();
  restoreFunction();
  // The page also logs the error to the console, for debugging.
  expect(consoleErrors.splice(0).every((line) => line.includes('the archive could not be made'))).toBe(true);
});
