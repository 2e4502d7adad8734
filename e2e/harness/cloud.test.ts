import { readdirSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#infra/local/testing/temporary-folder.ts';
import { startTestCloud } from './cloud.ts';

test('a cloud that cannot start leaves no folder behind', async () => {
  const folder = temporaryFolder('tmpdir');
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder.path;
  onTestFinished(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    folder.remove();
  });
  await expect(startTestCloud({ env: { PROMPT_PROVIDER: 'nobody' } })).rejects.toThrow('promptProvider must be one of');
  expect(readdirSync(folder.path).filter((name) => name.startsWith('vitrine-cloud'))).toEqual([]);
});
