/** Tests the page Batch Image to Image (docs/spec.md 8.3) in a real browser on the whole local stack. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import JsZip from 'jszip';
import sharp from 'sharp';
import { clipResponse } from '../fixtures/cloud.ts';
import { readAnnouncements, recordAnnouncements } from '../fixtures/live-region-log.ts';
import {
  addPhotos,
  addPhotosTo,
  balance,
  cancelItem,
  card,
  duplicateCard,
  expect,
  openAsSeller,
  removeButton,
  runInAnotherBrowser,
  selectInActionBar,
  signInAs,
  test,
  writePrompt,
} from '../fixtures/page.ts';

const path = '/batch-image-to-image';
const actionBar = (page: Page) => page.getByRole('region', { name: 'Generate images' });
/** A delay of the vendor. During this time, the test checks the running state, even on a slow machine. */
const slow = { kind: 'slow', ms: 8_000 };

async function open(page: Page, name: string): Promise<string> {
  const email = `${name}-${randomUUID()}@example.com`;
  await openAsSeller(page, path, email);
  await expect(balance(page)).toContainText('$5.00');
  return email;
}

const generate = (page: Page, count: number) =>
  actionBar(page)
    .getByRole('button', { name: `Generate ${count} image${count === 1 ? '' : 's'}` })
    .click();

test('a seller signs in, adds four photos, generates, compares and saves images, and pays only for delivered images', {
  tag: '@journey',
}, async ({ page, cloud }) => {
  await recordAnnouncements(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Start for Free' }).first().click();
  await signInAs(page, `ida-${randomUUID()}@example.com`);
  await expect(balance(page)).toContainText('$5.00');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Images' }).click();
  await expect(page).toHaveURL(path);
  await expect(page).toHaveTitle('Batch Image to Image · Vitrine');
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page.getByText('$0.05 per image')).toBeVisible();
  await expect(page.getByLabel('Model').locator('option:checked')).toHaveText('Gemini 2.5 Flash Image');
  // The empty page shows examples of results.
  await expect(page.getByRole('figure', { name: 'Examples from one photo' }).getByRole('listitem')).toHaveText([
    'Photo',
    'White',
    'Marble',
    'Lifestyle',
  ]);

  await addPhotos(page, 4);
  await expect(page.getByText('4 of 300 cards')).toBeVisible();
  await expect(card(page, 2).getByRole('textbox', { name: 'Prompt' })).toHaveAttribute('placeholder', /^Default prompt: Turn this photo/);
  // The toolbar shows the whole default prompt.
  await expect(page.getByRole('textbox', { name: 'Prompt for all cards' })).toHaveAttribute('placeholder', /^If left blank, we use: Turn/);
  await expect(page.getByRole('button', { name: 'Apply to all' }).first()).toBeDisabled();
  await page.getByRole('textbox', { name: 'Prompt for all cards' }).fill('A plain white background');
  await page.getByRole('button', { name: 'Apply to 4' }).click();
  await expect(card(page, 4).getByRole('textbox', { name: 'Prompt' })).toHaveValue('A plain white background');
  // Clears the prompt field of one card, so that this card uses the default prompt.
  await writePrompt(page, 2, '');
  await expect(card(page, 2)).toContainText('Not applied yet');
  await cloud.gemini.scriptOnce('plain white', slow);
  await expect(actionBar(page)).toContainText('4 images · $0.20');
  await generate(page, 4);

  await expect(balance(page)).toContainText('$0.20 reserved');
  await expect(page.getByText('Your images are being generated. You can leave')).toBeVisible();
  await expect(card(page, 1).getByRole('textbox')).toHaveCount(0);
  await expect(removeButton(page, 1)).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('button', { name: 'Add image card' })).toBeDisabled();

  await expect(actionBar(page).getByRole('button', { name: 'Review 4' })).toBeVisible({ timeout: 150_000 });
  for (const number of [1, 2, 3, 4]) await expect(card(page, number)).toContainText('Paid $0.05');
  for (const text of ['Your images are being generated.', 'Finished. 4 ready, 0 failed.'])
    await expect.poll(() => readAnnouncements(page)).toContain(text);
  await expect(balance(page)).toContainText('$4.80');
  await expect(balance(page)).not.toContainText('reserved');

  await card(page, 1)
    .getByRole('button', { name: /^Enlarge image/ })
    .click();
  const dialog = page.getByRole('dialog');
  const after = dialog.getByRole('img', { name: 'Image: Shoe 1.jpg' });
  await expect.poll(() => after.evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight)).toBe(1);
  await dialog.getByRole('button', { name: 'Compare with the photo' }).click();
  const before = dialog.getByRole('img', { name: 'Photo before: Shoe 1.jpg' });
  await expect.poll(() => before.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(900);
  await page.keyboard.press('Escape');

  const zipped = page.waitForEvent('download');
  await actionBar(page).getByRole('button', { name: 'Download all (4)' }).click();
  const archive = await zipped;
  expect(archive.suggestedFilename()).toMatch(/^images_.*\.zip$/);
  const { files } = await JsZip.loadAsync(readFileSync(await archive.path()));
  expect(Object.keys(files).length).toBe(4);
  for (const [name, file] of Object.entries(files)) {
    expect(name).toMatch(/^image_Shoe-\d_.*\.jpg$/);
    expect(await sharp(await file.async('nodebuffer')).metadata()).toMatchObject({ format: 'jpeg' });
  }

  await selectInActionBar(page, /^Start new/);
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page.getByRole('article').getByRole('img')).toHaveCount(0);
});

test('a delivered image is used as the photo of a video without an upload', async ({ page, cloud }) => {
  await cloud.fal.script('from the image', clipResponse);
  await open(page, 'kay');
  await addPhotos(page, 1);
  await generate(page, 1);
  await card(page, 1)
    .getByRole('button', { name: /^Enlarge image/ })
    .click({ timeout: 60_000 });
  const uploads: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/uploads')) uploads.push(request.url());
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Make a video' }).click();
  await expect(page).toHaveURL('/batch-image-to-video');
  await expect(card(page, 1)).toContainText('Shoe 1.jpg');
  await page.getByLabel('Model').selectOption('veo3-fast');
  await writePrompt(page, 1, 'Turn from the image');
  await page.getByRole('button', { name: 'Create 1 video' }).click();
  await expect(card(page, 1)).toContainText('Paid $1.20', { timeout: 150_000 });
  await expect(balance(page)).toContainText('$3.75');
  expect(uploads).toEqual([]);
});

test('Download all shows an error if the batch has no image', async ({ page, cloud }) => {
  await cloud.gemini.script('all refused', { kind: 'refuse' });
  await open(page, 'ned');
  await addPhotos(page, 1);
  await writePrompt(page, 1, 'all refused');
  await generate(page, 1);
  await expect(actionBar(page).getByRole('button', { name: 'Retry 1 failed' })).toBeVisible({ timeout: 60_000 });
  await actionBar(page).getByRole('button', { name: 'Download all (0)' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'No images to download' })).toBeVisible();
  await expect(balance(page)).toContainText('$5.00');
});

test('a batch that was started in one browser is visible in another browser', async ({ page, browser, cloud }) => {
  const email = `jon-${randomUUID()}@example.com`;
  await cloud.gemini.scriptOnce('found again', slow);
  await page.goto(path);
  await addPhotos(page, 2);
  await writePrompt(page, 1, 'It is found again');
  // If a visitor clicks Generate, the sign-in starts. The input remains after the sign-in.
  await generate(page, 2);
  await signInAs(page, email);
  await expect(page).toHaveURL(path);
  await expect(card(page, 1).getByRole('textbox', { name: 'Prompt' })).toHaveValue('It is found again');
  await generate(page, 2);
  await expect(balance(page)).toContainText('$0.10 reserved');
  await page.close();

  await runInAnotherBrowser({ browser, baseURL: cloud.origin, path, email }, async (other) => {
    for (const number of [1, 2]) await expect(card(other, number)).toContainText('Paid $0.05', { timeout: 150_000 });
    await expect(card(other, 1).getByRole('textbox', { name: 'Prompt' })).toHaveValue('It is found again');
    await expect(balance(other)).toContainText('$4.90');
  });
});

test('a refused image shows its reason and is not charged, and the retry generates and charges only this image', async ({
  page,
  cloud,
}) => {
  await cloud.gemini.scriptOnce('not to be shown', { kind: 'finish', reason: 'IMAGE_SAFETY' });
  await open(page, 'kim');
  await addPhotos(page, 2);
  await writePrompt(page, 1, 'Something not to be shown');
  await writePrompt(page, 2, 'Brighter');
  await generate(page, 2);
  const retry = actionBar(page).getByRole('button', { name: 'Retry 1 failed $0.05' });
  await expect(retry).toBeVisible({ timeout: 120_000 });
  for (const text of ['Failed', 'content policy', 'Not charged']) await expect(card(page, 1)).toContainText(text);
  await expect(card(page, 2)).toContainText('Paid $0.05');
  await expect(actionBar(page)).toContainText('1 ready');
  await expect(actionBar(page)).toContainText('1 failed');
  await expect(balance(page)).toContainText('$4.95');

  const retryRequest = page.waitForRequest((request) => request.method() === 'POST' && /\/api\/batches\/[^/]+\/retry$/.test(request.url()));
  await retry.click();
  await retryRequest;
  await expect(card(page, 1)).toContainText('Paid $0.05', { timeout: 120_000 });
  await expect(balance(page)).toContainText('$4.90');

  // Before the page generates finished images again, it asks the seller and shows the price of each choice.
  await selectInActionBar(page, /^Regenerate 2 images/);
  const question = page.getByRole('dialog');
  await expect(question).toContainText("You'll be charged again for any finished image you regenerate.");
  await expect(question.getByRole('radio', { name: /^All cards/ })).toBeChecked();
  await expect(question).toContainText('2 images · $0.10');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(balance(page)).toContainText('$4.90');
});

test('a queued image is cancelled immediately, and Cancel all cancels the other images', async ({ page, cloud }) => {
  await cloud.gemini.script('slowly made', slow);
  await open(page, 'leo');
  await addPhotos(page, 5);
  for (const number of [1, 2, 3]) await writePrompt(page, number, 'It is slowly made');
  await generate(page, 5);
  await expect(card(page, 4)).toContainText(/number \d/);
  await cancelItem(page, 4);
  await expect(card(page, 4)).toContainText('Not charged');
  await expect(card(page, 4)).toContainText('Cancelled');

  await actionBar(page).getByRole('button', { name: 'Cancel all' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel 4 images' }).click();
  for (const number of [1, 2, 3, 5]) await expect(card(page, number)).toContainText('Not charged', { timeout: 120_000 });
  await expect(balance(page)).not.toContainText('reserved');
  await expect(balance(page)).toContainText('$5.00');
});

test('each model offers its own ratios, and a ratio that the new model does not support becomes 1:1', async ({ page }) => {
  await page.goto(path);
  const choose = async (number: number, ratio: string) => {
    await card(page, number)
      .getByRole('button', { name: /^Aspect ratio/ })
      .click();
    await page.getByRole('radio', { name: ratio, exact: true }).click();
  };
  await choose(1, '16:9');
  await choose(2, '3:2');
  await page.getByLabel('Model').selectOption('GPT-Image-1');
  await expect(page.getByText('GPT-Image-1 supports 1:1, 2:3, and 3:2 only: 1 card is now 1:1.')).toBeVisible();
  await expect(card(page, 1).getByRole('button', { name: 'Aspect ratio 1:1' })).toBeVisible();
  await expect(card(page, 2).getByRole('button', { name: 'Aspect ratio 3:2' })).toBeVisible();
  await card(page, 1)
    .getByRole('button', { name: /^Aspect ratio/ })
    .click();
  await expect(page.getByRole('dialog').getByRole('radio')).toHaveText(['1:1', '2:3', '3:2']);
});

test('a preset fills in the prompt for all cards, and the page offers an undo if the preset replaces a typed prompt', async ({ page }) => {
  await page.goto(path);
  await addPhotos(page, 2);
  const prompt = page.getByRole('textbox', { name: 'Prompt for all cards' });
  await prompt.fill('On a beach');
  await page.getByRole('radio', { name: 'Marble' }).check();
  await expect(prompt).toHaveValue(/white marble table/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(prompt).toHaveValue('On a beach');
  await page.getByRole('radio', { name: 'Studio' }).check();
  await expect(actionBar(page)).toContainText("2 cards don't use your prompt yet");
  // There is no toast, because the toolbar shows its own undo button.
  await page.getByRole('button', { name: 'Apply to 2' }).click();
  await expect(card(page, 2).getByRole('textbox', { name: 'Prompt' })).toHaveValue(/photo studio/);
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(card(page, 2).getByRole('textbox', { name: 'Prompt' })).toHaveValue('');
});

test('AI Write writes the prompt of an image, and Undo restores the earlier prompt', async ({ page }) => {
  await open(page, 'ira');
  await addPhotos(page, 1);
  await writePrompt(page, 1, 'Mine');
  await card(page, 1)
    .getByRole('button', { name: /^AI Write/ })
    .click();
  const toast = page.getByRole('status').filter({ hasText: 'Image prompt ready!' });
  await expect(toast).toContainText('AI wrote a prompt for a product image based on your photo');
  await expect(card(page, 1).getByRole('textbox', { name: 'Prompt' })).toHaveValue(/marble/);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(card(page, 1).getByRole('textbox', { name: 'Prompt' })).toHaveValue('Mine');
});

test('cards are duplicated, removed and cleared, and Undo restores them', async ({ page }) => {
  await page.goto(path);
  await addPhotos(page, 1);
  await duplicateCard(page, 1);
  await expect(actionBar(page)).toContainText('2 images · $0.10');
  await removeButton(page, 2).click();
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('article')).toHaveCount(3);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(actionBar(page)).not.toContainText('$');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(actionBar(page)).toContainText('2 images · $0.10');
  // Without cards, the button Clear all is disabled.
  for (const number of [3, 2, 1]) await removeButton(page, number).click();
  await expect(page.getByRole('button', { name: 'Clear all' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Add image card' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('the toolbar and the names of the columns stay below the header while the cards scroll, and no card moves', async ({ page }) => {
  await page.goto(path);
  await addPhotosTo(page.getByLabel('Choose product photos'), 15);
  await expect(page.getByText('15 of 300 cards')).toBeVisible();
  await expect(card(page, 4).getByRole('img').first()).toBeVisible();
  const toolbar = page.getByRole('region', { name: 'Bulk Settings' });
  const scrollTo = (y: number) => page.evaluate((top) => window.scrollTo(0, top), y);
  const boxOf = (locator: Locator) =>
    locator.evaluate((element) => {
      const { top, height } = element.getBoundingClientRect();
      return { top: Math.round(top), height: Math.round(height) };
    });
  const topInPage = () => card(page, 4).evaluate((element) => Math.round(element.getBoundingClientRect().top + window.scrollY));
  const topAtStart = await topInPage();
  await scrollTo(320);
  // The header has a height of 64 px, and the toolbar has a distance of 8 px to it.
  await expect.poll(() => boxOf(toolbar)).toEqual({ top: 72, height: 56 });
  expect(await topInPage()).toBe(topAtStart);

  await toolbar.getByRole('textbox', { name: 'Prompt for all cards' }).fill('A plain white background');
  await toolbar.getByRole('button', { name: 'Apply to 15' }).click();
  await expect(card(page, 4).getByRole('textbox', { name: 'Prompt' })).toHaveValue('A plain white background');
  await toolbar.getByRole('radio', { name: 'Rows' }).check();
  await scrollTo(320);
  await expect.poll(() => boxOf(toolbar)).toEqual({ top: 72, height: 56 });
  await expect.poll(async () => (await boxOf(page.getByRole('checkbox', { name: 'Select all', exact: true }))).top).toBeLessThan(172);
  await scrollTo(520);
  // The focus moves up to cards that are below the toolbar. The page scrolls, so that the focused element is visible.
  await card(page, 10).getByRole('textbox', { name: 'Prompt' }).focus();
  for (let tabs = 0; tabs < 30; tabs++) {
    await page.keyboard.press('Shift+Tab');
    const top = await page.evaluate(() =>
      document.activeElement?.closest('article') ? document.activeElement.getBoundingClientRect().top : 999,
    );
    expect(top).toBeGreaterThan(165);
  }
});
