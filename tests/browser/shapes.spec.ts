/**
 * Tests the batch video page (docs/spec.md 5.3, 5.4, 7, 11). The tests cover the preview for each ratio, crops that fail, and prompts by AI
 * Write.
 */

import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { setUsesLeftToday } from '../fixtures/limits.ts';
import { balance, card, expect, openAsSeller, selectFiles, signInAs, test, writePrompt } from '../fixtures/page.ts';
import { createPhoto, signIn } from '../fixtures/seller.ts';

const path = '/batch-image-to-video';

const aiWrite = (page: Page, number: number) => card(page, number).getByRole('button', { name: /^AI Write/ });
const ratioField = (page: Page, number: number) => card(page, number).getByRole('button', { name: /^Aspect ratio/ });
const prompt = (page: Page, number: number) => card(page, number).getByRole('textbox', { name: 'Prompt' });
const picture = (name: string, buffer: Buffer, mimeType = 'image/jpeg') => ({ name, mimeType, buffer });

/** Adds one photo per given size. The first photo is added to the first card, the second photo to the second card, and so on. */
async function addPhotosOf(page: Page, ...sizes: [number, number][]): Promise<void> {
  const files = await Promise.all(
    sizes.map(async ([width, height], index) => picture(`Shoe ${index + 1}.jpg`, await createPhoto('jpeg', { width, height }))),
  );
  await selectFiles(page.getByLabel('Choose product photos'), files);
  for (const index of sizes.keys()) await expect(card(page, index + 1)).toContainText(`Shoe ${index + 1}.jpg`);
}

async function openSignedIn(page: Page, name: string): Promise<string> {
  const email = `${name}-${randomUUID()}@example.com`;
  await openAsSeller(page, path, email);
  await expect(balance(page)).toContainText('$5.00');
  return email;
}

test('a ratio can be selected, copied from the photo or typed, and the list closes after a selection, Escape or a click outside', async ({
  page,
}) => {
  await page.goto(path);
  await addPhotosOf(page, [900, 1200]);
  const field = ratioField(page, 1);
  const list = page.getByRole('dialog', { name: 'Aspect ratio' });
  await expect(field).toHaveAccessibleName('Aspect ratio 9:16');

  await field.click();
  await expect(list.getByRole('radio')).toHaveText(['9:16', '16:9', '1:1', 'Same as photo (3:4)']);
  await expect(list.getByRole('radio', { name: '9:16' })).toBeChecked();
  await list.getByRole('radio', { name: '1:1' }).click();
  await expect(list).toBeHidden();
  await expect(field).toHaveAccessibleName('Aspect ratio 1:1');

  // With the keyboard only: opens the list, moves to the ratio of the photo, and selects it.
  await field.press('Enter');
  await expect(list.getByRole('radio', { name: '1:1' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(list.getByRole('radio', { name: 'Same as photo (3:4)' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleName('Aspect ratio 3:4');
  await expect(field).toBeFocused();

  await field.click();
  const custom = list.getByRole('textbox', { name: 'Custom ratio' });
  for (const [text, fault] of [
    [' ', 'Type a ratio first, as 4:5.'],
    ['45', 'Put a colon between width and height, as 4:5.'],
    ['a:b', 'Both sides are whole numbers from 1 to 50, as 4:5.'],
    ['0:9', 'Both sides are whole numbers from 1 to 50, as 4:5.'],
    ['9:1', 'One side may be at most 3 times the other.'],
  ] as const) {
    await custom.fill(text);
    await list.getByRole('button', { name: 'Set' }).click();
    await expect(list.getByRole('alert')).toHaveText(fault);
  }
  await expect(field).toHaveAccessibleName('Aspect ratio 3:4');
  await custom.fill(' 8 : 10 ');
  await custom.press('Enter');
  await expect(list).toBeHidden();
  await expect(field).toHaveAccessibleName('Aspect ratio 4:5');

  await field.click();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(field).toBeFocused();
  await field.click();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(list).toBeHidden();
});

test('a model with two ratios shows the other ratios disabled with the reason, and announces a changed ratio', async ({ page }) => {
  await page.goto(path);
  await ratioField(page, 2).click();
  await page.getByRole('radio', { name: '1:1' }).click();
  await page.getByLabel('Model').selectOption('veo3-fast');
  await expect(page.getByRole('status').getByText('Veo 3.1 fast supports 9:16 and 16:9 only: 1 card is now 9:16.')).toBeVisible();
  await expect(ratioField(page, 2)).toHaveAccessibleName('Aspect ratio 9:16');
  await ratioField(page, 2).click();
  const list = page.getByRole('dialog', { name: 'Aspect ratio' });
  await expect(list.getByRole('radio', { name: '1:1' })).toBeDisabled();
  await expect(list.getByRole('textbox')).toBeDisabled();
  await expect(list).toContainText('Veo 3.1 fast supports 9:16 and 16:9 only. Veo 3.1 supports any ratio.');
});

test('the frame preview shows the added area, its content, and the cropped area after each change', async ({ page }) => {
  await page.goto(path);
  await addPhotosOf(page, [900, 1200], [1080, 1920], [3000, 1000]);
  await expect(card(page, 1)).toContainText('AI fills 25%, above and below');
  await expect(card(page, 2)).toContainText('The whole photo fills the frame.');
  await expect(card(page, 3)).toContainText('soft edge');

  const choose = async (ratio: string) => {
    await ratioField(page, 1).click();
    await page.getByRole('radio', { name: ratio }).click();
  };
  await choose('1:1');
  const cut = card(page, 1).getByText('Generated at 9:16, cropped to 1:1: 44% is trimmed off.');
  await expect(cut).toBeVisible();
  await expect(cut).toHaveAttribute('title', /^Your whole photo stays in the 1:1 video; 25% is added left and right\./);
  await choose('16:9');
  await expect(card(page, 1)).toContainText(/AI fills \d+%, left and right/);
  await expect(card(page, 1)).not.toContainText('trimmed off');
  await page.getByLabel('Model').selectOption('veo3-fast');
  await expect(card(page, 1)).toContainText(/AI fills \d+%, left and right/);
});

test('a GIF and an AVIF are accepted and shown as still images with an explanation', async ({ page }) => {
  await page.goto(path);
  const still = sharp(await createPhoto('png', { width: 300, height: 400 }));
  const files = [
    picture('turning.gif', await still.clone().gif().toBuffer(), 'image/gif'),
    picture('small.avif', await still.clone().avif().toBuffer(), 'image/avif'),
  ];
  await selectFiles(page.getByLabel('Choose product photos'), files);
  await expect(card(page, 1)).toContainText("We'll use the first frame of this GIF.");
  await expect(card(page, 2)).toContainText("We'll use the first frame of this AVIF.");
  for (const number of [1, 2]) {
    // The file may be animated, so the card shows a small still image instead of the file.
    const address = await card(page, number).locator('img').last().getAttribute('src');
    const size = await page.evaluate(async (src) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    }, String(address));
    expect(size).toEqual([225, 300]);
  }
});

test('AI Write leads a visitor to sign-in and keeps all input, and shows an error for a card without a photo', async ({ page }) => {
  await page.goto(path);
  await addPhotosOf(page, [900, 1600]);
  await writePrompt(page, 2, 'Mine');
  const alert = page.getByRole('alert').filter({ hasText: 'Please sign in' });
  // The alert is visible for 2.5 seconds before the page redirects.
  const alertShown = expect(alert).toHaveText(/^Please sign in\s*You need to sign in to use AI prompt generation$/);
  await aiWrite(page, 1).click();
  await alertShown;
  await signInAs(page, `eve-${randomUUID()}@example.com`);
  await expect(page).toHaveURL(path);
  await expect(prompt(page, 2)).toHaveValue('Mine');
  await expect(card(page, 1)).toContainText('Shoe 1.jpg');
  await aiWrite(page, 2).click();
  await expect(page.getByRole('alert').filter({ hasText: 'No image uploaded' })).toContainText('Please upload an image first');
  await expect(prompt(page, 2)).toHaveValue('Mine');
});

test('AI Write writes a prompt into a card, and Undo restores the earlier prompt', async ({ page }) => {
  await openSignedIn(page, 'fay');
  await addPhotosOf(page, [900, 1600]);
  await writePrompt(page, 1, 'Mine');
  await aiWrite(page, 1).click();
  const toast = page.getByRole('status').filter({ hasText: 'Product Script Ready!' });
  await expect(toast).toContainText('AI created a professional video script based on your image');
  await expect(prompt(page, 1)).not.toHaveValue('Mine');
  await expect(prompt(page, 1)).toHaveValue(/\w{3}/);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(prompt(page, 1)).toHaveValue('Mine');
});

test('Write for all cards asks before it replaces prompts, fills empty prompts, and skips cards without a photo', async ({ page }) => {
  await openSignedIn(page, 'gus');
  await addPhotosOf(page, [900, 1600], [900, 1200]);
  await writePrompt(page, 1, 'Mine');
  await page.getByRole('button', { name: 'Write for all cards' }).click();
  const question = page.getByRole('dialog', { name: 'Write prompts for all cards?' });
  await expect(question).toContainText('1 card already has a prompt.');
  await question.getByRole('button', { name: 'Write for 1 empty card' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Product Script Ready!' })).toContainText('1 of 1 prompt written.');
  await expect(prompt(page, 1)).toHaveValue('Mine');
  await expect(prompt(page, 2)).toHaveValue(/\w{3}/);
  await expect(prompt(page, 3)).toHaveValue('');
});

test('Write for all cards stops at the daily limit and shows a notice', async ({ page, consoleErrors }) => {
  const email = await openSignedIn(page, 'hal');
  const { userId } = await signIn(new URL(page.url()).origin, email);
  await setUsesLeftToday(userId, 'aiWrite', 1);
  await addPhotosOf(page, [900, 1600], [900, 1200], [800, 800], [1200, 900], [1000, 1250]);
  await page.getByRole('button', { name: 'Write for all cards' }).click();
  const toast = page.getByRole('status').filter({ hasText: "Couldn't create script" });
  await expect(toast).toContainText("1 of 5 prompts written. You've reached today's limit. Please try again tomorrow.");
  // The browser logs each refused call. These are the two calls that ran in parallel with the last allowed call.
  expect(consoleErrors.length).toBeGreaterThan(0);
  for (const line of consoleErrors.splice(0)) expect(line).toContain('429');
});

test('a video has the typed ratio, and a video whose crop failed can be cropped again at no cost', async ({ page, cloud }) => {
  await cloud.fal.script('a square turn', { kind: 'clip', width: 720, height: 1280 });
  await openSignedIn(page, 'ida');
  await addPhotosOf(page, [900, 1200]);
  await writePrompt(page, 1, 'a square turn');
  await card(page, 1).getByLabel('Resolution').selectOption('720p');
  await ratioField(page, 1).click();
  await page.getByRole('textbox', { name: 'Custom ratio' }).fill('4:5');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  const restoreFunction = cloud.breakFunction('video/crop-video');
  await page.getByRole('button', { name: 'Create 1 video' }).click();
  const video = card(page, 1).locator('video');
  // The video plays while the pointer is over it.
  const point = () =>
    card(page, 1)
      .getByRole('button', { name: /^Enlarge video/ })
      .hover();
  const size = () => video.evaluate(({ videoWidth, videoHeight }: HTMLVideoElement) => [videoWidth, videoHeight]);
  await expect(card(page, 1)).toContainText('Cropping failed. This is the uncropped video.', { timeout: 150_000 });
  await point();
  await expect.poll(size).toEqual([720, 1280]);
  restoreFunction();
  await card(page, 1)
    .getByRole('button', { name: /^Crop again for free/ })
    .click();
  await expect(card(page, 1)).not.toContainText('Cropping failed', { timeout: 120_000 });
  await point();
  await expect.poll(size).toEqual([720, 900]);
  await expect(balance(page)).toContainText('$3.00');
});
