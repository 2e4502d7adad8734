import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleLambdas } from './bundle.ts';

const root = mkdtempSync(join(tmpdir(), 'bundle-'));
const outdir = join(root, '.build/lambdas');

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

beforeAll(() => {
  write('package.json', '{ "type": "module", "imports": { "#shared/*": "./shared/*" } }');
  write('shared/money.ts', 'export const cents: number = 40;');
  write('lambdas/store/unused.ts', 'export const unused = 1;');
  write(
    'lambdas/video/make-it.lambda.ts',
    `import { cents } from '#shared/money.ts';
class VendorBusy extends Error { override name = VendorBusy.name }
export const handler = () => ({ cents, name: new VendorBusy().name, file: import.meta.url });`,
  );
  write(
    'lambdas/credits/sum.lambda.ts',
    `import sharp from 'sharp';
export const handler = async () => [sharp, await import('node:http')];`,
  );
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const load = (name: string) => {
  const require = createRequire(import.meta.url);
  const file = join(outdir, name, 'index.cjs');
  delete require.cache[file];
  return require(file) as { handler(): Record<string, unknown> };
};

test('the build writes every entry into a separate folder that needs no other files', async () => {
  const names = ['credits-sum', 'video-make-it'];
  expect(await bundleLambdas(root)).toMatchObject({ names, builtNames: names });
  expect(load('video-make-it').handler()).toEqual({ cents: 40, name: 'VendorBusy', file: expect.stringMatching(/^file:.*index\.cjs$/) });
});

test('the build excludes packages with native code, and writes source maps without the source', () => {
  expect(readFileSync(join(outdir, 'credits-sum/index.cjs'), 'utf8')).toContain('require("sharp")');
  expect(JSON.parse(readFileSync(join(outdir, 'credits-sum/index.cjs.map'), 'utf8'))).not.toHaveProperty('sourcesContent');
});

test('a bundle loads modules of Node without import(), because import() of node:http also loads undici', () => {
  const code = readFileSync(join(outdir, 'credits-sum/index.cjs'), 'utf8');
  expect(code).toContain('require("node:http")');
  expect(code).not.toContain('import(');
});

test('the build bundles only the functions with changed sources again', async () => {
  expect(await bundleLambdas(root)).toMatchObject({ names: ['credits-sum', 'video-make-it'], builtNames: [] });
  write('shared/money.test.ts', 'throw new Error();');
  expect(await bundleLambdas(root)).toMatchObject({ builtNames: [] });
  write('shared/money.ts', 'export const cents: number = 50;');
  expect(await bundleLambdas(root)).toMatchObject({ builtNames: ['video-make-it'] });
  expect(load('video-make-it').handler()).toMatchObject({ cents: 50 });
});

test('a file that only re-exports also counts as a source', async () => {
  write('shared/prices.ts', 'export const cents: number = 60;');
  write('shared/money.ts', "export { cents } from './prices.ts';");
  expect(await bundleLambdas(root)).toMatchObject({ builtNames: ['video-make-it'] });
  write('shared/money.ts', 'export const cents: number = 70;');
  expect(await bundleLambdas(root)).toMatchObject({ builtNames: ['video-make-it'] });
  expect(load('video-make-it').handler()).toMatchObject({ cents: 70 });
});

test('the build bundles all functions again after a change of the packages', async () => {
  write('package-lock.json', '{}');
  expect(await bundleLambdas(root)).toMatchObject({ builtNames: ['credits-sum', 'video-make-it'] });
});

test('the build removes the bundle of a removed function', async () => {
  rmSync(join(root, 'lambdas/credits'), { recursive: true });
  expect(await bundleLambdas(root)).toMatchObject({ names: ['video-make-it'], builtNames: [] });
  expect(existsSync(join(outdir, 'credits-sum'))).toBe(false);
});

test('the build makes a deleted bundle again', async () => {
  rmSync(join(outdir, 'video-make-it'), { recursive: true });
  expect(await bundleLambdas(root)).toMatchObject({ builtNames: ['video-make-it'] });
});
