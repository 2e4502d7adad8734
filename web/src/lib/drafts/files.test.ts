import { resolveObjectURL } from 'node:buffer';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { previewOf } from './files.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

test('a photo has the same address each time it is shown, and the address of its small copy if it has a small copy', () => {
  const [file, small] = [new Blob(['file']), new Blob(['small'])];
  expect(previewOf(file, undefined)).toBe(previewOf(file, undefined));
  expect(previewOf(file, small)).toBe(previewOf(new Blob(['other']), small));
  expect(previewOf(file, small)).not.toBe(previewOf(file, undefined));
});

test('the address of a photo is revoked only when nothing refers to its file any more', async () => {
  const keptFile = new Blob(['kept']);
  const keptUrl = previewOf(keptFile, undefined);
  const unusedUrl = previewOf(new Blob(['gone']), undefined);
  expect(resolveObjectURL(unusedUrl)).toBeDefined();
  await expect
    .poll(() => {
      collectGarbage();
      return resolveObjectURL(unusedUrl);
    })
    .toBeUndefined();
  expect(resolveObjectURL(keptUrl)?.size).toBe(keptFile.size);
});
