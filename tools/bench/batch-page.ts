/**
 * Measures how long the main thread of the batch page is blocked at most: when a page with 100 cards opens, when it scrolls during a batch,
 * and when a user adds 100 photos of 8 MB.
 */
import { type Browser, chromium, type Page } from '@playwright/test';
import { systemClock } from '#local/aws/step-functions/clock.ts';
import { itemsPerBatchMax } from '#shared/batch/batch.ts';
import { findChromium, launchArguments } from '#tests/browser/chromium.ts';
import { startTestCloud } from '#tests/fixtures/cloud.ts';
import { grant } from '#tests/fixtures/grant.ts';
import { giveLargePhotos, makeLargePhotos } from '#tests/fixtures/large-photos.ts';
import { batchRequest, photo, type Seller, signIn } from '#tests/fixtures/seller.ts';
import { buildWeb } from '../build/web.ts';
import { longestTaskMs } from './longest-task.ts';
import type { Report } from './report.ts';
import { rounded } from './rounded.ts';

const dollarsNeeded = 200;
/** Videos arrive during the measurement, but slowly enough that the batch does not end before the measurement. */
const clip = { kind: 'clip', width: 720, height: 1280, afterMs: 1_000 };
const window = { width: 1280, height: 900 };
/** One notch of a mouse wheel, and the time between two notches. */
const notch = { pixels: 400, everyMs: 60 };
const scrolls = 120;
const rounds = 3;
const takenMsMax = 90_000;

export async function batchPageBench(report: Report): Promise<void> {
  await buildWeb('.', 'local');
  const cloud = await startTestCloud({ clock: systemClock });
  const { executablePath, env } = await findChromium();
  const browser = await chromium.launch({
    executablePath,
    args: launchArguments,
    env: { ...(process.env as Record<string, string>), ...env },
  });
  try {
    await cloud.fal.script('', clip);
    const seller = await signIn(cloud.origin);
    await grant(seller.userId, dollarsNeeded * 100);
    const page = await signedIn(browser, cloud.origin, seller.email);
    await startBatch(seller);
    const address = `${cloud.origin}/batch-image-to-video`;
    const opened = await longestTaskMs(browser, page, () => open(page, address));
    const blocks: number[] = [];
    for (let round = 0; round < rounds; round++) blocks.push(await longestTaskMs(browser, page, () => useIt(page)));
    const taken = await longestTakingPhotosMs(browser, address);
    report('web.batch100_open_longest_block_ms', rounded(opened, 0), 'ms');
    report('web.batch100_longest_block_ms', rounded(Math.max(...blocks), 0), 'ms');
    report('web.photos100_longest_block_ms', rounded(taken, 0), 'ms');
  } finally {
    await browser.close();
    await cloud.stop();
  }
}

async function signedIn(browser: Browser, origin: string, email: string): Promise<Page> {
  const page = await browser.newPage({ viewport: window, locale: 'en-US' });
  await page.goto(`${origin}/pricing`);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByLabel(/e-?mail/i).fill(email);
  await page
    .getByRole('button', { name: /continue/i })
    .last()
    .click();
  await page.getByRole('button', { name: /'s account$/ }).waitFor();
  return page;
}

async function startBatch(seller: Seller): Promise<void> {
  const { key } = await seller.upload(await photo());
  const request = batchRequest(Array.from({ length: itemsPerBatchMax }, () => ({ uploadKey: key })));
  const { status, body } = await seller.call('POST', '/api/batches', request);
  if (status !== 202) throw new Error(`The batch was rejected: ${JSON.stringify(body)}`);
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('article', { name: `Card ${itemsPerBatchMax}` }).waitFor({ state: 'attached' });
}

/** A visitor's page without other activity. */
async function longestTakingPhotosMs(browser: Browser, address: string): Promise<number> {
  const page = await browser.newPage({ viewport: window });
  await page.goto(address);
  await page.locator('input[type=file][multiple]:enabled').waitFor({ state: 'attached' });
  await makeLargePhotos(page, itemsPerBatchMax);
  return longestTaskMs(browser, page, async () => {
    await giveLargePhotos(page);
    await page
      .getByRole('article', { name: `Card ${itemsPerBatchMax}` })
      .getByRole('img')
      .waitFor({ state: 'attached', timeout: takenMsMax });
  });
}

/** Scrolls down to the last card and up again. During this time, the page receives responses. */
async function useIt(page: Page): Promise<void> {
  await page.mouse.move(window.width / 2, window.height / 2);
  for (let n = 0; n < scrolls; n++) {
    await page.mouse.wheel(0, n < scrolls / 2 ? notch.pixels : -notch.pixels);
    await page.waitForTimeout(notch.everyMs);
  }
}
