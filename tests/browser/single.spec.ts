/** Tests the page Single Image to Video (docs/spec.md 6) in a real browser on the whole local stack. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { animationStyles } from '#shared/video/styles.ts';
import { clipResponse } from '../fixtures/cloud.ts';
import { readAnnouncements, recordAnnouncements } from '../fixtures/live-region-log.ts';
import {
  balance,
  collectConsoleErrors,
  expect,
  openAsSeller,
  runInAnotherBrowser,
  selectFiles,
  signInAs,
  signOut,
  test,
} from '../fixtures/page.ts';
import { createPhoto } from '../fixtures/seller.ts';
import { isInStoredDraft } from '../fixtures/stored-draft.ts';
import { createTranslator } from '../fixtures/texts.ts';

const path = '/image-to-video';
const english = createTranslator('en');
/** The English prompt of a style. */
const promptOf = (index: number): string => english(animationStyles[index]?.promptKey ?? '');
const actionBar = (page: Page) => page.getByRole('region', { name: 'Run', exact: true });
const run = (page: Page) => actionBar(page).getByRole('button', { name: 'Run' });
const prompt = (page: Page) => page.getByRole('textbox', { name: 'Prompt' });
/** A version in the strip, its details, and its player. */
const tile = (page: Page, number: number) => page.getByRole('article', { name: `Video ${number}`, exact: true });
const details = (page: Page, number: number) => page.getByRole('region', { name: `Video ${number}`, exact: true });
const player = (page: Page, number: number) => page.locator(`video[aria-label="Video ${number}"]`);
/** Ignores the empty alerts that the fields of the page have. */
const alerts = (page: Page) => page.getByRole('alert').filter({ hasText: /\S/ });
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name });
const chooser = (page: Page) => page.getByLabel('Choose a product photo');

async function choosePhoto(page: Page, name = 'Bag.jpg'): Promise<void> {
  await selectFiles(chooser(page), { name, mimeType: 'image/jpeg', buffer: await createPhoto('jpeg', { width: 900, height: 1600 }) });
  await expect(page.getByRole('img', { name: `Photo: ${name}` })).toBeVisible();
}

/** Signs in, and chooses the cheaper model and a photo. */
async function prepare(page: Page): Promise<void> {
  await openAsSeller(page, path, `single-${randomUUID()}@example.com`);
  await expect(balance(page)).toContainText('$5.00');
  await page.getByLabel('Model').selectOption('veo3-fast');
  await choosePhoto(page);
}

test('a seller uses the prompt of a style, leaves the page during the generation, adds a second video, and clears the form with Start new', {
  tag: '@journey',
}, async ({ page, cloud }) => {
  await recordAnnouncements(page);
  await page.goto('/');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Single image to video/ })
    .click();
  await expect(page).toHaveURL(path);
  await expect(page).toHaveTitle('Single Image to Video · Vitrine');
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /single/i })).toHaveCount(0);
  await page.getByRole('button', { name: 'Login' }).first().click();
  await signInAs(page, `single-${randomUUID()}@example.com`);
  await expect(balance(page)).toContainText('$5.00');

  // The arrow keys select the next or the previous style.
  const styles = page.getByRole('group', { name: 'Animation styles' }).getByRole('radio');
  await expect(styles).toHaveCount(4);
  await styles.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'Bag sway' })).toBeVisible();
  const sample = page.getByLabel('Sample: Bag sway');
  await expect.poll(() => sample.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.1);
  await expect(sample).toHaveJSProperty('loop', true);
  await page.getByRole('button', { name: /^Use this prompt/ }).click();
  await expect(prompt(page)).toHaveValue(promptOf(1));

  await expect(actionBar(page)).toContainText('Add a photo.');
  await expect(run(page)).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('Model').selectOption('veo3-fast');
  await choosePhoto(page);
  await expect(actionBar(page)).toContainText('1 video · $1.20');
  // The video takes 8 s, so that the test sees the running state.
  await cloud.fal.script(promptOf(1), { ...clipResponse, afterMs: 8_000 });
  await run(page).click();
  await expect(tab(page, /^Results/)).toHaveAttribute('aria-selected', 'true');
  await expect(tile(page, 1)).toContainText('Generating');
  await expect(page.getByText('Your video is being made.').filter({ visible: true })).toHaveCount(1);
  await expect(balance(page)).toContainText('$1.20 reserved');
  await expect(page.getByRole('button', { name: 'Remove photo' })).toHaveAttribute('aria-disabled', 'true');

  // The batch page does not show the video. The video appears again when the user returns.
  await page.getByRole('navigation', { name: 'Videos from photos' }).getByRole('link', { name: 'Batch' }).click();
  await expect(page.getByRole('article')).toHaveCount(3);
  await expect(page.getByText('Generating')).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Single' }).click();
  await expect(tile(page, 1)).toBeVisible();
  await expect(tile(page, 1)).toContainText('Paid $1.20', { timeout: 150_000 });
  await expect.poll(() => readAnnouncements(page)).toContain('Finished. 1 ready, 0 failed.');
  await expect(balance(page)).toContainText('$3.80');
  await expect(balance(page)).not.toContainText('reserved');

  // The newest version is shown large, and plays automatically.
  const sizeOf = (video: HTMLVideoElement) => [video.videoWidth, video.videoHeight];
  await expect.poll(() => player(page, 1).evaluate(sizeOf)).toEqual([720, 1280]);
  await expect.poll(() => player(page, 1).evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.2);
  await expect(details(page, 1)).toContainText(promptOf(1));
  await expect(details(page, 1)).toContainText('Veo 3.1 fast · 9:16 · 8s · 720p · audio off');

  await prompt(page).fill('A slow turn to the light');
  await cloud.fal.script('slow turn', clipResponse);
  await run(page).click();
  await expect(tile(page, 2)).toContainText('Paid $1.20', { timeout: 150_000 });
  await expect(tile(page, 1)).toContainText('Paid $1.20');
  await expect(tab(page, /^Results/)).toHaveText('Results (2)');
  await expect(player(page, 2)).toBeVisible();
  await expect(details(page, 2)).toContainText('newest');
  await expect(actionBar(page)).toContainText('2 ready · $2.40 paid');

  // The seller can show each version large, and use the settings of this version again.
  await page.getByRole('button', { name: 'Show Video 1' }).click();
  await expect(player(page, 1)).toBeVisible();
  await expect(player(page, 2)).toHaveCount(0);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    details(page, 1).getByRole('link', { name: 'Download video: Bag.jpg' }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^video_Bag_.*\.mp4$/);
  await page.getByRole('button', { name: 'Use these settings' }).click();
  await expect(prompt(page)).toHaveValue(promptOf(1));
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(prompt(page)).toHaveValue('A slow turn to the light');

  const downloads: string[] = [];
  page.on('download', (download) => downloads.push(download.suggestedFilename()));
  await page.getByRole('button', { name: 'More ways to download' }).click();
  await page.getByRole('menuitem', { name: 'One by one' }).click();
  await expect.poll(() => downloads).toHaveLength(2);
  for (const name of downloads) expect(name).toMatch(/^video_Bag_.*\.mp4$/);

  await actionBar(page).getByRole('button', { name: 'Start new' }).click();
  await expect(tab(page, /^Sample/)).toHaveAttribute('aria-selected', 'true');
  await expect(prompt(page)).toHaveValue('');
  await expect(page.getByLabel('Model')).toHaveValue('veo3');
  await expect(page.getByLabel('Aspect ratio')).toContainText('9:16');
  await expect(page.getByLabel('Resolution')).toHaveValue('1080p');
  await expect(page.getByLabel('Audio')).toHaveValue('off');
  await expect(chooser(page)).toBeAttached();

  await page.reload();
  await expect(tab(page, /^Results/)).toHaveText('Results (2)');
  await tab(page, /^Results/).click();
  for (const number of [1, 2]) await expect(tile(page, number)).toContainText('Paid $1.20');
});

test('the input of a visitor remains after sign-in, and the video is visible in another browser', async ({ page, browser, cloud }) => {
  const email = `single-${randomUUID()}@example.com`;
  await page.goto(path);
  await page.getByLabel('Model').selectOption('veo3-fast');
  await choosePhoto(page);
  await prompt(page).fill('It lifts off slowly');
  await cloud.fal.script('lifts off', clipResponse);
  await run(page).click();
  await signInAs(page, email);
  await expect(page).toHaveURL(path);
  await expect(prompt(page)).toHaveValue('It lifts off slowly');
  await expect(page.getByRole('img', { name: 'Photo: Bag.jpg' })).toBeVisible();
  await run(page).click();
  // The video may already be finished at this check.
  await expect(tile(page, 1)).toContainText(/Queued|Generating|Paid/);
  await page.close();

  await runInAnotherBrowser({ browser, baseURL: cloud.origin, path, email }, async (other) => {
    await tab(other, /^Results/).click();
    await expect(tile(other, 1)).toContainText('Paid $1.20', { timeout: 150_000 });
  });
});

test('a video that is ordered in one tab appears in the other tab', async ({ page, context, cloud }) => {
  await cloud.fal.script('seen twice', clipResponse);
  await prepare(page);
  await prompt(page).fill('It is seen twice');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const other = await context.newPage();
  const consoleErrors: string[] = [];
  await collectConsoleErrors(other, consoleErrors);
  await other.goto(path);
  await expect(prompt(other)).toHaveValue('It is seen twice');
  await run(page).click();
  await expect(tab(other, /^Results/)).toHaveAttribute('aria-selected', 'true');
  for (const one of [page, other]) await expect(tile(one, 1)).toContainText('Paid $1.20', { timeout: 150_000 });
  await expect(balance(other)).toContainText('$3.80');
  expect(consoleErrors).toEqual([]);
});

test('only the first of several pasted files is used, and a later paste has no effect until the photo is removed', async ({ page }) => {
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Choose a photo' })).toBeEnabled();
  await expect(chooser(page)).not.toHaveAttribute('multiple');
  const base64 = (await createPhoto('png')).toString('base64');
  const paste = (names: string[]) =>
    page.evaluate(
      ({ names, text }) => {
        const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
        const clipboardData = new DataTransfer();
        for (const name of names) clipboardData.items.add(new File([bytes], name, { type: 'image/png' }));
        document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      },
      { names, text: base64 },
    );
  await paste(['first.png', 'second.png']);
  await expect(page.getByRole('img', { name: 'Photo: first.png' })).toBeVisible();
  await expect(chooser(page)).toHaveCount(0);
  await paste(['third.png']);
  await expect(page.getByRole('img', { name: /^Photo:/ })).toHaveCount(1);
  await expect(page.getByRole('img', { name: 'Photo: first.png' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove photo' }).click();
  await expect(page.getByRole('img', { name: /^Photo:/ })).toHaveCount(0);
  await choosePhoto(page, 'third.jpg');
  // Undo restores a replaced photo.
  const image = { mimeType: 'image/jpeg', buffer: await createPhoto('jpeg') };
  await selectFiles(page.getByLabel('Choose another photo'), { name: 'fourth.jpg', ...image });
  await expect(page.getByRole('img', { name: 'Photo: fourth.jpg' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('img', { name: 'Photo: third.jpg' })).toBeVisible();
  await selectFiles(page.getByLabel('Choose another photo'), { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
  await expect(alerts(page)).toHaveText('Please select an image file');
  await expect(page.getByRole('img', { name: 'Photo: third.jpg' })).toBeVisible();
});

test('a file of the wrong type or size shows the required text', async ({ page }) => {
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Choose a photo' })).toBeEnabled();
  await selectFiles(chooser(page), { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
  await expect(alerts(page)).toHaveText('Please select an image file');
  const huge = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(8_388_608)]);
  await selectFiles(chooser(page), { name: 'huge.jpg', mimeType: 'image/jpeg', buffer: huge });
  await expect(alerts(page)).toHaveText('File too large. Maximum size is 8MB');
  await choosePhoto(page);
  await expect(alerts(page)).toHaveCount(0);
});

test('a change of the model resets the resolution to the default of the model, and updates the price', async ({ page }) => {
  await page.goto(path);
  await choosePhoto(page);
  await prompt(page).fill('Turn');
  await expect(actionBar(page)).toContainText('1 video · $2.00');
  await page.getByLabel('Audio').selectOption('on');
  await expect(actionBar(page)).toContainText('1 video · $3.60');
  await page.getByLabel('Resolution').selectOption('720p');
  await page.getByLabel('Model').selectOption('veo3-fast');
  await page.getByLabel('Resolution').selectOption('1080p');
  await page.getByLabel('Model').selectOption('veo3');
  await page.getByLabel('Model').selectOption('veo3-fast');
  await expect(page.getByLabel('Resolution')).toHaveValue('720p');
  await expect(actionBar(page)).toContainText('1 video · $1.60');
});

test('a refused video is not charged, its retry keeps its position, and the videos of a removed photo are removed', async ({
  page,
  cloud,
}) => {
  await cloud.fal.scriptOnce('refused at first', { kind: 'refuse' });
  await prepare(page);
  await prompt(page).fill('It is refused at first');
  await run(page).click();
  await expect(tile(page, 1)).toContainText('Failed', { timeout: 120_000 });
  await expect(tile(page, 1)).toContainText('Not charged');
  await expect(details(page, 1)).toContainText('content policy');
  await expect(details(page, 1)).toContainText('Not charged');
  await expect(actionBar(page)).toContainText('1 failed, not charged');
  // The seller must change the prompt, so the prompt has the focus and shows the reason.
  await expect(prompt(page)).toBeFocused();
  await expect(prompt(page)).toHaveAccessibleDescription(/content policy/);
  // The same prompt would be refused again.
  const retry = page.getByRole('button', { name: 'Retry Video 1' });
  await expect(retry).toHaveAttribute('aria-disabled', 'true');
  await expect(retry).toHaveAccessibleDescription('Change the prompt first');
  await prompt(page).fill('It is accepted now');
  await cloud.fal.script('accepted now', clipResponse);
  await retry.click();
  await expect(tile(page, 1)).toContainText('Paid $1.20', { timeout: 150_000 });
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(balance(page)).toContainText('$3.80');

  // Undo restores a removed version at its position.
  await page.getByRole('button', { name: 'Remove Video 1 from this page' }).click();
  await expect(page.getByRole('article')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(tile(page, 1)).toContainText('Paid $1.20');

  await page.getByRole('button', { name: 'Remove photo' }).click();
  await expect(page.getByRole('article')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(tile(page, 1)).toContainText('Paid $1.20');
  await expect(page.getByRole('img', { name: 'Photo: Bag.jpg' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove photo' }).click();
  await expect.poll(() => isInStoredDraft(page, 'Bag.jpg')).toBe(false);
  await page.reload();
  await tab(page, /^Results/).click();
  await expect(page.getByText('Your videos appear here')).toBeVisible();
});

test('a video is cancelled after a confirmation, costs nothing, and can be retried', async ({ page, cloud }) => {
  await cloud.fal.script('waits at first', { kind: 'never' });
  await prepare(page);
  await prompt(page).fill('It waits at first');
  await run(page).click();
  await expect(tile(page, 1)).toContainText('Generating');
  await actionBar(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel video' }).click();
  await expect(tile(page, 1)).toContainText('Cancelled', { timeout: 120_000 });
  await expect(balance(page)).not.toContainText('reserved');
  await expect(balance(page)).toContainText('$5.00');
  await cloud.fal.script('waits at first', clipResponse);
  await page.getByRole('button', { name: 'Retry Video 1' }).click();
  await expect(tile(page, 1)).toContainText('Paid $1.20', { timeout: 150_000 });
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('AI Write fills the prompt based on the photo at no cost', async ({ page }) => {
  await prepare(page);
  await page.getByRole('button', { name: 'AI Write' }).click();
  await expect(page.getByText('Video Script Ready!')).toBeVisible();
  await expect(prompt(page)).toHaveValue(/\w+ \w+ \w+/);
  await expect(balance(page)).toContainText('$5.00');
  await expect(run(page)).toHaveAttribute('aria-disabled', 'false');
});

test('sign-out removes all input, so that the next user does not see it', async ({ page }) => {
  await prepare(page);
  await prompt(page).fill('SECRET');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await signOut(page);
  await page.goto(path);
  await expect(chooser(page)).toBeAttached();
  await expect(prompt(page)).toHaveValue('');
  await page.getByRole('button', { name: 'Login' }).first().click();
  await signInAs(page, `next-${randomUUID()}@example.com`);
  await expect(balance(page)).toContainText('$5.00');
  await expect(chooser(page)).toBeAttached();
  await expect(prompt(page)).toHaveValue('');
  await expect(page.getByRole('img', { name: /^Photo:/ })).toHaveCount(0);
});

test('with reduced motion, samples do not play automatically', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(path);
  const sample = page.getByLabel(/^Sample: /);
  await expect(sample).toHaveAttribute('poster', animationStyles[0]?.poster ?? '');
  await expect(sample).toHaveJSProperty('paused', true);
  await page.getByRole('group', { name: 'Animation styles' }).locator('label', { hasText: 'Cute hat pose' }).click();
  await expect(sample).toHaveAttribute('poster', animationStyles[2]?.poster ?? '');
  await expect(sample).toHaveJSProperty('paused', true);
  await page.getByRole('button', { name: 'Play the sample' }).click();
  await expect(sample).toHaveJSProperty('paused', false);
  await page.getByRole('button', { name: 'Pause the sample' }).click();
  await expect(sample).toHaveJSProperty('paused', true);
});

test('the page shows before the order which parts of the frame are added to the photo', async ({ page }) => {
  await page.goto(path);
  await choosePhoto(page);
  const form = page.getByRole('region', { name: 'Your video', exact: true });
  await expect(form.getByRole('figure', { name: 'The frame at 9:16' })).toBeVisible();
  await expect(form).toContainText('The whole photo fills the frame.');
  await form.getByRole('group', { name: 'Aspect ratio' }).getByRole('radio', { name: /^16:9/ }).check();
  await expect(form.getByRole('figure', { name: 'The frame at 16:9' })).toBeVisible();
  await expect(form.getByText(/AI fills \d+%, left and right/)).toHaveAttribute(
    'title',
    /^Your whole photo stays in the 16:9 video; \d+% is added left and right\./,
  );
  await expect(actionBar(page)).toContainText('Write a prompt, or use one of the samples.');
});

test('the stage shows the photo, or the sample if there is no photo, and the prompt is visible without scrolling', async ({ page }) => {
  await page.goto(path);
  const sample = page.getByLabel(/^Sample: /);
  const stagePhoto = page.getByRole('tabpanel').locator('img[src^="blob:"]').last();
  for (const hasPhoto of [false, true]) {
    if (hasPhoto) {
      await choosePhoto(page);
      // The samples stay open, because they help to write the prompt.
      await expect(sample).toHaveCount(1);
      await tab(page, /^Results/).click();
    }
    await expect(sample).toHaveCount(hasPhoto ? 0 : 1);
    for (const size of [
      { width: 1440, height: 900 },
      { width: 1280, height: 800 },
    ]) {
      await page.setViewportSize(size);
      const field = await prompt(page).boundingBox();
      const bar = await actionBar(page).boundingBox();
      expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
      expect(field?.height).toBeGreaterThan(80);
      // The photo is much larger than the small frame in the form.
      if (hasPhoto) expect((await stagePhoto.boundingBox())?.height).toBeGreaterThan(300);
    }
  }
  await page.getByRole('button', { name: 'Remove photo' }).click();
  await expect(sample).toBeVisible();
});

test('one click generates another version of a video', async ({ page, cloud }) => {
  await cloud.fal.script('again and again', clipResponse);
  await prepare(page);
  await prompt(page).fill('It turns again and again');
  await run(page).click();
  await expect(tile(page, 1)).toContainText('Paid $1.20', { timeout: 150_000 });
  // The download is the main button. Only Run orders another video with these settings.
  const redo = details(page, 1).getByRole('button', { name: /^Redo Video 1/ });
  await expect(details(page, 1).getByRole('link', { name: 'Download video: Bag.jpg' })).toBeVisible();
  await expect(redo).toHaveCount(0);
  await run(page).click();
  await expect(tile(page, 2)).toContainText('Paid $1.20', { timeout: 150_000 });
  await prompt(page).fill('It changes');
  await expect(run(page)).toHaveAccessibleName('Run with changes');
  await page.getByRole('button', { name: 'Show Video 1' }).click();
  await redo.click();
  await expect(tile(page, 3)).toContainText('Paid $1.20', { timeout: 150_000 });
  await expect(balance(page)).toContainText('$1.40');
});

test('the player has the controls and the keys of the review', async ({ page, cloud }) => {
  await cloud.fal.script('by keyboard', clipResponse);
  await prepare(page);
  await prompt(page).fill('It plays by keyboard');
  for (const number of [1, 2]) {
    await run(page).click();
    await expect(tile(page, number)).toContainText('Paid $1.20', { timeout: 150_000 });
  }
  await expect(player(page, 2)).toHaveJSProperty('controls', false);
  await expect(page.getByRole('group', { name: 'Video 2' })).toContainText('audio off');
  await expect(player(page, 2)).toHaveJSProperty('paused', false);
  await page.getByRole('button', { name: 'Pause' }).focus();
  await page.keyboard.press('Space');
  await expect(player(page, 2)).toHaveJSProperty('paused', true);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('slider', { name: 'Position in the video' })).toBeFocused();
  const readTime = () => player(page, 2).evaluate((video: HTMLVideoElement) => video.currentTime);
  const timeBefore = await readTime();
  await page.keyboard.press('End');
  await expect.poll(readTime).toBeGreaterThan(timeBefore + 1);

  // The player keeps the focus when another version is shown.
  await page.getByRole('button', { name: 'Play' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(player(page, 1)).toHaveJSProperty('paused', false);
  await page.keyboard.press('Space');
  await expect(player(page, 1)).toHaveJSProperty('paused', true);
  await page.keyboard.press('ArrowLeft');
  await expect(player(page, 2)).toBeVisible();

  await page.getByRole('button', { name: 'Full screen' }).click();
  await expect(page.getByRole('button', { name: 'Exit full screen' })).toBeVisible();
  const share = await player(page, 2).evaluate((video) => video.getBoundingClientRect().height / window.innerHeight);
  expect(share).toBeGreaterThan(0.9);
  await page.getByRole('button', { name: 'Exit full screen' }).click();
});

test('on a desktop, everything is above the bar, and nothing moves between the states', async ({ page, cloud }) => {
  await cloud.fal.script('stable layout', { ...clipResponse, afterMs: 8_000 });
  await prepare(page);
  const readEdges = async () => {
    const edges: number[] = [];
    for (const size of [
      { width: 1440, height: 900 },
      { width: 1280, height: 800 },
    ]) {
      await page.setViewportSize(size);
      const form = await page.getByRole('region', { name: 'Your video', exact: true }).boundingBox();
      const panel = await page.getByRole('tabpanel').boundingBox();
      const bar = await actionBar(page).boundingBox();
      const [formEnd, panelEnd] = [form, panel].map((box) => Math.round((box?.y ?? 0) + (box?.height ?? 0)));
      expect(Math.max(formEnd ?? 0, panelEnd ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
      edges.push(Math.round(panel?.y ?? 0), formEnd ?? 0);
    }
    return edges;
  };
  const edges = await readEdges();
  await prompt(page).fill('A stable layout');
  await run(page).click();
  await expect(tile(page, 1)).toContainText('Generating');
  expect(await readEdges()).toEqual(edges);
  await expect(tile(page, 1)).toContainText('Paid $1.20', { timeout: 150_000 });
  expect(await readEdges()).toEqual(edges);
  await cloud.fal.script('refused here', { kind: 'refuse' });
  await prompt(page).fill('It is refused here');
  await run(page).click();
  await expect(tile(page, 2)).toContainText('Failed', { timeout: 120_000 });
  expect(await readEdges()).toEqual(edges);
});

test('on a phone, the bar is not higher than 72 px, and the result is above the form', async ({ page, cloud }) => {
  await cloud.fal.script('low bar', { ...clipResponse, afterMs: 6_000 });
  await prepare(page);
  await prompt(page).fill('A low bar');
  await page.setViewportSize({ width: 360, height: 740 });
  const heights: number[] = [];
  const measure = async () => heights.push((await actionBar(page).boundingBox())?.height ?? 0);
  await measure();
  await run(page).click();
  await expect(tile(page, 1)).toContainText('Generating');
  await measure();
  await expect(tile(page, 1)).toContainText('Paid $1.20', { timeout: 150_000 });
  await measure();
  // The bar also has a border of one pixel.
  for (const height of heights) expect(height).toBeLessThanOrEqual(73);
  // The result is as large as the width of the page allows, up to half the height of the window.
  const result = await player(page, 1).boundingBox();
  expect(result?.height).toBeGreaterThan(0.45 * 740);
  const version = await tile(page, 1).boundingBox();
  expect(version?.y).toBeGreaterThan((result?.y ?? 0) + (result?.height ?? 0));
  const top = async (name: string) =>
    (await page.getByRole(name === 'Your video' ? 'region' : 'tablist', { name, exact: true }).boundingBox())?.y ?? 0;
  expect(await top('Samples and results')).toBeLessThan(await top('Your video'));
});

test('the page is not wider than the window, from a small phone to a large screen', async ({ page }) => {
  await page.goto(path);
  await choosePhoto(page, 'a-rather-long-name-of-a-photo-without-any-blank-in-it.jpg');
  for (const width of [320, 360, 768, 1024, 1920])
    for (const name of [/^Sample/, /^Results/]) {
      await page.setViewportSize({ width, height: 800 });
      await tab(page, name).click();
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
});

test('the batch page shows three styles at a time and copies a prompt into the bulk settings', async ({ page }) => {
  await page.goto('/batch-image-to-video');
  await page.getByRole('button', { name: 'Sample styles' }).click();
  const styles = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^(Shoe|Bag|Cute hat|Gentle skincare)/ }) });
  await expect(styles).toHaveCount(3);
  const price = (text: string) => page.getByRole('main').getByText(text).first();
  await expect(price('$0.25 per second audio off, $0.45 audio on')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Earlier styles' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'More styles' }).click();
  await expect(styles).toHaveCount(3);
  await expect(styles.last()).toContainText('Gentle skincare glow');
  await styles.last().getByRole('button').click();
  await expect(page.getByRole('textbox', { name: 'Prompt' }).first()).toHaveValue(promptOf(3));
  await page.getByLabel('Model').selectOption('veo3-fast');
  await expect(price('$0.15 per second audio off, $0.20 audio on')).toBeVisible();
});
