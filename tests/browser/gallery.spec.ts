/**
 * Opens every story of the gallery (web/gallery) in light and dark mode. A story must not have an axe violation or a console message, and
 * must not be wider than the window. The gallery is built once, and its files are read from the disk. Any other request fails the test.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base, expect, type Page } from '@playwright/test';
import { findAxeViolations } from '../fixtures/axe.ts';
import { collectConsoleErrors } from '../fixtures/page.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const built = join(root, '.build/gallery');
const screenshots = fileURLToPath(new URL('./screenshots', import.meta.url));
const takesScreenshots = process.env.SCREENSHOTS === 'all';
const origin = 'http://gallery.test';
const widths = { desktop: 1280, phone: 390 };

type Story = { id: string; title: string; name: string };

const test = base.extend<{ unexpectedEvents: string[] }>({
  unexpectedEvents: [
    async ({ page }, use) => {
      const unexpectedEvents: string[] = [];
      await collectConsoleErrors(page, unexpectedEvents);
      await page.route('**/*', (route) => {
        const { origin: requestedOrigin, pathname } = new URL(route.request().url());
        const path = join(built, pathname);
        if (requestedOrigin === origin && statSync(path, { throwIfNoEntry: false })?.isFile()) return route.fulfill({ path });
        unexpectedEvents.push(`requested ${route.request().url()}`);
        return route.abort();
      });
      await use(unexpectedEvents);
      expect(unexpectedEvents).toEqual([]);
    },
    { auto: true },
  ],
});

// The tests of this file share one build.
test.describe.configure({ mode: 'default' });

test.beforeAll(() => {
  test.setTimeout(180_000);
  const storybook = createRequire(import.meta.url)
    .resolve('storybook/internal/cli')
    .replace(/\/dist\/.*/, '/dist/bin/dispatcher.js');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [storybook, 'build', '--test', '--quiet', '--disable-telemetry', '--config-dir', 'web/gallery', '--output-dir', built],
    { cwd: root, encoding: 'utf8', env: { ...process.env, STORYBOOK_DISABLE_TELEMETRY: '1' } },
  );
  if (status !== 0) throw new Error(`the gallery was not built\n${stdout}\n${stderr}`);
});

const stories = (): Story[] =>
  Object.values((JSON.parse(readFileSync(join(built, 'index.json'), 'utf8')) as { entries: Record<string, Story> }).entries);

async function open(page: Page, { id }: Story): Promise<void> {
  await page.goto(`${origin}/iframe.html?id=${id}&viewMode=story&globals=theme:light`);
  await page.waitForFunction(() => document.body.classList.contains('sb-show-main') && document.querySelector('h1') !== null);
}

/** Waits until the layout is complete and no animation runs. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)));
  });

/** The dark theme changes only colours. A story is a part of a page, so it has no landmarks. */
const violations = (page: Page, theme: string) =>
  findAxeViolations(page, theme === 'dark' ? { only: ['color-contrast'] } : { without: ['region'] });

/** Returns the controls of the story that are lower than 44 px. The height of a check box is the height of its label. */
const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, select, label:has(input)')]
      .filter((element) => element.checkVisibility())
      .map((element) => ({ text: element.ariaLabel ?? element.textContent, height: element.getBoundingClientRect().height }))
      .filter(({ height }) => height < 44)
      .map(({ text, height }) => `${text}: ${height}`),
  );

test('no story has an axe violation, is too wide or has too small controls, in light and dark mode, on a desktop and a phone', async ({
  page,
}) => {
  if (takesScreenshots) mkdirSync(screenshots, { recursive: true });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const story of stories()) {
    await test.step(`${story.title}: ${story.name}`, async () => {
      await page.setViewportSize({ width: widths.desktop, height: 800 });
      await open(page, story);
      for (const [window, width] of Object.entries(widths)) {
        await page.setViewportSize({ width, height: 800 });
        for (const theme of ['light', 'dark']) {
          await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
          await settle(page);
          // axe checks only the desktop, because the order and the colours are the same on a phone.
          if (window === 'desktop') expect.soft(await violations(page, theme), `${story.id}, ${theme}`).toEqual([]);
          if (takesScreenshots) await page.screenshot({ path: join(screenshots, `gallery-${story.id}-${width}-${theme}.png`) });
        }
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect.soft(wider, `${story.id} is wider than a ${window}`).toBe(0);
      }
      expect.soft(await smallTargets(page), `${story.id} on a phone`).toEqual([]);
      for (const bar of await page.locator('[data-bar]').all())
        expect.soft((await bar.boundingBox())?.height, `the bar of ${story.id} on a phone`).toBeLessThanOrEqual(72);
    });
  }
});

test('the gallery sends no request to another address', async ({ page, unexpectedEvents }) => {
  await page.goto(`${origin}/index.html`);
  await expect(page.getByRole('link', { name: 'Buttons' }).first()).toBeAttached();
  // Storybook provides this page, so the test ignores its console messages.
  const requests = unexpectedEvents.splice(0).filter((line) => line.startsWith('requested'));
  expect(requests).toEqual([]);
});
