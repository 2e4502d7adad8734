/** Prerenders a page to HTML while the site is built (tools/build/prerender-pages.ts). Vite builds this file for Node. */
import i18next, { type ParseKeys } from 'i18next';
import { prerender } from 'react-dom/static';
import { initReactI18next } from 'react-i18next';
import { englishPaths, type PrerenderedPath, publicPaths } from '#shared/prerendered-pages.ts';
import { findPage } from './app/pages.tsx';
import { paths } from './app/paths.ts';
import { Root } from './app/root.tsx';
import { structuredData } from './app/structured-data.ts';
import { commonOptions } from './lib/i18n/i18n.ts';
import { setPageLanguage } from './lib/i18n/page-language.ts';
import { MemoryRouter } from './lib/router.tsx';

type Texts = { [name: string]: string | Texts };

export type PrerenderedPage = {
  /** The content of the element #root. */
  html: string;
  title: string;
  description: string;
  /** The languages in which search engines can list the page. */
  listedIn: 'all' | 'en' | 'none';
  /** The texts that the page needs until all texts are loaded. */
  texts: Texts;
  /** Facts for search engines (schema.org). Each path starts with `originMark`. */
  structuredData: object[];
};

/** Pages without a title and subtitle in app/pages.tsx. */
const leads: Record<string, { title: ParseKeys; text: ParseKeys }> = {
  [paths.home]: { title: 'landing.title', text: 'landing.lead' },
  [paths.pricing]: { title: 'pricing.title', text: 'pricing.subtitle' },
  [paths.marketplaces]: { title: 'marketplaces.title', text: 'marketplaces.subtitle' },
  [paths.check]: { title: 'check.title', text: 'check.subtitle' },
  [paths.verify]: { title: 'verify.title', text: 'verify.subtitle' },
  [paths.account]: { title: 'account.title', text: 'account.signed_out' },
  [paths.signIn]: { title: 'auth.sign_in_title', text: 'auth.sign_in_agree' },
  [paths.terms]: { title: 'legal.terms', text: 'legal.terms' },
  [paths.privacy]: { title: 'legal.privacy', text: 'legal.privacy' },
  [paths.refunds]: { title: 'legal.refunds', text: 'legal.refunds' },
};

/** Sections of the texts that every page may need before all texts are loaded, for example without a network. */
const commonSections = ['app', 'nav', 'common'];
const sectionsOf: Record<string, string[]> = { [paths.home]: ['landing', 'talk'] };
/** Single texts that every page may need before all texts are loaded. */
const commonKeys = ['auth.sign_in_unreachable'];

/** The method of i18next's store that finds a text. The types of i18next do not contain this method. */
type TextStore = { getResource(language: string, namespace: string, key: string, options: unknown): unknown };

/** The keys of all texts that were read since the last page. */
const usedKeys = new Set<string>();

export async function startPrerendering(): Promise<void> {
  await i18next.use(initReactI18next).init({ ...commonOptions, lng: 'en', resources: {}, initAsync: false });
  const store = i18next.services.resourceStore as unknown as TextStore;
  const getResource = store.getResource.bind(store);
  store.getResource = (language, namespace, key, options) => {
    const text = getResource(language, namespace, key, options);
    if (typeof text === 'string') usedKeys.add(key);
    return text;
  };
}

/** @throws if a part of the page cannot be prerendered. */
export async function prerenderPage(language: string, path: PrerenderedPath, allTexts: Texts): Promise<PrerenderedPage> {
  i18next.addResourceBundle(language, 'common', allTexts);
  await i18next.changeLanguage(language);
  setPageLanguage(language);
  const page = findPage(path);
  await page?.load();
  usedKeys.clear();
  const html = await prerenderRoot(path);
  const texts = textsOf(allTexts, [...usedKeys, ...commonKeys], [...commonSections, ...(sectionsOf[path] ?? [])]);
  const lead = page?.lead ?? leads[path];
  if (!lead) throw new Error(`There is no title for ${path}`);
  const includesPath = (list: readonly string[]) => list.includes(path);
  const listedIn = includesPath(publicPaths) ? 'all' : includesPath(englishPaths) ? 'en' : 'none';
  const title = i18next.t('app.title', { page: i18next.t(lead.title) });
  const description = i18next.t(lead.text);
  const facts = listedIn === 'none' ? [] : structuredData(i18next.t, path, description);
  return { html, title, description, listedIn, texts, structuredData: facts };
}

async function prerenderRoot(path: PrerenderedPath): Promise<string> {
  const errors: unknown[] = [];
  const { prelude } = await prerender(<Root inRouter={(app) => <MemoryRouter initialEntries={[path]}>{app}</MemoryRouter>} />, {
    onError: (error) => void errors.push(error),
    // With a size limit, React would write a large part at the end of the HTML and move it with an inline script.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  const html = await new Response(prelude).text();
  if (errors.length > 0) throw new Error(`The page ${path} could not be prerendered`, { cause: errors[0] });
  return html;
}

/** Returns the texts with these keys and the texts of these sections. */
function textsOf(all: Texts, keys: string[], sections: string[]): Texts {
  const selected: Texts = Object.fromEntries(sections.map((name) => [name, structuredClone(all[name] ?? {})]));
  for (const key of keys) {
    const names = key.split('.');
    const last = names.pop() as string;
    let source: Texts = all;
    let target = selected;
    for (const name of names) {
      source = source[name] as Texts;
      target[name] ??= {};
      target = target[name] as Texts;
    }
    target[last] = source[last] as string;
  }
  return selected;
}
