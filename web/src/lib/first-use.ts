/** Waits until a visitor uses a prerendered page. Until then, the page does not load the parts that only an active visitor needs. */

/** Id of the element with the texts of a prerendered page. */
export const prerenderedTextsId = 'texts';
/** Sent when the app has started to handle the events of the page. */
export const appReadyEvent = 'vitrine:app-ready';

const isBrowser = typeof document !== 'undefined';

export const isPagePrerendered = (): boolean => isBrowser && document.getElementById(prerenderedTextsId) !== null;

const actions = ['pointerdown', 'keydown', 'click'];
const uses = [...actions, 'scroll', 'wheel', 'touchstart', 'pointermove'];

/** Resolves at the first of these events. If the app has not started yet, the first script of the page (boot.ts) records these events. */
const firstOf = (events: readonly string[]): Promise<void> =>
  new Promise((resolve) => {
    if (!isBrowser) return;
    if ('used' in document.documentElement.dataset) return resolve();
    const options = { capture: true, passive: true };
    const stop = () => {
      for (const event of events) window.removeEventListener(event, stop, options);
      resolve();
    };
    for (const event of events) window.addEventListener(event, stop, options);
  });

export const firstAction: Promise<void> = firstOf(actions);

/** Resolves at the first action, scroll or move of the pointer. */
export const firstUse: Promise<void> = firstOf(uses);
