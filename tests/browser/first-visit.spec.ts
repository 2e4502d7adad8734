/** Tests the first page of a new account (docs/spec.md 3.2). A sign-in on the landing page leads to the tool with sample photos. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { addPhotos, balance, card, expect, signInAs, test } from '../fixtures/page.ts';
import { signIn } from '../fixtures/seller.ts';
import { isInStoredDraft } from '../fixtures/stored-draft.ts';

const toolPath = '/batch-image-to-video';
const newEmail = () => `first-${randomUUID()}@example.com`;

async function signInAt(page: Page, path: string, email: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('banner').getByRole('button', { name: 'Start for Free' }).click();
  await signInAs(page, email);
  await expect(page.getByRole('button', { name: /'s account$/ })).toBeVisible();
}

test('a new account that signed in on another page stays there and gets no samples', async ({ page }) => {
  await signInAt(page, '/pricing', newEmail());
  await expect(page).toHaveURL('/pricing');
  await page.goto(toolPath);
  await expect(page.getByRole('button', { name: 'Try with 4 sample products' })).toBeEnabled();
  await expect(page.getByRole('button', { name: /^Create 2 videos/ })).toHaveCount(0);
});

test('an older account that signed in on the landing page stays there', async ({ page, cloud }) => {
  const email = newEmail();
  const created = Date.now();
  await signIn(cloud.origin, email);
  // An account is new for one minute. The test does not wait for this time. Instead, it changes the response about the profile.
  await page.route('**/api/profile', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      json: { ...(await response.json()), isNew: false, created_at: new Date(created - 90_000).toISOString() },
    });
  });
  await signInAt(page, '/', email);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('main').getByRole('link', { name: 'Make videos from photos' }).first()).toBeVisible();
});

test('the photos of a visitor are kept, and no samples are added', async ({ page }) => {
  await page.goto(toolPath);
  await addPhotos(page, 1);
  await expect.poll(() => isInStoredDraft(page, 'Shoe 1.jpg')).toBe(true);
  await signInAt(page, '/', newEmail());
  await expect(page).toHaveURL(toolPath);
  // The toast is visible for 20 seconds, so it is checked first.
  await expect(page.getByText("Welcome! You've received $5 in free credits to get started!")).toBeVisible();
  await expect(card(page, 1).getByRole('img').first()).toBeVisible();
  await expect(balance(page)).toContainText('$5.00');
  for (const number of [1, 2]) await expect(card(page, number).getByRole('textbox', { name: 'Prompt' })).toHaveValue('');
});

test('a new account that signed in on the landing page can run two samples with its bonus', async ({ page }) => {
  await signInAt(page, '/', newEmail());
  await expect(page).toHaveURL(toolPath);
  for (const number of [1, 2]) {
    await expect(card(page, number).getByRole('img').first()).toBeVisible();
    await expect(card(page, number).getByRole('textbox', { name: 'Prompt' })).not.toHaveValue('');
  }
  await expect(page.getByRole('button', { name: /^Create 2 videos/ })).toBeEnabled();
  await expect(page.getByText('$4.00').first()).toBeVisible();
  await expect(balance(page)).toContainText('$5.00 available');

  const toast = page.getByText("Welcome! You've received $5 in free credits to get started!");
  await expect(toast).toBeVisible();
  // The toast is visible for 20 seconds, so it must cover only the offer above the header. First, the toast moves to its place.
  const header = await page.getByRole('banner').boundingBox();
  await expect
    .poll(async () => {
      const box = await toast.boundingBox();
      return box ? box.y + box.height : Number.POSITIVE_INFINITY;
    })
    .toBeLessThanOrEqual(header?.y ?? 0);

  // The Back button does not return to the sign-in, and the samples are added only once.
  await page.reload();
  await expect(card(page, 2).getByRole('img').first()).toBeVisible();
  await expect(card(page, 3)).toHaveCount(0);
});
