/** Tests the HTML files that the build has prerendered, for each page and each language. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Language, languageTags } from '#shared/languages.ts';
import { englishPaths, type PrerenderedPath, prerenderedFile, prerenderedPaths, publicPaths } from '#shared/prerendered-pages.ts';
import { createTranslator, readTexts } from '#tests/fixtures/texts.ts';
import { buildWeb } from './web.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const site = join(root, 'web/dist');

const headlines: Record<PrerenderedPath, string> = {
  '/': 'landing.headline',
  '/pricing': 'pricing.headline',
  '/marketplaces': 'marketplaces.headline',
  '/check': 'check.headline',
  '/verify': 'verify.headline',
  '/image-to-video': 'single.title',
  '/batch-image-to-video': 'video.title',
  '/batch-image-to-image': 'image.title',
  '/auto-image-pipeline': 'pipeline.title',
  '/photoroom-test': 'photo_edit.title',
  '/terms': 'Terms of service',
  '/privacy': 'Privacy',
  '/refunds': 'Refunds',
  '/history': 'history.title',
  '/account': 'account.title',
  '/sign-in': 'auth.sign_in_title',
};
/** A text at the end of each page for visitors. A page does not contain this text while it is loading. */
const lastTexts: Partial<Record<PrerenderedPath, string>> = {
  '/': 'landing.closing_title',
  '/pricing': 'pricing.included.history',
  '/marketplaces': 'marketplaces.place.listing-image',
  '/check': 'finish.button',
  '/image-to-video': 'single.styles',
  '/batch-image-to-video': 'batch.clear_all',
  '/batch-image-to-image': 'batch.clear_all',
  '/auto-image-pipeline': 'pipeline.start',
  '/photoroom-test': 'photo_edit.notes.title',
};

// If the sources have not changed, this call keeps the earlier build.
beforeAll(() => buildWeb(root, 'local'));

const read = (language: Language, path: PrerenderedPath) => readFileSync(join(site, '_pages', prerenderedFile(language, path)), 'utf8');
const decode = (html: string) =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&');
const textOf = (html: string) =>
  decode(
    html
      .replace(/<!--.*?-->/g, '')
      .replace(/<(script|style)\b.*?<\/\1>/gs, '')
      .replace(/<[^>]*>/g, '\n'),
  );
const attributes = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, value = '']) => value);

describe.each(languageTags)('in %s', (language) => {
  const translate = createTranslator(language);
  const isKey = (name: string) => /^[a-z_]+\./.test(name);

  test.each(prerenderedPaths)('the page %s is complete, in this language, and small', (path) => {
    const html = read(language, path);
    const text = textOf(html);
    expect(html).toContain(`<html lang="${language}">`);
    const title = decode(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '');
    expect(title).toMatch(/\S · Vitrine$/);
    const headline = headlines[path];
    expect(text).toContain(isKey(headline) ? translate(headline) : headline);
    expect(html.match(/<h1\b/g)).toHaveLength(1);
    const lastText = lastTexts[path];
    if (lastText) expect(text).toContain(translate(lastText));
    // The frame of the page consists of the header with the sign-in buttons and the footer with the legal pages.
    for (const key of ['auth.login', 'auth.start_free', 'legal.terms', 'legal.privacy', 'legal.refunds', 'footer.description'])
      expect(text).toContain(translate(key));
    // A host such as pricing.example.com looks like a key of the texts, so the pattern excludes hosts.
    expect(text).not.toMatch(
      /\{\{|\b(landing|pricing|marketplaces|nav|auth|batch|video|image|single|pipeline|photo_edit|app)\.[a-z_]+\b(?!\.com\b)/,
    );
    expect(gzipSync(html).length).toBeLessThan(18_000);
  });

  test.each(prerenderedPaths)('the page %s satisfies the content security policy, and all its files exist', (path) => {
    const html = read(language, path);
    expect(html).not.toMatch(/ style="| on[a-z]+="|javascript:/);
    for (const [, tag = ''] of html.matchAll(/<script([^>]*)>/g)) expect(tag).toMatch(/ src="\/| type="application\/(ld\+)?json"/);
    const [styles = ''] = attributes(html, /<link rel="stylesheet"[^>]* href="([^"]+)"/g);
    expect(gzipSync(readFileSync(join(site, styles))).length).toBeLessThan(13_000);
    const fileNames = [
      ...attributes(html, /data-styles="([^"]+)"/g),
      ...attributes(html, /(?:src|href)="(\/(?:assets|samples)\/[^"]+)"/g),
      ...attributes(html, /data-files="([^"]+)"/g).flatMap((list) => list.split(' ')),
      ...attributes(html, /srcset="([^"]+)"/gi).flatMap((list) => list.split(', ').map((one) => one.split(' ')[0] ?? '')),
    ];
    expect(fileNames.length).toBeGreaterThan(5);
    expect(fileNames.filter((file) => !existsSync(join(site, file)))).toEqual([]);
  });

  test.each(prerenderedPaths)('the page %s contains its texts, and these texts are equal to the texts in the language file', (path) => {
    const textsInPage = JSON.parse(
      /<script type="application\/json" id="texts">(.*?)<\/script>/s.exec(read(language, path))?.[1] ?? '',
    ) as object;
    expect(readTexts(language)).toMatchObject(textsInPage);
    expect(JSON.stringify(textsInPage).length).toBeLessThan(JSON.stringify(readTexts(language)).length / 3);
  });

  test.each(publicPaths)('search engines and link previews get the description, the links and the structured data of %s', (path) => {
    const html = read(language, path);
    const description = decode(/<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? '');
    expect(description.length).toBeGreaterThan(10);
    expect(description).not.toContain('{{');
    const address = `%ORIGIN%${path}${language === 'en' ? '' : `?lang=${language}`}`;
    expect(attributes(html, /<link rel="canonical" href="([^"]*)"/g)).toEqual([address]);
    expect(attributes(html, /hreflang="([^"]*)"/g)).toEqual([...languageTags, 'x-default']);
    for (const [name, content] of [
      ['og:url', address],
      ['og:image', '%ORIGIN%/samples/hero.jpg'],
      ['og:description', description],
    ])
      expect(decode(html)).toContain(`<meta property="${name}" content="${content}" />`);
    const facts = attributes(html, /<script type="application\/ld\+json">(.*?)<\/script>/gs).map((json) => JSON.parse(json));
    expect(facts.map((one) => one['@type'])).toEqual([
      'Organization',
      ...(path === '/' || path === '/pricing' ? ['Product'] : []),
      ...(path === '/' ? ['FAQPage'] : []),
    ]);
  });

  test('without JavaScript, the landing page contains all sections, all answers, and buttons to the sign-in page', () => {
    const html = read(language, '/');
    const text = textOf(html);
    for (const key of ['value_title', 'how_title', 'tools_title', 'prices_title', 'trust_title', 'faq_title', 'closing_title'])
      expect(text).toContain(translate(`landing.${key}`));
    const faq = JSON.parse(attributes(html, /<script type="application\/ld\+json">(.*?FAQPage.*?)<\/script>/g)[0] ?? '{}');
    expect(faq.mainEntity).toHaveLength(html.match(/<details\b/g)?.length ?? 0);
    for (const { name, acceptedAnswer } of faq.mainEntity) for (const part of [name, acceptedAnswer.text]) expect(text).toContain(part);
    expect(html.match(/<form [^>]*action="\/sign-in"[^>]*><button type="submit"/g)?.length).toBeGreaterThanOrEqual(3);
  });
});

test('search engines list the public pages and the legal pages only', () => {
  for (const path of prerenderedPaths) {
    const isListed = [...publicPaths, ...englishPaths].some((one) => one === path);
    expect([path, read('en', path).includes('noindex')]).toEqual([path, !isListed]);
  }
  const sitemap = readFileSync(join(site, 'sitemap.xml'), 'utf8');
  expect(attributes(sitemap, /<loc>([^<]*)<\/loc>/g)).toHaveLength(publicPaths.length * languageTags.length + englishPaths.length);
  expect(readFileSync(join(site, 'robots.txt'), 'utf8')).toContain('Sitemap: %ORIGIN%/sitemap.xml');
});

test('the list of files that Vite writes is not part of the site', () => {
  expect(existsSync(join(site, '.vite'))).toBe(false);
});
