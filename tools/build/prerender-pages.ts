/**
 * Prerenders the pages of the site to HTML, in each language (docs/decisions/025-prerender-pages-in-the-build.md). React needs
 * `NODE_ENV=production`, so `prerenderPages` runs this file again in a separate process.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build as runEsbuild } from 'esbuild';
import { build as runVite } from 'vite';
import { languageTags } from '#shared/languages.ts';
import {
  englishPaths,
  originMark,
  type PrerenderedPath,
  prerenderedFile,
  prerenderedPaths,
  publicPaths,
} from '#shared/prerendered-pages.ts';
import { fontsNeededBy, parseFonts } from './page-fonts.ts';
import { type PrerenderedPage, pageHtml, sitemapXml, withFirstScript } from './page-html.ts';
import { pageStyles } from './page-styles.ts';

/** The folder of the prerendered pages inside the site. */
export const pagesFolder = '_pages';

/** The modules that each page needs in addition to the app. The build writes each module to a separate file. */
const modulesOf: Record<PrerenderedPath, string[]> = {
  '/': [],
  '/pricing': ['features/pricing/pricing-page.tsx'],
  '/marketplaces': ['features/marketplaces/marketplaces-page.tsx'],
  '/check': ['features/check/check-page.tsx'],
  '/verify': ['features/provenance/verify-page.tsx'],
  '/image-to-video': ['features/video/single-page.tsx'],
  '/batch-image-to-video': ['features/video/batch-page.tsx'],
  '/batch-image-to-image': ['features/image/batch-page.tsx'],
  '/auto-image-pipeline': ['features/pipeline/pipeline-page.tsx'],
  '/photoroom-test': ['features/photo-edit/photo-edit-page.tsx'],
  '/history': ['features/history/history-page.tsx'],
  '/account': ['features/auth/account-page.tsx'],
  '/sign-in': ['features/auth/sign-in-page.tsx'],
  '/terms': ['features/legal/legal-page.tsx'],
  '/privacy': ['features/legal/legal-page.tsx'],
  '/refunds': ['features/legal/legal-page.tsx'],
};
const modulesOfEveryPage = ['app/language-menu.tsx'];
const queriesModule = 'lib/with-queries.tsx';
const pagesWithoutQueries: readonly PrerenderedPath[] = [
  '/',
  '/pricing',
  '/marketplaces',
  '/check',
  '/verify',
  '/sign-in',
  ...englishPaths,
];

type Manifest = Record<string, { file: string; imports?: string[] }>;
type Prerenderer = {
  startPrerendering(): Promise<void>;
  prerenderPage(language: string, path: PrerenderedPath, texts: object): Promise<PrerenderedPage>;
};

const run = promisify(execFile);

/**
 * Prerenders all pages of a site that Vite has built.
 * @param site the folder of the site, with the manifest of Vite
 */
export async function prerenderPages(root: string, site: string): Promise<void> {
  try {
    await run(process.execPath, [import.meta.filename, root, site], { env: { ...process.env, NODE_ENV: 'production' } });
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string };
    throw new Error(`The pages could not be prerendered:\n${stdout}${stderr}`, { cause });
  }
}

async function prerenderAll(root: string, site: string): Promise<void> {
  const template = readFileSync(join(site, 'index.html'), 'utf8');
  const manifestFile = join(site, '.vite/manifest.json');
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest;
  const boot = await buildScript(root, site, 'boot');
  const styles = stylesheetOf(template);
  const stylesOf = pageStyles(readFileSync(join(site, styles), 'utf8'));
  const fonts = parseFonts(readFileSync(join(root, 'web/src/app/fonts.css'), 'utf8'));
  const icon = readFileSync(join(site, 'favicon.svg'), 'utf8');
  const { startPrerendering, prerenderPage } = await loadPrerenderer(root);
  await startPrerendering();
  for (const language of languageTags) {
    const texts = JSON.parse(readFileSync(join(root, `locales/${language}/common.json`), 'utf8')) as object;
    for (const path of prerenderedPaths) {
      const page = await prerenderPage(language, path, texts);
      const pageFonts = fontsNeededBy(page.html, fonts).map((name) => assetNamed(site, name));
      const { main, files } = scriptsOf(path, manifest);
      const ownStyles = writeStyles(site, stylesOf(template + page.html));
      const file = join(site, pagesFolder, prerenderedFile(language, path));
      mkdirSync(dirname(file), { recursive: true });
      const pageFiles = { boot, pageStyles: ownStyles, styles, main, files, fonts: pageFonts, icon };
      writeFileSync(file, pageHtml(template, page, { language, path, files: pageFiles }));
    }
  }
  writeFileSync(join(site, 'index.html'), withFirstScript(template, await buildScript(root, site, 'first-theme')));
  writeFileSync(join(site, 'sitemap.xml'), sitemapXml(publicPaths, englishPaths));
  writeFileSync(join(site, 'robots.txt'), `User-agent: *\nAllow: /\nSitemap: ${originMark}/sitemap.xml\n`);
  rmSync(dirname(manifestFile), { recursive: true });
}

/** Builds web/src/prerender.tsx for Node. */
async function loadPrerenderer(root: string): Promise<Prerenderer> {
  // Node finds the packages, because the output folder is inside the repository.
  mkdirSync(join(root, '.build'), { recursive: true });
  const outDir = mkdtempSync(join(root, '.build/prerender-'));
  try {
    await runVite({
      configFile: false,
      root: join(root, 'web'),
      publicDir: false,
      envDir: false,
      logLevel: 'warn',
      build: { ssr: 'src/prerender.tsx', outDir, assetsInlineLimit: 0, minify: false },
    });
    return (await import(pathToFileURL(join(outDir, 'prerender.js')).href)) as Prerenderer;
  } finally {
    process.once('exit', () => rmSync(outDir, { recursive: true, force: true }));
  }
}

/**
 * Builds the first script of a page from its source in web/src. The script is not a module, because a module would run after the first
 * paint.
 * @returns the URL of the script, without the origin
 */
async function buildScript(root: string, site: string, name: 'boot' | 'first-theme'): Promise<string> {
  const { outputFiles } = await runEsbuild({
    absWorkingDir: root,
    entryPoints: [`web/src/${name}.ts`],
    outdir: join(site, 'assets'),
    entryNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  });
  const [script] = outputFiles;
  if (!script) throw new Error(`esbuild did not build the script ${name}`);
  writeFileSync(script.path, script.contents);
  return script.path.slice(site.length);
}

/** Returns the URL of the stylesheet of the app, without the origin. */
function stylesheetOf(template: string): string {
  const [, url] = /<link rel="stylesheet"[^>]* href="([^"]+)"/.exec(template) ?? [];
  if (!url) throw new Error('index.html contains no stylesheet');
  return url;
}

/** Writes the stylesheet of a page. Pages with the same rules share a file. @returns the URL of the file, without the origin */
function writeStyles(site: string, styles: string): string {
  const hash = createHash('sha256').update(styles).digest('base64url').slice(0, 8);
  const url = `/assets/page-${hash}.css`;
  writeFileSync(join(site, url), styles);
  return url;
}

/** Returns the URL of the app script and the URLs of all scripts that this page needs, without the origin. */
function scriptsOf(path: PrerenderedPath, manifest: Manifest): { main: string; files: string[] } {
  const found = new Set<string>();
  const add = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`Vite did not build a file for ${key}`);
    if (found.has(`/${chunk.file}`)) return;
    found.add(`/${chunk.file}`);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  add('index.html');
  const queries = pagesWithoutQueries.includes(path) ? [] : [queriesModule];
  for (const module of [...modulesOfEveryPage, ...modulesOf[path], ...queries]) add(`src/${module}`);
  const files = [...found];
  return { main: files[0] as string, files };
}

function assetNamed(site: string, name: string): string {
  const file = readdirSync(join(site, 'assets')).find((one) => new RegExp(`^${name}-[\\w-]{8}\\.woff2$`).test(one));
  if (!file) throw new Error(`There is no font ${name}`);
  return `/assets/${file}`;
}

const [, , root, site] = process.argv;
if (import.meta.main && root && site) await prerenderAll(root, site);
