/** Tests before/after runs (docs/spec.md 10) in a real browser on the whole local stack. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { ListRunsResponse } from '#shared/pipeline/api.ts';
import { grant } from '../fixtures/grant.ts';
import { readAnnouncements, recordAnnouncements } from '../fixtures/live-region-log.ts';
import { balance, collectConsoleErrors, expect, openAsSeller, selectFiles, signInAs, test } from '../fixtures/page.ts';
import { createPhoto, signIn } from '../fixtures/seller.ts';
import { isInStoredDraft } from '../fixtures/stored-draft.ts';

const path = '/auto-image-pipeline';
const names = ['Before', 'After', 'Input'] as const;
const sample = (name: string) => readFileSync(new URL(`../../web/public/samples/${name.toLowerCase()}.jpg`, import.meta.url));
const actionBar = (page: Page) => page.getByRole('region', { name: 'Start', exact: true });
const start = (page: Page) => page.getByRole('button', { name: 'Start Automated Pipeline' });
const status = (page: Page) => page.getByRole('region', { name: 'Pipeline status' });
const area = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Focus areas' }).getByRole('listitem').filter({ hasText: name });
const thumbnail = (page: Page, number: number) => page.getByRole('button', { name: new RegExp(`^Iteration ${number}(,|$)`) });
const result = (page: Page) => page.getByRole('region', { name: 'Final result' });
const stage = (page: Page) => page.getByRole('region', { name: 'Iteration history' });
const progress = (page: Page) => status(page).getByRole('progressbar', { name: 'Progress of the run' });
const customAreasField = (page: Page) => page.getByRole('textbox', { name: 'Your own areas' });
const chooser = (page: Page, slot: string) => page.getByLabel(`${slot} image`, { exact: true });

/** Each image takes 4 s, so that a test can leave the page during a run. */
const slow = { kind: 'slow', ms: 4_000 };

async function choosePictures(page: Page): Promise<void> {
  for (const name of names) {
    await selectFiles(chooser(page, name), { name: `${name}.jpg`, mimeType: 'image/jpeg', buffer: sample(name) });
    await expect(page.getByRole('img', { name: `${name}: ${name}.jpg` })).toBeVisible();
  }
}

async function addArea(page: Page, name: string): Promise<void> {
  await customAreasField(page).fill(name);
  await customAreasField(page).press('Enter');
  await expect(page.getByRole('list', { name: 'Your own areas' })).toContainText(name.trim());
}

/** Signs in, chooses the three sample pictures, and adds custom focus areas. Returns the e-mail address. */
async function prepare(page: Page, areas: string[], email = `pipeline-${randomUUID()}@example.com`): Promise<string> {
  await openAsSeller(page, path, email);
  await expect(balance(page)).toContainText('$5.00');
  await choosePictures(page);
  for (const name of areas) await addArea(page, name);
  return email;
}

test('a seller prepares a run, signs in, analyzes, closes the page after iteration 2, and downloads the result in another browser session', {
  tag: '@journey',
}, async ({ page, browser, cloud }) => {
  const email = `pipeline-${randomUUID()}@example.com`;
  // Only the prompts of later images contain the name of the area in quotes. The fault below applies to this text, so only the later
  // images are slow.
  await cloud.gemini.script('"matches the catalogue"', slow);
  await page.goto(path);
  await expect(page).toHaveTitle('Before/after · Vitrine');
  await expect(actionBar(page)).toContainText('Up to $0.75');
  await expect(actionBar(page)).toContainText('Before image is required');
  await choosePictures(page);
  await expect(actionBar(page)).toContainText('Choose or add at least one focus area.');
  await addArea(page, '  matches the catalogue ');
  await customAreasField(page).fill('Matches the CATALOGUE');
  await customAreasField(page).press('Enter');
  await expect(page.getByRole('list', { name: 'Your own areas' }).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('textbox', { name: /^Product type/ }).fill('skincare');

  // The input is still there after the sign-in.
  await start(page).click();
  await signInAs(page, email);
  await expect(page).toHaveURL(path);
  for (const name of names) await expect(page.getByRole('img', { name: `${name}: ${name}.jpg` })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Your own areas' })).toContainText('matches the catalogue');
  await expect(page.getByRole('textbox', { name: /^Product type/ })).toHaveValue('skincare');

  await page.getByRole('button', { name: 'Analyze' }).click();
  await expect(page.getByRole('checkbox', { name: 'Background removal' })).toBeChecked({ timeout: 120_000 });
  await expect(page.getByText('What changed in your example')).toBeVisible();
  await expect(balance(page)).toContainText('$5.00');
  await start(page).click();
  await expect(thumbnail(page, 2)).toBeVisible({ timeout: 150_000 });
  await page.close();

  const context = await browser.newContext({ baseURL: cloud.origin });
  const other = await context.newPage();
  const consoleErrors: string[] = [];
  await collectConsoleErrors(other, consoleErrors);
  await recordAnnouncements(other);
  await openAsSeller(other, path, email);
  await expect(thumbnail(other, 2)).toBeVisible();
  await expect(result(other)).toBeVisible({ timeout: 150_000 });
  await expect(status(other)).toContainText('Image ready, 1 area not solved');
  await expect(progress(other)).toHaveAttribute('aria-valuenow', '100');
  await expect.poll(() => readAnnouncements(other)).toMatch(/Image ready, 1 area not solved\W+\d+ images?/);
  await expect(result(other)).toContainText('Product accuracy confirmed');
  await expect(area(other, 'Background removal')).toContainText(/solved|right in the first image/i);

  const comparison = stage(other).getByRole('slider', { name: 'Compare before and after' });
  await comparison.focus();
  await other.keyboard.press('Home');
  await expect(comparison).toHaveValue('0');

  const waiting = other.waitForEvent('download');
  await status(other).getByRole('link', { name: 'Download Result' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toBe('transformed-image.jpg');
  expect((await sharp(await download.path()).metadata()).format).toBe('jpeg');

  // This browser has not ordered the run, so the example comes from the server.
  await status(other).getByRole('button', { name: 'Use the same example for another photo' }).click();
  for (const name of ['before', 'after']) await expect(other.getByRole('img', { name: new RegExp(`: ${name}.jpg$`) })).toBeVisible();
  await expect(other.getByRole('checkbox', { name: 'Background removal' })).toBeChecked();
  await expect(other.getByRole('list', { name: 'Your own areas' })).toContainText('matches the catalogue');
  await expect(other.getByRole('textbox', { name: /^Product type/ })).toHaveValue('skincare');
  await expect(actionBar(other)).toContainText('Input image is required');
  expect(consoleErrors).toEqual([]);
  await context.close();
});

test('a run skips an area that fails twice, returns to the last image before this area, and stays in the list after "Start New"', async ({
  page,
}) => {
  await prepare(page, ['stitching as in the example']);
  await page.getByRole('checkbox', { name: 'Background removal' }).check();
  await start(page).click();
  await expect(result(page)).toBeVisible({ timeout: 150_000 });
  await expect(area(page, 'Stitching as in the example')).toContainText('Skipped: not solved in two attempts. Rolled back to iteration 1.');
  await expect(area(page, 'Background removal')).toContainText('Right in the first image.');
  await expect(area(page, 'Product accuracy')).toContainText("Confirmed: it's still your product.");
  await expect(status(page)).toContainText('Image ready, 1 area not solved');
  await expect(result(page)).toContainText('This is the image from iteration 1.');
  await expect(progress(page)).toHaveAttribute('aria-valuetext', '1 of 2 areas solved');
  await expect(progress(page)).toHaveAttribute('aria-valuenow', '100');
  await expect(status(page)).toContainText('$0.15 charged');
  await expect(balance(page)).toContainText('$4.85');

  // The large image is the result. Hover and focus show another iteration. A click or Enter selects it.
  const iterationImage = (number: number) => page.getByRole('img', { name: `Image from iteration ${number}` });
  await expect(iterationImage(1)).toBeVisible();
  await thumbnail(page, 3).hover();
  await expect(iterationImage(3)).toBeVisible();
  await page.getByRole('heading', { name: 'Focus areas' }).hover();
  await expect(iterationImage(1)).toBeVisible();
  await thumbnail(page, 1).focus();
  await page.keyboard.press('Tab');
  await expect(iterationImage(2)).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(iterationImage(2)).toBeVisible();
  await expect(page.getByRole('article', { name: 'Iteration 2' })).toContainText('needs work');

  // The history lists the run among the images and links back to it.
  await page.goto('/history?tab=image');
  const past = page.getByRole('list', { name: 'Past batches' }).getByRole('listitem').first();
  await expect(past.getByRole('heading', { name: 'Input' })).toBeVisible();
  await past.getByRole('button', { name: 'Show images' }).click();
  await expect(past.getByRole('button', { name: /^Enlarge image/ })).toHaveCount(1);
  await past.getByRole('link', { name: 'Open run' }).click();
  await expect(page).toHaveURL(/\/auto-image-pipeline\?run=/);
  await expect(result(page)).toBeVisible();
  await status(page).getByRole('button', { name: 'Use the same example for another photo' }).click();
  await expect(page.getByRole('img', { name: 'Before: Before.jpg' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Input: Input.jpg' })).toHaveCount(0);
  await expect(actionBar(page)).toContainText('Input image is required');
  await page
    .getByRole('region', { name: 'Your recent runs' })
    .getByRole('link', { name: /Completed/ })
    .click();
  await expect(page).toHaveURL(/\?run=/);
  await expect(result(page)).toBeVisible();
  // The seller names the run, and describes the unsolved area in other words. The result becomes the input, so the solved area is not ordered again.
  await page.getByRole('button', { name: 'Rename Input' }).click();
  await page.getByRole('textbox', { name: 'Name of the batch' }).fill('Summer bag');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Summer bag' })).toBeVisible();
  await area(page, 'Stitching as in the example')
    .getByRole('button', { name: /^Try other words/ })
    .click();
  await expect(page).toHaveURL(path);
  const words = page.getByRole('textbox', { name: /^Your own areas/ });
  await expect(words).toBeFocused();
  await expect(words).toHaveValue('stitching as in the example');
  await words.fill('dense stitching along the edge');
  for (const slot of ['Before', 'After', 'Input']) await expect(page.getByRole('img', { name: new RegExp(`^${slot}: `) })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Background removal' })).not.toBeChecked();
  await expect(actionBar(page)).toContainText('1 area, then the product accuracy check');
  await expect(start(page)).toBeEnabled();
});

test('Stop asks for confirmation, and keeps the best image', async ({ page, cloud }) => {
  await cloud.gemini.script('"stopped on the page"', { kind: 'slow', ms: 8_000 });
  await prepare(page, ['stopped on the page', 'never reached']);
  await start(page).click();
  await expect(thumbnail(page, 1)).toBeVisible({ timeout: 150_000 });
  await status(page).getByRole('button', { name: 'Stop' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText("A stopped run can't be continued.");
  await question.getByRole('button', { name: 'Stop' }).click();
  await expect(result(page)).toBeVisible({ timeout: 120_000 });
  await expect(status(page)).toContainText('You stopped this run. The best image so far is saved.');
  await expect(area(page, 'Never reached')).toContainText('Not finished: the run was stopped.');
  await expect(balance(page)).not.toContainText('reserved');
  await status(page).getByRole('button', { name: 'Start New' }).click();
  await expect(start(page)).toBeVisible();
  await expect(page.getByRole('img', { name: /Before\.jpg/ })).toHaveCount(0);
  // A closed run does not appear again, even after a reload.
  await page.reload();
  await expect(page.getByRole('region', { name: 'Your recent runs' })).toContainText('Stopped');
  await expect(start(page)).toBeVisible();
});

test('a run that an error has paused can continue, and waits for a top-up if there are not enough credits', async ({ page, cloud }) => {
  const area = 'fails on the page';
  for (let attempt = 0; attempt < 2; attempt++) await cloud.gemini.scriptOnce(`"${area}"`, { kind: 'error', status: 'UNAVAILABLE' });
  const email = `pipeline-${randomUUID()}@example.com`;
  const seller = await signIn(cloud.origin, email);
  await prepare(page, [area], email);
  await start(page).click();
  await expect(page.getByRole('main')).toContainText('Pipeline image generation failed.', { timeout: 150_000 });
  await expect(page.getByRole('alert')).toContainText('The image created so far is saved.');
  await expect(page.getByRole('alert')).toContainText('Paused: The service is very busy.');
  await expect(status(page)).toContainText('Paused');
  await expect(thumbnail(page, 1)).toBeVisible();
  await expect(balance(page)).not.toContainText('reserved');
  await status(page).getByRole('button', { name: 'End here' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep paused' }).click();

  // The balance does not cover the next image.
  await grant(seller.userId, -495);
  await page.reload();
  await expect(balance(page)).toContainText('$0.00');
  await status(page).getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Insufficient credits. You need $0.05 but only have $0.00.');
  await page.keyboard.press('Escape');
  await grant(seller.userId, 5);
  await page.reload();
  await expect(balance(page)).toContainText('$0.05');
  await status(page).getByRole('button', { name: 'Continue' }).click();
  await expect(status(page)).toContainText('Your credits have run out.', { timeout: 150_000 });
  await expect(page.getByRole('main')).toContainText('All 2 images created so far are saved.');
  await expect(page.getByRole('main')).toContainText('the run resumes automatically');
  await status(page).getByRole('button', { name: 'Add credits' }).click();
  await expect(page.getByRole('dialog', { name: 'Add credits' })).toBeVisible();
  await page.keyboard.press('Escape');
  await grant(seller.userId, 100);
  await expect(result(page)).toBeVisible({ timeout: 150_000 });
  await expect(thumbnail(page, 3)).toBeVisible();
});

test('the page accepts only valid pictures, and shows the required error text for other files', async ({ page }) => {
  await page.goto(path);
  await expect(page.getByRole('button', { name: /^Before Drop or choose an image/ })).toBeEnabled();
  const slot = page.getByRole('region', { name: 'Before' });
  const gif = await sharp(await createPhoto('png'))
    .gif()
    .toBuffer();
  await selectFiles(chooser(page, 'Before'), { name: 'a.jpg', mimeType: 'image/jpeg', buffer: gif });
  await expect(slot.getByRole('alert')).toHaveText('Please upload a valid image file (JPEG, PNG, or WebP)');
  const huge = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(10 * 1024 * 1024)]);
  await selectFiles(chooser(page, 'Before'), { name: 'huge.jpg', mimeType: 'image/jpeg', buffer: huge });
  await expect(slot.getByRole('alert')).toHaveText('Image file size must be less than 10MB');
  await selectFiles(chooser(page, 'Before'), { name: 'half.jpg', mimeType: 'image/jpeg', buffer: huge.subarray(0, 4_000) });
  await expect(slot.getByRole('alert')).toContainText('corrupted');
  await selectFiles(chooser(page, 'Before'), { name: 'b.webp', mimeType: 'image/webp', buffer: await createPhoto('webp') });
  await expect(page.getByRole('img', { name: 'Before: b.webp' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect.poll(() => isInStoredDraft(page, 'b.webp')).toBe(true);
  await page.reload();
  await expect(page.getByRole('img', { name: 'Before: b.webp' })).toBeVisible();
});

test('a run that does not belong to the account does not appear', async ({ page, cloud, consoleErrors }) => {
  const other = await signIn(cloud.origin);
  expect((await other.call<ListRunsResponse>('GET', '/api/pipeline/runs')).body.items).toEqual([]);
  await openAsSeller(page, `${path}?run=${randomUUID()}`, `pipeline-${randomUUID()}@example.com`);
  await expect(page.getByText('This run no longer exists.')).toBeVisible();
  await expect(start(page)).toBeVisible();
  // The browser logs the refused call.
  for (const line of consoleErrors.splice(0)) expect(line).toContain('404');
});

test('on a phone, every touch target has at least 44 px, the bar has at most 72 px, and nothing is wider than the window', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await prepare(page, ['stitching as in the example']);
  const offer = await page.getByRole('complementary', { name: 'Offer' }).getByText('See prices').boundingBox();
  expect(offer!.width).toBeGreaterThan(40);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  const tooSmall = () =>
    page.getByRole('main').evaluate((main) =>
      [...main.querySelectorAll<HTMLElement>('button, summary, label, input[type=text], a[href]')].flatMap((one) => {
        const { width, height } = one.getBoundingClientRect();
        const isHidden = height <= 1 || one.matches('.sr-only') || !one.checkVisibility({ visibilityProperty: true });
        const labelsInput = one.matches('label:not(:has(input))');
        return isHidden || labelsInput || (width >= 44 && height >= 44) ? [] : [`${one.textContent} ${width} × ${height}`];
      }),
    );
  const expectPhone = async (bar: ReturnType<typeof actionBar>) => {
    expect(await tooSmall()).toEqual([]);
    expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(72);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  };
  await expectPhone(actionBar(page));
  await start(page).click();
  await expect(thumbnail(page, 1)).toBeVisible({ timeout: 150_000 });
  await expectPhone(status(page));
  await expect(result(page)).toBeVisible({ timeout: 150_000 });
  await expectPhone(status(page));
  // The pictures are above the focus areas.
  const [picture, steps] = await Promise.all([stage(page).boundingBox(), page.getByRole('region', { name: 'Focus areas' }).boundingBox()]);
  expect(picture!.y).toBeLessThan(steps!.y);
  await stage(page).getByRole('button', { name: 'Review 3 images' }).click();
  await expect(page.getByRole('dialog', { name: 'Review 3 images' })).toBeVisible();
});

test('a seller can prepare, start and review a run with the keyboard only', async ({ page }) => {
  const press = async (key: string, times = 1) => {
    for (let count = 0; count < times; count++) await page.keyboard.press(key);
  };
  /** Presses Tab until the control has the focus. */
  const tabTo = async (control: ReturnType<typeof start>) => {
    for (let count = 0; count < 60; count++) {
      if (await control.evaluate((one) => one === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error('Tab does not reach the control');
  };
  await openAsSeller(page, path, `pipeline-${randomUUID()}@example.com`);
  await expect(balance(page)).toContainText('$5.00');
  await tabTo(page.getByRole('button', { name: 'Try it with sample images' }));
  await press('Enter');
  await expect(page.getByRole('img', { name: 'Input: input.jpg' })).toBeVisible();
  await tabTo(page.getByRole('checkbox', { name: 'Background removal' }));
  await press('Space');
  await tabTo(start(page));
  await press('Enter');

  // The page removes the setup and the button with the focus, so the focus moves to the heading of the run.
  await expect(thumbnail(page, 1)).toBeVisible({ timeout: 150_000 });
  await expect(page.locator(':focus')).toContainText('Before/after');
  await expect(result(page)).toBeVisible({ timeout: 150_000 });
  const comparison = stage(page).getByRole('slider', { name: 'Compare before and after' });
  await tabTo(comparison);
  await press('ArrowLeft', 3);
  await expect(comparison).toHaveValue('47');
  // A single result is reviewed from its menu.
  await tabTo(stage(page).getByRole('button', { name: /^More for/ }));
  await press('Enter');
  await press('End');
  await expect(page.getByRole('menuitem', { name: 'Review 1 image' })).toBeFocused();
  await press('Enter');
  const review = page.getByRole('dialog', { name: /^Review/ });
  await expect(review.getByRole('heading', { name: 'Iteration 1 · Result' })).toBeVisible();
  await press('Escape');
  await expect(review).toHaveCount(0);
  await tabTo(status(page).getByRole('button', { name: 'Start New' }));
  await press('Enter');
  await expect(start(page)).toBeVisible();
  await expect(page.getByRole('img', { name: /Before\.jpg/ })).toHaveCount(0);
});
