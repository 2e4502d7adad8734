/** `npm run build`: builds all files for a deployment or the local cloud. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleLambdas } from './bundle.ts';
import { assembleLayers, deployedPlatform, thisPlatform } from './layers.ts';
import { buildWeb, type WebMode } from './web.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

export const buildAll = (): Promise<void> => build('production');

/**
 * Builds all files for the local cloud. With hot reload, Vite serves the page. But the synthesis always needs a built page, so the page is
 * built if there is no earlier build.
 */
export const buildForLocal = ({ isDev = false }: { isDev?: boolean } = {}): Promise<void> =>
  build(isDev && existsSync(join(root, 'web/dist/index.html')) ? undefined : 'local');

/** The parts are independent, and Vite uses only one core, so they are built at the same time. */
async function build(mode: WebMode | undefined): Promise<void> {
  await Promise.all([
    buildPart('lambdas', async () => {
      const { names, bytes, builtNames } = await bundleLambdas(root);
      const count =
        builtNames.length === 0 || builtNames.length === names.length ? names.length : `${builtNames.length} of ${names.length}`;
      return { isCached: builtNames.length === 0, summary: `${count} functions, ${(bytes / 1e6).toFixed(1)} MB` };
    }),
    buildPart('layers', async () => {
      const layers = assembleLayers(root, mode === 'production' ? deployedPlatform : thisPlatform);
      return { isCached: layers.every((layer) => layer.isCached), summary: layers.map(({ name }) => name).join(', ') };
    }),
    mode &&
      buildPart('web', async () => {
        const { isCached } = await buildWeb(root, mode);
        return { isCached, summary: `${mode} build` };
      }),
  ]);
}

async function buildPart(part: string, make: () => Promise<{ isCached: boolean; summary: string }>): Promise<void> {
  const startedAt = performance.now();
  const { isCached, summary } = await make();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${part.padEnd(8)} ${summary}, ${isCached ? 'unchanged' : `built in ${seconds} s`}`);
}

if (import.meta.main) await (process.argv.includes('--local') ? buildForLocal() : buildAll());
