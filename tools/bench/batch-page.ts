/**
 * Measures the longest task on the main thread of the batch page, because the page cannot respond to the user during a task. There are
 * three cases: a page with 100 cards opens, the page scrolls during a batch, and a user adds 100 photos of 8 MB. Each result is the median
 * of five rounds.
 */
import type { Browser, Page } from '@playwright/test';
import { systemClock } from '#local/aws/step-functions/clock.ts';
import { itemsPerBatchMax } from '#shared/batch/batch.ts';
import { startTestCloud } from '#tests/fixtures/cloud.ts';
import { grant } from '#tests/fixtures/grant.ts';
import { makeLargePhotos, selectLargePhotos } from '#tests/fixtures/large-photos.ts';
import { batchRequest, createPhoto, type Seller, signIn } from '#tests/fixtures/seller.ts';
import { buildWeb } from '../build/web.ts';
import { launchBrowser, openSellerPage, openVisitorPage } from './browser.ts';
import { longestTaskMs } from './longest-task.ts';
import { median } from './measure.ts';
import type { Report } from './report.ts';
import { roundTo } from './round-to.ts';

const dollarsNeeded = 200;
/** The vendor delivers no video before the end of the measurement, so the page always shows a running batch. */
const clip = { kind: 'clip', width: 720, height: 1280, afterMs: 600_000 };
/** One step of a mouse wheel, and the time between two steps. */
const wheelStep = { pixels: 400, everyMs: 60 };
const wheelStepCount = 120;
const roundCount = 5;
/**
 * Playwright searches for elements on the main thread of the page. This would change the measurement, so a measured action waits for a
 * fixed time.
 */
const openPauseMs = 4_000;
const addTimeoutMs = 90_000;

export async function runBatchPageBenchmark(report: Report): Promise<void> {
  await buildWeb('.', 'local');
  const cloud = await startTestCloud({ clock: systemClock });
  const browser = await launchBrowser();
  try {
    await cloud.fal.script('', clip);
    const seller = await signIn(cloud.origin);
    await grant(seller.userId, dollarsNeeded * 100);
    await startBatch(seller);
    const url = `${cloud.origin}/batch-image-to-video`;
    const page = await openSellerPage(browser, cloud.origin, seller.email);
    const figures: Record<'openMs' | 'scrollMs' | 'addMs', number[]> = { openMs: [], scrollMs: [], addMs: [] };
    for (let round = 0; round < roundCount; round++) {
      // The measurement starts after the previous document was removed. So it does not contain this removal.
      await page.goto('about:blank');
      figures.openMs.push(await longestTaskMs(browser, page, () => open(page, url)));
      figures.scrollMs.push(await longestTaskMs(browser, page, () => scroll(page)));
      figures.addMs.push(await longestBlockWhileAddingMs(browser, url));
    }
    report('web.batch100_open_longest_block_ms', roundTo(median(figures.openMs), 0), 'ms');
    report('web.batch100_longest_block_ms', roundTo(median(figures.scrollMs), 0), 'ms');
    report('web.photos100_longest_block_ms', roundTo(median(figures.addMs), 0), 'ms');
  } finally {
    await browser.close();
    await cloud.stop();
  }
}

async function startBatch(seller: Seller): Promise<void> {
  const { key } = await seller.upload(await createPhoto());
  const request = batchRequest(Array.from({ length: itemsPerBatchMax }, () => ({ uploadKey: key })));
  const { status, body } = await seller.call('POST', '/api/batches', request);
  if (status !== 202) throw new Error(`The batch was rejected: ${JSON.stringify(body)}`);
}

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForTimeout(openPauseMs);
  await page
    .getByRole('article', { name: /^Card 1:/ })
    .getByText('Generating')
    .waitFor();
}

/** Scrolls down to the last card and up again. During this time, the page receives responses. */
async function scroll(page: Page): Promise<void> {
  await page.mouse.move(640, 600);
  for (let n = 0; n < wheelStepCount; n++) {
    await page.mouse.wheel(0, n < wheelStepCount / 2 ? wheelStep.pixels : -wheelStep.pixels);
    await page.waitForTimeout(wheelStep.everyMs);
  }
}

/** Returns the duration of the longest task while a visitor adds photos to a page without other activity. */
async function longestBlockWhileAddingMs(browser: Browser, url: string): Promise<number> {
  const page = await openVisitorPage(browser, url);
  await page.locator('input[type=file][multiple]:enabled').first().waitFor({ state: 'attached' });
  await makeLargePhotos(page, itemsPerBatchMax);
  const longest = await longestTaskMs(browser, page, async () => {
    await selectLargePhotos(page);
    await page.getByText(`${itemsPerBatchMax} of 300 cards`).waitFor({ state: 'attached', timeout: addTimeoutMs });
  });
  await page.close();
  return longest;
}
