/**
 * Tests the prerendered pages, and how the app takes over their elements (docs/decisions/025-prerender-pages-in-the-build.md). If React
 * reports a difference between the HTML and the app, the console contains an error, and the test fails.
 */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { languages } from '#shared/languages.ts';
import { prerenderedPaths, publicPaths } from '#shared/prerendered-pages.ts';
import { statusJson } from '#shared/status.ts';
import { card, dropFiles, expect, openAsSeller, test, visitorStartMs } from '../fixtures/page.ts';
import { createPhoto } from '../fixtures/seller.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { createTranslator } from '../fixtures/texts.ts';

const english = createTranslator('en');

/** Marks the headline before the app starts, and records when the app has taken over the elements. */
const watchStart = (page: Page) =>
  page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => document.querySelector('h1')?.setAttribute('data-prerendered', ''));
    addEventListener('vitrine:app-ready', () => Object.assign(window, { isAppReady: true }));
  });
const waitUntilReady = (page: Page) => page.waitForFunction(() => 'isAppReady' in window);

/** Opens a prerendered page, and checks that the app keeps its elements and its title. */
async function openPrerendered(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const title = await page.title();
  await waitUntilReady(page);
  await page.waitForLoadState('networkidle');
  await expect(page.locator('h1[data-prerendered]')).toHaveCount(1);
  expect(await page.title()).toBe(title);
}

for (const path of prerenderedPaths)
  test(`the app takes over the prerendered elements of ${path}`, async ({ page }) => {
    await watchStart(page);
    await openPrerendered(page, path);
    // The build prerenders each page without a query. The app must accept the same HTML with a query too.
    await openPrerendered(page, `${path}?utm_source=mail&tab=image`);
  });

test.describe('for a visitor', () => {
  test.use({ startWithoutUseMs: visitorStartMs });

  test('the page loads the files of the app, and starts the app when the pointer moves', async ({ page }) => {
    await watchStart(page);
    await page.goto('/image-to-video');
    const files = (await page.locator('script[data-files]').getAttribute('data-files'))?.split(' ') ?? [];
    await expect(page.locator('link[rel=modulepreload]')).toHaveCount(files.length);
    expect(files.length).toBeGreaterThan(10);
    expect(await page.evaluate(() => 'isAppReady' in window)).toBe(false);
    await page.mouse.move(200, 200);
    await waitUntilReady(page);
    expect(await page.evaluate(() => performance.now())).toBeLessThan(visitorStartMs);
  });

  test('the app starts after ten seconds without any use', async ({ page }) => {
    await watchStart(page);
    await page.goto('/image-to-video');
    await waitUntilReady(page);
    expect(await page.evaluate(() => performance.now())).toBeGreaterThan(visitorStartMs);
  });
});

test.describe('for a visitor with other settings', () => {
  test.use({ locale: 'de-AT', colorScheme: 'dark' });

  for (const path of publicPaths)
    test(`the HTML of ${path} already has the language of the browser, also in dark mode and with reduced motion`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' });
      await watchStart(page);
      const response = await page.goto(path);
      expect(await response?.text()).toContain('<html lang="de">');
      await openPrerendered(page, path);
      await expect(page.locator('html')).toHaveAttribute('lang', 'de');
      // This colour is the background of the dark theme.
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe('rgb(21, 17, 15)');
    });
});

test('the page copies a stored language to a cookie, so that the HTML of the next visit already has this language', async ({
  page,
  context,
}) => {
  await watchStart(page);
  await page.goto('/pricing');
  await waitUntilReady(page);
  await page.evaluate(() => localStorage.setItem('i18nextLng', 'ja'));
  await context.clearCookies();
  await page.goto('/pricing');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(createTranslator('ja')('pricing.headline'));
  const response = await page.goto('/');
  expect(await response?.text()).toContain('<html lang="ja">');
});

test('without cookies, the page still shows the stored language', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined });
    localStorage.setItem('i18nextLng', 'fr');
  });
  await page.goto('/pricing');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(createTranslator('fr')('pricing.headline'));
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
});

for (const tag of ['constructor', '__proto__', '%E0%A4%A'])
  test(`if the address contains the invalid language ${tag}, the page has the language of the browser`, async ({ page }) => {
    await watchStart(page);
    await openPrerendered(page, `/?lang=${tag}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(english('landing.headline'));
  });

test.describe('before the app has started', () => {
  /** Opens a page and returns a function. The app of the page does not start before this function is called. */
  async function openWithoutApp(page: Page, path: string): Promise<() => void> {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/index-*.js', async (route) => {
      await released;
      await route.fallback();
    });
    await page.goto(path, { waitUntil: 'commit' });
    await page.locator('#root h1').waitFor();
    return release;
  }

  test('the bar shows a visitor what is missing', async ({ page }) => {
    const release = await openWithoutApp(page, '/photoroom-test');
    await expect(page.getByText('Add a photo.', { exact: true })).toBeVisible();
    release();
  });

  test('a click on a button is handled as soon as the app has started', async ({ page }) => {
    const startApp = await openWithoutApp(page, '/');
    await page.getByRole('main').getByRole('button', { name: 'Start for Free' }).first().click();
    await expect(page).toHaveURL('/');
    startApp();
    await expect(page.getByRole('heading', { name: /Continue with Google/ })).toBeVisible();
  });

  for (const [path, name] of [
    ['/batch-image-to-video', 'Choose photos'],
    ['/image-to-video', 'Choose a photo'],
    ['/photoroom-test', 'Choose photos'],
  ] as const)
    test(`a click on the button of ${path} opens the file dialog, although the button is disabled until the tool is ready`, async ({
      page,
    }) => {
      const startApp = await openWithoutApp(page, path);
      const button = page.getByRole('button', { name }).first();
      await expect(button).toBeDisabled();
      await expect(button).toHaveCSS('background-color', 'rgb(123, 30, 58)');
      const chooser = page.waitForEvent('filechooser');
      // The option skips the wait for an enabled button.
      await button.click({ force: true });
      startApp();
      await chooser;
    });

  test('a click on a disabled field gives the field the focus as soon as the tool is ready', async ({ page }) => {
    const startApp = await openWithoutApp(page, '/image-to-video');
    const prompt = page.getByRole('textbox', { name: 'Prompt' });
    await expect(prompt).toBeDisabled();
    await prompt.click({ force: true });
    startApp();
    await expect(prompt).toBeFocused();
  });

  test('a click on a tab opens the tab as soon as the app has started', async ({ page }) => {
    const startApp = await openWithoutApp(page, '/image-to-video');
    await page.getByRole('tab', { name: /^Results/ }).click();
    startApp();
    await expect(page.getByRole('tab', { name: /^Results/ })).toHaveAttribute('aria-selected', 'true');
  });

  test('a chosen radio button stays chosen', async ({ page }) => {
    let startApp = await openWithoutApp(page, '/photoroom-test');
    await page.getByRole('radio', { name: 'White', exact: true }).check();
    startApp();
    const white = page.getByRole('radio', { name: 'White', exact: true });
    await expect(page.getByRole('button', { name: 'Choose photos' }).first()).toBeEnabled();
    await expect(white).toBeChecked();
    startApp = await openWithoutApp(page, '/image-to-video');
    await page.getByTitle('Bag sway').click();
    startApp();
    await expect(page.getByRole('heading', { name: 'Bag sway' })).toBeVisible();
  });

  test('dropped files are added as soon as the tool is ready', async ({ page }) => {
    const folder = temporaryFolder('early');
    for (const name of ['one.jpg', 'two.jpg']) writeFileSync(join(folder.path, name), await createPhoto());
    const startApp = await openWithoutApp(page, '/batch-image-to-video');
    await dropFiles(page, [folder.path], { x: 600, y: 500 });
    startApp();
    for (const [index, name] of ['one.jpg', 'two.jpg'].entries()) await expect(card(page, index + 1)).toContainText(name);
    folder.remove();
  });
});

test('a seller sees no sign-in buttons, and the app takes over every page', async ({ page }) => {
  await openAsSeller(page, '/account', `prerendered-${randomUUID()}@example.com`);
  await expect(page.getByRole('button', { name: /'s account$/ })).toBeVisible();
  await watchStart(page);
  await page.addInitScript(() => {
    const look = () => {
      const login = [...document.querySelectorAll('header button')].find((one) => one.textContent === 'Login');
      if (login?.checkVisibility({ visibilityProperty: true })) Object.assign(window, { sawLogin: true });
      requestAnimationFrame(look);
    };
    addEventListener('DOMContentLoaded', look);
  });
  for (const path of prerenderedPaths.filter((one) => one !== '/sign-in')) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: /'s account$/ })).toBeVisible();
    await expect(page.locator('h1[data-prerendered]')).toHaveCount(1);
    expect(await page.evaluate(() => 'sawLogin' in window)).toBe(false);
  }
});

test('on a slow phone, the app keeps the elements of a seller, although it can start before the page is parsed', async ({
  page,
  context,
}) => {
  await openAsSeller(page, '/account', `slow-${randomUUID()}@example.com`);
  await expect(page.getByRole('button', { name: /'s account$/ })).toBeVisible();
  await watchStart(page);
  const devTools = await context.newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  for (const path of ['/', '/pricing', '/terms']) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: /'s account$/ })).toBeVisible();
    await expect(page.locator('h1[data-prerendered]')).toHaveCount(1);
  }
});

test('a phone loads each photo of the first view in only one size', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true });
  const page = await context.newPage();
  const photos: string[] = [];
  page.on('request', (request) => {
    const [name] = /[a-z-]+(?=(-432)?\.avif$)/.exec(request.url()) ?? [];
    if (name && !name.endsWith('poster')) photos.push(name.replace(/-$/, ''));
  });
  await page.goto(baseURL ?? '/', { waitUntil: 'networkidle' });
  expect(photos).toContain('shoe-step-motion');
  expect(photos).toHaveLength(new Set(photos).size);
  await context.close();
});

test('before the first use, the landing page loads at most 105 kB of scripts, and no texts, dialogs or queries', async ({ page }) => {
  const scripts: { name: string; body: Promise<Buffer> }[] = [];
  const others: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (response.request().resourceType() === 'script') scripts.push({ name: pathname, body: response.body() });
    else if (pathname.endsWith('.json')) others.push(pathname);
  });
  await watchStart(page);
  await page.goto('/');
  await waitUntilReady(page);
  await expect.poll(() => others.toSorted()).toEqual(['/config.json', '/status.json']);
  await page.waitForLoadState('networkidle');
  const bodies = await Promise.all(scripts.map(({ body }) => body));
  const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes / 1000).toBeLessThanOrEqual(105);
  expect(others.sort()).toEqual(['/config.json', '/status.json']);
  const code = Buffer.concat(bodies).toString();
  for (const [library, word] of [
    ['zod', 'invalid_union'],
    ['TanStack Query', 'queryHash'],
    ['i18next', 'compatibilityJSON'],
    ['the dialogs', 'showModal'],
  ])
    expect(code.includes(word ?? ''), library).toBe(false);
  // The first use loads all other parts: the sections below, the footer, and all texts.
  await page.mouse.wheel(0, 2_000);
  await expect.poll(() => scripts.some(({ name }) => name.includes('later-sections'))).toBe(true);
  await page.mouse.click(5, 400);
  await expect.poll(() => others).toContain('/locales/en/common.json');
});

test('the sections below the first screen work after the first use', async ({ page }) => {
  await page.goto('/');
  const slider = page.getByRole('slider', { name: 'Compare before and after' });
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveValue('51');
  await page.getByRole('link', { name: 'Batch image to image', exact: true }).last().click();
  await expect(page).toHaveURL('/batch-image-to-image');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(english('image.title'));
});

test('a page that follows a prerendered page has all its texts', async ({ page }) => {
  await page.goto('/?lang=de');
  const german = createTranslator('de');
  await page
    .getByRole('link', { name: german('nav.pricing') })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(german('pricing.headline'));
  await expect(page).toHaveTitle(german('app.title', { page: german('pricing.title') }));
  await page
    .getByRole('link', { name: german('nav.batch_video') })
    .first()
    .click();
  await expect(page.getByRole('button', { name: german('batch.clear_all') })).toBeVisible();
});

test('a language that is chosen on a prerendered page changes all its parts', async ({ page }) => {
  await page.goto('/');
  const german = createTranslator('de');
  await page.getByRole('button', { name: english('nav.language', { name: languages.en }) }).click();
  await page.getByRole('menuitemradio', { name: languages.de }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(german('landing.headline'));
  await expect(page.getByRole('heading', { name: german('landing.closing_title') })).toBeAttached();
  await expect(page.getByText(german('footer.description'))).toBeAttached();
});

test('the addresses for search engines and link previews are absolute, and their files exist', async ({ page, baseURL }) => {
  await page.goto('/pricing?lang=fr');
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}/pricing?lang=fr`);
  await expect(page.locator('link[hreflang=ja]')).toHaveAttribute('href', `${baseURL}/pricing?lang=ja`);
  await expect(page.locator('link[hreflang=x-default]')).toHaveAttribute('href', `${baseURL}/pricing`);
  const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
  for (const [address, type] of [
    [picture, 'image/jpeg'],
    [`${baseURL}/sitemap.xml`, 'application/xml'],
    [`${baseURL}/robots.txt`, 'text/plain; charset=utf-8'],
  ]) {
    const response = await page.request.get(address ?? '');
    expect([response.status(), response.headers()['content-type']]).toEqual([200, type]);
  }
});

test('every page shows the notice of the operators, and no page shows an invalid notice', async ({ page }) => {
  let body = statusJson('Videos take longer today.\nWe work on it. <b>Sorry</b>');
  await page.route('**/status.json', (route) => route.fulfill({ body, contentType: 'application/json' }));
  for (const path of ['/', '/history', '/transactions']) {
    await page.goto(path);
    await expect(page.getByText('We work on it. <b>Sorry</b>')).toBeVisible();
  }
  await watchStart(page);
  for (const invalid of ['{}', 'not JSON', statusJson('x'.repeat(501))]) {
    body = invalid;
    await page.goto('/');
    await waitUntilReady(page);
    await page.waitForLoadState('networkidle');
    await expect(page.getByText(/We work on it|xxx/)).toHaveCount(0);
  }
});

test('the footer and the sign-in page lead to the legal pages', async ({ page }) => {
  await page.goto('/pricing');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of service' }).click();
  await expect(page).toHaveURL('/terms');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of service');
  await expect(page.getByText(/Have it reviewed/)).toBeVisible();
  await page.goto('/sign-in');
  for (const [name, url] of [
    ['Privacy', '/privacy'],
    ['Refunds', '/refunds'],
  ] as const) {
    await expect(page.getByRole('main').getByRole('link', { name })).toHaveAttribute('href', url);
  }
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page.getByRole('heading', { name: /Continue with Google/ })).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the landing page is complete, and its button leads to the sign-in page', async ({ page }) => {
    await page.goto('/');
    for (const key of ['headline', 'value_title', 'how_title', 'tools_title', 'prices_title', 'trust_title', 'faq_title', 'closing_title'])
      await expect(page.getByRole('heading', { name: english(`landing.${key}`) })).toBeVisible();
    await page.getByText(english('landing.faq.photos')).click();
    await expect(page.getByText(english('landing.faq.photos_text'))).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Start for Free' }).first().click();
    await expect(page).toHaveURL('/sign-in?');
    // Assertions about texts ignore this element.
    await expect(page.locator('noscript p')).toBeVisible();
    expect(await page.content()).toContain(english('auth.sign_in_script'));
    await page.getByRole('main').getByRole('link', { name: 'Terms of service' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of service');
  });
});
