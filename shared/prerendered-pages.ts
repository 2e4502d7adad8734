/**
 * The pages that the build prerenders, one file for each language. For all other paths, the server sends an empty page, and the browser
 * renders the content.
 */

/** Pages for visitors. Search engines list them in each language. */
export const publicPaths = [
  '/',
  '/pricing',
  '/marketplaces',
  '/check',
  '/verify',
  '/image-to-video',
  '/batch-image-to-video',
  '/batch-image-to-image',
  '/auto-image-pipeline',
  '/photoroom-test',
] as const;

/** Pages whose own texts exist only in English. The header and the footer are in the language of the visitor. */
export const englishPaths = ['/terms', '/privacy', '/refunds'] as const;

/**
 * Pages that search engines do not list. The build prerenders the history and the account in the state in which the session is still
 * loading.
 */
export const unlistedPaths = ['/history', '/account', '/sign-in'] as const;

export type PrerenderedPath = (typeof publicPaths)[number] | (typeof englishPaths)[number] | (typeof unlistedPaths)[number];
// This code uses no spread, because it also runs in a CloudFront Function, which does not support spreads.
export const prerenderedPaths: readonly PrerenderedPath[] = ([] as PrerenderedPath[]).concat(publicPaths, englishPaths, unlistedPaths);

/** Returns the file of a page, below the folder of the prerendered pages. */
export const prerenderedFile = (language: string, path: string): string => `${language}/${path === '/' ? 'home' : path.slice(1)}.html`;

/**
 * A placeholder for the web origin of the site, which the build does not know. The deployment replaces it (infra/constructs/site-files.ts).
 */
export const originMark = '%ORIGIN%';
