import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { contentHash } from './content-hash.ts';

const files = ['**'];

test('a relative and an absolute path of the same folder have the same hash', () => {
  const folder = temporaryFolder('hash');
  writeFileSync(join(folder.path, 'a.txt'), 'one');
  const absolute = contentHash({ root: folder.path, files });
  expect(contentHash({ root: relative(process.cwd(), folder.path), files })).toBe(absolute);
  folder.remove();
});

test('the hash changes after a change of a text or of a file name', () => {
  const folder = temporaryFolder('hash');
  writeFileSync(join(folder.path, 'a.txt'), 'one');
  const first = contentHash({ root: folder.path, files });
  writeFileSync(join(folder.path, 'a.txt'), 'two');
  const second = contentHash({ root: folder.path, files });
  writeFileSync(join(folder.path, 'b.txt'), '');
  expect(new Set([first, second, contentHash({ root: folder.path, files })]).size).toBe(3);
  folder.remove();
});
