/** What the browser tests share: a local cloud a worker, a page on which any console noise is a failure, and a seller's hands. */
import { type Browser, test as base, expect, type Locator, type Page } from '@playwright/test';
import { systemClock } from '#infra/local/services/states/clock.ts';
import { startTestCloud, type TestCloud } from './cloud.ts';
import { photo } from './seller.ts';

type WorkerFixtures = { cloud: TestCloud };
type Fixtures = { noise: string[] };

/** Signing in to Cognito at an address of one's own is what the local cloud is for; Amplify warns of it all the same. */
const expectedNoise = [/custom endpoint/i];

export const test = base.extend<Fixtures, WorkerFixtures>({
  cloud: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from its first parameter.
    async ({}, use) => {
      const cloud = await startTestCloud({ clock: systemClock });
      await use(cloud);
      await cloud.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ cloud }, use) => use(cloud.origin),
  noise: [
    async ({ page }, use) => {
      const noise: string[] = [];
      listenForNoise(page, noise);
      await use(noise);
      expect(noise).toEqual([]);
    },
    { auto: true },
  ],
});

/** Console noise, and what the content security policy refuses, which libraries that try it keep to themselves. */
export function listenForNoise(page: Page, noise: string[]): void {
  void page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`The content security policy refused ${blockedURI} by ${violatedDirective}`),
    );
  });
  page.on('pageerror', (error) => noise.push(String(error)));
  page.on('console', (message) => {
    if (!['warning', 'error'].includes(message.type()) || expectedNoise.some((pattern) => pattern.test(message.text()))) return;
    noise.push(`${message.type()}: ${message.text()} ${message.location().url}`);
  });
}

export { expect };

export async function signInAs(page: Page, email: string): Promise<void> {
  await page.getByLabel(/e-?mail/i).fill(email);
  await page
    .getByRole('button', { name: /continue/i })
    .last()
    .click();
}

/** Signs in on a page in a browser that has never been there, and looks at what stands on it. */
export async function inAnotherBrowser(
  { browser, baseURL, path, email }: { browser: Browser; baseURL: string; path: string; email: string },
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  const noise: string[] = [];
  listenForNoise(page, noise);
  await page.goto(path);
  await page.getByRole('button', { name: 'Login' }).first().click();
  await signInAs(page, email);
  await expect(page).toHaveURL(path);
  await look(page);
  expect(noise).toEqual([]);
  await context.close();
}

/** Leaves by the account menu. The page shows a visitor before Cognito has led back home: only then may a test go elsewhere. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('/');
  await expect(page.getByRole('button', { name: 'Login' }).first()).toBeVisible();
}

export const card = (page: Page, number: number) => page.getByRole('article', { name: `Card ${number}` });

export async function addPhotos(page: Page, count: number): Promise<void> {
  await addPhotosBy(page.getByLabel('Choose product photos'), count);
  for (let n = 1; n <= count; n++) await expect(card(page, n).getByRole('img').first()).toBeVisible();
}

type Files = Parameters<Locator['setInputFiles']>[0];

/** Gives files to a field as soon as it takes some: not before the page has read what is kept. */
export async function giveFiles(field: Locator, files: Files): Promise<void> {
  await expect(field).toBeEnabled();
  await field.setInputFiles(files);
}

/** Gives some photos to a field, whatever it is called. */
export async function addPhotosBy(field: Locator, count: number): Promise<void> {
  const files = await Promise.all(
    Array.from({ length: count }, async (_, n) => ({
      name: `Shoe ${n + 1}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await photo('jpeg', { width: 900, height: 1600 + n }),
    })),
  );
  await giveFiles(field, files);
}

export async function writePrompt(page: Page, number: number, prompt: string): Promise<void> {
  await card(page, number).getByRole('textbox', { name: 'Prompt' }).fill(prompt);
}

export const balance = (page: Page) => page.getByRole('banner');
