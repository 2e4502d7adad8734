/**
 * Measures an import of a Shopify export with 5,000 rows and 47 columns: the time from the choice of the file until the page
 * shows the columns, and the longest task of the page's main thread during all three steps. The results are medians of five rounds.
 */
import type { Browser, Page } from '@playwright/test';
import { systemClock } from '#local/aws/step-functions/clock.ts';
import { startTestCloud } from '#tests/fixtures/cloud.ts';
import { shopifyExport } from '#tests/fixtures/product-sheets.ts';
import { signIn } from '#tests/fixtures/seller.ts';
import { buildWeb } from '../build/web.ts';
import { launchBrowser, openSellerPage } from './browser.ts';
import { longestTaskMs } from './longest-task.ts';
import { median } from './measure.ts';
import type { Report } from './report.ts';
import { roundTo } from './round-to.ts';

const rowCount = 5_000;
const roundCount = 5;
/** Playwright searches for elements on the main thread, so a measured action waits for a fixed time. */
const stepPauseMs = 3_000;

export async function runImportBenchmark(report: Report): Promise<void> {
  await buildWeb('.', 'local');
  const cloud = await startTestCloud({ clock: systemClock });
  const browser = await launchBrowser();
  try {
    const { email } = await signIn(cloud.origin);
    const page = await openSellerPage(browser, cloud.origin, email);
    const rounds: { parseMs: number; longestMs: number }[] = [];
    for (let round = 0; round < roundCount; round++) rounds.push(await measureRound(browser, page, cloud.origin));
    report('import.rows5000_ms', roundTo(median(rounds.map(({ parseMs }) => parseMs)), 0), 'ms');
    report('import.longest_block_ms', roundTo(median(rounds.map(({ longestMs }) => longestMs)), 0), 'ms');
  } finally {
    await browser.close();
    await cloud.stop();
  }
}

async function measureRound(browser: Browser, page: Page, origin: string): Promise<{ parseMs: number; longestMs: number }> {
  const parseMs = await measureParse(page, origin);
  await page.goto(`${origin}/products`);
  await chooseFile(page);
  const columns = await longestTaskMs(browser, page, async () => {
    await startImport(page);
    await page.waitForTimeout(stepPauseMs);
  });
  const photos = await measureButton(browser, page, 'Match photos');
  const check = await measureButton(browser, page, 'Check');
  await page.getByRole('button', { name: `Import ${rowCount.toLocaleString('en-US').replace(',', '')} products` }).waitFor();
  return { parseMs, longestMs: Math.max(columns, photos, check) };
}

/** The time is measured in the page: from the change of the file input to the list of columns in the document. */
async function measureParse(page: Page, origin: string): Promise<number> {
  await page.goto(`${origin}/products`);
  await chooseFile(page);
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const start = performance.now();
        const observer = new MutationObserver(() => {
          if (!document.querySelector('dialog select')) return;
          observer.disconnect();
          resolve(performance.now() - start);
        });
        observer.observe(document.body, { childList: true, subtree: true });
        (window as unknown as { startImport: () => void }).startImport();
      }),
  );
}

/** Puts the file into the input without an event, so that the transfer of the file from the test is not measured. */
async function chooseFile(page: Page): Promise<void> {
  const input = page.locator('main input[type=file]:enabled');
  await input.waitFor({ state: 'attached' });
  await input.evaluate((element, text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'export.csv', { type: 'text/csv' }));
    Object.assign(window, {
      startImport: () => {
        (element as HTMLInputElement).files = transfer.files;
        element.dispatchEvent(new Event('change', { bubbles: true }));
      },
    });
  }, shopifyExport(rowCount));
}

const startImport = (page: Page): Promise<void> => page.evaluate(() => (window as unknown as { startImport: () => void }).startImport());

async function measureButton(browser: Browser, page: Page, name: string): Promise<number> {
  await page.getByRole('button', { name, exact: true }).focus();
  return longestTaskMs(browser, page, async () => {
    await page.keyboard.press('Enter');
    await page.waitForTimeout(stepPauseMs);
  });
}
