/** Builds the code of the CloudFront Function that chooses the file of a page (infra/edge/page-request.ts). */
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** The folders and root files of the site. All other paths are pages. A test compares these lists with the sources (web-stack.test.ts). */
export const siteFolders = ['assets', 'locales', 'no-outage', 'samples'];
export const siteRootFiles = ['config.json', 'favicon-done.svg', 'favicon.svg', 'index.html', 'robots.txt', 'sitemap.xml'];

/** Maximum size of a function in CloudFront. */
export const functionBytesMax = 10_240;

/** Language features that the runtime does not support, and that esbuild can replace. */
const unsupported = [
  'object-extensions',
  'object-rest-spread',
  'array-spread',
  'destructuring',
  'optional-chain',
  'nullish-coalescing',
  'for-of',
];

/**
 * @param pagesFolder the folder of the prerendered pages in the bucket
 * @throws if the code is larger than CloudFront accepts
 */
export function pageFunctionCode(pagesFolder: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL('../edge/page-request.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2018',
    supported: Object.fromEntries(unsupported.map((feature) => [feature, false])),
    define: {
      pagesFolder: JSON.stringify(pagesFolder),
      siteFolders: JSON.stringify(siteFolders),
      siteRootFiles: JSON.stringify(siteRootFiles),
    },
    // The code contains names of languages in other scripts than Latin.
    charset: 'utf8',
  });
  // The runtime has no modules. It calls the function with the name `handler`.
  const code = (outputFiles[0]?.text ?? '').replace(/^export \{[^}]*\};\s*$/m, '').replace(/^\/\/ .*\n/gm, '');
  const bytes = Buffer.byteLength(code);
  if (bytes > functionBytesMax) throw new Error(`The page function has ${bytes} bytes, but CloudFront accepts at most ${functionBytesMax}`);
  return code;
}
