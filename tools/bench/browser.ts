/** A browser for benchmarks, and a page on which a seller is signed in. */
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

/** Each page has its own context, so that no page has the stored drafts of another. */
export async function visitorPage(browser: Browser, address: string): Promise<Page> {
  const page = await browser.newPage({ viewport, locale: 'en-US' });
  await page.goto(address);
  return page;
}

/** Opens a page with little work and signs in there, so that the tool of the benchmark is opened later. */
export async function sellerPage(browser: Browser, origin: string, email: string): Promise<Page> {
  const page = await visitorPage(browser, `${origin}/pricing`);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByLabel(/e-?mail/i).fill(email);
  await page
    .getByRole('button', { name: /continue/i })
    .last()
    .click();
  await page.getByRole('button', { name: /'s account$/ }).waitFor();
  return page;
}
