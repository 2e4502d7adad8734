/** Makes the HTML of a prerendered page from the index.html that Vite has built. */

import { type Language, languageTags } from '#shared/languages.ts';
import { originMark } from '#shared/prerendered-pages.ts';

/** The result of web/src/prerender.tsx for one page. */
export type PrerenderedPage = {
  html: string;
  title: string;
  description: string;
  listedIn: 'all' | 'en' | 'none';
  texts: object;
  structuredData: object[];
};

export type PageFiles = {
  /** The first script of a prerendered page. */
  boot: string;
  /** The stylesheet of the page, and the stylesheet of the whole app. */
  pageStyles: string;
  styles: string;
  /** The script of the app, and the other scripts that the page needs. */
  main: string;
  files: readonly string[];
  /** Fonts that the page needs in addition to the fonts in index.html. */
  fonts: readonly string[];
  /** The SVG of the icon in the tab. */
  icon: string;
};

const sharePicture = { path: '/samples/hero.jpg', width: 1200, height: 630 };

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A text in the JSON of a script element must not end this element. */
const jsonInScript = (value: object): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/**
 * Returns the URL of a page in a language. The URL for English contains no language. It is also the default URL that search engines use for
 * languages without a page.
 */
export const addressIn = (language: Language, path: string): string =>
  `${originMark}${path}${language === 'en' ? '' : `?lang=${language}`}`;

/** Returns the link elements to the page in all languages. These elements need absolute URLs. */
export const languageLinks = (path: string): string[] => [
  ...languageTags.map((language) => `<link rel="alternate" hreflang="${language}" href="${addressIn(language, path)}" />`),
  `<link rel="alternate" hreflang="x-default" href="${addressIn('en', path)}" />`,
];

/**
 * Style attributes of Radix. The content security policy refuses style attributes. These attributes have no visible effect before the app
 * starts.
 */
const radixStyles = / style="(outline:none|animation-duration:0s)"/g;
/** React preloads every image that is not lazy. But only the images that are visible without scrolling need a preload. */
const imagePreload = /<link rel="preload" as="image"[^>]*\/>/g;

/**
 * Returns the content without preloads, and the preloads of the images that are visible without scrolling.
 * @throws if the content has a part that the page must not contain.
 */
export function contentOf({ html }: Pick<PrerenderedPage, 'html'>): { content: string; preloads: string[] } {
  const content = html.replace(imagePreload, '').replace(radixStyles, '');
  const forbidden = / style="[^"]*"|<script\b|<template\b|<!--\$[!?]-->/.exec(content);
  if (forbidden) throw new Error(`A prerendered page contains ${forbidden[0]}`);
  return { content, preloads: (html.match(imagePreload) ?? []).filter((link) => link.includes('fetchPriority="high"')) };
}

/**
 * Replaces the text that matches the pattern.
 * @throws if the pattern does not match exactly once.
 */
function replaceOnce(html: string, pattern: RegExp, text: string): string {
  const matches = html.match(new RegExp(pattern, `${pattern.flags}g`))?.length ?? 0;
  if (matches !== 1) throw new Error(`index.html contains ${pattern} ${matches} times`);
  return html.replace(pattern, () => text);
}

/**
 * Returns the elements for search engines and link previews. If the origin is unknown, the deployment removes the lines that contain it.
 */
function metaElements(language: Language, path: string, { title, description, listedIn, structuredData }: PrerenderedPage): string[] {
  if (listedIn === 'none') return ['<meta name="robots" content="noindex" />'];
  const address = addressIn(listedIn === 'en' ? 'en' : language, path);
  const { path: picturePath, width, height } = sharePicture;
  const properties = {
    'og:type': 'website',
    'og:site_name': 'Vitrine',
    'og:locale': language.replaceAll('-', '_'),
    'og:title': title,
    'og:description': description,
    'og:url': address,
    'og:image': originMark + picturePath,
    'og:image:width': String(width),
    'og:image:height': String(height),
  };
  return [
    `<link rel="canonical" href="${address}" />`,
    ...(listedIn === 'all' ? languageLinks(path) : []),
    ...Object.entries(properties).map(([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}" />`),
    '<meta name="twitter:card" content="summary_large_image" />',
    ...structuredData.map((facts) => `<script type="application/ld+json">${jsonInScript(facts)}</script>`),
  ];
}

/**
 * Puts the icon into the HTML, so that its request does not delay the files that the first paint needs. Search engines read the icon from
 * the home page (https://developers.google.com/search/docs/appearance/favicon-in-search), so only the home page keeps the URL.
 */
const withIcon = (html: string, path: string, svg: string): string =>
  path === '/' ? html : replaceOnce(html, /(?<=<link rel="icon"[^>]* href=")[^"]*/, `data:image/svg+xml,${encodeURIComponent(svg.trim())}`);

export function pageHtml(
  template: string,
  page: PrerenderedPage,
  { language, path, files }: { language: Language; path: string; files: PageFiles },
): string {
  const { content, preloads } = contentOf(page);
  const boot = `<script src="${files.boot}" data-styles="${files.styles}" data-main="${files.main}" data-files="${files.files.join(' ')}"></script>`;
  const fonts = files.fonts.map((font) => `<link rel="preload" as="font" type="font/woff2" href="${font}" crossorigin />`);
  const html = [
    // The first script loads the app after the first paint. So the files of the app do not delay this paint.
    [/[ \t]*<script type="module"[^>]*><\/script>\n/, ''],
    [/<html lang="en">/, `<html lang="${language}">`],
    [/<title>[^<]*<\/title>/, [`<title>${escapeHtml(page.title)}</title>`, ...preloads].join('\n    ')],
    [/<meta name="description"[^>]*\/>/, `<meta name="description" content="${escapeHtml(page.description)}" />`],
    [/[ \t]*<\/head>/, `${[...fonts, boot, ...metaElements(language, path, page)].map((line) => `    ${line}\n`).join('')}  </head>`],
    [/<div id="root">[\s\S]*<\/div>(?=\s*<p id="no-texts")/, `<div id="root">${content}</div>`],
    [/[ \t]*<p id="no-texts"[\s\S]*?<\/p>/, `    <script type="application/json" id="texts">${jsonInScript(page.texts)}</script>`],
  ].reduce((changed, [pattern, text]) => replaceOnce(changed, pattern as RegExp, text as string), template);
  const readable = html.replace(/[ \t]*<link rel="modulepreload"[^>]*>\n/g, '').replace(/[ \t]*<!--(?!\/?[$&])[^>]*-->\n/g, '');
  return withStylesFirst(withIcon(readable, path, files.icon), files.pageStyles);
}

/**
 * Replaces the stylesheet of the app with the stylesheet of the page. This stylesheet is before all other files, because the first paint
 * waits for it. Also, the browser loads the first file with the existing connection.
 */
function withStylesFirst(html: string, pageStyles: string): string {
  const styles = /[ \t]*<link rel="stylesheet"[^>]*>\n/;
  const viewport = /[ \t]*<meta name="viewport"[^>]*>\n/;
  const link = `    <link rel="stylesheet" crossorigin href="${pageStyles}">\n`;
  return replaceOnce(replaceOnce(html, styles, ''), viewport, `${html.match(viewport)?.[0] ?? ''}${link}`);
}

/** Adds the script that shows the stored theme to the page that is not prerendered. */
export const withFirstScript = (template: string, script: string): string =>
  replaceOnce(template, /[ \t]*<script type="module"/, `    <script src="${script}"></script>\n    <script type="module"`);

/** Lists the public pages in all languages, and other pages in English (https://www.sitemaps.org). */
export function sitemapXml(publicPaths: readonly string[], englishPaths: readonly string[]): string {
  const entries = publicPaths.flatMap((path) =>
    languageTags.map((language) => {
      const alternates = [...languageTags, 'x-default' as const].map((other) => {
        const address = addressIn(other === 'x-default' ? 'en' : other, path);
        return `<xhtml:link rel="alternate" hreflang="${other}" href="${address}"/>`;
      });
      return `<url><loc>${addressIn(language, path)}</loc>${alternates.join('')}</url>`;
    }),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    ...englishPaths.map((path) => `<url><loc>${addressIn('en', path)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');
}
