/** Finds the results of the build (tools/build/main.ts). */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleOf, type FunctionSpec, type LayerName } from './functions/spec.ts';

export type Artifacts = {
  bundle(entry: FunctionSpec['entry']): string;
  /**
   * The folder of a layer, and a hash that changes if the layer changes. It is the hash of a small file that the build writes. To read the
   * layers (170 MB) would take longer than the rest of a synthesis.
   */
  layer(name: LayerName): { folder: string; hash: string };
  site: string;
};

const fromRoot = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** @param site the folder of the built page. */
export const builtArtifacts = (site?: string): Artifacts => ({
  bundle: (entry) => buildResult(`.build/lambdas/${bundleOf(entry)}`),
  layer: (name) => ({
    folder: buildResult(`.build/layers/${name}`),
    hash: hashOf(readFileSync(buildResult(`.build/layers/${name}.json`), 'utf8')),
  }),
  get site() {
    return site ?? buildResult('web/dist');
  },
});

function buildResult(path: string): string {
  const folder = fromRoot(path);
  if (!existsSync(folder)) throw new Error(`There is no ${path}: run 'npm run build' first`);
  return folder;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Returns empty files instead of the build results, for callers that only read the templates. */
export function noArtifacts(): Artifacts {
  const folder = join(tmpdir(), 'vitrine-no-artifacts');
  const files = ['index.cjs', 'index.html', 'assets/none.js', 'samples/none.avif', 'locales/en/common.json', '_pages/en/home.html'];
  for (const name of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), '');
  }
  return { bundle: () => folder, layer: (name) => ({ folder, hash: hashOf(name) }), site: folder };
}
