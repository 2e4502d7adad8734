/**
 * Checks each page while its calls fail, are refused, or get no response. The page must describe the problem and the possible actions of
 * the user. It must not show a raw message or stay empty (docs/spec.md 2.7).
 */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { languages } from '#shared/languages.ts';
import { expect, openAsSeller, test } from '../fixtures/page.ts';
import { createTranslator } from '../fixtures/texts.ts';

const main = (page: Page) => page.getByRole('main');
const serverError = { status: 500, json: { message: 'Internal Server Error' } };

/**
 * The text of each page while its calls fail. If the main part of the page needs the missing data, the text contains the error and the
 * possible action.
 */
const pages = [
  { path: '/history', says: /We couldn't load your history\..*Try again/ },
  { path: '/history?tab=image', says: /We couldn't load your history\..*Try again/ },
  { path: '/transactions', says: /We couldn't load your transactions\..*Try again/ },
  { path: '/account', says: /We couldn't load your account\..*Try again/ },
  { path: `/auto-image-pipeline?run=${randomUUID()}`, says: /We couldn't load this run.*Try again/ },
  { path: '/batch-image-to-video', says: /Can't get the latest status/ },
  { path: '/batch-image-to-image', says: /Can't get the latest status/ },
  { path: '/image-to-video', says: /Can't get the latest status/ },
  { path: '/photoroom-test', says: /Drop product photos here/ },
  { path: '/auto-image-pipeline', says: /Your three images/ },
  { path: '/pricing', says: /Rates are per second/ },
] as const;
const rawMessage = /Internal|undefined|null|\[object|NaN|Error:|TypeError|\b500\b|\{\{/;

async function open(page: Page): Promise<void> {
  const mailRequested = page.waitForResponse('**/api/auth/welcome-email');
  await openAsSeller(page, '/account', `trouble-${randomUUID()}@example.com`);
  await expect(page.getByRole('banner')).toContainText('$5.00');
  await mailRequested;
}

test('if the server fails, every page shows an error, and one click loads the balance again', async ({ page, consoleErrors }) => {
  await open(page);
  await page.route('**/api/**', (route) => route.fulfill(serverError));
  for (const { path, says } of pages) {
    await page.goto(path);
    await expect(main(page), path).toContainText(says);
    await expect(main(page), path).not.toContainText(rawMessage);
    await expect(page.getByText("We couldn't load your account.").first(), path).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
  }
  await page.unroute('**/api/**');
  await page.getByRole('button', { name: 'Refresh balance' }).click();
  await expect(page.getByRole('banner')).toContainText('$5.00');
  expect(consoleErrors.splice(0).filter((line) => !line.includes('500'))).toEqual([]);
});

test('if the account cannot be loaded, a toast appears only once, even after a language change', async ({ page, consoleErrors }) => {
  const german = createTranslator('de');
  await open(page);
  await page.route('**/api/profile', (route) => route.fulfill(serverError));
  await page.goto('/pricing');
  const toast = page.getByText("We couldn't load your account.");
  await expect(toast).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast).toBeHidden();
  await page.getByRole('banner').getByRole('button', { name: 'Language: English' }).click();
  await page.getByRole('menuitemradio', { name: languages.de }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(german('pricing.headline'));
  await expect(page.getByText(german('account.load_failed'))).toHaveCount(0);
  expect(consoleErrors.splice(0).filter((line) => !line.includes('500'))).toEqual([]);
});

test('if the session has expired, every page asks the user to sign in, and the user can decline', async ({ page, consoleErrors }) => {
  await open(page);
  await page.route('**/api/**', (route) => route.fulfill({ status: 401, json: { message: 'Unauthorized' } }));
  const dialog = page.getByRole('alertdialog', { name: 'Your session has expired' });
  for (const { path } of pages) {
    await page.goto(path);
    await expect(dialog, path).toBeVisible();
    await expect(main(page), path).not.toContainText(rawMessage);
  }
  await dialog.getByRole('button').first().click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Login' }).first()).toBeVisible();
  expect(consoleErrors.splice(0).filter((line) => !line.includes('401'))).toEqual([]);
});

test('the sign-in shows an error if there is no response, and a page shows an error if its script does not load', async ({
  page,
  consoleErrors,
}) => {
  for (const file of ['**/config.json', '**/assets/pricing-page-*']) await page.route(file, (route) => route.abort());
  await page.goto('/');
  await page.getByRole('button', { name: 'Login' }).first().click();
  await expect(page.getByText("We couldn't reach the sign-in service. Check your connection and try again.")).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).click();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page).toHaveTitle('Pricing · Vitrine');
  consoleErrors.splice(0);
});
