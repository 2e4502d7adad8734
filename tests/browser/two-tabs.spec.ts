/**
 * Tests one browser with two tabs, or with two users one after the other. Nothing is charged twice, and no user sees another user's input.
 */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import {
  addPhotos,
  balance,
  card,
  collectConsoleErrors,
  expect,
  openAsSeller,
  signInAs,
  signOut,
  test,
  writePrompt,
} from '../fixtures/page.ts';

const path = '/batch-image-to-video';

/** Returns the stored data of the browser: the number of drafts with the secret text, and the number of files. */
const readStoredData = (page: Page) =>
  page.evaluate(async () => {
    const resultOf = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await resultOf(indexedDB.open('vitrine'));
    const drafts = await resultOf(database.transaction('drafts').objectStore('drafts').getAll());
    const files = await resultOf(database.transaction('files').objectStore('files').count());
    database.close();
    return { secrets: drafts.filter((draft) => JSON.stringify(draft).includes('SECRET')).length, files };
  });

test('a batch that was started in one tab appears in the other tab, with its balance', async ({ page, context }) => {
  await openAsSeller(page, path, `eve-${randomUUID()}@example.com`);
  await expect(balance(page)).toContainText('$5.00');
  await page.getByLabel('Model').selectOption('veo3-fast');
  await addPhotos(page, 1);
  await writePrompt(page, 1, 'Closer');
  await expect(page.getByRole('region', { name: 'Create videos' })).toContainText('$1.20');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

  const other = await context.newPage();
  const consoleErrors: string[] = [];
  await collectConsoleErrors(other, consoleErrors);
  await other.goto(path);
  await expect(card(other, 1).getByRole('textbox', { name: 'Prompt' })).toHaveValue('Closer');
  await page.getByRole('button', { name: 'Create 1 video' }).click();
  await expect(balance(page)).toContainText('$1.20 reserved');
  await expect(other.getByRole('button', { name: 'Generating…' })).toBeVisible();
  await expect(balance(other)).toContainText('$1.20 reserved');
  await expect(card(page, 1)).toContainText('Paid $1.20', { timeout: 120_000 });
  await expect(card(other, 1)).toContainText('Paid $1.20', { timeout: 120_000 });
  await expect(balance(other)).toContainText('$3.80');
  await expect(balance(other)).not.toContainText('reserved');
  expect(consoleErrors).toEqual([]);
});

test('two tabs that click Create at the same time are charged once', async ({ page, context, consoleErrors }) => {
  await openAsSeller(page, path, `hal-${randomUUID()}@example.com`);
  await expect(balance(page)).toContainText('$5.00');
  await page.getByLabel('Model').selectOption('veo3-fast');
  await addPhotos(page, 1);
  await writePrompt(page, 1, 'Closer');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.waitForTimeout(1_000);
  const other = await context.newPage();
  await other.goto(path);
  await expect(card(other, 1).getByRole('textbox', { name: 'Prompt' })).toHaveValue('Closer');
  // The test clicks with a script. A real click waits until the button is stable. During this time, the order of the other tab would remove
  // the button.
  await Promise.all([page, other].map((tab) => tab.getByRole('button', { name: 'Create 1 video' }).dispatchEvent('click')));
  for (const tab of [page, other]) {
    await expect(card(tab, 1)).toContainText('Paid $1.20', { timeout: 120_000 });
    await expect(balance(tab)).toContainText('$3.80');
    await expect(balance(tab)).not.toContainText('reserved');
    await expect(tab.getByRole('article')).toHaveCount(3);
  }
  // One of the two tabs may get status 409, which the browser logs.
  consoleErrors.splice(0, consoleErrors.length, ...consoleErrors.filter((line) => !line.includes('409')));
});

test('an order whose response was lost appears after the next click and is not charged again', async ({ page, consoleErrors }) => {
  await openAsSeller(page, path, `ida-${randomUUID()}@example.com`);
  await expect(balance(page)).toContainText('$5.00');
  await page.getByLabel('Model').selectOption('veo3-fast');
  await addPhotos(page, 1);
  await writePrompt(page, 1, 'Closer');
  await page.route('**/api/batches', async (route) => {
    await route.fetch();
    await route.fulfill({ status: 500, json: { message: 'Internal Server Error' } });
  });
  await page.getByRole('button', { name: 'Create 1 video' }).click();
  await expect(page.getByRole('alert')).toContainText('nothing is charged twice');
  await page.unroute('**/api/batches');
  await writePrompt(page, 1, 'Closer, and slower');
  await page.getByRole('button', { name: 'Create 1 video' }).click();
  // The delivered video has the prompt of the first click.
  await expect(card(page, 1)).toContainText('Ready· Card changed since this video', { timeout: 120_000 });
  await expect(balance(page)).toContainText('$3.80');
  await expect(balance(page)).not.toContainText('reserved');
  consoleErrors.splice(0, consoleErrors.length, ...consoleErrors.filter((line) => !/409|500/.test(line)));
});

test('a request that the firewall refuses and a missing network show clear messages', async ({ page, context, consoleErrors }) => {
  await openAsSeller(page, path, `jo-${randomUUID()}@example.com`);
  await expect(balance(page)).toContainText('$5.00');
  await addPhotos(page, 1);
  await expect(page.getByRole('region', { name: 'Create videos' })).toContainText('1 photo still needs a prompt');
  await writePrompt(page, 1, 'Closer');
  await page.route('**/api/batches', (route) => route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>403</h1>' }));
  await page.getByRole('button', { name: 'Create 1 video' }).click();
  await expect(page.getByRole('alert')).toContainText('firewall blocked this request');
  await context.setOffline(true);
  await expect(page.getByRole('banner')).toContainText("You're offline");
  await page.getByRole('button', { name: 'Create 1 video' }).click();
  await expect(page.getByRole('alert')).toContainText('nothing was sent');
  await context.setOffline(false);
  await expect(page.getByRole('alert')).toHaveCount(0);
  consoleErrors.splice(0, consoleErrors.length, ...consoleErrors.filter((line) => !/403|ERR_INTERNET_DISCONNECTED/.test(line)));
});

test('sign-out in one tab removes all input in both tabs, and the next user does not see it', async ({ page, context }) => {
  await openAsSeller(page, path, `fay-${randomUUID()}@example.com`);
  await expect(balance(page)).toContainText('$5.00');
  await addPhotos(page, 1);
  await writePrompt(page, 1, 'SECRET');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const other = await context.newPage();
  await other.goto(path);
  await expect(card(other, 1).getByRole('textbox', { name: 'Prompt' })).toHaveValue('SECRET', { timeout: 10_000 });
  await signOut(page);
  await expect(card(other, 1).getByRole('textbox', { name: 'Prompt' })).toHaveValue('');
  await expect(other.getByRole('article').getByRole('img')).toHaveCount(0);
  await expect.poll(() => readStoredData(other)).toEqual({ secrets: 0, files: 0 });

  await page.goto(path);
  await expect(card(page, 1).getByRole('textbox', { name: 'Prompt' })).toHaveValue('');
  await page.getByRole('button', { name: 'Login' }).first().click();
  await signInAs(page, `gus-${randomUUID()}@example.com`);
  await expect(balance(page)).toContainText('$5.00');
  await expect(card(page, 1).getByRole('textbox', { name: 'Prompt' })).toHaveValue('');
  await expect(page.getByRole('article').getByRole('img')).toHaveCount(0);
});
