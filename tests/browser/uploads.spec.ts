/**
 * Tests how a page gets image files (docs/spec.md 4.1, 4.2), in a real browser on the local stack. The files come from a drop, a folder, a
 * paste or a file dialog.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeLargePhotos, selectLargePhotos } from '../fixtures/large-photos.ts';
import { addPhotos, card, cardMenu, dropFiles, expect, openAsSeller, selectFiles, test } from '../fixtures/page.ts';
import { createPhoto } from '../fixtures/seller.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const path = '/batch-image-to-video';

test('a dropped folder adds all files inside it', async ({ page }) => {
  const folder = temporaryFolder('photos');
  const shoes = join(folder.path, 'shoes');
  mkdirSync(join(shoes, 'red'), { recursive: true });
  writeFileSync(join(shoes, '.DS_Store'), 'x');
  for (const name of ['one.jpg', 'red/two.jpg', 'red/three.jpg']) writeFileSync(join(shoes, name), await createPhoto());
  writeFileSync(join(shoes, 'red', 'notes.txt'), 'hello');

  await page.goto(path);
  const zone = await page.getByRole('region', { name: 'Upload photos' }).boundingBox();
  await dropFiles(page, [shoes], { x: (zone?.x ?? 0) + 40, y: (zone?.y ?? 0) + 40 });

  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('notes.txt');
  await expect(dialog).not.toContainText('.DS_Store');
  await page.keyboard.press('Escape');
  for (const [index, name] of ['one.jpg', 'three.jpg', 'two.jpg'].entries()) await expect(card(page, index + 1)).toContainText(name);
  folder.remove();
});

test('a selection of more than 200 files is limited, and the page shows a notice', async ({ page }) => {
  await page.goto(path);
  const files = Array.from({ length: 201 }, (_, n) => ({ name: `${n}.txt`, mimeType: 'text/plain', buffer: Buffer.from('x') }));
  await selectFiles(page.getByLabel('Choose product photos'), files);
  await expect(page.getByRole('alertdialog')).toContainText('Only 200 files can be added at a time.');
  await expect(page.getByRole('alertdialog').getByRole('listitem')).toHaveCount(200);
});

test('a pasted photo is added', async ({ page }) => {
  await page.goto(path);
  await expect(page.getByRole('article')).toHaveCount(3);
  const base64 = (await createPhoto('png')).toString('base64');
  await page.evaluate((text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([bytes], 'pasted.png', { type: 'image/png' }));
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, base64);
  await expect(card(page, 1)).toContainText('pasted.png');
});

test('a card that rejects a file shows the required text', async ({ page }) => {
  await page.goto(path);
  const input = page.getByLabel('Photo of Card 1', { exact: true });
  await selectFiles(input, { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
  await expect(card(page, 1)).toContainText('Please select an image file');
  const huge = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(8_388_608)]);
  await selectFiles(input, { name: 'huge.jpg', mimeType: 'image/jpeg', buffer: huge });
  await expect(card(page, 1)).toContainText('File too large. Maximum size is 8MB');
  await selectFiles(input, { name: 'fine.jpg', mimeType: 'image/jpeg', buffer: await createPhoto() });
  await expect(card(page, 1)).not.toContainText('File too large');
  // After the removal, the focus returns to the button of the menu.
  const menu = cardMenu(page, 1);
  await menu.press('Enter');
  await page.getByRole('menuitem', { name: /^Remove photo/ }).press('Enter');
  await expect(card(page, 1).getByRole('img')).toHaveCount(0);
  await expect(menu).toBeFocused();
});

test('uploads wait without a network and continue automatically', async ({ page, context, consoleErrors }) => {
  await openAsSeller(page, path, `offline-${randomUUID()}@example.com`);
  await expect(page.getByRole('article')).toHaveCount(3);
  // The first photo loads the script that decodes photos. Later photos can then be decoded without a network.
  await addPhotos(page, 1);
  await expect(page.getByText('Uploading photos')).toHaveCount(0);
  await context.setOffline(true);
  await selectFiles(
    page.getByLabel('Choose product photos'),
    await Promise.all(['two.jpg', 'three.jpg'].map(async (name) => ({ name, mimeType: 'image/jpeg', buffer: await createPhoto() }))),
  );
  await expect(card(page, 3)).toContainText('Waiting for the network');
  const sent = page.waitForResponse((response) => response.request().method() === 'POST' && response.status() === 204);
  await context.setOffline(false);
  await sent;
  await expect(page.getByText('Uploading photos')).toHaveCount(0);
  await expect(page.getByText('Waiting for the network')).toHaveCount(0);
  // The browser logs every call that fails without a network.
  consoleErrors.splice(0, consoleErrors.length, ...consoleErrors.filter((line) => !line.includes('ERR_INTERNET_DISCONNECTED')));
});

test('a hundred photos of 8 MB can be added in one step', async ({ page }) => {
  await page.goto(path);
  await expect(page.getByLabel('Choose product photos')).toBeEnabled();
  await makeLargePhotos(page, 100);
  await selectLargePhotos(page);
  await expect(page.getByText('100 of 300 cards')).toBeVisible({ timeout: 150_000 });
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});
