import { type ReactNode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { preloadPhotos } from '#web/features/landing/preload-photos.ts';
import { firstAction, prerenderedTextsId } from '#web/lib/first-use.ts';
import type { Translations } from '#web/lib/i18n/backend.ts';
import { detectLanguage } from '#web/lib/i18n/page-language.ts';
import { storeLanguage } from '#web/lib/i18n/stored-language.ts';
import { chooseLanguage, loadAllTexts, setI18nLoader, startPrerenderedTexts } from '#web/lib/i18n/texts.ts';
import { loadWaitingParts } from '#web/lib/lazy-part.tsx';
import { BrowserRouter } from '#web/lib/router.tsx';
import { onSignOut, startSession } from '#web/lib/session/session.ts';
import { hasStoredSession } from '#web/lib/session/stored-session.ts';
import { applyTheme } from '#web/lib/theme.ts';
import './app/app.css';
import { languageMenu } from './app/header.tsx';
import { findPage } from './app/pages.tsx';
import { paths } from './app/paths.ts';
import { Root } from './app/root.tsx';

// Without this setting, zod calls `new Function` when it loads. The content security policy blocks this call.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

/** Maximum time that a tool waits for its texts. */
const textsWaitMsMax = 2_000;

const path = window.location.pathname.replace(/(.)\/+$/, '$1');
const page = findPage(path);
const loadI18n = () => import('#web/lib/i18n/i18n.ts');

onSignOut(async (userId) => {
  (await import('#web/lib/upload-keys.ts')).removeUploadKeys();
  await (await import('#web/lib/drafts/draft.ts')).removeDrafts(userId);
});
applyTheme();
startSession();
/** Renders a page that is not prerendered. */
async function renderPage(container: HTMLElement): Promise<void> {
  if (path === paths.home) preloadPhotos();
  // If the load fails, the first render of the page loads the file again.
  else page?.load().catch(() => undefined);
  // If no texts can be loaded, the page can only show the message in index.html.
  const showFailure = () => document.getElementById('no-texts')?.removeAttribute('hidden');
  const { startI18n } = await loadI18n().catch((error: unknown) => {
    showFailure();
    throw error;
  });
  startI18n(showFailure);
  createRoot(container).render(<Root inRouter={(app: ReactNode) => <BrowserRouter>{app}</BrowserRouter>} />);
}

/**
 * Connects the app to the prerendered elements. The file of the page is loaded first. Otherwise, React would replace the elements with a
 * loading state.
 */
async function takeOverPrerenderedPage(container: HTMLElement, texts: Translations): Promise<void> {
  const language = document.documentElement.lang;
  startPrerenderedTexts(language, texts);
  const wantedLanguage = detectLanguage();
  if (wantedLanguage === language) storeLanguage(language);
  const isSeller = hasStoredSession();
  // Tools and sellers soon need texts that the prerendered page does not show.
  const allTexts = page?.callsApi || isSeller ? loadAllTexts() : undefined;
  await Promise.allSettled([
    page?.load(),
    languageMenu.load(),
    allTexts && Promise.race([allTexts, new Promise((resolve) => setTimeout(resolve, textsWaitMsMax))]),
    // These files must already be loaded. Otherwise, React would hide the parts for a moment when the session changes.
    allTexts && loadWaitingParts(path),
  ]);
  // A transition divides the work into short tasks.
  startTransition(
    () => void hydrateRoot(container, <Root inRouter={(app: ReactNode) => <BrowserRouter isPrerendered>{app}</BrowserRouter>} />),
  );
  // If the load fails, the part that needs the texts repeats it.
  void firstAction.then(() => loadAllTexts().catch(() => undefined));
  // The prerendered page has another language if the CDN did not know the user's language, for example because the browser refuses cookies.
  if (wantedLanguage !== language)
    chooseLanguage(wantedLanguage).catch((error: unknown) => console.info('the language could not be loaded', error));
}

/**
 * Waits for the end of the HTML, because the texts are at its end. The first script can start the app while the browser still parses the
 * page.
 */
async function waitUntilParsed(): Promise<void> {
  if (document.readyState !== 'loading') return;
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
}

async function startApp(): Promise<void> {
  await waitUntilParsed();
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  const prerenderedTexts = document.getElementById(prerenderedTextsId)?.textContent;
  if (prerenderedTexts) await takeOverPrerenderedPage(root, JSON.parse(prerenderedTexts) as Translations);
  else await renderPage(root);
}

setI18nLoader(loadI18n);
void startApp();
