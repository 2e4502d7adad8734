import { resolveObjectURL } from 'node:buffer';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { previewOf } from './files.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

test('a photo has one address however often it is shown, that of its small copy where there is one', () => {
  const [file, small] = [new Blob(['file']), new Blob(['small'])];
  expect(previewOf(file, undefined)).toBe(previewOf(file, undefined));
  expect(previewOf(file, small)).toBe(previewOf(new Blob(['other']), small));
  expect(previewOf(file, small)).not.toBe(previewOf(file, undefined));
});

test('the address of a photo is revoked when nothing refers to its file any more, and not before', async () => {
  const kept = new Blob(['kept']);
  const keptUrl = previewOf(kept, undefined);
  const goneUrl = previewOf(new Blob(['gone']), undefined);
  expect(resolveObjectURL(goneUrl)).toBeDefined();
  await expect
    .poll(() => {
      collectGarbage();
      return resolveObjectURL(goneUrl);
    })
    .toBeUndefined();
  expect(resolveObjectURL(keptUrl)?.size).toBe(kept.size);
});
