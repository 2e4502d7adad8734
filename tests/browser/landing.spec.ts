/** Tests the landing page, the shared layout, the price page and the marketplace rules for a visitor (docs/spec.md 2). */
import { placementIds } from '#shared/marketplaces/rule-files.ts';
import { publicPaths } from '#shared/prerendered-pages.ts';
import { expect, test } from '../fixtures/page.ts';
import { landingScripts, pageChunks, scriptKilobytes } from '../fixtures/page-weight.ts';

test('the demo on the landing page turns four photos into four videos, and shows the sum of their prices', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveTitle('Product videos from photos · Vitrine');
  const demo = page.getByRole('region', { name: 'A batch in progress: four photos become four videos' });
  await expect(demo.getByText('4 of 4 videos ready')).toBeVisible();
  await expect(demo.getByText('$8.00 charged')).toBeVisible();
  const clip = demo.locator('video').first();
  await expect.poll(() => clip.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.1);
  await demo.getByRole('button', { name: 'Pause motion' }).click();
  await expect.poll(() => clip.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true);
});

test('with reduced motion, the landing page has no running animation', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const demo = page.getByRole('region', { name: 'A batch in progress: four photos become four videos' });
  await expect(demo.getByText('4 of 4 videos ready')).toBeVisible();
  await expect
    .poll(() =>
      demo
        .locator('video')
        .first()
        .evaluate((video: HTMLVideoElement) => video.paused),
    )
    .toBe(true);
  const names = page.getByRole('region', { name: /marketplaces you sell on/ });
  // The prerendered page has running animations until the app has started.
  await expect(names.locator('.passing')).toHaveCSS('animation-play-state', 'paused');
});

test('a screen reader reads each scrolling platform name only once', async ({ page }) => {
  await page.goto('/');
  const names = page.getByRole('region', { name: /marketplaces you sell on/ }).getByRole('listitem');
  await expect(names).toHaveText(['TikTok Shop', 'Shopee', 'Amazon', 'Lazada', 'Temu']);
});

test('Talk to Us opens an appointment form, and Escape, the close button or a click outside closes it', async ({ page }) => {
  await page.goto('/');
  const open = page.getByRole('button', { name: 'Talk to Us' }).first();
  const dialog = page.getByRole('dialog', { name: 'Talk to us' });
  const closeActions = [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(5, 400),
  ];
  for (const close of closeActions) {
    await open.click();
    await expect(dialog.frameLocator('iframe').getByRole('heading', { name: 'Thirty minutes with us' })).toBeVisible();
    await close();
    await expect(dialog).toBeHidden();
    await expect(open).toBeFocused();
  }
  await open.click();
  const form = dialog.frameLocator('iframe');
  await form.getByRole('radio').first().check();
  await form.getByLabel('E-mail').fill('anna@example.com');
  await form.getByRole('button', { name: 'Book this time' }).click();
  await expect(form.getByText('Your time is noted')).toBeVisible();
});

test('Start for Free leads to the sign-in page', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('main').getByRole('button', { name: 'Start for Free' }).first().click();
  await expect(page.getByRole('heading', { name: /Continue with Google/ })).toBeVisible();
});

test('the landing page links to every tool, and the header links to only three pages', async ({ page }) => {
  await page.goto('/');
  const tools = page.getByRole('region', { name: 'Pick your tool' }).getByRole('link');
  await expect(tools).toHaveText([
    'Single image to video',
    'Batch image to video',
    'Batch image to image',
    'Automatic before-and-after edits',
  ]);
  const header = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(header).toHaveText(['Batch image to video', 'Batch image to image', 'Pricing']);
});

test('the price page shows the prices of the catalogue', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: /10 percent off when you add \$50 or more/ }).click();
  await expect(page).toHaveURL('/pricing');
  await expect(page).toHaveTitle('Pricing · Vitrine');
  const videos = page.getByRole('table', { name: 'Price of a video by model, without and with audio' });
  await expect(videos.getByRole('row', { name: /^Veo 3.1 Recommended/ })).toContainText(
    /\$0\.25.*\$2\.00 a video.*\$0\.45.*\$3\.60 a video/,
  );
  await expect(videos.getByRole('row', { name: /^Veo 3.1 fast/ })).toContainText(/\$0\.15.*\$1\.20 a video.*\$0\.20.*\$1\.60 a video/);
  const images = page.getByRole('table', { name: 'Price of an image by model' });
  for (const model of ['Gemini 2.5 Flash Image', 'GPT-Image-1'])
    await expect(images.getByRole('row', { name: new RegExp(`^${model}`) })).toContainText('$0.05');
  await expect(page.getByRole('region', { name: 'Adding credits' })).toContainText(/\$50 in your balance.*\$50\.00.*\$45\.00/);
});

test('the landing page and the footer lead to the marketplace rules', async ({ page }) => {
  await page.goto('/');
  await page
    .getByRole('region', { name: /marketplaces you sell on/ })
    .getByRole('link', { name: 'What each marketplace requires' })
    .click();
  await expect(page).toHaveURL('/marketplaces');
  await expect(page).toHaveTitle('Marketplace rules · Vitrine');
  await page.getByRole('navigation', { name: 'Marketplaces' }).getByRole('link', { name: 'Shopee' }).click();
  await expect(page).toHaveURL('/marketplaces#shopee');
  const listing = page.getByRole('region', { name: 'Shopee', exact: true }).getByRole('table', { name: 'Listing video' });
  const length = listing.getByRole('row', { name: /^Length/ });
  await expect(length).toContainText(/10–60 sec.*no date · from the marketplace/);
  await expect(length.getByRole('link', { name: 'open.shopee.com' }).first()).toHaveAttribute('href', /init_video_upload$/);
  await expect(listing.getByRole('row', { name: /^Aspect ratio/ })).toContainText('Unknown');
  await expect(page.getByText('These rules are due for a review.')).toHaveCount(0);

  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Marketplace rules' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What each marketplace requires');
});

test('the page of the marketplace rules marks rules that are due for a review', async ({ page }) => {
  await page.clock.setFixedTime('2027-06-01T12:00:00Z');
  await page.goto('/marketplaces');
  await expect(page.getByText('These rules are due for a review.')).toHaveCount(placementIds.length);
});

test('an unknown path redirects to the landing page', async ({ page }) => {
  await page.goto('/no-such-page?x=1');
  await expect(page).toHaveURL('/');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the menu opens, and closes after a click on its button, Escape, a click outside or a click on a link', async ({ page }) => {
    await page.goto('/');
    const menu = page.getByRole('dialog', { name: 'Menu' }).getByRole('navigation', { name: 'Menu' });
    const open = page.getByRole('button', { name: 'Open menu' });
    const closeActions = [
      () => page.getByRole('button', { name: 'Close' }).click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(180, 200),
    ];
    for (const close of closeActions) {
      await open.click();
      await expect(menu.getByRole('link')).toHaveText(['Batch image to video', 'Batch image to image', 'Pricing']);
      await close();
      await expect(menu).toBeHidden();
    }
    await open.click();
    await menu.getByRole('link', { name: 'Pricing' }).click();
    await expect(page).toHaveURL('/pricing');
    await expect(menu).toBeHidden();
  });
});

test.describe('size and layout shifts', () => {
  test('the landing page starts with at most 105 kB of scripts, and each other page adds at most 40 kB', () => {
    expect(scriptKilobytes(landingScripts())).toBeLessThanOrEqual(105);
    for (const chunk of pageChunks()) expect(scriptKilobytes([chunk]), chunk).toBeLessThanOrEqual(40);
  });

  for (const path of publicPaths)
    test(`the layout of ${path} does not shift`, async ({ page }) => {
      await page.addInitScript(() => {
        const shifts: number[] = [];
        Object.assign(window, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
        }).observe({ type: 'layout-shift', buffered: true });
      });
      for (const size of [
        { width: 1280, height: 900 },
        { width: 412, height: 823 },
      ]) {
        await page.setViewportSize(size);
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByText('Demo engine')).toBeAttached();
        await page.waitForLoadState('networkidle');
        expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
      }
    });
});
