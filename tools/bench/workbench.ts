/**
 * Measures the batch page with 300 cards. `batch300`: the longest block of the main thread when a seller adds the photos, types, applies a
 * prompt to all cards, opens the page again, and orders all videos. `keystroke`: the work of the main thread for one typed letter. `heap`:
 * the memory of the page after 300 photos were added and removed. Each figure is the median of five rounds.
 */
import type { Browser, Page } from '@playwright/test';
import { systemClock } from '#local/aws/step-functions/clock.ts';
import { startTestCloud, type TestCloud } from '#tests/fixtures/cloud.ts';
import { grant } from '#tests/fixtures/grant.ts';
import { makeLargePhotos, selectLargePhotos, shopPhoto } from '#tests/fixtures/large-photos.ts';
import { signIn } from '#tests/fixtures/seller.ts';
import { buildWeb } from '../build/web.ts';
import { launchBrowser, sellerPage, visitorPage } from './browser.ts';
import { longestTaskMs, workAfterKeysMs } from './longest-task.ts';
import { median } from './measure.ts';
import type { Report } from './report.ts';
import { roundTo } from './rounded.ts';

const path = '/batch-image-to-video';
const photos = 300;
/** One selection may have 200 files, so the photos are selected in two steps. */
const photosPerSelection = photos / 2;
const rounds = 5;
const dollarsNeeded = 600;
/** The vendor delivers nothing during the measurement. */
const clip = { kind: 'clip', width: 720, height: 1280, afterMs: 600_000 };
const typed = 'The bottle turns slowly on the table while the light moves over the label from left to right.';
const typingDelayMs = 150;
/** The search for elements runs on the main thread of the page, so a measured action waits by time. */
const openMs = 4_000;
const afterOrderMs = 10_000;
/** More than the height of the list, so that one turn of the wheel shows its end. */
const listPixelsMax = 200_000;
const addedMsMax = 120_000;
/** The time in which a seller can undo a removal. The page needs the removed photos until then. */
const undoMs = 30_000;

export async function workbenchBench(report: Report): Promise<void> {
  await buildWeb('.', 'local');
  const cloud = await startTestCloud({ clock: systemClock });
  const browser = await launchBrowser();
  try {
    await cloud.fal.script('', clip);
    const measured: Awaited<ReturnType<typeof measureRound>>[] = [];
    for (let round = 0; round < rounds; round++) measured.push(await measureRound(browser, cloud));
    report('web.batch300_longest_block_ms', roundTo(median(measured.map(({ blocks }) => Math.max(...Object.values(blocks)))), 0), 'ms');
    report('web.keystroke_p95_ms', roundTo(median(measured.map(({ keystrokeMs }) => keystrokeMs)), 1), 'ms');
    const { before, after } = await heapMegabytes(browser, cloud.origin);
    report('web.heap_before_mb', roundTo(before, 1), 'MB');
    report('web.heap_mb', roundTo(after, 1), 'MB');
  } finally {
    await browser.close();
    await cloud.stop();
  }
}

type Blocks = Record<'add' | 'type' | 'apply' | 'open' | 'order', number>;

async function measureRound(browser: Browser, cloud: TestCloud): Promise<{ blocks: Blocks; keystrokeMs: number }> {
  const seller = await signIn(cloud.origin);
  await grant(seller.userId, dollarsNeeded * 100);
  const page = await sellerPage(browser, cloud.origin, seller.email);
  const block = (action: () => Promise<void>) => longestTaskMs(browser, page, action);
  await page.goto(`${cloud.origin}${path}`);
  await fileInput(page).waitFor({ state: 'attached' });
  await makeLargePhotos(page, photosPerSelection, shopPhoto);
  const add = await block(() => addPhotos(page));
  // Uploads would count as work of the keys.
  await page.waitForLoadState('networkidle', { timeout: addedMsMax });

  await page.getByLabel('Model').selectOption('veo3-fast');
  const prompt = page.getByRole('article').first().getByRole('textbox', { name: 'Prompt' });
  await prompt.click();
  // The first key loads Playwright's own code into the page.
  await page.keyboard.press('End');
  await page.waitForTimeout(openMs);
  const typing = await workAfterKeysMs(browser, page, () => page.keyboard.type(typed, { delay: typingDelayMs }));

  await page.getByLabel('Prompt for all cards').fill(typed);
  await page.getByRole('button', { name: /^Apply to \d+/ }).focus();
  const apply = await block(() => pressAndWait(page, openMs));
  // Removing the previous document is no work of the page that opens.
  await page.goto('about:blank');
  const open = await block(async () => {
    await page.goto(`${cloud.origin}${path}`);
    await page.waitForTimeout(openMs);
  });
  await page.getByText(`${photos} of 300 cards`).waitFor({ state: 'attached' });
  await page.getByRole('button', { name: `Create ${photos} videos` }).focus();
  const order = await block(() => pressAndWait(page, afterOrderMs));
  await page.getByRole('button', { name: 'Generating…' }).first().waitFor({ state: 'attached', timeout: addedMsMax });
  await page.close();
  const ordered = typing.perKeyMs.toSorted((one, other) => one - other);
  const keystrokeMs = ordered[Math.ceil(ordered.length * 0.95) - 1] ?? Number.NaN;
  return { blocks: { add, type: typing.longestMs, apply, open, order }, keystrokeMs };
}

async function pressAndWait(page: Page, ms: number): Promise<void> {
  await page.keyboard.press('Enter');
  await page.waitForTimeout(ms);
}

const fileInput = (page: Page) => page.locator('input[type=file][multiple]:enabled').first();

async function addPhotos(page: Page): Promise<void> {
  await selectLargePhotos(page);
  await page.getByText(`${photosPerSelection} of 300 cards`).waitFor({ state: 'attached', timeout: addedMsMax });
  await selectLargePhotos(page);
  await page.getByText(`${photos} of 300 cards`).waitFor({ state: 'attached', timeout: addedMsMax });
}

/** Measures the JavaScript heap before and after 300 photos were added and removed. One such round before it loads all code. */
async function heapMegabytes(browser: Browser, origin: string): Promise<{ before: number; after: number }> {
  const page = await visitorPage(browser, `${origin}${path}`);
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
  await page.waitForTimeout(openMs);
  await page.mouse.move(640, 600);
  await page.mouse.wheel(0, listPixelsMax);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.waitForTimeout(undoMs);
}

async function usedHeapMegabytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  // The second collection frees what finalizers of the first one have released.
  for (let n = 0; n < 2; n++) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1024 / 1024;
}
