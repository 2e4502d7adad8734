/**
 * The pages that the build prerenders, with one file for each language. For every other path, the server sends an empty page, and the
 * browser renders the content.
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

/** Pages whose own texts are only in English. The header and the footer are in the language of the visitor. */
export const englishPaths = ['/terms', '/privacy', '/refunds'] as const;

/**
 * Pages that search engines do not list. For the history and the account, the prerendered file shows the page while the session is still
 * loading.
 */
export const unlistedPaths = ['/history', '/account', '/sign-in'] as const;

export type PrerenderedPath = (typeof publicPaths)[number] | (typeof englishPaths)[number] | (typeof unlistedPaths)[number];
// This code uses no spread, because it also runs in a CloudFront Function. A CloudFront Function does not support spreads.
export const prerenderedPaths: readonly PrerenderedPath[] = ([] as PrerenderedPath[]).concat(publicPaths, englishPaths, unlistedPaths);

/** Returns the path of the file of a page in the folder of the prerendered pages. */
export const prerenderedFile = (language: string, path: string): string => `${language}/${path === '/' ? 'home' : path.slice(1)}.html`;

/**
 * A placeholder for the web origin of the site. The build does not know the web origin, so the deployment replaces the placeholder
 * (infra/constructs/site-files.ts).
 */
export const originMark = '%ORIGIN%';
