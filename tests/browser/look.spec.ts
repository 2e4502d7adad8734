/**
 * Tests the appearance and the accessibility of every page. axe checks each page and state in light and dark mode, on a desktop and a
 * phone. No page may be wider than the window, at five window widths. `SCREENSHOTS=all` also makes screenshots of every width in
 * tests/browser/screenshots/.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { findAxeViolations } from '../fixtures/axe.ts';
import { createBuyer } from '../fixtures/buyer.ts';
import { clipResponse } from '../fixtures/cloud.ts';
import { readSample } from '../fixtures/example.ts';
import { grant } from '../fixtures/grant.ts';
import {
  addPhotos,
  balance,
  card,
  expect,
  openAsSeller,
  removeButton,
  selectFiles,
  selectInActionBar,
  signInAs,
  test,
  writePrompt,
} from '../fixtures/page.ts';
import { createPhoto, signIn } from '../fixtures/seller.ts';

const folder = fileURLToPath(new URL('./screenshots', import.meta.url));
const takesScreenshots = process.env.SCREENSHOTS === 'all';
if (takesScreenshots) mkdirSync(folder, { recursive: true });

// Each test checks up to six states of a page.
test.describe.configure({ timeout: 300_000 });

const widths = [320, 360, 768, 1280, 1920];
/** Dark mode changes only colours, so it is checked only at this width. */
const desktopWidth = 1280;

/**
 * Checks the page at every window width, and with axe on a desktop and a phone, in light and dark mode. Use `fullPage: false` for dialogs
 * and menus, because their position depends on the window and not on the page.
 */
async function inspect(page: Page, name: string, { fullPage = true, without = [] as string[] } = {}): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const isDark = colorScheme === 'dark';
    for (const width of isDark && !takesScreenshots ? [desktopWidth] : widths) {
      await page.setViewportSize({ width, height: width < 700 ? 740 : 900 });
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      if (takesScreenshots) await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage });
      const hidden = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect.soft(hidden, `${name} at ${width} px is wider than its window`).toBe(0);
    }
    const violations = await findAxeViolations(page, { without, only: isDark ? ['color-contrast'] : undefined });
    expect.soft(violations, `${name}, ${colorScheme}`).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    if (!isDark) expect.soft(await findAxeViolations(page, { without }), `${name} on a phone`).toEqual([]);
  }
}

const signInAndDismissWelcome = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Login' }).first().click();
  await signInAs(page, `look-${randomUUID()}@example.com`);
  await expect(page.getByRole('button', { name: /'s account$/ })).toBeVisible();
  // The test dismisses the welcome toast, because otherwise it would disappear during the next checks.
  await page.getByRole('button', { name: 'Dismiss' }).click();
};

test.describe('a visitor sees no accessibility or width problem on', () => {
  test('the landing page', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Demo engine')).toBeAttached();
    await inspect(page, 'landing');
  });

  test('the appointment form, and the menu on a phone', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Talk to Us' }).first().click();
    await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Thirty minutes with us' })).toBeVisible();
    await inspect(page, 'talk', { fullPage: false });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await inspect(page, 'menu', { fullPage: false });
  });

  for (const [name, path, heading, title = heading] of [
    ['pricing', '/pricing', 'Prices', 'Pricing'],
    ['marketplaces', '/marketplaces', 'What each marketplace requires', 'Marketplace rules'],
    ['check', '/check', 'Does your file pass?', 'Check files'],
    ['verify', '/verify', 'Was this file made here?', 'Verify a file'],
    ['single', '/image-to-video', 'Single Image to Video'],
    ['batch', '/batch-image-to-video', 'Batch Image to Video'],
    ['image', '/batch-image-to-image', 'Batch Image to Image'],
    ['pipeline', '/auto-image-pipeline', 'Before/after'],
    ['photo-edit', '/photoroom-test', 'Photo edit'],
    ['history-visitor', '/history', 'History'],
    ['transactions-visitor', '/transactions', 'Transactions'],
    ['account-visitor', '/account', 'Account'],
    ['payment-success-visitor', '/payment/success?session_id=cs_test_a', 'Sign in to see your payment'],
    ['payment-success-none', '/payment/success?session_id=not-a-session', 'No payment found'],
    ['payment-cancel', '/payment/cancel', 'Payment Cancelled'],
  ] as const)
    test(`the page ${path}`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page).toHaveTitle(`${title} · Vitrine`);
      // Every page has the offer banner, except the two pages to which a payment returns.
      await expect(page.getByRole('complementary', { name: 'Offer' })).toHaveCount(path.startsWith('/payment/') ? 0 : 1);
      await inspect(page, name);
    });

  test('the page after a cancelled sign-in, and while a sign-in completes', async ({ page, consoleErrors }) => {
    await page.goto('/auth/callback?error=access_denied&error_description=cancelled');
    await expect(page).toHaveURL('/');
    await expect(page.getByText("Sign-in wasn't completed. Please try again.")).toBeVisible();
    expect(consoleErrors).toEqual([]);
    // The page waits, because Cognito does not respond.
    await page.route('**/oauth2/token', () => {});
    await page.goto('/history');
    await page.getByRole('button', { name: 'Login' }).first().click();
    await signInAs(page, `look-${randomUUID()}@example.com`);
    await expect(page.getByText('Completing authentication...')).toBeVisible();
    await inspect(page, 'callback');
  });
});

test.describe('a seller sees no accessibility or width problem on', () => {
  test('an empty history, and the account menu', async ({ page }) => {
    await page.goto('/history');
    await signInAndDismissWelcome(page);
    await expect(page.getByText('No videos or images yet.')).toBeVisible();
    await inspect(page, 'history-empty');
    await page.getByRole('button', { name: /'s account$/ }).click();
    // A menu is outside all landmarks, so the rule `region` does not apply.
    await inspect(page, 'account-menu', { fullPage: false, without: ['region'] });
  });

  test('a batch with a finished and a failed video, and the same batch in the history', async ({ page, cloud }) => {
    await cloud.fal.script('shown to all', clipResponse);
    await cloud.fal.script('refused to all', { kind: 'refuse' });
    await page.goto('/batch-image-to-video');
    await signInAndDismissWelcome(page);
    await page.getByLabel('Model').selectOption({ label: 'Veo 3.1 fast' });
    await addPhotos(page, 2);
    await writePrompt(page, 1, 'One shown to all');
    await writePrompt(page, 2, 'Two refused to all');
    await page.getByRole('button', { name: 'Create 2 videos' }).click();
    await expect(card(page, 1).getByText('Paid $1.20')).toBeVisible();
    await expect(card(page, 2).getByText('Not charged')).toBeVisible();
    await inspect(page, 'batch-done');
    await selectInActionBar(page, /^Recreate 2 videos/);
    await inspect(page, 'recreate', { fullPage: false });
    await page.keyboard.press('Escape');
    await page.goto('/history');
    await page.getByRole('button', { name: 'Show videos' }).click();
    await expect(page.getByRole('region', { name: 'Receipt' })).toBeVisible();
    await inspect(page, 'history-open');
  });

  test('a page without a network, and an expired session', async ({ page, context, cloud, consoleErrors }) => {
    const email = `look-${randomUUID()}@example.com`;
    await signIn(cloud.origin, email);
    const mailed = page.waitForResponse('**/api/auth/welcome-email');
    await openAsSeller(page, '/history', email);
    await expect(page.getByText('No videos or images yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await mailed;
    await context.setOffline(true);
    await expect(page.getByRole('banner')).toContainText("You're offline");
    await inspect(page, 'offline');
    await context.setOffline(false);
    await page.route('**/api/profile', (route) => route.fulfill({ status: 401, json: { message: 'Unauthorized' } }));
    await page.reload();
    await expect(page.getByRole('alertdialog', { name: 'Your session has expired' })).toBeVisible();
    await inspect(page, 'expired', { fullPage: false });
    expect(consoleErrors.length).toBeGreaterThan(0);
    for (const line of consoleErrors.splice(0)) expect(line).toMatch(/401|ERR_INTERNET_DISCONNECTED/);
  });

  test('the transactions, the account, the top-up dialog and the status of a payment', async ({ page, cloud, consoleErrors }) => {
    const email = `look-${randomUUID()}@example.com`;
    const seller = await signIn(cloud.origin, email);
    await cloud.fal.script('seen in the list', clipResponse);
    await seller.until((await seller.run(['One seen in the list', 'Two seen in the list'])).batchId);
    await grant(seller.userId, 5_000);
    await openAsSeller(page, '/transactions', email);
    // The four rows are the heading, the purchase, the batch and the bonus.
    await expect(page.getByRole('row')).toHaveCount(4);
    await inspect(page, 'transactions');
    await page.getByRole('button', { name: 'Show items' }).click();
    await expect(page.getByRole('list', { name: 'Items of this batch' })).toBeVisible();
    await inspect(page, 'transactions-open');
    await page.goto('/transactions?type=adjustment');
    await expect(page.getByRole('main')).toContainText('No transactions of this type.');
    await inspect(page, 'transactions-none');

    await page.goto('/account');
    await expect(page.getByRole('main').getByText(email)).toBeVisible();
    await inspect(page, 'account');
    await page.getByRole('button', { name: /^Delete account/ }).click();
    await inspect(page, 'account-delete', { fullPage: false });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add credits', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Add credits' });
    await inspect(page, 'top-up', { fullPage: false });
    await dialog.getByRole('radio', { name: /^Custom amount/ }).check();
    await dialog.getByRole('spinbutton').fill('0');
    await dialog.getByRole('button', { name: /^Pay/ }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await inspect(page, 'top-up-refused', { fullPage: false });

    const buyer = createBuyer(cloud);
    const { id } = await buyer.order(seller);
    await page.goto(`/payment/success?session_id=${id}&amount=50`);
    await expect(page.getByRole('main')).toContainText('$50');
    await inspect(page, 'payment-processing');
    await page.goto('/payment/success?session_id=cs_test_unknown');
    await expect(page.getByRole('alert')).toBeVisible();
    await inspect(page, 'payment-unknown');
    expect(consoleErrors.length).toBeGreaterThan(0);
    for (const line of consoleErrors.splice(0)) expect(line).toContain('404');
  });

  test('an order that costs more than the balance, and a running batch', async ({ page, cloud }) => {
    await cloud.fal.script('Long on its way', { kind: 'never' });
    await page.goto('/batch-image-to-video');
    await signInAndDismissWelcome(page);
    await addPhotos(page, 3);
    for (const number of [1, 2, 3]) await writePrompt(page, number, 'Long on its way');
    await page.getByRole('button', { name: 'Add $1.00 and create 3' }).click();
    await expect(page.getByRole('dialog')).toContainText('Insufficient credits');
    await inspect(page, 'insufficient', { fullPage: false });
    await page.keyboard.press('Escape');
    // On phones, the button is in the menu of the card.
    await page.setViewportSize({ width: 1280, height: 900 });
    await removeButton(page, 3).click();
    await page.getByRole('button', { name: 'Create 2 videos' }).click();
    await expect(balance(page)).toContainText('reserved');
    await expect(card(page, 1).getByText('Generating', { exact: true })).toBeVisible();
    await inspect(page, 'batch-running');
  });

  test('a batch with a finished and a failed image, and the same batch in the history', async ({ page, cloud }) => {
    await cloud.gemini.script('refused to be drawn', { kind: 'refuse' });
    await page.goto('/batch-image-to-image');
    await signInAndDismissWelcome(page);
    await addPhotos(page, 2);
    await writePrompt(page, 2, 'One refused to be drawn');
    await inspect(page, 'image-filled');
    await page.getByRole('button', { name: 'Generate 2 images' }).click();
    await expect(card(page, 1).getByText('Paid $0.05')).toBeVisible();
    await expect(card(page, 2).getByText('Not charged')).toBeVisible();
    await inspect(page, 'image-done');
    await page.goto('/history?tab=image');
    await page.getByRole('button', { name: 'Show images' }).click();
    await expect(page.getByRole('region', { name: 'Receipt' })).toBeVisible();
    await inspect(page, 'history-images');
  });

  test('a prepared and a finished video of one photo', async ({ page, cloud }) => {
    await cloud.fal.script('alone and seen', clipResponse);
    await page.goto('/image-to-video');
    await signInAndDismissWelcome(page);
    await page.getByLabel('Model').selectOption('veo3-fast');
    await selectFiles(page.getByLabel('Choose a product photo'), {
      name: 'Bag.jpg',
      mimeType: 'image/jpeg',
      buffer: await createPhoto('jpeg'),
    });
    await page.getByRole('textbox', { name: 'Prompt' }).fill('Alone and seen');
    await inspect(page, 'single-filled');
    await page.getByRole('region', { name: 'Run', exact: true }).getByRole('button', { name: 'Run' }).click();
    await expect(page.getByText('Paid $1.20').first()).toBeVisible();
    await inspect(page, 'single-done');
  });

  test('a finished photo edit, and the settings of another edit', async ({ page }) => {
    await page.goto('/photoroom-test');
    await signInAndDismissWelcome(page);
    await selectFiles(page.getByLabel('Choose product photos'), { name: 'Box.jpg', mimeType: 'image/jpeg', buffer: readSample('input') });
    const bar = page.getByRole('region', { name: 'Run', exact: true });
    await bar.getByRole('button', { name: 'Remove background' }).click();
    await expect(page.getByRole('slider', { name: 'Compare before and after' })).toBeVisible();
    await inspect(page, 'photo-edit-done');
    await page.getByRole('radio', { name: /^Edit photo/ }).check();
    await page.getByRole('radio', { name: 'Reference' }).check();
    await inspect(page, 'photo-edit-settings');
  });

  test('a prepared and a finished before/after run', async ({ page }) => {
    await page.goto('/auto-image-pipeline');
    await signInAndDismissWelcome(page);
    for (const [label, name] of [
      ['Before', 'before'],
      ['After', 'after'],
      ['Input', 'input'],
    ] as const)
      await selectFiles(page.getByLabel(`${label} image`, { exact: true }), {
        name: `${name}.jpg`,
        mimeType: 'image/jpeg',
        buffer: readSample(name),
      });
    await page.getByRole('checkbox', { name: 'Background removal' }).check();
    const customAreasField = page.getByRole('textbox', { name: 'Your own areas' });
    await customAreasField.fill('stitching as in the example');
    await customAreasField.press('Enter');
    await inspect(page, 'pipeline-filled');
    await page.getByRole('button', { name: 'Start Automated Pipeline' }).click();
    await expect(page.getByRole('region', { name: 'Final result' })).toBeVisible({ timeout: 150_000 });
    await inspect(page, 'pipeline-done');
  });
});
