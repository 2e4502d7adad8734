/** Tests dialogs, toasts, and parts of a page that fail. A failure must not break the rest of the page. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { card, collectConsoleErrors, expect, openAsSeller, signInAs, test, writePrompt } from '../fixtures/page.ts';
import { isInStoredDraft } from '../fixtures/stored-draft.ts';

const path = '/batch-image-to-video';
const topUp = (page: Page) => page.getByRole('dialog', { name: 'Add credits' });

async function open(page: Page): Promise<void> {
  await openAsSeller(page, path, `dialogs-${randomUUID()}@example.com`);
  await expect(page.getByRole('banner')).toContainText('$5.00');
}

const openTopUp = (page: Page) => page.getByRole('button', { name: 'Add credits', exact: true }).click();
const choose = (page: Page, name: RegExp) => topUp(page).getByRole('radio', { name }).check();

test('the page stays usable after the user selects the custom amount and closes the dialog', async ({ page }) => {
  // In the newest browsers, `scrollIntoView` returns a promise. The test replaces the function, because the browser of this test may return
  // undefined.
  await page.addInitScript(() => {
    Element.prototype.scrollIntoView = () => Promise.resolve() as unknown as undefined;
  });
  await open(page);
  await openTopUp(page);
  await choose(page, /^Custom amount/);
  await choose(page, /^\$10\.00 credits/);
  await choose(page, /^Custom amount/);
  await page.keyboard.press('Escape');
  await expect(topUp(page)).toBeHidden();
  await expect(page.getByRole('banner')).toContainText('$5.00');
});

test('a text selection that ends outside a dialog does not close it, but a click outside does', async ({ page }) => {
  await open(page);
  await openTopUp(page);
  await choose(page, /^Custom amount/);
  const amount = topUp(page).getByRole('spinbutton');
  await amount.fill('137');
  const field = (await amount.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  await page.mouse.move(field.x + 20, field.y + field.height / 2);
  await page.mouse.down();
  await page.mouse.move(5, field.y);
  await page.mouse.up();
  await expect(amount).toHaveValue('137');
  await page.mouse.move(5, 5);
  await page.mouse.down();
  await page.mouse.move(field.x + 20, field.y + field.height / 2);
  await page.mouse.up();
  await expect(amount).toHaveValue('137');
  await page.mouse.click(5, 5);
  await expect(topUp(page)).toBeHidden();
});

test('if the script of a dialog does not load, the header, the page and its prompts remain', async ({ page, consoleErrors }) => {
  await open(page);
  await writePrompt(page, 1, 'A slow push in');
  await expect.poll(() => isInStoredDraft(page, 'A slow push in')).toBe(true);
  await page.route('**/assets/top-up-dialog-*', (route) => route.abort());
  await openTopUp(page);
  const failed = page.getByRole('alertdialog', { name: 'Something went wrong' });
  await expect(failed).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(failed).toBeHidden();
  await expect(page.getByRole('banner')).toContainText('$5.00');
  await expect(card(page, 1).getByRole('textbox')).toHaveValue('A slow push in');
  await openTopUp(page);
  await page.unroute('**/assets/top-up-dialog-*');
  await failed.getByRole('button', { name: 'Reload' }).click();
  await expect(card(page, 1).getByRole('textbox')).toHaveValue('A slow push in');
  consoleErrors.splice(0);
});

test('if the script of a page does not load, the other pages still work', async ({ page, consoleErrors }) => {
  await page.route('**/assets/pricing-page-*', (route) => route.abort());
  await page.goto(path);
  const links = page.getByRole('navigation', { name: 'Main' });
  await links.getByRole('link', { name: 'Pricing' }).click();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await links.getByRole('link', { name: 'Batch image to image' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Batch Image to Image' })).toBeVisible();
  consoleErrors.splice(0);
});

/** Reloads the page while every call is refused with 401, as if the session had expired. */
async function reloadWithExpiredSession(page: Page) {
  await page.route('**/api/**', (route) => route.fulfill({ status: 401, json: { message: 'Unauthorized' } }));
  await page.reload();
  const dialog = page.getByRole('alertdialog', { name: 'Your session has expired' });
  await expect(dialog).toBeVisible();
  return dialog;
}

test('a sign-in in another tab renews an expired session, and the cards remain', async ({ page, context, consoleErrors }) => {
  await open(page);
  await writePrompt(page, 1, 'Kept through the sign-in');
  await expect.poll(() => isInStoredDraft(page, 'Kept through the sign-in')).toBe(true);
  const dialog = await reloadWithExpiredSession(page);
  await page.unroute('**/api/**');
  const tab = await context.newPage();
  await collectConsoleErrors(tab, consoleErrors);
  await tab.goto(path);
  await expect(tab.getByRole('banner')).toContainText('$5.00');
  // Changes the shared storage in the same way as a sign-in: removes the old tokens and adds new ones.
  await tab.evaluate(() => {
    const tokens = Object.entries(localStorage).filter(([key]) => key.startsWith('CognitoIdentityServiceProvider.'));
    for (const [key] of tokens) localStorage.removeItem(key);
    for (const [key, value] of tokens) localStorage.setItem(key, value);
  });
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('banner')).toContainText('$5.00');
  await expect(card(page, 1).getByRole('textbox')).toHaveValue('Kept through the sign-in');
  // Amplify logs an error if it reads the tokens between the removal and the renewal.
  expect(consoleErrors.splice(0).filter((line) => !/401|KeyValueStorage/.test(line))).toEqual([]);
});

test('a sign-in that cannot start shows an error above the dialog that started it', async ({ page, consoleErrors }) => {
  await open(page);
  const dialog = await reloadWithExpiredSession(page);
  await page.evaluate(() => {
    Object.defineProperty(window.crypto, 'getRandomValues', {
      value: () => {
        throw new Error('sign-in cannot start');
      },
    });
  });
  await dialog.getByRole('button', { name: 'Sign in again' }).click();
  const toast = page.getByText("We couldn't reach the sign-in service. Check your connection and try again.");
  await expect(toast).toBeVisible();
  // Content outside the modal dialog is inert: it is not announced and not clickable. So the toast must be inside the dialog.
  await expect(dialog.getByRole('status')).toContainText("We couldn't reach the sign-in service");
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast).toBeHidden();
  await expect(dialog).toBeVisible();
  consoleErrors.splice(0);
});

test('sign-in can start again after the user leaves the sign-in page, in the same tab and in another tab', async ({
  page,
  context,
  consoleErrors,
}) => {
  const login = (target: Page) => target.getByRole('button', { name: 'Login' }).first();
  const expectSignInPage = (target: Page) => expect(target.getByLabel(/e-?mail/i)).toBeVisible();
  await page.goto('/pricing');
  await login(page).click();
  await expectSignInPage(page);
  await page.goto('/pricing');
  await login(page).click();
  await expectSignInPage(page);
  await page.goBack();
  await login(page).click();
  await expectSignInPage(page);

  const tab = await context.newPage();
  await collectConsoleErrors(tab, consoleErrors);
  await tab.goto('/pricing');
  await login(tab).click();
  await expectSignInPage(tab);
  await signInAs(tab, `again-${randomUUID()}@example.com`);
  await expect(tab).toHaveURL('/pricing');
  await expect(tab.getByRole('banner')).toContainText('$5.00');
});
