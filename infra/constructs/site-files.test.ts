import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { prepareSite, withOrigin } from './site-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'site-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writeSite(name: string, files: Record<string, string>): string {
  const site = join(folder, name);
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(site, file)), { recursive: true });
    writeFileSync(join(site, file), content);
  }
  return site;
}

const files = {
  'index.html': '<p>',
  'robots.txt': 'User-agent: *\nSitemap: %ORIGIN%/sitemap.xml\n',
  'assets/a-1.js': '',
  'samples/a.avif': '',
  'locales/en/common.json': '{}',
  '_pages/en/home.html': '<head>\n<link rel="canonical" href="%ORIGIN%/" />\n</head>',
  '_pages/de/home.html': '<head>\n</head>',
};
const site = writeSite('site', files);

test('the origin is inserted into the pages and the files for search engines', () => {
  const { pages, rootFiles } = prepareSite(site, join(folder, 'known'), 'https://vitrine.example');
  expect(readFileSync(join(pages, 'en/home.html'), 'utf8')).toContain('href="https://vitrine.example/"');
  expect(readFileSync(join(rootFiles, 'robots.txt'), 'utf8')).toContain('Sitemap: https://vitrine.example/sitemap.xml');
  expect(readdirSync(rootFiles).sort()).toEqual(['index.html', 'robots.txt']);
});

test('lines with an origin are removed if the origin is unknown', () => {
  const { pages, rootFiles } = prepareSite(site, join(folder, 'unknown'), undefined);
  expect(readFileSync(join(pages, 'en/home.html'), 'utf8')).toBe('<head>\n</head>');
  expect(readFileSync(join(rootFiles, 'robots.txt'), 'utf8')).toBe('User-agent: *\n');
  expect(withOrigin('a\n%ORIGIN%\nb', undefined)).toBe('a\nb');
});

test('the folder of the pages in the bucket gets a new name only if a page changes', () => {
  const folderOf = (changed: Record<string, string>, name: string, origin = 'https://a.example') =>
    prepareSite(writeSite(name, { ...files, ...changed }), join(folder, `${name}-prepared`), origin).pagesFolder;
  const first = folderOf({}, 'first');
  expect(first).toMatch(/^_pages\/[0-9a-f]{12}$/);
  expect(folderOf({ 'robots.txt': 'x', 'assets/b-2.js': '' }, 'second')).toBe(first);
  expect(folderOf({ '_pages/de/home.html': '<p>' }, 'third')).not.toBe(first);
  expect(folderOf({}, 'fourth', 'https://b.example')).not.toBe(first);
});

test('files of an earlier synthesis are removed', () => {
  const target = join(folder, 'again');
  prepareSite(writeSite('old', { ...files, 'old.txt': '' }), target, undefined);
  prepareSite(site, target, undefined);
  expect(existsSync(join(target, 'rootFiles/old.txt'))).toBe(false);
});
