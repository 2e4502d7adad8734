import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { assembleLayers, deployedPlatform } from './layers.ts';

let root: string;

function install(name: string, manifest: object = {}): void {
  const folder = join(root, 'node_modules', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: '1.0.0', ...manifest }));
  for (const file of ['index.js', 'index.d.ts', 'index.js.map']) writeFileSync(join(folder, file), '');
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'layers-'));
  install('sharp', {
    dependencies: { semver: '1' },
    optionalDependencies: { '@img/sharp-linux-x64': '1', '@img/sharp-darwin-arm64': '1', '@img/sharp-linuxmusl-x64': '1' },
  });
  install('semver');
  for (const platform of ['linux-x64', 'darwin-arm64', 'linuxmusl-x64']) install(`@img/sharp-${platform}`);
  for (const platform of ['linux-x64', 'darwin-arm64']) install(`@seydx/node-av-${platform}`);
  install('@contentauth/c2pa-node', { dependencies: { unzipper: '1' } });
  mkdirSync(join(root, 'node_modules/@contentauth/c2pa-node/dist'));
  writeFileSync(join(root, 'node_modules/@contentauth/c2pa-node/dist/index.node'), '');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const inLayer = (name: string, path: string) => existsSync(join(root, '.build/layers', name, 'nodejs/node_modules', path));

test('a layer contains the package, its dependencies, and only the binaries for the platform', () => {
  expect(assembleLayers(root, deployedPlatform)).toEqual([
    { name: 'sharp', packages: ['@img/sharp-linux-x64', 'semver', 'sharp'], isCached: false },
    { name: 'node-av', packages: ['@seydx/node-av-linux-x64'], isCached: false },
    { name: 'c2pa', packages: ['@contentauth/c2pa-node'], isCached: false },
  ]);
  expect(inLayer('c2pa', '@contentauth/c2pa-node/dist/index.node')).toBe(true);
  expect(inLayer('c2pa', '@contentauth/c2pa-node/index.js')).toBe(false);
  expect(inLayer('sharp', '@img/sharp-linux-x64/index.js')).toBe(true);
  expect(inLayer('sharp', 'sharp/index.d.ts')).toBe(false);
  expect(inLayer('sharp', 'sharp/index.js.map')).toBe(false);
});

test('a layer is built again only after a change of a version', () => {
  assembleLayers(root, deployedPlatform);
  expect(assembleLayers(root, deployedPlatform).map(({ isCached }) => isCached)).toEqual([true, true, true]);
  install('semver', { version: '2.0.0' });
  expect(assembleLayers(root, deployedPlatform).map(({ isCached }) => isCached)).toEqual([false, true, true]);
});

test('a layer is built again for another platform', () => {
  assembleLayers(root, deployedPlatform);
  expect(assembleLayers(root, 'darwin-arm64')).toEqual([
    { name: 'sharp', packages: ['@img/sharp-darwin-arm64', 'semver', 'sharp'], isCached: false },
    { name: 'node-av', packages: ['@seydx/node-av-darwin-arm64'], isCached: false },
    { name: 'c2pa', packages: ['@contentauth/c2pa-node'], isCached: true },
  ]);
  expect(inLayer('sharp', '@img/sharp-linux-x64/index.js')).toBe(false);
});

test('assembleLayers throws an error if a binary for Lambda’s platform is missing', () => {
  rmSync(join(root, 'node_modules/@img/sharp-linux-x64'), { recursive: true });
  expect(() => assembleLayers(root, deployedPlatform)).toThrow('The layer sharp needs @img/sharp-linux-x64, which is not installed');
});
