/** Lambda layers of the packages with native code: each package with what it depends on, and the binaries of linux-x64 only. */
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { contentHash, readNote, writeNote } from './content-hash.ts';

/** Dependencies that the functions never reach: WebRTC, and the unzipping of binaries during an installation. */
const layers: Record<string, { leaveOut: string[] }> = {
  sharp: { leaveOut: [] },
  'node-av': { leaveOut: ['werift', 'unzipper'] },
};

/** Lambda takes 250 MB for a function with all of its layers; types, maps and texts only fill it. */
const neverNeeded = /\.(d\.[cm]?ts|map|md)$/;

export type Layer = { name: string; packages: string[]; cached: boolean };
type Note = { hash: string; packages: string[] };

/** Assembles `.build/layers/<name>/nodejs/node_modules`, where Lambda looks for packages. */
export function assembleLayers(root: string): Layer[] {
  return Object.entries(layers).map(([name, { leaveOut }]) => assembleLayer(root, name, leaveOut));
}

function assembleLayer(root: string, name: string, leaveOut: string[]): Layer {
  const folder = join(root, '.build/layers', name);
  const note = `${folder}.json`;
  const packages = withDependencies(root, name, leaveOut);
  const hash = contentHash({
    root,
    files: ['infra/build/layers.ts'],
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

/** A package and all that it depends on, as installed. A missing binary of linux-x64 stops the build, for nothing else would. */
function withDependencies(root: string, name: string, leaveOut: string[]): string[] {
  const found = new Set<string>();
  const add = (one: string, isOptional: boolean): void => {
    if (found.has(one) || leaveOut.includes(one) || isForAnotherPlatform(one)) return;
    const manifest = manifestOf(root, one);
    if (!manifest && isOptional) return;
    if (!manifest) throw new Error(`The layer ${name} needs ${one}, which is not installed`);
    found.add(one);
    for (const dependency of Object.keys(manifest.dependencies ?? {})) add(dependency, false);
    for (const dependency of Object.keys(manifest.optionalDependencies ?? {})) add(dependency, !dependency.endsWith('-linux-x64'));
  };
  add(name, false);
  return [...found].sort();
}

const isForAnotherPlatform = (name: string): boolean =>
  /-(darwin|win32|freebsd|linux|linuxmusl|webcontainers)-\w+/.test(name) && !name.endsWith('-linux-x64');

type Manifest = { version: string; dependencies?: Record<string, string>; optionalDependencies?: Record<string, string> };

function manifestOf(root: string, name: string): Manifest | undefined {
  const file = join(root, 'node_modules', name, 'package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : undefined;
}
