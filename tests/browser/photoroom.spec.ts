/** Tests the photo edit page (docs/spec.md 9) in a real browser on the whole local stack. */

import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { productPhoto } from '#local/demo/pictures/measures.test-support.ts';
import { grant } from '../fixtures/grant.ts';
import { setUsesLeftToday } from '../fixtures/limits.ts';
import { readAnnouncements, recordAnnouncements } from '../fixtures/live-region-log.ts';
import { balance, collectConsoleErrors, expect, openAsSeller, selectFiles, signInAs, signOut, test } from '../fixtures/page.ts';
import { createPhoto, signIn } from '../fixtures/seller.ts';

const path = '/photoroom-test';
const actionBar = (page: Page) => page.getByRole('region', { name: 'Run', exact: true });
const chooseBackground = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).check();
const run = (page: Page, name = 'Remove background') => actionBar(page).getByRole('button', { name });
const panel = (page: Page) => page.getByRole('region', { name: 'Photo', exact: true });
const slider = (page: Page) => page.getByRole('slider', { name: 'Compare before and after' });
const chooser = (page: Page) => page.getByLabel('Choose product photos');
const strip = (page: Page) => page.getByRole('group', { name: 'Photos' });
const sectionButton = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Settings', exact: true }).locator('summary', { hasText: name });

async function choosePhoto(page: Page, name = 'Box.png'): Promise<void> {
  await selectFiles(chooser(page), { name, mimeType: 'image/png', buffer: await productPhoto({ hasText: true }) });
  await expect(page.getByRole('img', { name: `Photo: ${name}` })).toBeVisible();
}

async function open(page: Page): Promise<string> {
  const email = `photoroom-${randomUUID()}@example.com`;
  await openAsSeller(page, path, email);
  await expect(balance(page)).toContainText('$5.00');
  return email;
}

/** Returns the position of the comparison line, in the words of a screen reader. */
const position = (page: Page) => slider(page).getAttribute('aria-valuetext');

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('The element is not visible');
  return box;
}

test('a visitor prepares a photo, signs in, removes its background, compares and saves it, and still sees it after a reload', {
  tag: '@journey',
}, async ({ page }) => {
  await recordAnnouncements(page);
  await page.goto(path);
  await expect(page).toHaveTitle('Photo edit · Vitrine');
  await expect(actionBar(page)).toContainText('Add a photo.');
  await expect(actionBar(page)).not.toContainText('$0.02');
  await expect(run(page)).toHaveAttribute('aria-disabled', 'true');
  await sectionButton(page, 'Tips and limits').click();
  for (const note of ['$0.02 per photo', '5 times that: $0.10', '10 free credits per month', '25 megapixels'])
    await expect(page.getByRole('region', { name: 'Settings', exact: true })).toContainText(note);

  // A file that is not an image shows the required text (docs/spec.md 9.4).
  await selectFiles(chooser(page), { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture at all') });
  await expect(panel(page).getByRole('alert')).toHaveText('Please select a valid image file');
  await choosePhoto(page);
  await expect(panel(page).getByRole('alert')).toHaveCount(0);

  await run(page).click();
  await signInAs(page, `photoroom-${randomUUID()}@example.com`);
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('img', { name: 'Photo: Box.png' })).toBeVisible();
  await expect(balance(page)).toContainText('$5.00');

  await run(page).click();
  await expect(slider(page)).toBeVisible();
  await expect(panel(page)).toContainText('400 × 400 · PNG · Paid $0.02');
  for (const text of ['Your photo is being edited.', 'Finished. 1 ready, 0 failed.'])
    await expect.poll(() => readAnnouncements(page)).toContain(text);
  await expect(balance(page)).toContainText('$4.98');
  const before = panel(page).getByRole('img', { name: 'Your photo before' });
  const after = panel(page).getByRole('img', { name: 'Your photo after' });
  for (const picture of [before, after])
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(400);

  const download = page.waitForEvent('download');
  await actionBar(page).getByRole('button', { name: 'Download', exact: true }).click();
  expect((await download).suggestedFilename()).toMatch(/^photo_Box_\d{4}-\d\d-\d\dT[\d-]+\.png$/);

  // The result is still there after the seller leaves the page and after a reload. Nothing is charged again.
  await page.getByRole('link', { name: 'Vitrine, home' }).first().click();
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(slider(page)).toBeVisible();
  await page.reload();
  await expect(slider(page)).toBeVisible();
  await expect(balance(page)).toContainText('$4.98');

  await page.getByRole('button', { name: 'Start new' }).click();
  await expect(chooser(page)).toBeEnabled();
  await expect(slider(page)).toHaveCount(0);
});

test('the comparison line can be moved by mouse and by keyboard', async ({ page }) => {
  await open(page);
  await choosePhoto(page);
  await run(page).click();
  await expect(slider(page)).toBeVisible();
  await expect.poll(() => position(page)).toBe('50% before');

  const after = panel(page).getByRole('img', { name: 'Your photo after' });
  await after.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await boxOf(after);
  await page.mouse.move(x + width * 0.5, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.25, y + height / 2, { steps: 4 });
  await expect.poll(() => position(page)).toBe('25% before');
  await page.mouse.move(x - 50, y + height / 2);
  await expect.poll(() => position(page)).toBe('0% before');
  await page.mouse.up();
  await page.mouse.move(x + width * 0.9, y + height / 2);
  expect(await position(page)).toBe('0% before');

  // The keys continue from the position of the pointer.
  await expect(slider(page)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  expect(await position(page)).toBe('1% before');
  await page.keyboard.press('End');
  expect(await position(page)).toBe('100% before');
  await page.keyboard.press('PageDown');
  expect(await position(page)).toBe('90% before');
  await page.keyboard.press('Home');
  expect(await position(page)).toBe('0% before');
});

test('on a phone the comparison line follows the finger, and the page is not wider than the screen', async ({ browser, cloud }) => {
  const phone = await browser.newContext({ baseURL: cloud.origin, hasTouch: true, viewport: { width: 360, height: 740 } });
  const page = await phone.newPage();
  const consoleErrors: string[] = [];
  await collectConsoleErrors(page, consoleErrors);
  await open(page);
  await choosePhoto(page);
  await page.getByRole('radio', { name: /^Edit photo/ }).check();
  await page.getByRole('radio', { name: 'Reference' }).check();
  const name = `${'A picture with a very long name, as cameras and shops give them '.repeat(2)}.png`;
  await selectFiles(page.getByLabel('Choose a background image'), { name, mimeType: 'image/png', buffer: await productPhoto() });
  await expect(page.getByRole('img', { name: /^Background image/ })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.getByRole('radio', { name: /^Remove background/ }).check();
  await choosePhotos(page, 'Second');
  await strip(page).locator('label').last().tap();
  await expect(page.getByRole('img', { name: 'Photo: Second.png' })).toBeVisible();
  await run(page, 'Remove 2 backgrounds').tap();
  await expect(slider(page)).toBeVisible();
  await expect(actionBar(page)).toContainText('2/2');
  const picture = panel(page).getByRole('img', { name: 'Your photo after' });
  await picture.scrollIntoViewIfNeeded();
  const frame = await boxOf(picture);
  const at = (right: number, down = 0.5) => ({ x: frame.x + frame.width * right, y: frame.y + frame.height * down });
  await page.touchscreen.tap(at(0.75).x, at(0.75).y);
  await expect.poll(() => position(page)).toBe('75% before');
  await swipe(page, { from: at(0.75), to: at(0.2) });
  await expect.poll(() => position(page)).toBe('20% before');
  // A vertical swipe scrolls the page and does not move the line.
  const top = await page.evaluate(() => window.scrollY);
  await swipe(page, { from: at(0.6, 0.9), to: at(0.6, 0.1) });
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(top + 20);
  expect(await position(page)).toBe('20% before');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  // During a scroll, Chromium logs an error if a tap is handled.
  await waitForScrollEnd(page);
  // The list of the menu covers its button, and the tap that opens the list selects no item.
  await panel(page).getByRole('button', { name: 'More for Second.png' }).tap();
  await expect(page.getByRole('menuitem', { name: 'Review the result' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Review the result' }).tap();
  await expect(page.getByRole('dialog', { name: 'Review 2 images' })).toBeVisible();
  expect(consoleErrors).toEqual([]);
  await phone.close();
});

test('on a phone the photo is first, and the first presets are below it without scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(path);
  await selectFiles(chooser(page), {
    name: 'Wide.jpg',
    mimeType: 'image/jpeg',
    buffer: await createPhoto('jpeg', { width: 900, height: 600 }),
  });
  const photo = page.getByRole('img', { name: 'Photo: Wide.jpg' });
  await expect(photo).toBeVisible();
  const [picture, preset, mode, bar] = await Promise.all([
    boxOf(photo),
    boxOf(page.getByRole('radio', { name: 'Transparent', exact: true })),
    boxOf(page.getByRole('radio', { name: /^Edit photo/ })),
    boxOf(actionBar(page)),
  ]);
  expect(preset.y).toBeGreaterThan(picture.y + picture.height);
  expect(mode.y).toBeGreaterThan(preset.y + preset.height);
  expect(preset.y + preset.height).toBeLessThan(bar.y);
});

type Point = { x: number; y: number };

/** Moves a finger from one point to another, with the browser's touch events. */
async function waitForScrollEnd(page: Page): Promise<void> {
  const position = () => page.evaluate(() => new Promise<number>((done) => requestAnimationFrame(() => done(window.scrollY))));
  let last = await position();
  await expect
    .poll(
      async () => {
        const [previous, next] = [last, await position()];
        last = next;
        return next - previous;
      },
      { intervals: [200] },
    )
    .toBe(0);
}

async function swipe(page: Page, { from, to }: { from: Point; to: Point }): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: Point) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
  await touch('touchStart', from);
  for (const part of [0.1, 0.25, 0.5, 0.75, 1])
    await touch('touchMove', { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
  await touch('touchEnd');
  await client.detach();
}

async function choosePhotos(page: Page, ...names: string[]): Promise<void> {
  const buffer = await productPhoto({ hasText: true });
  await selectFiles(
    chooser(page),
    names.map((name) => ({ name: `${name}.png`, mimeType: 'image/png', buffer })),
  );
  for (const name of names) await expect(strip(page).getByRole('radio', { name })).toBeAttached();
}

test('several photos are edited in one batch, and a failed edit costs nothing and can be retried', async ({ page, cloud }) => {
  await open(page);
  await choosePhotos(page, 'Anna', 'Berta', 'Clara');
  await page.getByRole('radio', { name: 'White' }).check();
  await expect(actionBar(page)).toContainText('White for 3 photos');
  await expect(actionBar(page)).toContainText('3 photos · $0.06');
  await cloud.photoroom.scriptOnce('bg_color=#ffffff', { kind: 'status', status: 400 });
  const place = await boxOf(page.getByRole('img', { name: 'Photo: Anna.png' }));
  await run(page, 'Remove 3 backgrounds').click();

  await expect(actionBar(page)).toContainText('2 ready');
  await expect(actionBar(page)).toContainText('1 failed');
  await expect(balance(page)).toContainText('$4.96');
  const failed = strip(page).getByRole('radio', { name: /Failed/ });
  await expect(failed).toHaveCount(1);
  await failed.check();
  await expect(panel(page).getByRole('alert')).toContainText('Nothing was charged.');

  await actionBar(page).getByRole('button', { name: 'Retry 1 failed $0.02' }).click();
  await expect(actionBar(page)).toContainText('3 ready');
  await expect(balance(page)).toContainText('$4.94');
  await expect(strip(page).getByRole('radio', { name: /Ready/ })).toHaveCount(3);
  // The result replaces the photo.
  await strip(page).getByRole('radio', { name: 'Anna' }).check();
  expect(await boxOf(panel(page).getByRole('img', { name: 'Your photo after' }))).toEqual(place);

  await actionBar(page).getByRole('button', { name: 'Review 3' }).click();
  const review = page.getByRole('dialog', { name: 'Review 3 images' });
  await expect(review).toContainText('1 of 3');
  await review.getByRole('button', { name: /^Keep/ }).click();
  await expect(review).toContainText('1 kept');
  await page.keyboard.press('Escape');

  const download = page.waitForEvent('download');
  await actionBar(page).getByRole('button', { name: 'Download all (3)' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.zip$/);

  // After a change of the settings, all photos can be edited again. After a click on Start new, Undo restores the photos.
  await page.getByRole('radio', { name: 'Transparent' }).check();
  await expect(run(page, 'Edit 3 photos again')).toBeEnabled();
  await actionBar(page).getByRole('button', { name: 'Start new' }).click();
  await expect(chooser(page)).toBeEnabled();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(strip(page).getByRole('radio', { name: /Ready/ })).toHaveCount(3);
});

test('an edited photo can be saved or redone, and after a change of the settings it can be edited again or redone from its menu', async ({
  page,
}) => {
  await open(page);
  await choosePhoto(page);
  await run(page).click();
  await expect(panel(page)).toContainText('PNG · Paid $0.02');
  const redo = panel(page).getByRole('button', { name: 'Redo $0.02' });
  await expect(redo).toBeVisible();
  await expect(actionBar(page).getByRole('button', { name: 'Download', exact: true })).toBeVisible();
  await expect(actionBar(page).getByRole('button', { name: /^(Remove|Edit|Review)/ })).toHaveCount(0);
  await expect(actionBar(page)).not.toContainText('1/1');

  await page.getByRole('radio', { name: 'With shadow' }).check();
  await expect(panel(page)).toContainText('made with other settings');
  await expect(redo).toHaveCount(0);
  await expect(actionBar(page)).toContainText('With shadow for 1 photo');
  await expect(run(page, 'Edit again')).toBeEnabled();
  const menu = panel(page).getByRole('button', { name: 'More for Box.png' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Review the result' }).click();
  await expect(page.getByRole('dialog', { name: 'Review 1 image' })).toBeVisible();
  await page.keyboard.press('Escape');

  // The menu repeats the edit with its own settings and price. The changed settings stay chosen.
  await menu.click();
  await page.getByRole('menuitem', { name: /^Redo *\$0\.02$/ }).click();
  await expect(balance(page)).toContainText('$4.96');
  await expect(panel(page)).toContainText('PNG · Paid $0.02');
  await expect(page.getByRole('radio', { name: 'With shadow' })).toBeChecked();
  await run(page, 'Edit again').click();
  await expect(panel(page)).toContainText('JPEG · Paid $0.10');
  await expect(panel(page).getByRole('button', { name: 'Redo $0.10' })).toBeVisible();
});

test('presets, photos and orders work with the keyboard only', async ({ page }) => {
  await open(page);
  await choosePhotos(page, 'Anna', 'Berta');
  await page.getByRole('radio', { name: 'Transparent' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'White' })).toBeChecked();
  await strip(page).getByRole('radio', { name: 'Anna' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('img', { name: 'Photo: Berta.png' })).toBeVisible();
  await panel(page)
    .getByRole('button', { name: /^Try on this one/ })
    .focus();
  await page.keyboard.press('Enter');
  await expect(slider(page)).toBeVisible();
  await expect(balance(page)).toContainText('$4.98');
  // Only the other photo has not been edited yet.
  await expect(actionBar(page)).toContainText('1 photo · $0.02');
  await run(page).focus();
  await page.keyboard.press('Enter');
  await expect(strip(page).getByRole('radio', { name: /Ready/ })).toHaveCount(2);
  await expect(balance(page)).toContainText('$4.96');
});

test('every edit has its own control and reaches the vendor, and the page lists settings without effect', async ({ page, cloud }) => {
  await open(page);
  await choosePhoto(page);
  await page.getByRole('radio', { name: /^Edit photo/ }).check();
  await expect(actionBar(page)).toContainText('$0.10');
  await expect(page.getByRole('radio', { name: 'With shadow' })).toBeChecked();
  await page.getByLabel('Add a shadow').uncheck();
  await expect(page.getByText('Remove background does this for $0.02.')).toBeVisible();

  await chooseBackground(page, 'Studio');
  await page.getByLabel('Describe the background').fill('');
  await expect(actionBar(page)).toContainText('Describe the background.');
  await expect(run(page, 'Edit photo')).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('Describe the background').fill('on a wooden table');
  await sectionButton(page, 'Variation').click();
  await expect(page.getByLabel('Background seed')).toHaveValue('42');
  await page.getByLabel('Background seed').fill('seven');
  await expect(actionBar(page)).toContainText('A seed is a whole number');
  await page.getByLabel('Background seed').fill('0');
  await page.getByLabel('Add a shadow').check();
  await page.getByLabel('Even out the light').check();
  await page.getByLabel('Remove text').check();
  await page.getByLabel('Beautify the product').selectOption('ai-auto');
  await sectionButton(page, 'Frame and size').click();
  await page.getByLabel('Output size').selectOption('custom');
  await expect(actionBar(page)).toContainText('Enter a width and a height.');
  await page.getByLabel('Width in pixels').fill('800');
  await page.getByLabel('Height in pixels').fill('500');
  await page.getByLabel('Fill the larger frame').check();
  await expect(page.getByText('Filling needs a kept background')).toBeVisible();
  await sectionButton(page, 'File').click();
  await page.getByRole('radio', { name: 'WebP' }).check();
  await cloud.photoroom.script('background.prompt=on a wooden table', { kind: 'ignore', field: 'lighting.mode' });

  await run(page, 'Edit photo').click();
  await expect(panel(page)).toContainText('800 × 500 · WebP · Paid $0.10');
  await expect(panel(page)).toContainText('Background created with seed 0');
  await expect(panel(page).getByRole('listitem')).toHaveText(['Fill the larger frame', 'Even out the light']);
  await expect(balance(page)).toContainText('$4.90');
  const [form] = await cloud.photoroom.forms('background.prompt', 'on a wooden table');
  expect(form?.fields).toMatchObject({
    'background.seed': '0',
    'shadow.mode': 'ai.preset-soft',
    'textRemoval.mode': 'ai.artificial',
    'beautify.mode': 'ai.auto',
    'beautify.seed': '42',
    outputSize: '800x500',
    'export.format': 'webp',
  });

  // A guided background needs a guiding picture. A text file is not accepted.
  await page.getByRole('radio', { name: 'Reference' }).check();
  await expect(actionBar(page)).toContainText('Choose a background reference image.');
  const guide = page.getByLabel('Choose a background image');
  await selectFiles(guide, { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await expect(page.getByText('Please select a valid image file for background guidance')).toBeVisible();
  const blue = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#1040c0' } })
    .jpeg()
    .toBuffer();
  await selectFiles(guide, { name: 'Sea.jpg', mimeType: 'image/jpeg', buffer: blue });
  await expect(page.getByRole('img', { name: 'Background image: Sea.jpg' })).toBeVisible();
  await expect(page.getByLabel('How closely to follow the image')).toHaveValue('0.6');
  await page.getByLabel('How closely to follow the image').press('ArrowRight');
  await sectionButton(page, 'Describe the background').click();
  await page.getByLabel(/^Describe the background/).fill('by the sea');
  await run(page, 'Edit again').click();
  await expect(balance(page)).toContainText('$4.80');
  // The balance shows the hold before the request to the vendor is sent.
  const formsBySea = () => cloud.photoroom.forms('background.prompt', 'by the sea');
  await expect.poll(async () => (await formsBySea()).length).toBe(1);
  const [guided] = await formsBySea();
  expect(guided?.fields['background.guidance.scale']).toBe('0.7');
  expect(guided?.files.map(({ name }) => name)).toContain('background.guidance.imageFile');
});

test('a failed edit shows the required text, costs nothing, and can be retried', async ({ page, cloud }) => {
  await open(page);
  await choosePhoto(page);
  await chooseBackground(page, 'White');
  await page.getByLabel('Color code').fill('#Ff8801');
  await cloud.photoroom.scriptOnce('bg_color=#ff8801', { kind: 'status', status: 400 });
  await run(page).click();
  const alert = panel(page).getByRole('alert');
  await expect(alert).toContainText('Failed to process image');
  await expect(alert).toContainText('Nothing was charged.');
  await expect(balance(page)).toContainText('$5.00');
  await expect(page.getByRole('img', { name: 'Photo: Box.png' })).toBeVisible();
  await run(page).click();
  await expect(panel(page)).toContainText('Paid $0.02');
  await expect(balance(page)).toContainText('$4.98');
});

test('the page explains a reached daily limit, a low balance and a missing network, and places no order', async ({
  page,
  cloud,
  context,
  consoleErrors,
}) => {
  const email = await open(page);
  const seller = await signIn(cloud.origin, email);
  await choosePhoto(page);
  const alert = page.getByRole('alert').filter({ hasNotText: 'Insufficient' });
  await context.setOffline(true);
  await run(page).click();
  await expect(alert).toContainText('Failed to process image');
  await expect(alert).toContainText('nothing was sent');
  await context.setOffline(false);

  await setUsesLeftToday(seller.userId, 'photoEdit', 0);
  await run(page).click();
  await expect(alert).toContainText('Error: 429 Too Many Requests');
  await expect(alert).toContainText("You've reached today's limit.");
  await expect(page.getByRole('img', { name: 'Photo: Box.png' })).toBeVisible();
  await grant(seller.userId, -499);
  await page.reload();
  await expect(balance(page)).toContainText('$0.01');
  await run(page).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Insufficient credits. You need $0.02 but only have $0.01. Please top up your account.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await seller.transactions()).not.toContainEqual(expect.objectContaining({ type: 'deduction' }));
  // The browser logs each refused call. After a reload, the page may try to read the job of a refused order. This job does not exist.
  consoleErrors.splice(0, consoleErrors.length, ...consoleErrors.filter((line) => !/404|429|ERR_INTERNET_DISCONNECTED/.test(line)));
});

test('an order whose response was lost appears on the page and is not charged again', async ({ page, consoleErrors }) => {
  await open(page);
  await choosePhoto(page);
  await page.route('**/api/batches', async (route) => {
    await route.fetch();
    await route.fulfill({ status: 500, json: { message: 'Internal Server Error' } });
  });
  await run(page).click();
  await expect(panel(page)).toContainText('Paid $0.02');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(balance(page)).toContainText('$4.98');
  await page.unroute('**/api/batches');
  // The next click places another order.
  await chooseBackground(page, 'White');
  await run(page, 'Edit again').click();
  await expect(balance(page)).toContainText('$4.96');
  consoleErrors.splice(0, consoleErrors.length, ...consoleErrors.filter((line) => !line.includes('500')));
});

test('a running edit appears again when the seller returns to the page, and a visitor does not see the photo after sign-out', async ({
  page,
  cloud,
}) => {
  await open(page);
  await choosePhoto(page, 'Secret.png');
  await chooseBackground(page, 'White');
  await page.getByLabel('Color code').fill('#ff8802');
  // The delay is long enough to open two pages, even on a slow machine.
  await cloud.photoroom.script('bg_color=#ff8802', { kind: 'slow', ms: 20_000 });
  await run(page).click();
  await expect(balance(page)).toContainText('$0.02 reserved');
  await page.goto('/');
  await page.goto(path);
  await expect(panel(page)).toContainText('You can leave or close this page');
  await expect(run(page, 'Generating')).toHaveAttribute('aria-disabled', 'true');
  await expect(slider(page)).toBeVisible();
  await expect(balance(page)).toContainText('$4.98');
  await expect(page.getByLabel('Color code')).toHaveValue('#ff8802');

  await signOut(page);
  await page.goto(path);
  await expect(chooser(page)).toBeEnabled();
  await expect(slider(page)).toHaveCount(0);
  await expect(page.getByText('Secret.png')).toHaveCount(0);
});
