/**
 * Draws the pages of the site as HTML, in each language (docs/decisions/025-draw-public-pages-in-the-build.md). This file also runs as a
 * separate process, because React needs another environment.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build as runEsbuild } from 'esbuild';
import { build as runVite } from 'vite';
import { type DrawnPath, drawnFile, drawnPaths, englishPaths, originMark, publicPaths } from '#shared/drawn-pages.ts';
import { languageTags } from '#shared/languages.ts';
import { fontsIn, fontsOf } from './page-fonts.ts';
import { type DrawnPage, pageHtml, sitemapXml, withFirstScript } from './page-html.ts';

/** The folder of the drawn pages inside the site. */
export const pagesFolder = '_pages';

/** The modules that each page needs in addition to the app. The build writes each module to its own file. */
const modulesOf: Record<DrawnPath, string[]> = {
  '/': [],
  '/pricing': ['features/pricing/pricing-page.tsx'],
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
const pagesWithoutQueries: readonly DrawnPath[] = ['/', '/pricing', '/sign-in', ...englishPaths];

type Manifest = Record<string, { file: string; imports?: string[] }>;
type Draw = {
  startDrawing(): Promise<void>;
  drawPage(language: string, path: DrawnPath, texts: object): Promise<DrawnPage>;
};

const run = promisify(execFile);

/** Draws all pages of a site that Vite has built. @param site the folder of the site, with the manifest of Vite */
export async function drawPages(root: string, site: string): Promise<void> {
  try {
    await run(process.execPath, [import.meta.filename, root, site], { env: { ...process.env, NODE_ENV: 'production' } });
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string };
    throw new Error(`The pages could not be drawn:\n${stdout}${stderr}`, { cause });
  }
}

async function drawAll(root: string, site: string): Promise<void> {
  const template = readFileSync(join(site, 'index.html'), 'utf8');
  const manifestFile = join(site, '.vite/manifest.json');
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest;
  const boot = await buildScript(root, site, 'boot');
  const fonts = fontsIn(readFileSync(join(root, 'web/src/app/fonts.css'), 'utf8'));
  const { startDrawing, drawPage } = await loadDraw(root);
  await startDrawing();
  for (const language of languageTags) {
    const texts = JSON.parse(readFileSync(join(root, `locales/${language}/common.json`), 'utf8')) as object;
    for (const path of drawnPaths) {
      const page = await drawPage(language, path, texts);
      const pageFonts = fontsOf(page.html, fonts).map((name) => assetNamed(site, name));
      const { main, files } = scriptsOf(path, manifest);
      const file = join(site, pagesFolder, drawnFile(language, path));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, pageHtml(template, page, { language, path, files: { boot, main, files, fonts: pageFonts } }));
    }
  }
  writeFileSync(join(site, 'index.html'), withFirstScript(template, await buildScript(root, site, 'first-theme')));
  writeFileSync(join(site, 'sitemap.xml'), sitemapXml(publicPaths, englishPaths));
  writeFileSync(join(site, 'robots.txt'), `User-agent: *\nAllow: /\nSitemap: ${originMark}/sitemap.xml\n`);
  rmSync(dirname(manifestFile), { recursive: true });
}

/** Builds web/src/draw.tsx for Node. */
async function loadDraw(root: string): Promise<Draw> {
  // The output folder is inside the repository, so that Node finds the packages.
  mkdirSync(join(root, '.build'), { recursive: true });
  const outDir = mkdtempSync(join(root, '.build/draw-'));
  try {
    await runVite({
      configFile: false,
      root: join(root, 'web'),
      publicDir: false,
      envDir: false,
      logLevel: 'warn',
      build: { ssr: 'src/draw.tsx', outDir, assetsInlineLimit: 0, minify: false },
    });
    return (await import(pathToFileURL(join(outDir, 'draw.js')).href)) as Draw;
  } finally {
    process.once('exit', () => rmSync(outDir, { recursive: true, force: true }));
  }
}

/**
 * Builds a script from web/src that is the first script of a page. The script is not a module, because the script must run before the
 * first paint.
 * @returns the address of the script
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
  if (!script) throw new Error(`esbuild has built no script ${name}`);
  writeFileSync(script.path, script.contents);
  return script.path.slice(site.length);
}

/** Returns the addresses of the script of the app, and of all scripts that this page needs. */
function scriptsOf(path: DrawnPath, manifest: Manifest): { main: string; files: string[] } {
  const found = new Set<string>();
  const add = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`Vite has built no file for ${key}`);
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
if (import.meta.main && root && site) await drawAll(root, site);
