/** SPEC 2, 4 and 5 on the batch page: any shape of frame seen before paying, prompts written by AI, and what happens where either fails. */

import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { leaveToday } from './harness/limits.ts';
import { balance, card, expect, giveFiles, signInAs, test, writePrompt } from './harness/page.ts';
import { photo, signIn } from './harness/seller.ts';

const path = '/batch-image-to-video';

const ratioField = (page: Page, number: number) => card(page, number).getByRole('button', { name: /^Aspect ratio/ });
const prompt = (page: Page, number: number) => card(page, number).getByRole('textbox', { name: 'Prompt' });
const picture = (name: string, buffer: Buffer, mimeType = 'image/jpeg') => ({ name, mimeType, buffer });

/** Photos into the first cards, each of its own size. */
async function addPhotosOf(page: Page, ...sizes: [number, number][]): Promise<void> {
  const files = await Promise.all(
    sizes.map(async ([width, height], index) => picture(`Shoe ${index + 1}.jpg`, await photo('jpeg', { width, height }))),
  );
  await giveFiles(page.getByLabel('Choose product photos'), files);
  for (const index of sizes.keys()) await expect(card(page, index + 1)).toContainText(`Shoe ${index + 1}.jpg`);
}

async function openSignedIn(page: Page, name: string): Promise<string> {
  const email = `${name}-${randomUUID()}@example.com`;
  await page.goto(path);
  await page.getByRole('button', { name: 'Login' }).first().click();
  await signInAs(page, email);
  await expect(balance(page)).toContainText('$5.00');
  return email;
}

test('L1 to L3: a shape is picked, taken from the photo or typed in, and the field closes by a pick, Escape or a press beside it', async ({
  page,
}) => {
  await page.goto(path);
  await addPhotosOf(page, [900, 1200]);
  const field = ratioField(page, 1);
  const list = page.getByRole('dialog', { name: 'Aspect ratio' });
  await expect(field).toHaveAccessibleName('Aspect ratio 9:16');

  await field.click();
  await expect(list.getByRole('radio')).toHaveText(['9:16', '16:9', '1:1', 'As the photo (3:4)']);
  await expect(list.getByRole('radio', { name: '9:16' })).toBeChecked();
  await list.getByRole('radio', { name: '1:1' }).click();
  await expect(list).toBeHidden();
  await expect(field).toHaveAccessibleName('Aspect ratio 1:1');

  // By keyboard alone: opened, down to the photo's own shape, taken.
  await field.press('Enter');
  await expect(list.getByRole('radio', { name: '1:1' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(list.getByRole('radio', { name: 'As the photo (3:4)' })).toBeFocused();
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

test('Q22: a model that makes two shapes shows the others disabled with the reason, and takes them away aloud', async ({ page }) => {
  await page.goto(path);
  await ratioField(page, 2).click();
  await page.getByRole('radio', { name: '1:1' }).click();
  await page.getByLabel('Model').selectOption('veo3-fast');
  await expect(page.getByRole('status').getByText('Veo 3.1 fast makes 9:16 and 16:9 only: 1 card is now 9:16.')).toBeVisible();
  await expect(ratioField(page, 2)).toHaveAccessibleName('Aspect ratio 9:16');
  await ratioField(page, 2).click();
  const list = page.getByRole('dialog', { name: 'Aspect ratio' });
  await expect(list.getByRole('radio', { name: '1:1' })).toBeDisabled();
  await expect(list.getByRole('textbox')).toBeDisabled();
  await expect(list).toContainText('Veo 3.1 fast makes 9:16 and 16:9 only. Veo 3.1 makes any shape.');
});

test('the frame is shown before paying: what is added, by what, and what is cut away, at once with each choice', async ({ page }) => {
  await page.goto(path);
  await addPhotosOf(page, [900, 1200], [1080, 1920], [3000, 1000]);
  const frame = (number: number) => card(page, number).getByRole('figure');
  await expect(frame(1)).toHaveText('The whole photo stays. 25 % of the picture is added above and below.Painted on by AI');
  await expect(frame(2)).toHaveText('The whole photo fills the frame.');
  await expect(frame(3)).toContainText('Soft edge');

  const choose = async (ratio: string) => {
    await ratioField(page, 1).click();
    await page.getByRole('radio', { name: ratio }).click();
  };
  await choose('1:1');
  await expect(frame(1)).toContainText('The whole photo stays. 25 % of the picture is added left and right.');
  await expect(frame(1)).toContainText('Made at 9:16 and cut to 1:1: 44 % of what is generated is cut away.');
  await choose('16:9');
  await expect(frame(1)).toContainText('added left and right');
  await expect(frame(1)).not.toContainText('cut away');
  await page.getByLabel('Model').selectOption('veo3-fast');
  await expect(frame(1)).toContainText('added left and right');
});

test('K1: a GIF and an AVIF are taken, shown as stills, and said to be', async ({ page }) => {
  await page.goto(path);
  const still = sharp(await photo('png', { width: 300, height: 400 }));
  const files = [
    picture('turning.gif', await still.clone().gif().toBuffer(), 'image/gif'),
    picture('small.avif', await still.clone().avif().toBuffer(), 'image/avif'),
  ];
  await giveFiles(page.getByLabel('Choose product photos'), files);
  await expect(card(page, 1)).toContainText('The first frame of this GIF becomes the still.');
  await expect(card(page, 2)).toContainText('The first frame of this AVIF becomes the still.');
  for (const number of [1, 2]) {
    // The small copy and not the file, which may move.
    const shown = card(page, number).getByRole('img', { name: /^Photo/ });
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([225, 300]);
  }
});

test('O2: AI Write without a photo says so, and signed out it leads to sign-in with everything kept', async ({ page }) => {
  await page.goto(path);
  await addPhotosOf(page, [900, 1600]);
  await writePrompt(page, 2, 'Mine');
  const alert = page.getByRole('alert').filter({ hasText: 'Please sign in' });
  // It shows for 2.5 seconds before the page leaves.
  const told = expect(alert).toHaveText(/^Please sign in\s*You need to sign in to use AI prompt generation$/);
  await card(page, 1).getByRole('button', { name: 'AI Write: Card 1' }).click();
  await told;
  await signInAs(page, `eve-${randomUUID()}@example.com`);
  await expect(page).toHaveURL(path);
  await expect(prompt(page, 2)).toHaveValue('Mine');
  await expect(card(page, 1)).toContainText('Shoe 1.jpg');
  await card(page, 2).getByRole('button', { name: 'AI Write: Card 2' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'No image uploaded' })).toContainText('Please upload an image first');
  await expect(prompt(page, 2)).toHaveValue('Mine');
});

test('O1, O5: AI Write writes into a card, and what it replaced comes back', async ({ page }) => {
  await openSignedIn(page, 'fay');
  await addPhotosOf(page, [900, 1600]);
  await writePrompt(page, 1, 'Mine');
  await card(page, 1).getByRole('button', { name: 'AI Write: Card 1' }).click();
  const toast = page.getByRole('status').filter({ hasText: 'Product Script Ready!' });
  await expect(toast).toContainText('AI created a professional video script based on your image');
  await expect(prompt(page, 1)).not.toHaveValue('Mine');
  await expect(prompt(page, 1)).toHaveValue(/\w{3}/);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(prompt(page, 1)).toHaveValue('Mine');
});

test('Write for all cards asks before it replaces, writes those without a prompt, and leaves cards without a photo', async ({ page }) => {
  await openSignedIn(page, 'gus');
  await addPhotosOf(page, [900, 1600], [900, 1200]);
  await writePrompt(page, 1, 'Mine');
  await page.getByRole('button', { name: 'Write for all cards' }).click();
  const question = page.getByRole('dialog', { name: 'Write prompts for all cards?' });
  await expect(question).toContainText('1 card has a prompt already.');
  await question.getByRole('button', { name: 'Write for 1 empty card' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Product Script Ready!' })).toContainText('1 of 1 prompt written.');
  await expect(prompt(page, 1)).toHaveValue('Mine');
  await expect(prompt(page, 2)).toHaveValue(/\w{3}/);
  await expect(prompt(page, 3)).toHaveValue('');
});

test('at the daily limit writing for all stops and says so', async ({ page, noise }) => {
  const email = await openSignedIn(page, 'hal');
  const { userId } = await signIn(new URL(page.url()).origin, email);
  await leaveToday(userId, 'aiWrite', 1);
  await addPhotosOf(page, [900, 1600], [900, 1200], [800, 800], [1200, 900], [1000, 1250]);
  await page.getByRole('button', { name: 'Write for all cards' }).click();
  const toast = page.getByRole('status').filter({ hasText: "Couldn't create script" });
  await expect(toast).toContainText('1 of 5 prompts written. That is all for today. Please try again tomorrow.');
  // The browser itself notes each refused call: the two that ran beside the one that was the last.
  expect(noise.length).toBeGreaterThan(0);
  for (const line of noise.splice(0)) expect(line).toContain('429');
});

test('a typed ratio end to end: the video measures it, and one that could not be cropped is cropped again for nothing', async ({
  page,
  cloud,
}) => {
  await cloud.fal.script('a square turn', { kind: 'clip', width: 720, height: 1280 });
  await openSignedIn(page, 'ida');
  await addPhotosOf(page, [900, 1200]);
  await writePrompt(page, 1, 'a square turn');
  await card(page, 1).getByLabel('Resolution').selectOption('720p');
  await ratioField(page, 1).click();
  await page.getByRole('textbox', { name: 'Custom ratio' }).fill('4:5');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  const mend = cloud.breakFunction('video/crop-video');
  await page.getByRole('button', { name: 'Create 1 video' }).click();
  const video = card(page, 1).locator('video');
  const size = () => video.evaluate(({ videoWidth, videoHeight }: HTMLVideoElement) => [videoWidth, videoHeight]);
  await expect(card(page, 1)).toContainText('The crop failed, so this is the video as it was made.', { timeout: 150_000 });
  await expect.poll(size).toEqual([720, 1280]);
  mend();
  await card(page, 1)
    .getByRole('button', { name: /^Crop again for free/ })
    .click();
  await expect(card(page, 1)).not.toContainText('The crop failed', { timeout: 120_000 });
  await expect.poll(size).toEqual([720, 900]);
  await expect(balance(page)).toContainText('$3.00');
});
