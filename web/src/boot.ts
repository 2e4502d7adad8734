/**
 * The first script of a drawn page. It runs before the first paint and loads nothing. It starts the app after the first view is complete,
 * or at the first click, touch or key. The build adds the script to each drawn page (tools/build/draw-pages.ts).
 */
import { languageCookie, languageCookieText, languageParameter, languageStorageKey } from '#shared/language-cookie.ts';
import { aliveEvent } from './lib/first-use.ts';
import { hasStoredSession } from './lib/session/stored.ts';
import { localStore } from './lib/storage.ts';
import { applyTheme, handleThemeChange } from './lib/theme.ts';

const script = document.currentScript as HTMLScriptElement;
const { main = '', files = '' } = script.dataset;
const root = document.documentElement;

/**
 * Loads the page again if the stored language has no cookie yet, so that the CDN sends the stored language. This happens only once, because
 * the CDN may not know the language.
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

let isStarted = false;

function start(event?: Event): void {
  if (event) root.dataset.used = '';
  if (isStarted) return;
  isStarted = true;
  for (const href of files.split(' ').filter(Boolean)) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
  // The page stays readable without the app, and its links and forms work. So the clicks are no longer held back.
  import(main).catch(stopHolding);
}

let clickedButton: HTMLElement | undefined;

/** Holds back a click on a button until the app handles it. Links work without the app. */
function holdClick(event: Event): void {
  start(event);
  const button = (event.target as Element).closest<HTMLElement>('#root button');
  if (!button) return;
  event.preventDefault();
  event.stopPropagation();
  clickedButton = button;
}

/** A browser would open a file that is dropped before the app is there. */
function refuseDrop(event: Event): void {
  start();
  event.preventDefault();
}

function stopHolding(): void {
  removeEventListener('click', holdClick, true);
  for (const name of ['dragover', 'drop']) removeEventListener(name, refuseDrop);
}

applyTheme();
correctLanguage();
// In the capture phase, because React stops the events of parts that it has not taken over yet.
addEventListener('change', handleThemeChange, true);
addEventListener('click', holdClick, true);
for (const name of ['pointerdown', 'keydown', 'touchstart']) addEventListener(name, start, { once: true, capture: true, passive: true });
for (const name of ['dragover', 'drop']) addEventListener(name, refuseDrop);
addEventListener(
  aliveEvent,
  () => {
    stopHolding();
    // React is still busy during the event.
    setTimeout(() => clickedButton?.isConnected && clickedButton.click());
  },
  { once: true },
);
// The page hides what only visitors need, until the app shows the account.
if (hasStoredSession()) {
  root.dataset.session = 'stored';
  start();
} else addEventListener('load', () => requestAnimationFrame(() => requestAnimationFrame(() => start())), { once: true });
