/** One browser with two tabs or two users: nothing is paid twice, and no user sees another user's input. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { addPhotos, balance, card, expect, listenForNoise, signInAs, signOut, test, writePrompt } from '../fixtures/page.ts';

const path = '/batch-image-to-video';

/** Returns the stored data of the browser: drafts with the secret text, and files. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const settled = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await settled(indexedDB.open('vitrine'));
    const drafts = await settled(database.transaction('drafts').objectStore('drafts').getAll());
    const files = await settled(database.transaction('files').objectStore('files').count());
    database.close();
    return { secrets: drafts.filter((draft) => JSON.stringify(draft).includes('SECRET')).length, files };
  });

test('a batch started in one tab appears in the other, with its balance', async ({ page, context }) => {
  await page.goto(path);
  await page.getByRole('button', { name: 'Login' }).first().click();
  await signInAs(page, `eve-${randomUUID()}@example.com`);
  await expect(balance(page)).toContainText('$5.00');
  await page.getByLabel('Model').selectOption('veo3-fast');
  await addPhotos(page, 1);
  await writePrompt(page, 1, 'Closer');
  await expect(page.getByRole('region', { name: 'Create videos' })).toContainText('$1.20');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

  const other = await context.newPage();
  const noise: string[] = [];
  listenForNoise(other, noise);
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
  expect(noise).toEqual([]);
});

test('two tabs that click Create at once pay once', async ({ page, context, noise }) => {
  await page.goto(path);
  await page.getByRole('button', { name: 'Login' }).first().click();
  await signInAs(page, `hal-${randomUUID()}@example.com`);
  await expect(balance(page)).toContainText('$5.00');
  await page.getByLabel('Model').selectOption('veo3-fast');
  await addPhotos(page, 1);
  await writePrompt(page, 1, 'Closer');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.waitForTimeout(1_000);
  const other = await context.newPage();
  await other.goto(path);
  await expect(card(other, 1).getByRole('textbox', { name: 'Prompt' })).toHaveValue('Closer');
  await Promise.all([page, other].map((tab) => tab.getByRole('button', { name: 'Create 1 video' }).click()));
  for (const tab of [page, other]) {
    await expect(card(tab, 1)).toContainText('Paid $1.20', { timeout: 120_000 });
    await expect(balance(tab)).toContainText('$3.80');
    await expect(balance(tab)).not.toContainText('reserved');
    await expect(tab.getByRole('article')).toHaveCount(3);
  }
  // Either tab may get the 409. The browser logs it.
  noise.splice(0, noise.length, ...noise.filter((line) => !line.includes('409')));
});

test('an order with a lost response appears after the next click and is not paid again', async ({ page, noise }) => {
  await page.goto(path);
  await page.getByRole('button', { name: 'Login' }).first().click();
  await signInAs(page, `ida-${randomUUID()}@example.com`);
  await expect(balance(page)).toContainText('$5.00');
  await page.getByLabel('Model').selectOption('veo3-fast');
  await addPhotos(page, 1);
  await writePrompt(page, 1, 'Closer');
  await page.route('**/api/batches', async (route) => {
    await route.fetch();
    await route.fulfill({ status: 500, json: { message: 'Internal Server Error' } });
  });
  await page.getByRole('button', { name: 'Create 1 video' }).click();
  await expect(page.getByRole('alert')).toContainText('nothing is ordered twice');
  await page.unroute('**/api/batches');
  await writePrompt(page, 1, 'Closer, and slower');
  await page.getByRole('button', { name: 'Create 1 video' }).click();
  await expect(card(page, 1)).toContainText('Paid $1.20', { timeout: 120_000 });
  await expect(balance(page)).toContainText('$3.80');
  await expect(balance(page)).not.toContainText('reserved');
  noise.splice(0, noise.length, ...noise.filter((line) => !/409|500/.test(line)));
});

test('a refusal by the firewall and a missing network get clear messages', async ({ page, context, noise }) => {
  await page.goto(path);
  await page.getByRole('button', { name: 'Login' }).first().click();
  await signInAs(page, `jo-${randomUUID()}@example.com`);
  await expect(balance(page)).toContainText('$5.00');
  await addPhotos(page, 1);
  await expect(page.getByRole('region', { name: 'Create videos' })).toContainText('1 photo still needs a prompt');
  await writePrompt(page, 1, 'Closer');
  await page.route('**/api/batches', (route) => route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>403</h1>' }));
  await page.getByRole('button', { name: 'Create 1 video' }).click();
  await expect(page.getByRole('alert')).toContainText('firewall refused this request');
  await context.setOffline(true);
  await expect(page.getByRole('banner')).toContainText('You are offline');
  await page.getByRole('button', { name: 'Create 1 video' }).click();
  await expect(page.getByRole('alert')).toContainText('nothing was sent');
  await context.setOffline(false);
  await expect(page.getByRole('alert')).toHaveCount(0);
  noise.splice(0, noise.length, ...noise.filter((line) => !/403|ERR_INTERNET_DISCONNECTED/.test(line)));
});

test('sign-out leaves nothing behind for the next user', async ({ page, context }) => {
  await page.goto(path);
  await page.getByRole('button', { name: 'Login' }).first().click();
  await signInAs(page, `fay-${randomUUID()}@example.com`);
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
  await expect.poll(() => stored(other)).toEqual({ secrets: 0, files: 0 });

  await page.goto(path);
  await expect(card(page, 1).getByRole('textbox', { name: 'Prompt' })).toHaveValue('');
  await page.getByRole('button', { name: 'Login' }).first().click();
  await signInAs(page, `gus-${randomUUID()}@example.com`);
  await expect(balance(page)).toContainText('$5.00');
  await expect(card(page, 1).getByRole('textbox', { name: 'Prompt' })).toHaveValue('');
  await expect(page.getByRole('article').getByRole('img')).toHaveCount(0);
});
