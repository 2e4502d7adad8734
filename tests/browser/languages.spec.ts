/**
 * Tests the languages of the page (docs/spec.md 19). The tests cover the main journey, a language change, texts that load late, and longer
 * texts.
 */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { type Language, languages } from '#shared/languages.ts';
import { dollarsIn } from '#shared/money.ts';
import { prerenderedPaths } from '#shared/prerendered-pages.ts';
import { findAxeViolations } from '../fixtures/axe.ts';
import { addPhotosTo, expect, signInAs, test } from '../fixtures/page.ts';
import { createTranslator, pseudoLocale } from '../fixtures/texts.ts';

const batchVideo = '/batch-image-to-video';
const english = createTranslator('en');

/** Returns the language button of a page in the given language. */
const languageButton = (page: Page, language: Language) =>
  page.getByRole('banner').getByRole('button', { name: createTranslator(language)('nav.language', { name: languages[language] }) });
const languageItem = (page: Page, language: Language) => page.getByRole('menuitemradio', { name: languages[language] });

for (const language of ['en', 'ja', 'de'] as const)
  test(`the main journey works in ${languages[language]}`, { tag: language === 'ja' ? '@journey' : [] }, async ({ page }) => {
    const t = createTranslator(language);
    const price = (cents: number) => dollarsIn(language, cents);
    // A sign-in on the landing page would add sample products.
    await page.goto(`/pricing?lang=${language}`);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await page
      .getByRole('banner')
      .getByRole('button', { name: t('auth.login') })
      .click();
    await signInAs(page, `${language}-${randomUUID()}@example.com`);
    await expect(page.getByRole('banner')).toContainText(price(500));
    await page
      .getByRole('link', { name: t('nav.batch_video') })
      .first()
      .click();
    await expect(page).toHaveURL(batchVideo);
    await expect(page).toHaveTitle(t('app.title', { page: t('video.title') }));
    await page.getByLabel(t('batch.model')).first().selectOption('veo3-fast');
    const cardOf = (number: number) => page.getByRole('article', { name: t('batch.card', { number }) });
    await addPhotosTo(page.getByLabel(t('upload.input')), 2);
    for (const number of [1, 2]) {
      await expect(cardOf(number).getByRole('img').first()).toBeVisible();
      await cardOf(number)
        .getByRole('textbox', { name: t('batch.prompt') })
        .fill('A slow push in');
    }
    await page.getByRole('button', { name: t('video.create', { count: 2 }) }).click();
    for (const number of [1, 2])
      await expect(cardOf(number)).toContainText(t('batch.result.charged', { amount: price(120) }), { timeout: 150_000 });
    await expect(page.getByRole('banner')).toContainText(price(260));
    await page.goto('/history');
    await expect(page.getByRole('heading', { level: 1, name: t('history.title') })).toBeVisible();
    await page.getByRole('button', { name: t('video.history.show') }).click();
    await expect(page.getByText(price(240)).first()).toBeVisible();
  });

test('the language changes without a reload, and the page stores the choice', async ({ page }) => {
  const [german, japanese] = [createTranslator('de'), createTranslator('ja')];
  await page.goto('/pricing');
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(english('pricing.headline'));
  await languageButton(page, 'en').click();
  await languageItem(page, 'de').click();
  await expect(heading).toHaveText(german('pricing.headline'));
  await expect(page).toHaveTitle(german('app.title', { page: german('pricing.title') }));
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(languageItem(page, 'de')).toHaveCount(0);
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  expect(await page.evaluate(() => localStorage.getItem('i18nextLng'))).toBe('de');
  await page.reload();
  await expect(heading).toHaveText(german('pricing.headline'));
  // The language in the URL overrides an earlier choice, until the user chooses again.
  await page.goto('/pricing?lang=ja');
  await expect(heading).toHaveText(japanese('pricing.headline'));
  await languageButton(page, 'ja').click();
  await languageItem(page, 'de').click();
  await expect(heading).toHaveText(german('pricing.headline'));
  await expect(page).toHaveURL('/pricing');
});

test.describe('the browser’s language', () => {
  test.use({ locale: 'de-AT' });
  test('the language of the page is the browser’s language if the visitor has not chosen a language', async ({ page }) => {
    await page.goto('/pricing');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(createTranslator('de')('pricing.headline'));
  });
});

test('the pointer, the focus or a key opens the language list, and Escape, Tab or a leaving pointer closes it', async ({ page }) => {
  await page.goto('/pricing');
  const button = languageButton(page, 'en');
  const menu = page.getByRole('menu');
  // Before the app has started, the list does not follow the pointer.
  await expect(async () => {
    await page.mouse.move(5, 500);
    await button.hover();
    await expect(menu).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(menu.getByRole('menuitemradio')).toHaveText(Object.values(languages));
  await page.mouse.move(5, 500);
  await expect(menu).toBeHidden();

  await button.focus();
  await expect(menu).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(languageItem(page, 'en')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowDown');
  await expect(languageItem(page, 'en')).toBeFocused();
  await page.keyboard.press('d');
  await expect(languageItem(page, 'de')).toBeFocused();
  expect(await findAxeViolations(page, { within: 'header' })).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(languageItem(page, 'en')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(menu).toBeHidden();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true });
  test('the language list is in the menu and opens by touch', async ({ page }) => {
    await page.goto('/pricing');
    await page.getByRole('button', { name: english('nav.open_menu') }).tap();
    await languageButton(page, 'en').tap();
    await expect(page.getByRole('menuitemradio')).toHaveCount(Object.keys(languages).length);
    for (const box of await page.getByRole('menuitemradio').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()))) {
      expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(320);
      expect(box.height).toBeGreaterThanOrEqual(24);
    }
    await languageButton(page, 'en').tap();
    await expect(page.getByRole('menuitemradio')).toHaveCount(0);
    await languageButton(page, 'en').tap();
    await languageItem(page, 'de').tap();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  });
});

/** The build does not prerender this page, so the browser requests its texts. */
const pageWithoutTexts = '/transactions';

test('if the first four requests for the texts fail, the fifth request loads the texts', async ({ page, consoleErrors }) => {
  let requestCount = 0;
  await page.route('**/locales/en/common.json', (route) =>
    ++requestCount <= 4 ? route.fulfill({ status: 503, body: '' }) : route.fallback(),
  );
  await page.goto(pageWithoutTexts);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(english('transactions.title'));
  expect(requestCount).toBe(5);
  expect(consoleErrors.splice(0).filter((line) => !line.includes('503'))).toEqual([]);
});

test('if a language does not load, the page is shown in English', async ({ page, consoleErrors }) => {
  await page.clock.install();
  await page.route('**/locales/de/common.json', (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto(`${pageWithoutTexts}?lang=de`);
  await expect(async () => {
    await page.clock.runFor(6_000);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(english('transactions.title'), { timeout: 500 });
  }).toPass();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  expect(consoleErrors.splice(0).filter((line) => !line.includes('503'))).toEqual([]);
});

test.describe('texts that are 40 % longer', () => {
  const widths = [320, 768, 1280];

  /** Returns the texts that are wider than the window or than their button. */
  const findClippedTexts = (page: Page) =>
    page.evaluate(() => {
      const found: string[] = [];
      /** Texts for screen readers have a size of one pixel and are hidden completely. */
      const isForScreenReaders = (part: Element) => part.closest('.sr-only') !== null || getComputedStyle(part).clipPath === 'inset(50%)';
      const root = document.documentElement;
      if (root.scrollWidth > root.clientWidth) {
        const wide = [...document.body.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > root.clientWidth + 1);
        found.push(
          `the page is ${root.scrollWidth} wide: ${wide.slice(0, 3).map((one) => `${one.tagName} ${one.textContent.slice(0, 40)}`)}`,
        );
      }
      for (const button of document.querySelectorAll<HTMLElement>('button, [role=tab], [role=radio], a[class*=inline-flex]')) {
        if (!button.checkVisibility() || button.closest('.sr-only')) continue;
        const outer = button.getBoundingClientRect();
        const scroller = button.closest('.overflow-x-auto');
        for (const part of button.querySelectorAll('*').length > 0 ? button.querySelectorAll('*') : [button]) {
          if (part.closest('[aria-hidden]') || isForScreenReaders(part)) continue;
          const words = document.createRange();
          words.selectNodeContents(part);
          const { left, right, width } = words.getBoundingClientRect();
          if (width > 1 && (left < outer.left - 1 || right > outer.right + 1)) found.push(`cut: ${button.textContent.slice(0, 60)}`);
        }
        if (!scroller && outer.width > 1 && (outer.left < -1 || outer.right > root.clientWidth + 1) && outer.top >= 0)
          found.push(`outside: ${button.textContent.slice(0, 60)}`);
      }
      return [...new Set(found)];
    });

  async function expectTextsFit(page: Page, name: string): Promise<void> {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
      expect.soft(await findClippedTexts(page), `${name} at ${width} px`).toEqual([]);
    }
  }

  test('texts that are 40 % longer fit on every page', async ({ page, baseURL }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.route('**/locales/en/common.json', (route) => route.fulfill({ json: pseudoLocale() }));
    // Every page starts with the HTML of a page that is not prerendered, because the prerendered pages contain the real texts.
    await page.route(
      ({ origin, pathname }) => origin === baseURL && prerenderedPaths.some((path) => path === pathname),
      async (route) => route.fulfill({ response: await route.fetch({ url: `${baseURL}/transactions` }) }),
    );
    const routes = [
      '/',
      '/pricing',
      '/marketplaces',
      '/check',
      '/image-to-video',
      batchVideo,
      '/batch-image-to-image',
      '/auto-image-pipeline',
      '/photoroom-test',
    ];
    for (const path of [...routes, '/history', '/transactions', '/account', '/payment/cancel', '/payment/success']) {
      await page.goto(path);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await expectTextsFit(page, path);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(batchVideo);
    await page.getByRole('banner').getByRole('button').nth(1).click();
    await signInAs(page, `long-${randomUUID()}@example.com`);
    await expect(page.getByRole('banner')).toContainText('$5.00');
    for (const path of [...routes.slice(2), '/history', '/transactions', '/account']) {
      await page.goto(path);
      await expect(page.getByRole('banner')).toContainText('$5.00');
      await expect(page.getByRole('heading').first()).toBeVisible();
      await expectTextsFit(page, `${path}, signed in`);
    }
  });
});
