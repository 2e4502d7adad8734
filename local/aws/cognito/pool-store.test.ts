import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPoolStore, type PoolUser } from './pool-store.ts';

const POOL = 'us-east-1_local';
const userOf = (email: string): PoolUser => ({ sub: email, username: email, email, name: email, createdAt: '', lastSignInAt: '' });

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'vitrine-pool-'));
});
afterEach(() => rm(directory, { recursive: true }));

test('a reopened store contains all saved data, and its folder has no other file', async () => {
  const store = await openPoolStore(join(directory, 'new', 'folder'), POOL);
  store.users.set('a', userOf('a'));
  await store.save();
  const reopenedStore = await openPoolStore(join(directory, 'new', 'folder'), POOL);
  expect([reopenedStore.signingKey, reopenedStore.users]).toEqual([store.signingKey, store.users]);
  expect(await readdir(join(directory, 'new', 'folder'))).toEqual([`${POOL}.json`]);
});

test('after many parallel saves, the file contains the last state', async () => {
  const store = await openPoolStore(directory, POOL);
  await Promise.all(
    Array.from({ length: 50 }, (_, index) => {
      store.users.set(String(index), userOf(String(index)));
      return store.save();
    }),
  );
  expect((await openPoolStore(directory, POOL)).users.size).toBe(50);
});

test('a save succeeds after a failed save', async () => {
  const store = await openPoolStore(directory, POOL);
  await rm(directory, { recursive: true });
  await expect(store.save()).rejects.toThrow('ENOENT');
  await openPoolStore(directory, 'us-east-1_other');
  await store.save();
  expect((await readdir(directory)).sort()).toEqual([`${POOL}.json`, 'us-east-1_other.json']);
});

test('only the owner of the file can read it', async () => {
  await openPoolStore(directory, POOL);
  expect((await stat(join(directory, `${POOL}.json`))).mode & 0o777).toBe(0o600);
});

test('openPoolStore ignores an incomplete file from a killed process', async () => {
  const store = await openPoolStore(directory, POOL);
  await writeFile(join(directory, `${POOL}.json.1.part`), '{"signing');
  expect((await openPoolStore(directory, POOL)).signingKey).toEqual(store.signingKey);
});

test('openPoolStore reports a damaged file and does not change it', async () => {
  const file = join(directory, `${POOL}.json`);
  await writeFile(file, '{"signing');
  await expect(openPoolStore(directory, POOL)).rejects.toThrow(`The user pool in ${file} is damaged`);
  expect(await readFile(file, 'utf8')).toBe('{"signing');
});

test('each pool has a separate key', async () => {
  const [store, otherStore] = [await openPoolStore(directory, POOL), await openPoolStore(directory, 'us-east-1_other')];
  expect(store.signingKey.kid).not.toBe(otherStore.signingKey.kid);
});
