/** Tests the production build of the page. All other browser tests use a build that permits sign-in over HTTP. */
import { fileURLToPath } from 'node:url';
import { systemClock } from '#local/aws/step-functions/clock.ts';
import { buildSite } from '#tools/build/web.ts';
import { startTestCloud, type TestCloud } from '../fixtures/cloud.ts';
import { test as base, expect } from '../fixtures/page.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

const test = base.extend<object, { cloud: TestCloud }>({
  cloud: [
    // biome-ignore lint/correctness/noEmptyPattern: The first parameter tells Playwright which fixtures this fixture needs.
    async ({}, use) => {
      const folder = temporaryFolder('production-page');
      await buildSite(root, 'production', folder.path);
      const cloud = await startTestCloud({ clock: systemClock, site: folder.path });
      await use(cloud);
      await cloud.stop();
      folder.remove();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

test('the production build shows the landing page, the prices and a tool without an error in the console', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Pricing' }).first().click();
  await expect(page).toHaveURL('/pricing');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/batch-image-to-video');
  await expect(page.getByRole('button', { name: 'Login' }).first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
