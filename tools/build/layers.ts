/**
 * Builds the Lambda layers of the packages with native code. A layer contains a package with its dependencies, and only the binaries of one
 * platform. A deployment needs linux-x64. The local cloud needs the platform of this machine.
 */
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { LayerName } from '#infra/functions/spec.ts';
import { contentHash, readBuildState, writeBuildState } from './content-hash.ts';

export const deployedPlatform = 'linux-x64';
export const thisPlatform = `${process.platform}-${process.arch}`;

/**
 * The package of each layer. The layers node-av and c2pa contain only the binary, because the JavaScript is in the bundles (bundle.ts). The
 * other dependencies of c2pa only belong to its installation script, which never runs.
 */
const layers: Record<LayerName, { packageOf(platform: string): string; onlyFile?: string }> = {
  sharp: { packageOf: () => 'sharp' },
  'node-av': { packageOf: (platform) => `@seydx/node-av-${platform}` },
  c2pa: { packageOf: () => '@contentauth/c2pa-node', onlyFile: 'dist/index.node' },
};

/** Files that are not copied: types, source maps and texts. Lambda allows at most 250 MB for a function with its layers. */
const isNeeded = (file: string): boolean => !/\.(d\.[cm]?ts|map|md)$/.test(file);

export type Layer = { name: LayerName; packages: string[]; isCached: boolean };
type BuildState = { hash: string; packages: string[] };

/** Assembles `.build/layers/<name>/nodejs/node_modules`. Lambda searches for packages in this folder of a layer. */
export function assembleLayers(root: string, platform: string): Layer[] {
  return (Object.keys(layers) as LayerName[]).map((name) => assembleLayer(root, name, platform));
}

function assembleLayer(root: string, name: LayerName, platform: string): Layer {
  const folder = join(root, '.build/layers', name);
  const stateFile = `${folder}.json`;
  const packages = findPackages(root, name, platform);
  const hash = contentHash({
    root,
    files: ['tools/build/layers.ts'],
    otherInputs: packages.map((packageName) => `${packageName}@${manifestOf(root, packageName)?.version}`),
  });
  if (readBuildState<BuildState>(stateFile)?.hash === hash && existsSync(folder)) return { name, packages, isCached: true };

  rmSync(stateFile, { force: true });
  rmSync(folder, { recursive: true, force: true });
  const { onlyFile } = layers[name];
  for (const packageName of packages) {
    const target = join(folder, 'nodejs/node_modules', packageName);
    if (onlyFile) cpSync(join(root, 'node_modules', packageName, onlyFile), join(target, onlyFile));
    else cpSync(join(root, 'node_modules', packageName), target, { recursive: true, dereference: true, filter: isNeeded });
  }
  writeBuildState(stateFile, { hash, packages } satisfies BuildState);
  return { name, packages, isCached: false };
}

/**
 * Returns the package of a layer and all its installed dependencies.
 * @throws Error if a package is missing, because no later check would detect a missing binary
 */
function findPackages(root: string, name: LayerName, platform: string): string[] {
  const names = new Set<string>();
  const add = (packageName: string, isOptional: boolean): void => {
    if (names.has(packageName) || isForOtherPlatform(platform, packageName)) return;
    const manifest = manifestOf(root, packageName);
    if (!manifest && isOptional) return;
    if (!manifest) throw new Error(`The layer ${name} needs ${packageName}, which is not installed`);
    names.add(packageName);
    if (layers[name].onlyFile) return;
    for (const dependency of Object.keys(manifest.dependencies ?? {})) add(dependency, false);
    for (const dependency of Object.keys(manifest.optionalDependencies ?? {})) add(dependency, !dependency.endsWith(`-${platform}`));
  };
  add(layers[name].packageOf(platform), false);
  return [...names].sort();
}

const isForOtherPlatform = (platform: string, name: string): boolean =>
  /-(darwin|win32|freebsd|linux|linuxmusl|webcontainers)-\w+/.test(name) && !name.endsWith(`-${platform}`);

type Manifest = { version: string; dependencies?: Record<string, string>; optionalDependencies?: Record<string, string> };

function manifestOf(root: string, name: string): Manifest | undefined {
  const file = join(root, 'node_modules', name, 'package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : undefined;
}
