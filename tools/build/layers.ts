/** Lambda layers of the packages with native code: each package with its dependencies, and only the linux-x64 binaries. */
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { LayerName } from '#infra/functions/spec.ts';
import { contentHash, readNote, writeNote } from './content-hash.ts';

/** The package of each layer. For node-av only the binary: its JavaScript is in the bundles (bundle.ts). */
const layers: Record<LayerName, string> = { sharp: 'sharp', 'node-av': '@seydx/node-av-linux-x64' };

/** Lambda allows 250 MB for a function with its layers. Types, source maps and texts are not needed. */
const neverNeeded = /\.(d\.[cm]?ts|map|md)$/;

export type Layer = { name: LayerName; packages: string[]; cached: boolean };
type Note = { hash: string; packages: string[] };

/** Assembles `.build/layers/<name>/nodejs/node_modules`, where Lambda looks for packages. */
export function assembleLayers(root: string): Layer[] {
  return (Object.keys(layers) as LayerName[]).map((name) => assembleLayer(root, name));
}

function assembleLayer(root: string, name: LayerName): Layer {
  const folder = join(root, '.build/layers', name);
  const note = `${folder}.json`;
  const packages = withDependencies(root, name);
  const hash = contentHash({
    root,
    files: ['tools/build/layers.ts'],
    and: packages.map((one) => `${one}@${manifestOf(root, one)?.version}`),
  });
  if (readNote<Note>(note)?.hash === hash && existsSync(folder)) return { name, packages, cached: true };

  rmSync(note, { force: true });
  rmSync(folder, { recursive: true, force: true });
  for (const one of packages)
    cpSync(join(root, 'node_modules', one), join(folder, 'nodejs/node_modules', one), {
      recursive: true,
      dereference: true,
      filter: (file) => !neverNeeded.test(file),
    });
  writeNote(note, { hash, packages } satisfies Note);
  return { name, packages, cached: false };
}

/** Returns a layer's package and all its installed dependencies. No other check detects a missing linux-x64 binary. */
function withDependencies(root: string, name: LayerName): string[] {
  const found = new Set<string>();
  const add = (one: string, isOptional: boolean): void => {
    if (found.has(one) || isForAnotherPlatform(one)) return;
    const manifest = manifestOf(root, one);
    if (!manifest && isOptional) return;
    if (!manifest) throw new Error(`The layer ${name} needs ${one}, which is not installed`);
    found.add(one);
    for (const dependency of Object.keys(manifest.dependencies ?? {})) add(dependency, false);
    for (const dependency of Object.keys(manifest.optionalDependencies ?? {})) add(dependency, !dependency.endsWith('-linux-x64'));
  };
  add(layers[name], false);
  return [...found].sort();
}

const isForAnotherPlatform = (name: string): boolean =>
  /-(darwin|win32|freebsd|linux|linuxmusl|webcontainers)-\w+/.test(name) && !name.endsWith('-linux-x64');

type Manifest = { version: string; dependencies?: Record<string, string>; optionalDependencies?: Record<string, string> };

function manifestOf(root: string, name: string): Manifest | undefined {
  const file = join(root, 'node_modules', name, 'package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : undefined;
}
