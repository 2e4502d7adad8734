/**
 * The first script of a prerendered page (tools/build/prerender-pages.ts). It runs before the first paint and loads nothing.
 * - For a seller, it starts the app immediately.
 * - For a visitor, it loads the files of the app after the first paint. It starts the app when the visitor uses the page.
 */
import { languageCookie, languageCookieText, languageParameter, languageStorageKey } from '#shared/language-cookie.ts';
import { appReadyEvent } from './lib/first-use.ts';
import { type HeldFiles, hasFiles, holdFiles, repeatFiles } from './lib/held-files.ts';
import { hasStoredSession } from './lib/session/stored-session.ts';
import { localStore } from './lib/storage.ts';
import { applyTheme, handleThemeChange, markTheme } from './lib/theme.ts';

const script = document.currentScript as HTMLScriptElement;
const { main = '', files = '', styles = '' } = script.dataset;
const root = document.documentElement;

/** Stores the language of the URL. So the next page has this language even if the visitor follows a link before the app has started. */
function storeLanguageOfAddress(): void {
  if (new URLSearchParams(location.search).get(languageParameter) !== root.lang) return;
  localStore.write(languageStorageKey, root.lang);
  // biome-ignore lint/suspicious/noDocumentCookie: not all browsers have the Cookie Store API.
  document.cookie = languageCookieText(root.lang, location.protocol);
}

/**
 * Loads the page again if the stored language has no cookie yet, so that the CDN sends the stored language. The CDN may have no page in
 * this language. In this case, the cookie prevents a second reload.
 */
function correctLanguage(): void {
  const stored = localStore.read(languageStorageKey);
  const cookie = `${languageCookie}=${stored}`;
  const isInAddress = new URLSearchParams(location.search).has(languageParameter);
  if (!stored || stored === root.lang || isInAddress || document.cookie.includes(cookie)) return;
  // biome-ignore lint/suspicious/noDocumentCookie: not all browsers have the Cookie Store API.
  document.cookie = languageCookieText(stored, location.protocol);
  if (document.cookie.includes(cookie)) location.reload();
}

/**
 * The app starts after this time even if the visitor does not use the page. For example, the app may have to show a notice about an outage.
 * On a slow phone, the page still loads during the first seconds, and the start would delay it.
 */
const startWithoutUseMs = 10_000;
/**
 * Each of these events starts the app. The list includes a movement of the pointer, so that the app is usually ready before the first
 * click.
 */
const uses = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin'];
/** Only these events count as an action. After an action, the app loads more parts (first-use.ts). */
const actions = ['pointerdown', 'touchstart', 'keydown', 'click'];

/** The files of the app load after this delay, so that they do not delay the paint of the largest picture. */
const loadAfterMs = 500;

/**
 * The start of a request needs about one millisecond, and four milliseconds on a phone. So the files are requested in groups with pauses.
 */
const filesPerTask = 6;

const filesToLoad = files.split(' ').filter(Boolean);
let isStarted = false;

let loadedStyles: Promise<unknown> | undefined;

/** Loads the stylesheet of the whole app. The stylesheet of the page contains only the rules of the prerendered page. */
function loadStyles(): Promise<unknown> {
  loadedStyles ??= new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = styles;
    link.crossOrigin = '';
    link.onload = resolve;
    link.onerror = reject;
    document.head.append(link);
  });
  return loadedStyles;
}

/** Loads the files of the app, but does not run them, so that a visitor can read the page without delays. */
function loadFiles(): void {
  // `start` handles the failure.
  loadStyles().catch(() => undefined);
  for (const href of filesToLoad.splice(0, filesPerTask)) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
  if (filesToLoad.length > 0) setTimeout(loadFiles);
}

function start(event?: Event): void {
  if (event && actions.includes(event.type)) root.dataset.used = '';
  if (isStarted) return;
  isStarted = true;
  loadFiles();
  // If the app cannot start, the page is still readable, and its links and forms work. So the script no longer stores clicks.
  loadStyles()
    .then(() => import(main))
    .catch(() => {
      stopIntercepting();
      showDisabled();
    });
}

/** Until this call, disabled elements look enabled (app.css), because most of them are disabled only until the app has started. */
function showDisabled(): void {
  delete root.dataset.app;
}

type Control = HTMLButtonElement | HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The last click, and the last files that the visitor dropped or pasted, before the app has started. */
let earlyClick: Control | undefined;
let earlyFiles: HeldFiles | undefined;
/** Check boxes and radio buttons that were changed before the app has started. */
const changedBoxes = new Map<HTMLInputElement, boolean>();

/** A click in the bar of a tool can start paid work, and the prerendered bar shows no price. So such a click is never repeated. */
function storeClick(control: Control): void {
  if (!control.closest('[data-bar]')) earlyClick = control;
}

/** Stores a click on a button until the app can handle it. Links work without the app. */
function interceptClick(event: Event): void {
  start(event);
  const button = (event.target as Element).closest<HTMLButtonElement>('#root button');
  if (!button) return;
  event.preventDefault();
  event.stopPropagation();
  storeClick(button);
}

/** A disabled button or field gets no click event. A scroll that begins on such an element ends without this event. */
function storeClickOnDisabled({ target }: Event): void {
  const control = (target as Element).closest<Control>('#root :disabled');
  if (control) storeClick(control);
}

function storeChange({ target }: Event): void {
  if (!(target instanceof HTMLInputElement) || !target.matches('#root :is([type=checkbox], [type=radio])')) return;
  // A radio button replaces the earlier choice of its group.
  if (target.type === 'radio') for (const box of changedBoxes.keys()) if (box.name === target.name) changedBoxes.delete(box);
  changedBoxes.set(target, target.checked);
}

/** Without the app, the browser would open a dropped file instead of the page. */
function storeFiles(event: DragEvent | ClipboardEvent): void {
  start();
  earlyFiles = holdFiles(event) ?? earlyFiles;
}

function allowDrop(event: DragEvent): void {
  start();
  if (hasFiles(event)) event.preventDefault();
}

function stopIntercepting(): void {
  removeEventListener('click', interceptClick, true);
  removeEventListener('pointerup', storeClickOnDisabled, true);
  removeEventListener('change', storeChange, true);
  removeEventListener('dragover', allowDrop);
  removeEventListener('drop', storeFiles, true);
  removeEventListener('paste', storeFiles, true);
}

/** Clicks a button with all events of a pointer, because menus open and tabs change before the click event. */
function clickAgain(button: HTMLButtonElement): void {
  for (const name of ['pointerdown', 'mousedown', 'pointerup', 'mouseup'])
    button.dispatchEvent(new PointerEvent(name, { bubbles: true, cancelable: true, pointerType: 'mouse' }));
  button.click();
}

/** A tool enables its buttons within this time after the start of the app, when it has read the stored draft. */
const enabledWithinMs = 2000;

/** Usually, a tool has read its draft within this time. Without this delay, its fields would look disabled for a moment. */
const draftReadMs = 500;

function activateWhenEnabled(control: Control): void {
  const activate = () => {
    if (control instanceof HTMLButtonElement) clickAgain(control);
    else control.focus();
  };
  if (!control.disabled) {
    activate();
    return;
  }
  const observer = new MutationObserver(() => {
    observer.disconnect();
    activate();
  });
  observer.observe(control, { attributeFilter: ['disabled'] });
  setTimeout(() => observer.disconnect(), enabledWithinMs);
}

/** Repeats the input from the time before the app has started: changed boxes, the last click and the last files. */
function repeatInput(): void {
  for (const [box, isChecked] of changedBoxes) {
    if (!box.isConnected) continue;
    // React compares a box with the last value that a script has set. So the script first sets the opposite value. Then React notices the
    // click.
    box.checked = !isChecked;
    box.click();
  }
  if (earlyClick?.isConnected) activateWhenEnabled(earlyClick);
  if (earlyFiles) repeatFiles(earlyFiles);
}

root.dataset.app = 'starting';
applyTheme();
storeLanguageOfAddress();
correctLanguage();
// The listener uses the capture phase, because React stops the events of a part until its hydration.
addEventListener('change', handleThemeChange, true);
addEventListener('DOMContentLoaded', markTheme);
addEventListener('click', interceptClick, true);
addEventListener('pointerup', storeClickOnDisabled, true);
addEventListener('change', storeChange, true);
for (const name of uses) addEventListener(name, start, { once: true, capture: true, passive: true });
addEventListener('dragover', allowDrop);
addEventListener('drop', storeFiles, true);
addEventListener('paste', storeFiles, true);
addEventListener(
  appReadyEvent,
  () => {
    stopIntercepting();
    // React is still rendering during this event, so the next task repeats the input.
    setTimeout(repeatInput);
    setTimeout(showDisabled, draftReadMs);
  },
  { once: true },
);
// This attribute hides the parts for visitors until the app shows the account (app.css).
if (hasStoredSession()) {
  root.dataset.session = 'stored';
  start();
} else {
  addEventListener('load', () => setTimeout(loadFiles, loadAfterMs), { once: true });
  addEventListener('load', () => setTimeout(start, startWithoutUseMs), { once: true });
}
