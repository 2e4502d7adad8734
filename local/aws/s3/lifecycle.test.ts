import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expireObjects } from './lifecycle.ts';
import { openObjectStore } from './store.ts';
import { bucket } from './testing.ts';

const dayMs = 24 * 60 * 60 * 1000;

test('expireObjects deletes only the objects with the prefix and the age of a rule', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'lifecycle-'));
  let nowMs = Date.UTC(2026, 0, 1);
  const store = openObjectStore(directory, () => nowMs);
  const rules = [{ Prefix: 'uploads/', ExpirationInDays: 2 }, { Prefix: 'kept/' }];
  const listKeys = async () => (await store.listObjects(bucket)).objects.map(({ key }) => key);
  for (const key of ['uploads/old', 'kept/old', 'results/old']) await store.putObject(bucket, key, Buffer.from(key));
  nowMs += dayMs;
  await store.putObject(bucket, 'uploads/new', Buffer.from('new'));

  await expireObjects(store, bucket, rules, nowMs);
  expect(await listKeys()).toEqual(['kept/old', 'results/old', 'uploads/new', 'uploads/old']);
  await expireObjects(store, bucket, rules, nowMs + dayMs);
  expect(await listKeys()).toEqual(['kept/old', 'results/old', 'uploads/new']);
  await rm(directory, { recursive: true });
});

test('expireObjects deletes older versions after their time, and then the delete markers', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'lifecycle-'));
  let nowMs = Date.UTC(2026, 0, 1);
  const store = openObjectStore(directory, () => nowMs);
  store.enableVersioning(bucket);
  const rules = [{ Prefix: 'results/', NoncurrentVersionExpiration: { NoncurrentDays: 30 } }, { ExpiredObjectDeleteMarker: true }];
  const listVersions = async () =>
    (await store.listVersions(bucket)).versions.map(({ version, isLatest }) => `${version.key} ${isLatest ? 'newest' : 'older'}`);
  for (const key of ['results/deleted', 'results/kept', 'ingested/deleted']) await store.putObject(bucket, key, key);
  nowMs += 100 * dayMs;
  for (const key of ['results/deleted', 'ingested/deleted']) await store.deleteObject(bucket, key);

  await expireObjects(store, bucket, rules, nowMs + 30 * dayMs - 1);
  const all = [
    'ingested/deleted newest',
    'ingested/deleted older',
    'results/deleted newest',
    'results/deleted older',
    'results/kept newest',
  ];
  expect(await listVersions()).toEqual(all);
  await expireObjects(store, bucket, rules, nowMs + 30 * dayMs);
  expect(await listVersions()).toEqual(['ingested/deleted newest', 'ingested/deleted older', 'results/kept newest']);
  await rm(directory, { recursive: true });
});
