/**
 * Measures how long the main thread of the batch page is blocked at most: when a page with 100 cards opens, when it scrolls during a batch,
 * and when a user adds 100 photos of 8 MB. Each figure is the median of five rounds.
 */
import type { Browser, Page } from '@playwright/test';
import { systemClock } from '#local/aws/step-functions/clock.ts';
import { itemsPerBatchMax } from '#shared/batch/batch.ts';
import { startTestCloud } from '#tests/fixtures/cloud.ts';
import { grant } from '#tests/fixtures/grant.ts';
import { makeLargePhotos, selectLargePhotos } from '#tests/fixtures/large-photos.ts';
import { batchRequest, createPhoto, type Seller, signIn } from '#tests/fixtures/seller.ts';
import { buildWeb } from '../build/web.ts';
import { launchBrowser, sellerPage, visitorPage } from './browser.ts';
import { longestTaskMs } from './longest-task.ts';
import { median } from './measure.ts';
import type { Report } from './report.ts';
import { roundTo } from './rounded.ts';

const dollarsNeeded = 200;
/** The vendor delivers no video before the end of the measurement, so that the page shows a running batch all the time. */
const clip = { kind: 'clip', width: 720, height: 1280, afterMs: 600_000 };
/** One notch of a mouse wheel, and the time between two notches. */
const notch = { pixels: 400, everyMs: 60 };
const notches = 120;
const rounds = 5;
/** The search for elements runs on the main thread of the page, so a measured action waits by time. */
const openMs = 4_000;
const addedMsMax = 90_000;

export async function batchPageBench(report: Report): Promise<void> {
  await buildWeb('.', 'local');
  const cloud = await startTestCloud({ clock: systemClock });
  const browser = await launchBrowser();
  try {
    await cloud.fal.script('', clip);
    const seller = await signIn(cloud.origin);
    await grant(seller.userId, dollarsNeeded * 100);
    await startBatch(seller);
    const address = `${cloud.origin}/batch-image-to-video`;
    const page = await sellerPage(browser, cloud.origin, seller.email);
    const figures: Record<'opened' | 'scrolled' | 'added', number[]> = { opened: [], scrolled: [], added: [] };
    for (let round = 0; round < rounds; round++) {
      // Removing the previous document is no work of the page that opens.
      await page.goto('about:blank');
      figures.opened.push(await longestTaskMs(browser, page, () => open(page, address)));
      figures.scrolled.push(await longestTaskMs(browser, page, () => scroll(page)));
      figures.added.push(await longestBlockOfPhotos(browser, address));
    }
    report('web.batch100_open_longest_block_ms', roundTo(median(figures.opened), 0), 'ms');
    report('web.batch100_longest_block_ms', roundTo(median(figures.scrolled), 0), 'ms');
    report('web.photos100_longest_block_ms', roundTo(median(figures.added), 0), 'ms');
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

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForTimeout(openMs);
  await page
    .getByRole('article', { name: /^Card 1:/ })
    .getByText('Generating')
    .waitFor();
}

/** Scrolls down to the last card and up again. During this time, the page receives responses. */
async function scroll(page: Page): Promise<void> {
  await page.mouse.move(640, 600);
  for (let n = 0; n < notches; n++) {
    await page.mouse.wheel(0, n < notches / 2 ? notch.pixels : -notch.pixels);
    await page.waitForTimeout(notch.everyMs);
  }
}

/** A visitor's page without other activity. */
async function longestBlockOfPhotos(browser: Browser, address: string): Promise<number> {
  const page = await visitorPage(browser, address);
  await page.locator('input[type=file][multiple]:enabled').first().waitFor({ state: 'attached' });
  await makeLargePhotos(page, itemsPerBatchMax);
  const longest = await longestTaskMs(browser, page, async () => {
    await selectLargePhotos(page);
    await page.getByText(`${itemsPerBatchMax} of 300 cards`).waitFor({ state: 'attached', timeout: addedMsMax });
  });
  await page.close();
  return longest;
}
