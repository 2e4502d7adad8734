import { describe, expect, test } from 'vitest';
import { languageTags } from '#shared/languages.ts';
import { contentOf, languageLinks, type PrerenderedPage, pageHtml, sitemapXml, withFirstScript } from './page-html.ts';

const template = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Vitrine</title>
    <meta name="description" content="old" />
    <link rel="icon" href="/favicon.svg" />
    <script src="/theme.js"></script>
    <script type="module" crossorigin src="/assets/index-1.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/base-1.js">
    <link rel="stylesheet" crossorigin href="/assets/index-1.css">
  </head>
  <body>
    <!-- The logo. -->
    <div id="root">
      <div class="opening"></div>
    </div>
    <p id="no-texts" hidden>Reload.</p>
  </body>
</html>
`;

const page: PrerenderedPage = {
  html: '<link rel="preload" as="image" href="/a.avif" fetchPriority="high"/><link rel="preload" as="image" href="/b.avif"/><!--$--><h1 style="outline:none">$1 & $&</h1><!--/$-->',
  title: 'Prices & more · Vitrine',
  description: 'All "prices" <here>',
  listedIn: 'all',
  texts: { app: { name: '</script><b>' } },
  structuredData: [{ '@type': 'Organization', name: '</script>' }],
};
const files = {
  boot: '/assets/boot-1.js',
  pageStyles: '/assets/page-1.css',
  styles: '/assets/index-1.css',
  main: '/assets/index-1.js',
  files: ['/assets/index-1.js', '/assets/base-1.js'],
  fonts: ['/f.woff2'],
  icon: '<svg><path d="M0 0"/></svg>\n',
};
const htmlOf = (changes: Partial<PrerenderedPage> = {}) =>
  pageHtml(template, { ...page, ...changes }, { language: 'de', path: '/pricing', files });

describe('the page that is not prerendered', () => {
  test('the page that is not prerendered cannot be built if index.html has no script of the app', () => {
    expect(() => withFirstScript('<head></head>', '/assets/first.js')).toThrow('0 times');
  });

  test('the page that is not prerendered shows the stored theme before it loads the app', () => {
    const html = withFirstScript('<head>\n    <script type="module" src="/assets/index-1.js"></script></head>', '/assets/first.js');
    expect(html).toBe(
      '<head>\n    <script src="/assets/first.js"></script>\n    <script type="module" src="/assets/index-1.js"></script></head>',
    );
  });
});

describe('the HTML of a prerendered page', () => {
  const html = htmlOf();

  test('a prerendered page has the language, the title and the description of the page, with escaped characters', () => {
    expect(html).toContain('<html lang="de">');
    expect(html).toContain('<title>Prices &amp; more · Vitrine</title>');
    expect(html).toContain('<meta name="description" content="All &quot;prices&quot; &lt;here&gt;" />');
  });

  test('a prerendered page contains the rendered elements without changes, but without the style attributes of Radix', () => {
    expect(html).toContain('<div id="root"><!--$--><h1>$1 & $&</h1><!--/$--></div>');
    expect(html).not.toContain('opening');
  });

  test('a prerendered page starts with the first script, and does not load the app itself', () => {
    expect(html).toContain(
      '<script src="/assets/boot-1.js" data-styles="/assets/index-1.css" data-main="/assets/index-1.js" data-files="/assets/index-1.js /assets/base-1.js"></script>',
    );
    expect(html).not.toMatch(/type="module"|modulepreload/);
  });

  test('a prerendered page keeps other scripts of index.html, such as the theme', () => {
    expect(html).toContain('<script src="/theme.js"></script>');
  });

  test('a prerendered page has only its own stylesheet, and requests it before all other files', () => {
    const [firstFile] = html.match(/<(?:link|script)[^>]*(?:href|src)=[^>]*>/) ?? [];
    expect(firstFile).toBe('<link rel="stylesheet" crossorigin href="/assets/page-1.css">');
    expect(html.match(/rel="stylesheet"/g)).toHaveLength(1);
  });

  test('a prerendered page preloads only the images that are visible without scrolling, and the fonts of the language', () => {
    expect(html.match(/<link rel="preload"[^>]*>/g)).toEqual([
      '<link rel="preload" as="image" href="/a.avif" fetchPriority="high"/>',
      '<link rel="preload" as="font" type="font/woff2" href="/f.woff2" crossorigin />',
    ]);
  });

  test('a prerendered page contains the texts as JSON, and no text can end the script element', () => {
    expect(html).toContain('<script type="application/json" id="texts">{"app":{"name":"\\u003c/script>\\u003cb>"}}</script>');
    expect(html).toContain('<script type="application/ld+json">{"@type":"Organization","name":"\\u003c/script>"}</script>');
  });

  test('a prerendered page contains links to the page in all languages, and its canonical URL in its own language', () => {
    expect(html).toContain('<link rel="canonical" href="%ORIGIN%/pricing?lang=de" />');
    expect(html.match(/hreflang="/g)).toHaveLength(languageTags.length + 1);
    expect(html).toContain('<link rel="alternate" hreflang="ja" href="%ORIGIN%/pricing?lang=ja" />');
  });

  test('a prerendered page contains its icon, except the home page, where search engines look for the URL of the icon', () => {
    expect(html).toContain('<link rel="icon" href="data:image/svg+xml,%3Csvg%3E%3Cpath%20d%3D%22M0%200%22%2F%3E%3C%2Fsvg%3E" />');
    const home = pageHtml(template, page, { language: 'de', path: '/', files });
    expect(home).toContain('<link rel="icon" href="/favicon.svg" />');
  });

  test('search engines do not list a private page', () => {
    const privateHtml = htmlOf({ listedIn: 'none' });
    expect(privateHtml).toContain('<meta name="robots" content="noindex" />');
    expect(privateHtml).not.toMatch(/canonical|hreflang|og:|ld\+json/);
  });

  test('a page that exists only in English has one URL', () => {
    const legalHtml = htmlOf({ listedIn: 'en' });
    expect(legalHtml).toContain('<link rel="canonical" href="%ORIGIN%/pricing" />');
    expect(legalHtml).not.toContain('hreflang');
  });

  test('a page cannot be prerendered if index.html does not have the expected elements', () => {
    expect(() => pageHtml(template.replace('<div id="root">', '<main>'), page, { language: 'de', path: '/', files })).toThrow('root');
  });
});

test.each([
  ['a style attribute', '<p style="color:red">'],
  ['an inline script', '<script>1</script>'],
  ['a part that was not prerendered', '<!--$!--><template></template>'],
])('a page with %s cannot be prerendered', (_, html) => {
  expect(() => contentOf({ html })).toThrow('A prerendered page contains');
});

test('the URLs of English and of the default language contain no language', () => {
  const links = languageLinks('/');
  expect(links).toContain('<link rel="alternate" hreflang="en" href="%ORIGIN%/" />');
  expect(links).toContain('<link rel="alternate" hreflang="x-default" href="%ORIGIN%/" />');
  expect(links).toContain('<link rel="alternate" hreflang="zh-Hant-TW" href="%ORIGIN%/?lang=zh-Hant-TW" />');
});

test('the sitemap lists each public page in each language, and the other pages once', () => {
  const xml = sitemapXml(['/', '/pricing'], ['/terms']);
  expect(xml.match(/<loc>/g)).toHaveLength(2 * languageTags.length + 1);
  expect(xml).toContain('<loc>%ORIGIN%/pricing?lang=fil</loc>');
  expect(xml).toContain('<loc>%ORIGIN%/terms</loc>');
  expect(xml.match(/<xhtml:link/g)).toHaveLength(2 * languageTags.length * (languageTags.length + 1));
});
