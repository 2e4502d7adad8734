/**
 * Measures the batch page with 300 cards. All times are medians of five rounds.
 * - `batch300…`: the longest task on the main thread while a seller adds photos, types, applies a prompt to all cards, opens the page
 *   again, and orders all videos.
 * - `keystroke…`: the work of the main thread for one typed letter.
 * - `heap…`: the memory of the page before and after 300 photos are added and removed.
 */
import type { Browser, Page } from '@playwright/test';
import { systemClock } from '#local/aws/step-functions/clock.ts';
import { startTestCloud, type TestCloud } from '#tests/fixtures/cloud.ts';
import { grant } from '#tests/fixtures/grant.ts';
import { makeLargePhotos, selectLargePhotos, shopPhoto } from '#tests/fixtures/large-photos.ts';
import { signIn } from '#tests/fixtures/seller.ts';
import { buildWeb } from '../build/web.ts';
import { launchBrowser, openSellerPage, openVisitorPage } from './browser.ts';
import { longestTaskMs, workAfterKeysMs } from './longest-task.ts';
import { median } from './measure.ts';
import type { Report } from './report.ts';
import { roundTo } from './round-to.ts';

const path = '/batch-image-to-video';
const photoCount = 300;
/** One selection may have 200 files, so the photos are selected in two steps. */
const photosPerSelection = photoCount / 2;
const roundCount = 5;
const dollarsNeeded = 600;
/** The vendor delivers nothing during the measurement. */
const clip = { kind: 'clip', width: 720, height: 1280, afterMs: 600_000 };
const typedText = 'The bottle turns slowly on the table while the light moves over the label from left to right.';
const typingDelayMs = 150;
/**
 * Playwright searches for elements on the main thread of the page. This would change the measurement, so a measured action waits for a
 * fixed time.
 */
const openPauseMs = 4_000;
const orderPauseMs = 10_000;
/** This distance is larger than the height of the list, so one wheel step scrolls to the end. */
const listPixelsMax = 200_000;
const addTimeoutMs = 120_000;
/** A seller can undo a removal during this time, so the page still needs the removed photos. */
const undoMs = 30_000;

export async function runWorkbenchBenchmark(report: Report): Promise<void> {
  await buildWeb('.', 'local');
  const cloud = await startTestCloud({ clock: systemClock });
  const browser = await launchBrowser();
  try {
    await cloud.fal.script('', clip);
    const results: Awaited<ReturnType<typeof measureRound>>[] = [];
    for (let round = 0; round < roundCount; round++) results.push(await measureRound(browser, cloud));
    for (const name of blockNames)
      report(`web.batch300_${name}_block_ms`, roundTo(median(results.map(({ blocks }) => blocks[name])), 0), 'ms');
    report('web.batch300_longest_block_ms', roundTo(median(results.map(({ blocks }) => Math.max(...Object.values(blocks)))), 0), 'ms');
    report('web.keystroke_p95_ms', roundTo(median(results.map(({ keystrokeMs }) => keystrokeMs)), 1), 'ms');
    const { before, after } = await heapMegabytes(browser, cloud.origin);
    report('web.heap_before_mb', roundTo(before, 1), 'MB');
    report('web.heap_mb', roundTo(after, 1), 'MB');
  } finally {
    await browser.close();
    await cloud.stop();
  }
}

const blockNames = ['add', 'type', 'apply', 'open', 'order'] as const;
type Blocks = Record<(typeof blockNames)[number], number>;

async function measureRound(browser: Browser, cloud: TestCloud): Promise<{ blocks: Blocks; keystrokeMs: number }> {
  const seller = await signIn(cloud.origin);
  await grant(seller.userId, dollarsNeeded * 100);
  const page = await openSellerPage(browser, cloud.origin, seller.email);
  const measureBlock = (action: () => Promise<void>) => longestTaskMs(browser, page, action);
  await page.goto(`${cloud.origin}${path}`);
  await fileInput(page).waitFor({ state: 'attached' });
  await makeLargePhotos(page, photosPerSelection, shopPhoto);
  const add = await measureBlock(() => addPhotos(page));
  // Waits until the uploads have ended, because otherwise their work would count as work for the typed keys.
  await page.waitForLoadState('networkidle', { timeout: addTimeoutMs });

  await page.getByLabel('Model').selectOption('veo3-fast');
  const prompt = page.getByRole('article').first().getByRole('textbox', { name: 'Prompt' });
  await prompt.click();
  // At the first key, Playwright loads its own code into the page. So one key is used before the measurement.
  await page.keyboard.press('End');
  await page.waitForTimeout(openPauseMs);
  const typing = await workAfterKeysMs(browser, page, () => page.keyboard.type(typedText, { delay: typingDelayMs }));

  await page.getByLabel('Prompt for all cards').fill(typedText);
  await page.getByRole('button', { name: /^Apply to \d+/ }).focus();
  const apply = await measureBlock(() => pressAndWait(page, openPauseMs));
  // The measurement starts after the previous document was removed. So it does not contain this removal.
  await page.goto('about:blank');
  const open = await measureBlock(async () => {
    await page.goto(`${cloud.origin}${path}`);
    await page.waitForTimeout(openPauseMs);
  });
  await page.getByText(`${photoCount} of 300 cards`).waitFor({ state: 'attached' });
  await page.getByRole('button', { name: `Create ${photoCount} videos` }).focus();
  const order = await measureBlock(() => pressAndWait(page, orderPauseMs));
  await page.getByRole('button', { name: 'Generating…' }).first().waitFor({ state: 'attached', timeout: addTimeoutMs });
  await page.close();
  const sortedMs = typing.perKeyMs.toSorted((a, b) => a - b);
  const keystrokeMs = sortedMs[Math.ceil(sortedMs.length * 0.95) - 1] ?? Number.NaN;
  return { blocks: { add, type: typing.longestMs, apply, open, order }, keystrokeMs };
}

async function pressAndWait(page: Page, ms: number): Promise<void> {
  await page.keyboard.press('Enter');
  await page.waitForTimeout(ms);
}

const fileInput = (page: Page) => page.locator('input[type=file][multiple]:enabled').first();

async function addPhotos(page: Page): Promise<void> {
  await selectLargePhotos(page);
  await page.getByText(`${photosPerSelection} of 300 cards`).waitFor({ state: 'attached', timeout: addTimeoutMs });
  await selectLargePhotos(page);
  await page.getByText(`${photoCount} of 300 cards`).waitFor({ state: 'attached', timeout: addTimeoutMs });
}

/**
 * Measures the JavaScript heap before and after 300 photos are added and removed. An earlier round without a measurement loads all code.
 */
async function heapMegabytes(browser: Browser, origin: string): Promise<{ before: number; after: number }> {
  const page = await openVisitorPage(browser, `${origin}${path}`);
  await fileInput(page).waitFor({ state: 'attached' });
  await makeLargePhotos(page, photosPerSelection, shopPhoto);
  await addAndRemove(page);
  const before = await usedHeapMegabytes(page);
  await addAndRemove(page);
  const after = await usedHeapMegabytes(page);
  await page.close();
  return { before, after };
}

async function addAndRemove(page: Page): Promise<void> {
  await addPhotos(page);
  await page.waitForTimeout(openPauseMs);
  await page.mouse.move(640, 600);
  await page.mouse.wheel(0, listPixelsMax);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.waitForTimeout(undoMs);
}

async function usedHeapMegabytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  // The second garbage collection frees the objects that the finalizers of the first one released.
  for (let n = 0; n < 2; n++) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1024 / 1024;
}
