/** Tests the main journey of a seller with the keyboard only, and the announcements to screen readers (WCAG 2.1, 4.1.3). */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { clipResponse } from '../fixtures/cloud.ts';
import { readAnnouncements, recordAnnouncements } from '../fixtures/live-region-log.ts';
import { balance, card, expect, test } from '../fixtures/page.ts';
import { createPhoto } from '../fixtures/seller.ts';

const tabsMax = 80;

/** Presses Tab until the target has the focus. After the last element, the focus starts again at the first one. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const hasFocus = () => target.evaluate((element) => element === document.activeElement);
  for (let tabs = 0; tabs < tabsMax; tabs++) {
    if (await hasFocus()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${target} cannot be reached by Tab`);
}

async function tabToAndPress(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

test('with only the keyboard, a seller can start at the landing page, make and save a video, and sign out', { tag: '@journey' }, async ({
  page,
  cloud,
}) => {
  const prompt = page.getByRole('textbox', { name: 'Prompt for all cards' });
  await cloud.fal.script('', clipResponse);
  await recordAnnouncements(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabToAndPress(page, page.getByRole('main').getByRole('link', { name: /^Batch image to video/ }));
  await expect(page).toHaveURL('/batch-image-to-video');
  await expect(page.getByRole('main')).toBeFocused();
  await page.evaluate(() => document.body.focus());
  await tabToAndPress(page, page.getByRole('banner').getByRole('button', { name: 'Start for Free' }));
  await tabTo(page, page.getByLabel(/e-?mail/i));
  await page.keyboard.type(`keys-${randomUUID()}@example.com`);
  await page.keyboard.press('Enter');
  await expect(balance(page)).toContainText('$5.00');
  await expect.poll(() => readAnnouncements(page)).toContain("You've received $5 in free credits");
  await expect(page).toHaveURL('/batch-image-to-video');
  await tabTo(page, page.getByLabel('Model'));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel('Model')).toHaveValue('veo3-fast');
  const opened = page.waitForEvent('filechooser');
  await tabToAndPress(page, page.getByRole('button', { name: 'Choose photos' }));
  await (await opened).setFiles({ name: 'Shoe.jpg', mimeType: 'image/jpeg', buffer: await createPhoto() });
  await expect(card(page, 1).getByRole('img').first()).toBeVisible();

  await tabToAndPress(page, page.getByRole('button', { name: 'Sample styles' }));
  await tabToAndPress(page, page.getByRole('button', { name: /^Shoe step/ }), 'Space');
  await expect(prompt).not.toHaveValue('');
  await expect.poll(() => readAnnouncements(page)).toContain('Prompt of “Shoe step” copied');
  await tabToAndPress(page, page.getByRole('button', { name: /^Apply to \d/ }));
  await tabToAndPress(page, page.getByRole('button', { name: 'Create 1 video' }));
  // The button disappears after the click, so the focus must move to the bar with the progress.
  await expect(page.getByRole('region', { name: 'Create videos' })).toBeFocused();
  await expect(card(page, 1).getByText('Paid $1.20')).toBeVisible();
  for (const text of ['Your videos are being made.', 'Finished. 1 ready, 0 failed.'])
    await expect.poll(() => readAnnouncements(page)).toContain(text);

  const enlarge = card(page, 1).getByRole('button', { name: /^Enlarge video/ });
  await tabToAndPress(page, enlarge);
  const player = page.getByRole('dialog');
  await expect(player.locator('video')).toBeVisible();
  // Elements behind the dialog cannot get the focus.
  for (let tabs = 0; tabs < 5; tabs++) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null)).toBe(
      true,
    );
  }
  await page.keyboard.press('Escape');
  await expect(player).toBeHidden();
  await expect(enlarge).toBeFocused();

  const saved = page.waitForEvent('download');
  await tabToAndPress(page, card(page, 1).getByRole('link', { name: /^Download/ }));
  expect((await saved).suggestedFilename()).toMatch(/^video_Shoe.*\.mp4$/);

  await tabToAndPress(page, page.getByRole('button', { name: /'s account$/ }));
  const signOutItem = page.getByRole('menuitem', { name: 'Sign out' });
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('End');
  await expect(signOutItem).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL('/');
  await expect(page.getByRole('button', { name: 'Login' }).first()).toBeVisible();
});
