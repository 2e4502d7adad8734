/**
 * Bundles the functions with changed sources. A single call of esbuild bundles all of them, because a separate call for each function is
 * much slower.
 */
import { existsSync, globSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { contentHash, readBuildState, writeBuildState } from './content-hash.ts';

/**
 * Packages that are not part of a bundle. The layers (layers.ts) provide sharp and the native binary of node-av. The JavaScript of node-av
 * is part of the bundle, because its package contains only ESM, and Lambda cannot `require` ESM
 * (https://docs.aws.amazon.com/lambda/latest/dg/lambda-nodejs.html, experimental features).
 */
const externalPackages = ['sharp', '@seydx/*'];

export type Bundles = { names: string[]; bytes: number; builtNames: string[] };

/** The list contains each package whose code is in the bundle. */
type BundleState = { sources: string[]; packages: string[]; hash: string; bytes: number };

/** The state of the last build. For each bundle, it contains the list of its sources, and a hash of the sources and of the build tools. */
type BuildState = { hash: string; bundles: Record<string, BundleState> };

/** Returns the size and the packages of each bundle of the last build, by the name of the bundle. */
export function readBundles(root: string): Record<string, Pick<BundleState, 'bytes' | 'packages'>> {
  const state = readBuildState<BuildState>(join(root, '.build/lambdas.json'));
  if (!state) throw new Error("There are no bundles: run 'npm run build' first");
  return state.bundles;
}

/** Builds every lambdas/<area>/<name>.lambda.ts as <outdir>/<area>-<name>/index.cjs. */
export async function bundleLambdas(root: string, outdir = join(root, '.build/lambdas')): Promise<Bundles> {
  const stateFile = `${outdir}.json`;
  const tools = contentHash({ root, files: ['package.json', 'package-lock.json', 'tools/build/bundle.ts'] });
  const hashOf = (sources: string[]) => contentHash({ root, files: sources, otherInputs: [tools] });
  const entries = entriesOf(root);
  const previousBundles = readBuildState<BuildState>(stateFile)?.bundles ?? {};
  const isCurrent = (name: string) =>
    existsSync(join(outdir, name, 'index.cjs')) &&
    previousBundles[name] !== undefined &&
    previousBundles[name].hash === hashOf(previousBundles[name].sources);
  const currentBundles = Object.fromEntries(Object.entries(previousBundles).filter(([name]) => name in entries && isCurrent(name)));
  const staleNames = Object.keys(entries).filter((name) => !(name in currentBundles));

  rmSync(stateFile, { force: true });
  // The cache contains the compiled code of old bundles. A running local cloud may add files while the cache is deleted, so the deletion is
  // retried.
  if (staleNames.length > 0) rmSync(join(root, '.build/compile-cache'), { recursive: true, force: true, maxRetries: 5 });
  for (const name of existsSync(outdir) ? readdirSync(outdir) : [])
    if (!(name in currentBundles)) rmSync(join(outdir, name), { recursive: true, force: true });
  const bundles = { ...currentBundles, ...(staleNames.length > 0 && (await bundle(staleNames))) };
  writeBuildState(stateFile, { hash: tools, bundles } satisfies BuildState);
  const bytes = Object.values(bundles).reduce((sum, bundleState) => sum + bundleState.bytes, 0);
  return { names: Object.keys(entries), bytes, builtNames: staleNames };

  async function bundle(names: string[]): Promise<BuildState['bundles']> {
    const metafile = await runEsbuild(root, outdir, Object.fromEntries(names.map((name) => [`${name}/index`, entries[name] as string])));
    return Object.fromEntries(
      names.map((name) => {
        const sources = sourcesOf(entries[name] as string, metafile);
        const { bytes = 0, inputs = {} } = metafile.outputs[relative(root, join(outdir, name, 'index.cjs'))] ?? {};
        return [name, { sources, packages: packagesOf(inputs), hash: hashOf(sources), bytes }];
      }),
    );
  }
}

/**
 * Returns all of our own files that an entry imports, including files whose code is not in the bundle. The list contains no packages,
 * because the hash of the lock file covers them.
 */
function sourcesOf(entry: string, { inputs }: Metafile): string[] {
  const sources = new Set<string>();
  const add = (file: string): void => {
    if (sources.has(file) || file.includes('node_modules/') || !inputs[file]) return;
    sources.add(file);
    for (const { path } of inputs[file].imports) add(path);
  };
  add(entry);
  return [...sources].sort();
}

/** Returns the names of the packages whose code is in a bundle. Unused modules of a package add no bytes. */
function packagesOf(inputs: Metafile['outputs'][string]['inputs']): string[] {
  const used = Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  const names = used.flatMap(([path]) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
  return [...new Set(names)].sort();
}

async function runEsbuild(root: string, outdir: string, entryPoints: Record<string, string>): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node24',
    // CJS starts 20 to 35 ms faster than ESM.
    format: 'cjs',
    // The SDK loads node:http by import(), which reads all exports of node:http, so Node also loads undici. This takes 20 ms.
    supported: { 'dynamic-import': false },
    // With the ES modules of the AWS SDK, the bundles are a third smaller. esbuild cannot remove unused parts of CJS modules.
    mainFields: ['module', 'main'],
    outExtension: { '.js': '.cjs' },
    minify: true,
    // State machines compare the names of errors. Without this option, the minifier would change class names.
    keepNames: true,
    sourcemap: 'linked',
    sourcesContent: false,
    external: externalPackages,
    plugins: [onlyFunctionTexts, onlyVersions, onlyEnvironmentCredentials],
    // Some packages use import.meta.url to find their own files. CJS has no import.meta.url.
    define: { 'import.meta.url': '__importMetaUrl' },
    banner: { js: "const __importMetaUrl=require('node:url').pathToFileURL(__filename).href;" },
    metafile: true,
    logLevel: 'warning',
  });
  return metafile;
}

/**
 * Keeps only the texts of mails and of the README of packages. The texts of all languages have about a megabyte, but these functions need
 * only a few sentences of each language.
 */
const onlyFunctionTexts: Plugin = {
  name: 'only-function-texts',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]locales[\\/][\w-]+[\\/]common\.json$/ }, async ({ path }) => {
      const { mail, readme } = JSON.parse(await readFile(path, 'utf8')) as { mail?: object; readme?: object };
      return { loader: 'json', contents: JSON.stringify({ mail, readme }) };
    });
  },
};

/** Keeps only the version in the package.json files of the SDK. Each client contains the whole file, but reads only its version. */
const onlyVersions: Plugin = {
  name: 'only-versions',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]@aws-sdk[\\/][\w-]+[\\/]package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8')) as { version: string };
      return { loader: 'json', contents: JSON.stringify({ version }) };
    });
  },
};

/**
 * Lambda passes the credentials of the role in environment variables
 * (https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html). So the other sources of credentials, such as profiles and
 * single sign-on, are removed. This makes a bundle about 100 kB smaller.
 */
const onlyEnvironmentCredentials: Plugin = {
  name: 'only-environment-credentials',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, ({ path, resolveDir }) => ({
      path,
      namespace: 'environment-credentials',
      pluginData: resolveDir,
    }));
    onLoad({ filter: /.*/, namespace: 'environment-credentials' }, ({ pluginData }) => ({
      contents:
        "import { fromEnv } from '@aws-sdk/credential-provider-env';\nexport const defaultProvider = (options) => fromEnv(options);",
      resolveDir: pluginData,
    }));
  },
};

/** Returns the entry file of each bundle, by the name of the bundle. */
function entriesOf(root: string): Record<string, string> {
  const files = globSync('lambdas/*/*.lambda.ts', { cwd: root }).sort();
  if (files.length === 0) throw new Error('There is no lambdas/<area>/<name>.lambda.ts');
  return Object.fromEntries(files.map((file) => [`${basename(dirname(file))}-${basename(file, '.lambda.ts')}`, file]));
}
