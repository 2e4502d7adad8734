import { expect, test } from 'vitest';
import { checkImports } from './check-imports.ts';
import { parseSource } from './source-file.ts';

const findingsIn = (files: Record<string, string>) =>
  checkImports(Object.entries(files).map(([path, text]) => parseSource(path, text))).map(
    ({ path, line, message }) => `${path}:${line} ${message}`,
  );

const value = 'export const value = 1;';

test.each([
  ['shared/video/a.ts', "import * as z from 'zod';"],
  ['shared/video/a.ts', "import { b } from '../money.ts';"],
  ['shared/video/a.test.ts', "import { test } from 'vitest';"],
  ['lambdas/video/a.ts', "import { b } from '#shared/errors.ts';"],
  ['lambdas/video/a.ts', "import { b } from './b.ts';"],
  ['lambdas/video/a.ts', "import { b } from '../vendors/fal.ts';"],
  ['lambdas/video/a.ts', "import { b } from '#lambdas/store/batches.ts';"],
  ['lambdas/video/a.ts', "import { b } from '../batch/b.ts';"],
  ['lambdas/platform/picture.ts', "import sharp from 'sharp';"],
  ['lambdas/video/a.ts', "import type { Sharp } from 'sharp';"],
  ['lambdas/video/a.test.ts', "import sharp from 'sharp';"],
  ['lambdas/store/a.ts', "import { b } from '../platform/config.ts';"],
  ['web/src/features/video/a.tsx', "import { b } from '#web/ui/button.tsx';"],
  ['web/src/features/video/a.tsx', "import { b } from '../upload/photo.ts';"],
  ['web/src/app/a.tsx', "import { b } from '#web/features/video/page.tsx';"],
  ['local/aws/s3/a.ts', "import { b } from '#infra/app.ts';"],
  ['local/aws/s3/a.test.ts', "import { b } from '#tests/fixtures/b.ts';"],
  ['tests/lambdas/store/a.test.ts', "import { b } from '#local/cloud.ts';"],
])('%s may contain %s', (path, text) => {
  expect(findingsIn({ [path]: `${text}\n${value}` })).toEqual([]);
});

test.each([
  ['shared/video/a.ts', "import { readFileSync } from 'node:fs';", 'node:fs'],
  ['shared/video/a.ts', "import type { B } from '#lambdas/platform/task.ts';", 'lambdas/platform/task.ts'],
  ['lambdas/video/a.ts', "import { b } from '../history/b.ts';", 'lambdas/history/b.ts'],
  ['lambdas/video/a.ts', "export { b } from '../history/b.ts';", 'lambdas/history/b.ts'],
  ['lambdas/video/a.ts', "const b = await import('../history/b.ts');", 'lambdas/history/b.ts'],
  ['lambdas/video/a.ts', "let b: import('../history/b.ts').B;", 'lambdas/history/b.ts'],
  ['lambdas/video/a.ts', "import { b } from '#infra/app.ts';", 'infra/app.ts'],
  ['lambdas/store/a.ts', "import { b } from '../video/b.ts';", 'lambdas/video/b.ts'],
  ['lambdas/store/a.test.ts', "import { b } from '#local/cloud.ts';", 'local/cloud.ts'],
  ['lambdas/store/a.test.ts', "import { b } from '#tests/fixtures/b.ts';", 'tests/fixtures/b.ts'],
  ['shared/video/a.test.ts', "import { b } from '#lambdas/video/b.ts';", 'lambdas/video/b.ts'],
  ['infra/stacks/a.ts', "import { b } from '#local/cloud.ts';", 'local/cloud.ts'],
  ['local/aws/s3/a.ts', "import { b } from '#lambdas/store/b.ts';", 'lambdas/store/b.ts'],
  ['local/aws/s3/a.ts', "import { b } from '#tests/fixtures/b.ts';", 'tests/fixtures/b.ts'],
  ['lambdas/platform/a.ts', "import { b } from '../store/b.ts';", 'lambdas/store/b.ts'],
  ['web/src/features/upload/a.tsx', "import { b } from '#web/features/video/b.ts';", 'web/src/features/video/b.ts'],
  ['web/src/features/video/a.tsx', "import { b } from '#web/app/shell.tsx';", 'web/src/app/shell.tsx'],
  ['web/src/lib/a.ts', "import { b } from '#web/ui/b.tsx';", 'web/src/ui/b.tsx'],
  ['web/src/ui/a.tsx', "import { b } from '#web/features/auth/b.ts';", 'web/src/features/auth/b.ts'],
  ['web/src/ui/a.tsx', "import { b } from '#lambdas/store/b.ts';", 'lambdas/store/b.ts'],
])('%s must not contain %s', (path, text, to) => {
  expect(findingsIn({ [path]: `${value}\n${text}` })).toEqual([`${path}:2 may not import ${to}`]);
});

test('the check accepts an import of the image decoder in only one file', () => {
  const text = "import sharp from 'sharp';";
  expect(findingsIn({ 'lambdas/video/a.ts': text })).toEqual([
    'lambdas/video/a.ts:1 may not import sharp: use lambdas/platform/picture.ts',
  ]);
});

test('the check finds an import between JSX, comments and texts that look like an import', () => {
  const text =
    "// import { no } from '../history/no.ts'\nconst text = \"import 'no'\";\nexport const A = () => <p>don't import</p>;\nimport '#web/app/b.ts';";
  expect(findingsIn({ 'web/src/ui/a.tsx': text })).toEqual(['web/src/ui/a.tsx:4 may not import web/src/app/b.ts']);
});

test('the check rejects a folder with a meaningless name', () => {
  expect(findingsIn({ 'infra/helpers/a.ts': value })).toEqual([expect.stringContaining('a folder called helpers')]);
});

test('the check rejects a file that only re-exports, but accepts a file that also adds an export', () => {
  expect(findingsIn({ 'web/src/ui/all.ts': "export * from './button.tsx';\nexport { b } from './b.ts';" })).toEqual([
    expect.stringContaining('is a barrel'),
  ]);
  expect(findingsIn({ 'web/src/ui/all.ts': `export * from './button.tsx';\n${value}` })).toEqual([]);
});

test.each(['', 'type '])('the check reports a cycle of imports at the import %sthat completes the cycle', (type) => {
  const files = {
    'infra/a.ts': `import { b } from './b.ts';\n${value}`,
    'infra/b.ts': `import { c } from './c.ts';\n${value}`,
    'infra/c.ts': `import ${type}{ a } from './a.ts';\n${value}`,
  };
  expect(findingsIn(files)).toEqual(['infra/c.ts:1 closes a cycle: infra/a.ts → infra/b.ts → infra/c.ts → infra/a.ts']);
});
