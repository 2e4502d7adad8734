import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { positionsOf } from '#lambdas/platform/original-positions.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const folder = temporaryFolder('bundle');
afterAll(() => folder.remove());

test('a stack trace of a minified bundle gets the positions in the source', async () => {
  const outfile = join(folder.path, 'index.cjs');
  const contents = ['export function fail() {', '  // A comment moves the next line.', "  return new Error('failed');", '}'].join('\n');
  const source = { contents, sourcefile: 'lambdas/fail.ts', resolveDir: folder.path };
  await build({ stdin: source, outfile, bundle: true, format: 'cjs', minify: true, sourcemap: 'linked', sourcesContent: false });
  const error: Error = createRequire(import.meta.url)(outfile).fail();
  expect(error.stack).toMatch(/index\.cjs:1:\d+/);
  expect(positionsOf(outfile)(error.stack ?? '')).toMatch(/lambdas\/fail\.ts:3:10/);
});

test('a position in a file without a source map, or in another file, is unchanged', () => {
  const stack = 'Error: /var/task/other.cjs:1:1\n    at run (/var/task/index.cjs:1:2)\n    at node:internal/main:3:4';
  expect(positionsOf('/var/task/index.cjs')(stack)).toBe(stack);
});
