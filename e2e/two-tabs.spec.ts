/** One browser, two tabs or two people: nothing is paid twice, and nobody sees what another prepared. */
import { randomUUID } from 'node:crypto';
import { addPhotos, balance, card, expect, listenForNoise, signInAs, test, writePrompt } from './harness/page.ts';

const path = '/batch-image-to-video';

test('two tabs that press Create on the same cards pay once', async ({ page, context }) => {
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
  await other.getByRole('button', { name: 'Create 1 video' }).click();
  await expect(card(page, 1)).toContainText('Paid $1.20', { timeout: 60_000 });
  await expect(card(other, 1)).toContainText('Paid $1.20', { timeout: 60_000 });
  await expect(balance(other)).toContainText('$3.80');
  await expect(balance(other)).not.toContainText('reserved');
  // The second order is answered with 409, which the browser reports by itself.
  expect(noise.filter((line) => !line.includes('409'))).toEqual([]);
});

test('who signs out leaves nothing behind for the next', async ({ page }) => {
  await page.goto(path);
  await page.getByRole('button', { name: 'Login' }).first().click();
  await signInAs(page, `fay-${randomUUID()}@example.com`);
  await expect(balance(page)).toContainText('$5.00');
  await addPhotos(page, 1);
  await writePrompt(page, 1, 'SECRET');
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Login' }).first()).toBeVisible();

  await page.goto(path);
  await expect(card(page, 1).getByRole('textbox', { name: 'Prompt' })).toHaveValue('');
  await page.getByRole('button', { name: 'Login' }).first().click();
  await signInAs(page, `gus-${randomUUID()}@example.com`);
  await expect(balance(page)).toContainText('$5.00');
  await expect(card(page, 1).getByRole('textbox', { name: 'Prompt' })).toHaveValue('');
  await expect(page.getByRole('article').getByRole('img')).toHaveCount(0);
});
