/** Prepares the files of the built site for a deployment: inserts the origin, and separates the prerendered pages from the other files. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { originMark } from '#shared/prerendered-pages.ts';

/** The folder of the prerendered pages in the built site and in the bucket. */
export const pagesFolder = '_pages';
/** Files that contain the origin and are not prerendered pages. */
const filesWithOrigin = ['robots.txt', 'sitemap.xml'];

export type SiteFiles = {
  /** The folder of the prerendered pages. */
  pages: string;
  /** The folder of these pages in the bucket. Its name is computed from the content, so a deployment never changes an existing page. */
  pagesFolder: string;
  /** The folder of the files at the root of the site. */
  rootFiles: string;
};

/**
 * Inserts the origin. If the origin is unknown, removes the lines that contain it. These lines are canonical URLs and facts for search
 * engines.
 */
export const withOrigin = (text: string, origin: string | undefined): string =>
  origin === undefined
    ? text
        .split('\n')
        .filter((line) => !line.includes(originMark))
        .join('\n')
    : text.replaceAll(originMark, () => origin);

/**
 * @param site the folder of the built site
 * @param folder the folder for the prepared files
 */
export function prepareSite(site: string, folder: string, origin: string | undefined): SiteFiles {
  rmSync(folder, { recursive: true, force: true });
  const [pages, rootFiles] = [join(folder, 'pages'), join(folder, 'rootFiles')];
  mkdirSync(pages, { recursive: true });
  const hash = createHash('sha256');
  for (const file of filesBelow(join(site, pagesFolder))) {
    const html = withOrigin(readFileSync(join(site, pagesFolder, file), 'utf8'), origin);
    hash.update(`${file}\0${html}\0`);
    mkdirSync(dirname(join(pages, file)), { recursive: true });
    writeFileSync(join(pages, file), html);
  }
  cpSync(site, rootFiles, { recursive: true, filter: (path) => !separateFolders.some((name) => path === join(site, name)) });
  for (const name of filesWithOrigin.filter((one) => existsSync(join(rootFiles, one))))
    writeFileSync(join(rootFiles, name), withOrigin(readFileSync(join(rootFiles, name), 'utf8'), origin));
  return { pages, pagesFolder: `${pagesFolder}/${hash.digest('hex').slice(0, 12)}`, rootFiles };
}

const separateFolders = ['assets', 'samples', 'locales', pagesFolder];

const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .sort()
    : [];
