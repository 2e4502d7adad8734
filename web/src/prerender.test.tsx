/**
 * Prerenders each page in the same way as the build, and then hydrates the elements with React. The test uses the development mode of
 * React, because only this mode reports different attributes.
 */
import { Window } from 'happy-dom';
import i18next from 'i18next';
import { act } from 'react';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type PrerenderedPath, prerenderedPaths } from '#shared/prerendered-pages.ts';
import german from '../../locales/de/common.json' with { type: 'json' };
import english from '../../locales/en/common.json' with { type: 'json' };
import { findPage } from './app/pages.tsx';
import { Root } from './app/root.tsx';
import { setPageLanguage } from './lib/i18n/page-language.ts';
import { BrowserRouter } from './lib/router.tsx';
import { prerenderPage, startPrerendering } from './prerender.tsx';

const texts = { en: english, de: german };
type Language = keyof typeof texts;
const languages = Object.keys(texts) as Language[];

/** React shows this warning because the test prerenders and renders the page in the same process. */
const isExpected = (error: string) => error.startsWith('Detected multiple renderers concurrently rendering the same context provider');

const prerenderedHtml = new Map<string, string>();
const htmlOf = (language: Language, path: PrerenderedPath) => prerenderedHtml.get(`${language} ${path}`) ?? '';

beforeAll(async () => {
  await startPrerendering();
  for (const language of languages)
    for (const path of prerenderedPaths)
      prerenderedHtml.set(`${language} ${path}`, (await prerenderPage(language, path, texts[language])).html);
});

describe('in a browser', () => {
  const page = new Window({ url: 'http://localhost/', width: 1280, height: 900 });
  const globals = [
    ...['document', 'navigator', 'location', 'history', 'HTMLElement', 'HTMLIFrameElement', 'Node', 'Element', 'Event', 'DocumentFragment'],
    ...['MutationObserver', 'ResizeObserver', 'IntersectionObserver', 'getComputedStyle', 'requestAnimationFrame', 'cancelAnimationFrame'],
  ];

  // The pages are prerendered before these globals exist, in the same way as in the build.
  beforeAll(() => {
    vi.stubGlobal('window', page);
    for (const name of globals) vi.stubGlobal(name, (page as unknown as Record<string, unknown>)[name]);
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
  });
  afterAll(() => vi.unstubAllGlobals());

  /** Returns the differences that React reports during the hydration. */
  async function differences(language: Language, path: PrerenderedPath, html: string): Promise<string[]> {
    const { hydrateRoot } = await import('react-dom/client');
    await i18next.changeLanguage(language);
    setPageLanguage(language);
    await findPage(path)?.load();
    page.history.replaceState(null, '', path);
    const container = document.createElement('div');
    document.body.append(container);
    container.innerHTML = html;
    const errors: string[] = [];
    const spy = vi.spyOn(console, 'error').mockImplementation((...message) => void errors.push(message.map(String).join(' ')));
    const root = await act(async () =>
      hydrateRoot(container, <Root inRouter={(app) => <BrowserRouter isPrerendered>{app}</BrowserRouter>} />, {
        onRecoverableError: (error) => void errors.push(String(error)),
      }),
    );
    await act(async () => root.unmount());
    spy.mockRestore();
    container.remove();
    return errors.filter((error) => !isExpected(error));
  }

  test.each(languages.flatMap((language) => prerenderedPaths.map((path) => [language, path] as const)))(
    'in %s, the hydration of %s reports no difference',
    async (language, path) => {
      expect(await differences(language, path, htmlOf(language, path))).toEqual([]);
    },
  );

  test.each([
    ['another text', (html: string) => html.replace('Prices', 'Price')],
    ['another attribute', (html: string) => html.replace('id="main"', 'id="other"')],
    ['a missing element', (html: string) => html.replace(/<caption.*?<\/caption>/, '')],
  ])('React reports a difference if the prerendered page has %s', async (_, change) => {
    const html = htmlOf('en', '/pricing');
    expect(change(html)).not.toBe(html);
    expect(await differences('en', '/pricing', change(html))).not.toEqual([]);
  });
});
