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
 * Builds all files for the local cloud. With hot reload, Vite serves the page, so the page is not built. But the synthesis needs a built
 * page, so the page is built if there is no earlier build.
 */
export const buildForLocal = ({ dev = false }: { dev?: boolean } = {}): Promise<void> =>
  build(dev && existsSync(join(root, 'web/dist/index.html')) ? undefined : 'local');

async function build(mode: WebMode | undefined): Promise<void> {
  await report('lambdas', async () => {
    const { names, bytes, built } = await bundleLambdas(root);
    const count = built.length === 0 || built.length === names.length ? names.length : `${built.length} of ${names.length}`;
    return { cached: built.length === 0, summary: `${count} functions, ${(bytes / 1e6).toFixed(1)} MB` };
  });
  await report('layers', async () => {
    const layers = assembleLayers(root, mode === 'production' ? deployedPlatform : thisPlatform);
    return { cached: layers.every((layer) => layer.cached), summary: layers.map(({ name }) => name).join(', ') };
  });
  if (mode)
    await report('web', async () => {
      const { cached } = await buildWeb(root, mode);
      return { cached, summary: `${mode} build` };
    });
}

async function report(part: string, make: () => Promise<{ cached: boolean; summary: string }>): Promise<void> {
  const startedAt = performance.now();
  const { cached, summary } = await make();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${part.padEnd(8)} ${summary}, ${cached ? 'unchanged' : `built in ${seconds} s`}`);
}

if (import.meta.main) await (process.argv.includes('--local') ? buildForLocal() : buildAll());
