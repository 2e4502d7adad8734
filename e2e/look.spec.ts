/**
 * How every page looks and whether everybody can use it: axe on each page and state, by day and by night, at four widths; nothing
 * wider than the window; a screenshot of each in e2e/screenshots/.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { clip } from './harness/cloud.ts';
import { addPhotos, card, expect, signInAs, test, writePrompt } from './harness/page.ts';
import { signIn } from './harness/seller.ts';

const folder = fileURLToPath(new URL('./screenshots', import.meta.url));
mkdirSync(folder, { recursive: true });

// Ten drawings and four inspections a state.
test.describe.configure({ timeout: 300_000 });

const widths = [320, 360, 768, 1280, 1920];
const schemes = ['light', 'dark'] as const;

/** Draws the page as it stands at every width and in both schemes, and holds each to axe and to its window. What lies above the page belongs to the window, not to the whole page. */
async function look(page: Page, name: string, { fullPage = true, without = [] as string[] } = {}): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < 700 ? 740 : 900 });
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage });
      const hidden = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect.soft(hidden, `${name} at ${width} px is wider than its window`).toBe(0);
    }
    await holdToAxe(page, `${name}, ${colorScheme}`, without);
    await page.setViewportSize({ width: 360, height: 740 });
    await holdToAxe(page, `${name}, ${colorScheme}, on a phone`, without);
  }
}

async function holdToAxe(page: Page, what: string, without: string[]): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .disableRules(without)
    .analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  expect.soft(found, what).toEqual([]);
}

const signInHere = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Login' }).first().click();
  await signInAs(page, `look-${randomUUID()}@example.com`);
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
  // The welcome, which would go by itself in the middle of what follows.
  await page.getByRole('button', { name: 'Dismiss' }).click();
};

test.describe('for a visitor', () => {
  test('the landing page', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Demo engine')).toBeAttached();
    await look(page, 'landing');
  });

  test('the appointment form, and the menu of a phone', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Talk to Us' }).first().click();
    await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Thirty minutes with us' })).toBeVisible();
    await look(page, 'talk', { fullPage: false });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await look(page, 'menu', { fullPage: false });
  });

  for (const [name, path, heading] of [
    ['pricing', '/pricing', 'Prices'],
    ['single', '/image-to-video', 'Single Image to Video'],
    ['batch', '/batch-image-to-video', 'Batch Image to Video'],
    ['history-visitor', '/history', 'History'],
  ] as const)
    test(`the page ${path}`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await look(page, name);
    });
});

test.describe('for a seller', () => {
  test('an empty history, the account menu', async ({ page }) => {
    await page.goto('/history');
    await signInHere(page);
    await expect(page.getByText('No videos yet.')).toBeVisible();
    await look(page, 'history-empty');
    await page.getByRole('button', { name: /^Account of/ }).click();
    // A menu floats above every landmark.
    await look(page, 'account-menu', { fullPage: false, without: ['region'] });
  });

  test('a run: made, failed, and found again', async ({ page, cloud }) => {
    await cloud.fal.script('shown to all', clip);
    await cloud.fal.script('refused to all', { kind: 'refuse' });
    await page.goto('/batch-image-to-video');
    await signInHere(page);
    await page.getByLabel('Model').selectOption({ label: 'Veo 3.1 fast' });
    await addPhotos(page, 2);
    await writePrompt(page, 1, 'One shown to all');
    await writePrompt(page, 2, 'Two refused to all');
    await page.getByRole('button', { name: 'Create 2 videos' }).click();
    await expect(card(page, 1).getByText('Paid $1.20')).toBeVisible();
    await expect(card(page, 2).getByText('Not charged')).toBeVisible();
    await look(page, 'batch-done');
    await page.getByRole('button', { name: 'Recreate 2 videos' }).click();
    await look(page, 'recreate', { fullPage: false });
    await page.keyboard.press('Escape');
    await page.goto('/history');
    await page.getByRole('button', { name: 'Show videos' }).click();
    await expect(page.getByRole('region', { name: 'Receipt' })).toBeVisible();
    await look(page, 'history-open');
  });

  test('a session that has run out, and no network', async ({ page, context, cloud, noise }) => {
    const email = `look-${randomUUID()}@example.com`;
    await signIn(cloud.origin, email);
    await page.goto('/history');
    await page.getByRole('button', { name: 'Login' }).first().click();
    await signInAs(page, email);
    await expect(page.getByText('No videos yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await context.setOffline(true);
    await expect(page.getByRole('banner')).toContainText('You are offline');
    await look(page, 'offline');
    await context.setOffline(false);
    await page.route('**/api/profile', (route) => route.fulfill({ status: 401, json: { message: 'Unauthorized' } }));
    await page.reload();
    await expect(page.getByRole('alertdialog', { name: 'Your session has expired' })).toBeVisible();
    await look(page, 'expired', { fullPage: false });
    expect(noise.length).toBeGreaterThan(0);
    for (const line of noise.splice(0)) expect(line).toMatch(/401|ERR_INTERNET_DISCONNECTED/);
  });
});
