/**
 * Tests drafts (docs/spec.md 16). Drafts remain after a page is closed, and several tabs share them. If the browser cannot store a draft,
 * the page shows a notice.
 */
import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import {
  addPhotos,
  card,
  collectConsoleErrors,
  expect,
  selectFiles,
  selectInActionBar,
  signInAs,
  test,
  writePrompt,
} from '../fixtures/page.ts';
import { createPhoto } from '../fixtures/seller.ts';
import { isInStoredDraft } from '../fixtures/stored-draft.ts';

const batchVideo = '/batch-image-to-video';
const prompt = (page: Page, number: number) => card(page, number).getByRole('textbox', { name: 'Prompt' });

async function anotherTab(context: BrowserContext, path: string): Promise<{ tab: Page; consoleErrors: string[] }> {
  const tab = await context.newPage();
  const consoleErrors: string[] = [];
  await collectConsoleErrors(tab, consoleErrors);
  await tab.goto(path);
  return { tab, consoleErrors };
}

test('a visitor fills cards, signs in and creates the videos, and then “Start new” clears the cards in every tab', {
  tag: '@journey',
}, async ({ page, context }) => {
  await page.goto(batchVideo);
  await page.getByLabel('Model').selectOption('veo3-fast');
  await addPhotos(page, 4);
  for (const number of [1, 2, 3, 4]) await writePrompt(page, number, `Move ${number}`);
  await page.getByRole('button', { name: 'Create 4 videos' }).click();
  await signInAs(page, `draft-${randomUUID()}@example.com`);
  await expect(page).toHaveURL(batchVideo);
  for (const number of [1, 2, 3, 4]) {
    await expect(prompt(page, number)).toHaveValue(`Move ${number}`);
    await expect(card(page, number).getByRole('img').first()).toBeVisible();
  }
  await expect(page.getByRole('article')).toHaveCount(4);
  await page.getByRole('button', { name: 'Create 4 videos' }).click();
  const { tab, consoleErrors } = await anotherTab(context, batchVideo);
  await expect(tab.getByText('Paid $1.20')).toHaveCount(4, { timeout: 150_000 });
  await selectInActionBar(page, /^Start new/);
  for (const one of [page, tab]) await expect(one.getByRole('article')).toHaveCount(3);
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(3);
  for (const one of [page, tab]) {
    await expect(prompt(one, 1)).toHaveValue('');
    await expect(one.getByRole('article').getByRole('img')).toHaveCount(0);
  }
  expect(consoleErrors).toEqual([]);
});

for (const path of [batchVideo, '/batch-image-to-image'])
  test(`two tabs of ${path} show and keep each other's changes`, async ({ page, context }) => {
    await page.goto(path);
    await addPhotos(page, 1);
    const { tab, consoleErrors } = await anotherTab(context, path);
    await expect(card(tab, 1).getByRole('img').first()).toBeVisible();
    // Each tab shows the text of the other tab and keeps its own text.
    await writePrompt(page, 1, 'From the first tab');
    await expect(prompt(tab, 1)).toHaveValue('From the first tab');
    await writePrompt(tab, 2, 'From the second tab');
    await expect(prompt(page, 2)).toHaveValue('From the second tab');
    await tab.close();
    await page.reload();
    await expect(prompt(page, 1)).toHaveValue('From the first tab');
    await expect(prompt(page, 2)).toHaveValue('From the second tab');
    await expect(card(page, 1).getByRole('img').first()).toBeVisible();
    expect(consoleErrors).toEqual([]);
  });

test("a tab that received no message from the other tab loads the other tab's cards before it writes", async ({ page, context }) => {
  // A browser may suspend a tab. A suspended tab does not get messages from other tabs.
  await context.addInitScript(() => Object.defineProperty(window, 'BroadcastChannel', { value: undefined }));
  await page.goto(batchVideo);
  await addPhotos(page, 1);
  await writePrompt(page, 1, 'First');
  await expect.poll(() => isInStoredDraft(page, 'First')).toBe(true);
  const { tab, consoleErrors } = await anotherTab(context, batchVideo);
  await expect(prompt(tab, 1)).toHaveValue('First');
  await writePrompt(tab, 2, 'Second');
  await expect.poll(() => isInStoredDraft(page, 'Second')).toBe(true);
  await expect(prompt(page, 2)).toHaveValue('');
  await writePrompt(page, 3, 'Third');
  await expect(prompt(page, 2)).toHaveValue('Second');
  await page.reload();
  for (const [number, text] of [
    [1, 'First'],
    [2, 'Second'],
    [3, 'Third'],
  ] as const)
    await expect(prompt(page, number)).toHaveValue(text);
  expect(consoleErrors).toEqual([]);
});

test('a tab that is opening does not miss a change that another tab makes at this time', async ({ page, context }) => {
  await page.goto('/image-to-video');
  const promptField = page.getByRole('textbox', { name: 'Prompt' });
  await promptField.fill('Slowly');
  await expect.poll(() => isInStoredDraft(page, 'Slowly')).toBe(true);
  // Now the new tab has read the stored draft. It does not listen for changes yet, because it has not rendered.
  await context.addInitScript(() => {
    const request = navigator.locks.request.bind(navigator.locks) as (name: string, run: () => unknown) => Promise<unknown>;
    const rendered = new Promise<void>((resolve) => Object.assign(window, { draw: resolve }));
    const delayedRequest = async (name: string, run: () => unknown) => {
      const value = await request(name, run);
      Object.assign(window, { hasRead: true });
      await rendered;
      return value;
    };
    Object.defineProperty(navigator.locks, 'request', { value: delayedRequest });
  });
  const { tab, consoleErrors } = await anotherTab(context, '/image-to-video');
  await tab.waitForFunction(() => 'hasRead' in window);
  await promptField.fill('Closer');
  await expect.poll(() => isInStoredDraft(page, 'Closer')).toBe(true);
  await tab.evaluate(() => (window as unknown as { draw: () => void }).draw());
  await expect(tab.getByRole('textbox', { name: 'Prompt' })).toHaveValue('Closer');
  expect(consoleErrors).toEqual([]);
});

test('if two tabs show the page Single Image to Video, each tab keeps the photo and the prompt of the other tab', async ({
  page,
  context,
}) => {
  await page.goto('/image-to-video');
  const { tab, consoleErrors } = await anotherTab(context, '/image-to-video');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Closer');
  await expect(tab.getByRole('textbox', { name: 'Prompt' })).toHaveValue('Closer');
  await selectFiles(tab.locator('input[type=file]').first(), await shoe());
  await expect(page.getByRole('img', { name: /Shoe/ }).first()).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue('Closer');
  expect(consoleErrors).toEqual([]);
});

test('two tabs of the before/after page keep each other’s pictures', async ({ page, context }) => {
  await page.goto('/auto-image-pipeline');
  const { tab, consoleErrors } = await anotherTab(context, '/auto-image-pipeline');
  await selectFiles(page.locator('input[type=file]').nth(0), await shoe('Before'));
  await expect(tab.getByRole('img', { name: /Before/ }).first()).toBeVisible();
  await selectFiles(tab.locator('input[type=file]').nth(1), await shoe('After'));
  await expect(page.getByRole('img', { name: /After/ }).first()).toBeVisible();
  await page.reload();
  for (const name of [/Before/, /After/]) await expect(page.getByRole('img', { name }).first()).toBeVisible();
  expect(consoleErrors).toEqual([]);
});

test('two tabs of the photo page keep each other’s photo and settings', async ({ page, context }) => {
  await page.goto('/photoroom-test');
  const { tab, consoleErrors } = await anotherTab(context, '/photoroom-test');
  await selectFiles(page.locator('input[type=file]').first(), await shoe());
  const shown = (target: Page) => target.getByRole('img', { name: 'Photo: Shoe.jpg' });
  await expect(shown(tab)).toBeVisible();
  await tab.getByRole('radio', { name: /^Edit photo/ }).check();
  await expect(page.getByRole('radio', { name: /^Edit photo/ })).toBeChecked();
  await expect(shown(page)).toBeVisible();
  expect(consoleErrors).toEqual([]);
});

test('a browser with full storage shows a notice until there is space again', async ({ page, context, baseURL }) => {
  const devTools = await context.newCDPSession(page);
  // The quota is set before the first write, because a browser remembers the amount of free space for some time.
  await devTools.send('Storage.overrideQuotaForOrigin', { origin: baseURL ?? '', quotaSize: 1 });
  await page.goto(batchVideo);
  await addPhotos(page, 2);
  const notice = page.getByText('This browser cannot keep your photos and prompts');
  await expect(notice).toBeVisible();
  await devTools.send('Storage.overrideQuotaForOrigin', { origin: baseURL ?? '' });
  await writePrompt(page, 2, 'Kept too');
  await expect(notice).toBeHidden();
});

test('if the browser refuses storage, every page with a draft shows a notice', async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('refused', 'SecurityError');
    };
  });
  for (const path of [batchVideo, '/batch-image-to-image', '/image-to-video', '/auto-image-pipeline', '/photoroom-test']) {
    await page.goto(path);
    await expect(page.getByRole('alert').getByText('This browser cannot keep your photos and prompts')).toBeVisible();
  }
});

const shoe = async (name = 'Shoe') => ({
  name: `${name}.jpg`,
  mimeType: 'image/jpeg',
  buffer: await createPhoto('jpeg', { width: 900, height: 1600 }),
});
