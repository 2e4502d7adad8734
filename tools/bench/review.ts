/**
 * Measures the longest time for which a review of 500 results blocks the main thread. During the measurement, the review opens, shows other
 * results, and scrolls its film strip.
 */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { startTestCloud } from '#tests/fixtures/cloud.ts';
import { mockRun } from '#tests/fixtures/mocked-run.ts';
import { buildWeb } from '../build/web.ts';
import { launchBrowser } from './browser.ts';
import { longestTaskMs } from './longest-task.ts';
import type { Report } from './report.ts';
import { roundTo } from './round-to.ts';

const resultCount = 500;
const arrowKeyCount = 20;
const wheelStepCount = 20;
const wheelStepPixels = 600;
const pauseMs = 2_000;
const viewport = { width: 1280, height: 900 };
/** A point on the film strip. */
const filmStripPoint = { x: 400, y: 850 };
/** The position of a thumbnail that is visible after all wheel steps. A thumbnail is 46 px wide. */
const farPosition = 280;

export async function runReviewBenchmark(report: Report): Promise<void> {
  await buildWeb('.', 'local');
  const cloud = await startTestCloud();
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport, locale: 'en-US' });
    await openRun(page, cloud.origin);
    const longest = await longestTaskMs(browser, page, () => useReview(page));
    await page.locator(`[aria-posinset="${farPosition}"]`).waitFor({ state: 'attached' });
    report('web.review500_longest_block_ms', roundTo(longest, 0), 'ms');
  } finally {
    await browser.close();
    await cloud.stop();
  }
}

/** Signs in and opens the run in History. The code of the review is loaded before the measurement. */
async function openRun(page: Page, origin: string): Promise<void> {
  await mockRun(page, resultCount);
  await page.goto(`${origin}/history`);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await page.getByLabel(/e-?mail/i).fill(`${randomUUID()}@example.com`);
  await page
    .getByRole('button', { name: /continue/i })
    .last()
    .click();
  await page.getByRole('button', { name: 'Show videos' }).click();
  await reviewButton(page).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await reviewButton(page).focus();
  await page.waitForTimeout(pauseMs);
}

const reviewButton = (page: Page) => page.getByRole('button', { name: `Review ${resultCount} videos` });

/**
 * Uses only the keyboard, the mouse and pauses. A locator would change the measurement, because Playwright searches for elements on the
 * main thread of the page.
 */
async function useReview(page: Page): Promise<void> {
  await page.keyboard.press('Enter');
  await page.waitForTimeout(pauseMs);
  for (let n = 0; n < arrowKeyCount; n++) await page.keyboard.press('ArrowRight');
  // The film strip may still scroll automatically to the visible result, and this scroll would undo the first wheel steps. So the benchmark
  // waits first.
  await page.waitForTimeout(pauseMs);
  await page.mouse.move(filmStripPoint.x, filmStripPoint.y);
  for (let n = 0; n < wheelStepCount; n++) await page.mouse.wheel(wheelStepPixels, 0);
  await page.waitForTimeout(pauseMs);
}
