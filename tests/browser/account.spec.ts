/** Tests the account of a seller in the browser: the welcome, the transactions, the data export and the deletion. */

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { adjustBalance } from '#lambdas/store/adjustments.ts';
import type { StoredMail } from '#local/aws/ses/mail.ts';
import { clipResponse } from '../fixtures/cloud.ts';
import { grant } from '../fixtures/grant.ts';
import { setCallsLeftInWindow } from '../fixtures/limits.ts';
import { expect, openAsSeller, test } from '../fixtures/page.ts';
import { signIn } from '../fixtures/seller.ts';

const newEmail = () => `account-${randomUUID()}@example.com`;
const welcome = "Welcome! You've received $5 in free credits to get started!";

async function openFromMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /'s account$/ }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('a new seller gets a welcome message on the page and one welcome mail', async ({ page, cloud }) => {
  const email = newEmail();
  await openAsSeller(page, '/account', email);
  await expect(page.getByText(welcome)).toBeVisible();
  const mails = async () =>
    ((await (await fetch(`${cloud.origin}/_local/mail.json`)).json()) as StoredMail[]).filter(({ to }) => to === email);
  await expect.poll(async () => (await mails()).length).toBe(1);
  await page.reload();
  await expect(page.getByText(email).first()).toBeVisible();
  expect(await mails()).toHaveLength(1);
});

test('the transactions page lists and filters all changes of the balance, and saves them as a CSV file', async ({ page, cloud }) => {
  const email = newEmail();
  const seller = await signIn(cloud.origin, email);
  await cloud.fal.script('listed', clipResponse);
  await seller.until((await seller.run(['One listed', 'Two listed'])).batchId);
  await grant(seller.userId, 1000);
  await adjustBalance({ userId: seller.userId, amount: 50, reason: '=For the outage, sorry', actor: 'ops' }, randomUUID(), new Date());
  await cloud.fal.script('waits in the list', clipResponse, { kind: 'late-webhook' });
  const running = await seller.run(['It waits in the list']);

  await openAsSeller(page, '/history', email);
  await openFromMenu(page, 'Transactions');
  await expect(page).toHaveURL('/transactions');
  await expect(page).toHaveTitle('Transactions · Vitrine');
  const rows = page.getByRole('region', { name: 'List of transactions' }).locator('tbody tr');
  await expect(rows).toHaveCount(4);
  for (const [index, texts] of [
    ['Adjustment by support', '=For the outage, sorry', '+$0.50', '$13.10'],
    ['Credit purchase', '+$10.00', '$12.60'],
    ['Photo 1, Photo 2', 'Video · 2 videos', '−$2.40', '$2.60'],
    ['Welcome bonus', '+$5.00', '$5.00'],
  ].entries())
    for (const text of texts) await expect(rows.nth(index)).toContainText(text);
  const balances = page.getByRole('main').locator('dl');
  for (const text of ['Balance$13.10', 'Reserved now$1.20', 'Available$11.90']) await expect(balances).toContainText(text);

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^vitrine-transactions-\d{4}-\d\d-\d\d\.csv$/);
  const lines = readFileSync(await file.path(), 'utf8').split('\r\n');
  expect(lines).toHaveLength(7);
  expect(lines[1]).toContain(`,"'=For the outage, sorry",0.50,13.10,`);

  await page.getByRole('combobox', { name: 'Show' }).selectOption('Charges');
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL('/transactions?type=deduction');
  await expect(rows.first()).toContainText('$2.60');
  await page.reload();
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Show items' }).click();
  const items = page.getByRole('list', { name: 'Items of this batch' }).getByRole('listitem');
  await expect(items).toHaveText([/Photo 1\.jpg−\$1\.20/, /Photo 2\.jpg−\$1\.20/]);
  await page.getByRole('link', { name: 'Photo 1, Photo 2' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('Charged$2.40');
  await page.getByRole('button', { name: 'Show all batches' }).click();
  await expect(page).toHaveURL('/history?tab=video');
  await cloud.fal.release();
  await seller.until(running.batchId);
});

test('the account page saves all data as a file, and shows an error after too many exports', async ({ page, cloud, consoleErrors }) => {
  const email = newEmail();
  const seller = await signIn(cloud.origin, email);
  await openAsSeller(page, '/account', email);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^vitrine-export-\d{4}-\d\d-\d\d\.json$/);
  expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toMatchObject({ profile: { email }, transactions: [{ type: 'bonus' }] });
  await expect(page.getByText('Your download has started.')).toBeVisible();

  await setCallsLeftInWindow(seller.userId, 'export', 0);
  await page.getByRole('button', { name: 'Download my data' }).click();
  await expect(page.getByText('Too many requests. Please wait a moment and try again.')).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('429')]);
});

test('the dialog shows the remaining credits and asks for the e-mail address before an account is deleted', async ({
  page,
  cloud,
  consoleErrors,
}) => {
  const email = newEmail();
  await signIn(cloud.origin, email);
  await openAsSeller(page, '/account', email);
  await page.getByRole('button', { name: 'Delete account' }).click();
  const question = page.getByRole('dialog', { name: 'Permanently delete your account?' });
  await expect(question).toContainText(
    "You still have $5.00 in credits. You'll lose them with your account, and they can't be refunded later.",
  );
  const deleteButton = question.getByRole('button', { name: 'Delete permanently' });
  await question.getByRole('textbox').fill('somebody@example.com');
  await expect(deleteButton).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Enter');
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Keep my account' }).click();
  await expect(question).toBeHidden();

  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(question.getByRole('textbox')).toHaveValue('');
  await question.getByRole('textbox').fill(email.toUpperCase());
  await deleteButton.click();
  const deleted = page.getByRole('alertdialog', { name: 'Your account has been deleted' });
  await expect(deleted).toBeVisible();
  await deleted.getByRole('button', { name: 'Close' }).first().click();
  await page.waitForURL('/');
  await expect(page.getByRole('button', { name: 'Login' }).first()).toBeVisible();
  // Status 410 means that the account is deleted. The browser logs each response with this status.
  expect(consoleErrors.length).toBeGreaterThan(0);
  for (const line of consoleErrors.splice(0)) expect(line).toContain('410');
});

test('the transactions and account pages ask a visitor to sign in', async ({ page }) => {
  await page.goto('/transactions');
  await expect(page.getByText('Sign in to see your transactions.')).toBeVisible();
  await page.goto('/account');
  await expect(page.getByText('Sign in to see your account.')).toBeVisible();
});
