/** Tests which texts a page shows while it loads running work after a reload or in a new browser. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { CheckOperationResponse } from '#shared/batch/operations.ts';
import type { GenerateVideoResponse } from '#shared/video/single-calls.ts';
import { clipResponse } from '../fixtures/cloud.ts';
import { readAnnouncements, recordAnnouncements } from '../fixtures/live-region-log.ts';
import { addPhotos, balance, card, expect, openAsSeller, test, writePrompt } from '../fixtures/page.ts';
import { createPhoto, signIn } from '../fixtures/seller.ts';
import { isInStoredDraft } from '../fixtures/stored-draft.ts';

const path = '/batch-image-to-video';
const actionBar = (page: Page) => page.getByRole('region', { name: 'Create videos' });

/** Records every text of the bottom bar and of the header, starting with the next page load. */
const recordTexts = (page: Page) =>
  page.addInitScript(() => {
    const shown = { bar: [] as string[], header: [] as string[] };
    Object.assign(window, { shown });
    new MutationObserver(() => {
      const add = (to: string[], element: HTMLElement | null) => {
        // biome-ignore lint/performance/useDomNodeTextContent: A prerendered header hides the elements for visitors from sellers.
        const text = element?.innerText ?? '';
        if (element && !to.includes(text)) to.push(text);
      };
      add(shown.bar, document.querySelector<HTMLElement>('[aria-label="Create videos"]'));
      add(shown.header, document.querySelector('header'));
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
const readRecordedTexts = (page: Page) => page.evaluate(() => (window as unknown as { shown: { bar: string[]; header: string[] } }).shown);

test('the header shows the balance and the page shows no upload text if the user reloads during a generation', async ({ page, cloud }) => {
  await cloud.fal.script('slow for a reload', { ...clipResponse, afterMs: 20_000 });
  await openAsSeller(page, path, `reload-${randomUUID()}@example.com`);
  await expect(balance(page)).toContainText('$5.00');
  await page.getByLabel('Model').selectOption('veo3-fast');
  await addPhotos(page, 1);
  await writePrompt(page, 1, 'A slow for a reload push in');
  await actionBar(page).getByRole('button', { name: 'Create 1 video' }).click();
  await expect(card(page, 1)).toContainText('Generating');
  await expect(balance(page)).toContainText('$1.20 reserved');
  await expect(balance(page)).toContainText('$3.80 available');

  await recordTexts(page);
  await page.reload();
  await expect(actionBar(page)).toContainText('0 of 1 video ready');
  const { bar: texts, header } = await readRecordedTexts(page);
  for (const text of texts) expect(text).not.toContain('Uploading');
  // Before the app has started, the prerendered header shows only the name of the product.
  for (const text of header) expect(text).toMatch(/^Vitrine$|\$1\.20 reserved/);
});

test('an order after a reload uses the uploaded photos of the draft without another upload', async ({ page, cloud }) => {
  await cloud.fal.script('only once', clipResponse);
  const uploads: string[] = [];
  let storedCount = 0;
  page.on('requestfinished', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/uploads') uploads.push(request.url());
    if (request.method() === 'POST' && request.url().startsWith(String(cloud.cloud.s3Url))) storedCount += 1;
  });
  await openAsSeller(page, path, `once-${randomUUID()}@example.com`);
  await expect(balance(page)).toContainText('$5.00');
  await page.getByLabel('Model').selectOption('veo3-fast');
  await addPhotos(page, 2);
  for (const number of [1, 2]) await writePrompt(page, number, `Uploaded only once ${number}`);
  await expect.poll(() => isInStoredDraft(page, 'Uploaded only once 2')).toBe(true);
  await expect.poll(() => storedCount).toBe(2);
  expect(uploads).toHaveLength(2);

  await page.reload();
  await actionBar(page).getByRole('button', { name: 'Create 2 videos' }).click();
  await expect(balance(page)).toContainText('$2.40 reserved');
  expect(uploads).toHaveLength(2);
});

test('if the available credits are not enough, the dialog shows the reserved part of the balance', async ({ page, cloud }) => {
  await cloud.fal.script('slow for a shortage', { ...clipResponse, afterMs: 20_000 });
  const email = `short-${randomUUID()}@example.com`;
  const seller = await signIn(cloud.origin, email);
  await seller.run(['One slow for a shortage', 'Two slow for a shortage', 'Three slow for a shortage'], { model: 'veo3-fast' });
  await openAsSeller(page, '/image-to-video', email);
  await expect(balance(page)).toContainText('$3.60 reserved');
  await page.getByLabel('Choose a product photo').setInputFiles({ name: 'Bag.jpg', mimeType: 'image/jpeg', buffer: await createPhoto() });
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Closer');
  await page.getByRole('region', { name: 'Run', exact: true }).getByRole('button', { name: 'Run' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('You need $2.00 but only have $1.40.');
  await expect(dialog).toContainText('Your balance is $5.00, but $3.60 of it is reserved');
});

test('a new browser shows the newest batch even if a single call is newer, and does not announce the start of a batch', async ({
  page,
  cloud,
}) => {
  await cloud.fal.script('of an earlier day', clipResponse);
  const email = `fresh-${randomUUID()}@example.com`;
  const seller = await signIn(cloud.origin, email);
  const { batchId } = await seller.run(['A batch of an earlier day', 'Another of an earlier day'], { model: 'veo3-fast' });
  await seller.until(batchId);
  const { key } = await seller.upload(await createPhoto());
  const { body } = await seller.call<GenerateVideoResponse>('POST', '/api/fal/generate-video', {
    image: { url: key, title: 'Call.jpg' },
    prompt: 'A single call of an earlier day',
    model: 'veo3-fast',
    duration: 5,
    aspectRatio: '9:16',
    generateAudio: false,
  });
  await seller.until(body.operationName.slice('operations/'.length));
  const { body: ended } = await seller.call<CheckOperationResponse>('POST', '/api/gemini/check-operation', {
    operationName: body.operationName,
  });
  expect(ended.status).toBe('completed');

  await recordAnnouncements(page);
  await openAsSeller(page, path, email);
  await expect(card(page, 1)).toContainText('Paid $1.20');
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(card(page, 1).getByRole('textbox', { name: 'Prompt' })).toHaveValue('A batch of an earlier day');
  expect(await readAnnouncements(page)).not.toContain('Your videos are being made');
});
