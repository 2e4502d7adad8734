/** What the browser itself keeps of a page (Q63). */
import type { Page } from '@playwright/test';

/** Whether a draft in the browser's storage holds some words. */
export const isKept = (page: Page, words: string): Promise<boolean> =>
  page.evaluate(
    (words) =>
      new Promise<boolean>((resolve, reject) => {
        const opening = indexedDB.open('vitrine');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const all = opening.result.transaction('drafts').objectStore('drafts').getAll();
          all.onerror = () => reject(all.error);
          all.onsuccess = () => {
            opening.result.close();
            resolve(JSON.stringify(all.result).includes(words));
          };
        };
      }),
    words,
  );
