/** Tests the page Batch Image to Video (docs/spec.md 7) in a real browser on the whole local stack. */
import { randomUUID } from 'node:crypto';
import { clipResponse } from '../fixtures/cloud.ts';
import {
  addPhotos,
  balance,
  card,
  expect,
  openAsSeller,
  removeButton,
  runInAnotherBrowser,
  selectFiles,
  signInAs,
  test,
  writePrompt,
} from '../fixtures/page.ts';

const path = '/batch-image-to-video';

test('a seller signs in, adds two photos, creates and plays videos, and pays only for delivered videos', { tag: '@journey' }, async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Batch image to video' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Start for Free' }).click();
  await signInAs(page, `ada-${randomUUID()}@example.com`);
  await expect(balance(page)).toContainText('$5.00');
  await expect(page.getByText("Welcome! You've received $5 in free credits to get started!")).toBeVisible();
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('article')).toHaveCount(3);
  await page.getByLabel('Model').selectOption('veo3-fast');
  await addPhotos(page, 2);
  await writePrompt(page, 1, 'A slow push in');
  await writePrompt(page, 2, 'The shoe comes closer');
  const etags: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (/\/api\/batches\/[^/]+$/.test(request.url())) etags.push(request.headers()['if-none-match']);
  });
  const bar = page.getByRole('region', { name: 'Create videos' });
  await expect(bar).toContainText('2 videos · $2.40');
  await bar.getByRole('button', { name: 'Create 2 videos' }).click();

  await expect(balance(page)).toContainText('$2.40 reserved');
  await expect(bar.getByRole('button', { name: 'Generating…' })).toBeVisible();
  await expect(card(page, 1)).toContainText('Generating');
  await expect(card(page, 1)).toContainText('Processing');
  // During the run, the prompt is a text and not a field.
  await expect(card(page, 1)).toContainText('A slow push in');
  await expect(card(page, 1).getByRole('textbox')).toHaveCount(0);
  await expect(page.getByText('Videos are being made. You can change cards when they are done.')).toHaveCount(1);
  await expect(removeButton(page, 1)).toHaveAttribute('aria-disabled', 'true');

  await expect(bar.getByRole('button', { name: 'Review 2' })).toBeVisible({ timeout: 150_000 });
  // Each poll sends the ETag of the last response. So an unchanged response has only a few bytes.
  const [first, ...later] = etags;
  expect(first).toBeUndefined();
  expect(later.length).toBeGreaterThan(0);
  for (const etag of later) expect(etag).toMatch(/^"/);
  await expect(balance(page)).toContainText('$2.60');
  await expect(balance(page)).not.toContainText('reserved');
  for (const number of [1, 2]) {
    await expect(card(page, number)).toContainText('Paid $1.20');
    // The video plays while the pointer is over it.
    await card(page, number)
      .getByRole('button', { name: /Enlarge video/ })
      .hover();
    const video = card(page, number).locator('video');
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => [element.videoWidth, element.videoHeight, Math.round(element.duration)]))
      .toEqual([720, 1280, 8]);
  }

  await card(page, 1)
    .getByRole('button', { name: /Enlarge video/ })
    .click();
  const player = page.getByRole('dialog').locator('video');
  await expect.poll(() => player.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.2);
  await page.keyboard.press('Escape');

  const download = page.waitForEvent('download');
  await card(page, 1)
    .getByRole('link', { name: /Download video/ })
    .click();
  expect((await download).suggestedFilename()).toMatch(/^video_Shoe-1_.*\.mp4$/);
});

test('a click on a video opens its review, even if the pointer has just come from another video', async ({ page, cloud }) => {
  await cloud.fal.script('Slow turn', clipResponse);
  await openAsSeller(page, path, `cleo-${randomUUID()}@example.com`);
  await page.getByLabel('Model').selectOption('veo3-fast');
  await addPhotos(page, 2);
  for (const number of [1, 2]) await writePrompt(page, number, 'Slow turn');
  await page.getByRole('button', { name: 'Create 2 videos' }).click();
  await expect(card(page, 2)).toContainText('Paid $1.20', { timeout: 150_000 });
  await expect(card(page, 1)).toContainText('Paid $1.20');

  const middleOf = async (number: number) => {
    const box = await card(page, number)
      .getByRole('button', { name: /Enlarge video/ })
      .boundingBox();
    if (!box) throw new Error(`Card ${number} is not visible`);
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };
  const [first, second] = [await middleOf(1), await middleOf(2)];
  for (let round = 0; round < 20; round++) {
    await page.mouse.move(...second);
    await expect(card(page, 2).locator('video')).toBeVisible();
    // The mouse button goes down immediately after the move. The clip of the card starts before the button goes up.
    await Promise.all([page.mouse.move(...first), page.mouse.down()]);
    await expect(card(page, 1).locator('video')).toBeVisible();
    await page.mouse.up();
    await expect(page.getByRole('dialog'), `Click ${round + 1}`).toBeVisible({ timeout: 2_000 });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('a batch that was started in one browser is visible in another browser', async ({ page, browser, cloud }) => {
  const email = `bo-${randomUUID()}@example.com`;
  await page.goto(path);
  await page.getByLabel('Model').selectOption('veo3-fast');
  await addPhotos(page, 1);
  await writePrompt(page, 1, 'Turn to the light');
  // If a visitor clicks Create, the sign-in starts. The input remains after the sign-in.
  await page.getByRole('button', { name: 'Create 1 video' }).click();
  await signInAs(page, email);
  await expect(page).toHaveURL(path);
  await expect(card(page, 1).getByRole('textbox', { name: 'Prompt' })).toHaveValue('Turn to the light');
  await page.getByRole('button', { name: 'Create 1 video' }).click();
  await expect(card(page, 1)).toContainText('Generating');
  await page.close();

  await runInAnotherBrowser({ browser, baseURL: cloud.origin, path, email }, async (other) => {
    await expect(card(other, 1)).toContainText('Paid $1.20', { timeout: 150_000 });
    await expect(card(other, 1).getByRole('textbox', { name: 'Prompt' })).toHaveValue('Turn to the light');
    await expect(balance(other)).toContainText('$3.80');
  });
});

test('a video that the vendor refuses shows its reason and is not charged', async ({ page, cloud }) => {
  await cloud.fal.script('forbidden thing', { kind: 'refuse' });
  await openAsSeller(page, path, `cy-${randomUUID()}@example.com`);
  await expect(balance(page)).toContainText('$5.00');
  await addPhotos(page, 1);
  await writePrompt(page, 1, 'A forbidden thing');
  await page.getByRole('button', { name: 'Create 1 video' }).click();
  await expect(card(page, 1)).toContainText('Failed', { timeout: 120_000 });
  // The card shows each text about the failure only once. The view of rows, which is tested below, shows only a short reason.
  for (const text of ['Failed', 'content policy', 'Not charged']) await expect(card(page, 1).getByText(text)).toHaveCount(1);
  await expect(balance(page)).toContainText('$5.00');
  await expect(balance(page)).not.toContainText('reserved');
  await page.getByRole('radio', { name: 'Rows' }).check();
  await expect(card(page, 1)).toContainText('Content policy');
});

test('with too few credits, the page shows the needed and the available amount, and starts nothing', async ({ page }) => {
  await openAsSeller(page, path, `di-${randomUUID()}@example.com`);
  await expect(balance(page)).toContainText('$5.00');
  await addPhotos(page, 3);
  for (const number of [1, 2, 3]) await writePrompt(page, number, 'Closer');
  await page.getByRole('button', { name: 'Add $1.00 and create 3' }).click();
  await expect(page.getByRole('dialog')).toContainText(
    'Insufficient credits. You need $6.00 but only have $5.00. Please top up your account.',
  );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Add $1.00 and create 3' })).toBeVisible();
  await expect(balance(page)).toContainText('$5.00');
});

test('with too few credits, the seller creates the videos that the balance covers, and the other card is not in the run', async ({
  page,
  cloud,
}) => {
  await cloud.fal.script('Only two of us', { kind: 'never' });
  await openAsSeller(page, path, `eli-${randomUUID()}@example.com`);
  await expect(balance(page)).toContainText('$5.00');
  await addPhotos(page, 3);
  for (const number of [1, 2, 3]) await writePrompt(page, number, 'Only two of us');
  const bar = page.getByRole('region', { name: 'Create videos' });
  await expect(bar).toContainText('$1.00 short');
  await bar.getByRole('button', { name: 'Ways to continue' }).click();
  await page.getByRole('menuitem', { name: /^Create 2 videos/ }).click();
  await expect(balance(page)).toContainText('$4.00 reserved');
  await expect(card(page, 3)).toContainText('Not in this run');
  await expect(card(page, 3)).toContainText('9:16 · 8s · 1080p');
  await page.getByRole('button', { name: 'Not in this run 1' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('while cards are selected, the bar shows the price of these cards, and the missing credits for them', async ({ page, cloud }) => {
  await cloud.fal.script('Only the selected', { kind: 'never' });
  await openAsSeller(page, path, `fay-${randomUUID()}@example.com`);
  await expect(balance(page)).toContainText('$5.00');
  await addPhotos(page, 3);
  for (const number of [1, 2, 3]) await writePrompt(page, number, 'Only the selected');
  const bar = page.getByRole('region', { name: 'Create videos' });
  const selectionBar = page.getByRole('region', { name: 'Selected cards' });
  await expect(bar).toContainText('$1.00 short');
  for (const number of [1, 2, 3]) await page.getByRole('checkbox', { name: `Select Shoe ${number}.jpg` }).check();
  await expect(bar).toContainText('$1.00 short for the selected cards');
  await expect(bar.getByRole('button', { name: /create/i })).toHaveCount(0);
  await selectionBar.getByRole('button', { name: 'Add $1.00 and create 3' }).click();
  await expect(page.getByRole('dialog')).toContainText('Insufficient credits');
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: 'Select Shoe 3.jpg' }).uncheck();
  await expect(bar).toContainText('2 videos · $4.00');
  await expect(bar).not.toContainText('short');
  await selectionBar.getByRole('button', { name: 'Create 2 videos $4.00' }).click();
  await expect(balance(page)).toContainText('$4.00 reserved');
  await expect(selectionBar).toHaveCount(0);
  await expect(bar).toBeFocused();
  await expect(card(page, 3)).toContainText('Not in this run');
});

test('the dialog shows each unusable file with its reason', async ({ page }) => {
  await page.goto(path);
  await selectFiles(page.getByLabel('Choose product photos'), [
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') },
    { name: 'half.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') },
    { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('\x89PNG\r\n\x1a\nnot really', 'latin1') },
    { name: 'huge.jpg', mimeType: 'image/jpeg', buffer: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(8_388_608)]) },
  ]);
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('The following files were rejected:');
  for (const name of ['notes.txt', 'half.gif', 'broken.png', 'huge.jpg']) await expect(dialog).toContainText(name);
  await expect(dialog).toContainText('exceeds 8MB limit');
  await expect(dialog).toContainText('unsupported format');
});

test('an unknown path redirects to the landing page, and a page can be opened by its own URL', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page).toHaveURL('/');
  await page.goto(path);
  await expect(page).toHaveTitle(/Vitrine/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});
