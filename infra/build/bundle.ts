/** Bundles every function in one run of esbuild: forty take a second or two together, and half a minute one by one. */
import { existsSync, globSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { contentHash, readNote, writeNote } from './content-hash.ts';

/**
 * The layers (layers.ts) provide sharp and the native binary of node-av. node-av's JavaScript is ESM only, which Lambda refuses to
 * `require` (https://docs.aws.amazon.com/lambda/latest/dg/lambda-nodejs.html, experimental features), so it is part of the bundle.
 */
const external = ['sharp', '@seydx/*'];

export type Bundles = { names: string[]; bytes: number; cached: boolean };
type Note = { hash: string; names: string[]; bytes: number };

/** Every lambdas/<word>/<name>.lambda.ts becomes <outdir>/<word>-<name>/index.cjs. */
export async function bundleLambdas(root: string, outdir = join(root, '.build/lambdas')): Promise<Bundles> {
  const note = `${outdir}.json`;
  const hash = contentHash({
    root,
    files: ['{lambdas,shared}/**/*.ts', 'locales/*/common.json', 'package.json', 'package-lock.json', 'infra/build/bundle.ts'],
    except: ['**/*.test.ts'],
  });
  const built = readNote<Note>(note);
  if (built?.hash === hash && built.names.every((name) => existsSync(join(outdir, name, 'index.cjs'))))
    return { names: built.names, bytes: built.bytes, cached: true };

  const entryPoints = entriesOf(root);
  rmSync(note, { force: true });
  rmSync(outdir, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node24',
    // CJS starts 20 to 35 ms sooner than ESM.
    format: 'cjs',
    // The AWS SDK's ES modules can be shaken; its CJS, which Node would take, cannot: 11 MB for all functions against 17 MB.
    mainFields: ['module', 'main'],
    outExtension: { '.js': '.cjs' },
    minify: true,
    // Error names are what state machines match, and minifying changes class names.
    keepNames: true,
    sourcemap: 'linked',
    sourcesContent: false,
    external,
    plugins: [onlyMailTexts],
    // Some packages find their own files by import.meta.url, which CJS lacks.
    define: { 'import.meta.url': '__importMetaUrl' },
    banner: { js: "const __importMetaUrl=require('node:url').pathToFileURL(__filename).href;" },
    metafile: true,
    logLevel: 'warning',
  });
  const bytes = Object.entries(metafile.outputs).reduce((sum, [file, output]) => sum + (file.endsWith('.cjs') ? output.bytes : 0), 0);
  const names = Object.keys(entryPoints).map(dirname);
  writeNote(note, { hash, names, bytes } satisfies Note);
  return { names, bytes, cached: false };
}

/** Eighteen languages of a page are a megabyte; what leaves by mail is a few sentences of each. */
const onlyMailTexts: Plugin = {
  name: 'only-mail-texts',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]locales[\\/][\w-]+[\\/]common\.json$/ }, async ({ path }) => {
      const { mail } = JSON.parse(await readFile(path, 'utf8')) as { mail?: object };
      return { loader: 'json', contents: JSON.stringify({ mail }) };
    });
  },
};

function entriesOf(root: string): Record<string, string> {
  const files = globSync('lambdas/*/*.lambda.ts', { cwd: root }).sort();
  if (files.length === 0) throw new Error('There is no lambdas/<word>/<name>.lambda.ts');
  return Object.fromEntries(files.map((file) => [`${basename(dirname(file))}-${basename(file, '.lambda.ts')}/index`, file]));
}
