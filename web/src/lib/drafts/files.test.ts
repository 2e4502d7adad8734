import { resolveObjectURL } from 'node:buffer';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { previewOf } from './files.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

test('previewOf always returns the same URL for the small copy of a photo, or for the photo if there is no copy', () => {
  const [file, small] = [new Blob(['file']), new Blob(['small'])];
  expect(previewOf(file, undefined)).toBe(previewOf(file, undefined));
  expect(previewOf(file, small)).toBe(previewOf(new Blob(['other']), small));
  expect(previewOf(file, small)).not.toBe(previewOf(file, undefined));
});

test('the URL of a photo is revoked only after its file is garbage-collected', async () => {
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
