/** What a reader of the screen is told without looking for it (WCAG 2.1, 4.1.3). */
import type { Page } from '@playwright/test';

/** Hears the live regions of every page that is opened from here on. */
export const listen = (page: Page) =>
  page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver(() => {
      for (const region of document.querySelectorAll('[role=status], [role=alert]')) {
        const text = region.textContent?.trim() ?? '';
        if (text && !said.includes(text)) said.push(text);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });

/** All that they have said on the page that stands there, each text once. */
export const heard = async (page: Page) => (await page.evaluate(() => (window as unknown as { said: string[] }).said)).join('\n');
