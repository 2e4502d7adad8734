/** Starts a browser for benchmarks, and opens the pages of visitors and sellers. */
import { type Browser, chromium, type Page } from '@playwright/test';
import { findChromium, launchArguments } from '#tests/browser/chromium.ts';

const viewport = { width: 1280, height: 900 };

export async function launchBrowser(): Promise<Browser> {
  const { executablePath, env } = await findChromium();
  return chromium.launch({
    executablePath,
    args: launchArguments,
    env: { ...(process.env as Record<string, string>), ...env },
  });
}

/** Opens a page in a new browser context, so that the page has no stored drafts of another page. */
export async function openVisitorPage(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport, locale: 'en-US' });
  await page.goto(url);
  return page;
}

/** Signs in on the pricing page, because this page is small. The benchmark later opens the page that it measures. */
export async function openSellerPage(browser: Browser, origin: string, email: string): Promise<Page> {
  const page = await openVisitorPage(browser, `${origin}/pricing`);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByLabel(/e-?mail/i).fill(email);
  await page
    .getByRole('button', { name: /continue/i })
    .last()
    .click();
  await page.getByRole('button', { name: /'s account$/ }).waitFor();
  return page;
}
