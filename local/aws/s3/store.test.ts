import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ObjectStore, openObjectStore } from './store.ts';
import { isDeleteMarker, versionIdOf } from './stored-object.ts';
import { bucket, listDataFiles } from './testing.ts';

const dayMs = 24 * 60 * 60 * 1000;
const nowMs = Date.UTC(2026, 0, 31, 12);

let directory: string;
let store: ObjectStore;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 's3-store-test-'));
  store = openObjectStore(directory, () => nowMs);
});

afterEach(() => rm(directory, { recursive: true }));

const textOf = async (key: string) => (await store.readObject(bucket, key))?.body.toString();

/** A body that fails in the middle, in the same way as after a lost connection. */
async function* brokenBody() {
  yield Buffer.from('half of ');
  throw new Error('connection lost');
}

describe('the object store', () => {
  it('the object store keeps objects after a restart', async () => {
    await store.putObject(bucket, 'site/index.html', '<p>', {
      contentType: 'text/html',
      cacheControl: 'no-cache',
    });
    const { object, body } = (await openObjectStore(directory).readObject(bucket, 'site/index.html'))!;
    expect(body.toString()).toBe('<p>');
    expect(object).toMatchObject({
      key: 'site/index.html',
      sizeBytes: 3,
      contentType: 'text/html',
      cacheControl: 'no-cache',
      lastModified: '2026-01-31T12:00:00.000Z',
    });
  });

  it('the object store returns undefined for a missing key or bucket', async () => {
    expect(await store.readObject(bucket, 'absent')).toBeUndefined();
    expect(await store.statObject('other-bucket', 'absent')).toBeUndefined();
    expect(await store.listObjects('other-bucket')).toEqual({ objects: [] });
    await store.deleteObject('other-bucket', 'absent');
  });

  it('the object store keeps the objects of each bucket separately', async () => {
    await store.putObject(bucket, 'a', 'one');
    await store.putObject('other-bucket', 'a', 'two');
    await store.deleteObject('other-bucket', 'a');
    expect(await textOf('a')).toBe('one');
  });

  it.each(['../outside', '..', 'UPPER', 'a', '/etc'])('the object store rejects the bucket name %s', async (name) => {
    await expect(store.putObject(name, 'a', 'x')).rejects.toMatchObject({ code: 'InvalidBucketName' });
  });

  it('a listing shows each change after an earlier listing', async () => {
    const listed = async () => (await store.listObjects(bucket)).objects.map(({ key, sizeBytes }) => [key, sizeBytes]);
    await store.putObject(bucket, 'a', 'one');
    expect(await listed()).toEqual([['a', 3]]);
    await store.putObject(bucket, 'a', 'three');
    expect(await listed()).toEqual([['a', 5]]);
    await store.copyObject({ bucket, key: 'a' }, { bucket, key: 'b' });
    await store.deleteObject(bucket, 'a');
    expect(await listed()).toEqual([['b', 5]]);
  });

  it('the object store can still read an opened object after it is overwritten and deleted', async () => {
    await store.putObject(bucket, 'a', 'old');
    const openedObject = (await store.openObject(bucket, 'a'))!;
    await store.putObject(bucket, 'a', 'new!');
    await store.deleteObject(bucket, 'a');
    expect(await openedObject.stream({ start: 1, end: 2 }).toArray()).toEqual([Buffer.from('ld')]);
    expect(openedObject.object.sizeBytes).toBe(3);
  });

  it('the object store returns consistent data and metadata to all readers while a key is overwritten', async () => {
    const bodies = Array.from({ length: 100 }, (_, index) => String(index).repeat(index + 1));
    await store.putObject(bucket, 'hot', 'first', { contentType: 'first' });
    let isWriting = true;
    const read = async () => {
      while (isWriting) {
        const { object, body } = (await store.readObject(bucket, 'hot'))!;
        expect(object.contentType).toBe(body.toString());
      }
    };
    const readers = Array.from({ length: 8 }, read);
    for (const body of bodies) await store.putObject(bucket, 'hot', body, { contentType: body });
    isWriting = false;
    await Promise.all(readers);
    expect(await textOf('hot')).toBe(bodies.at(-1));
  });

  it('the object store does not keep the old bytes after an overwrite or a delete', async () => {
    await store.putObject(bucket, 'a', 'one');
    await store.putObject(bucket, 'a', 'two');
    expect(await listDataFiles(directory)).toHaveLength(1);
    await store.deleteObject(bucket, 'a');
    expect(await listDataFiles(directory)).toEqual([]);
  });
});

describe('a put that does not finish', () => {
  it('a put that does not finish keeps the old object and deletes the new bytes', async () => {
    await store.putObject(bucket, 'a', 'old');
    await expect(store.putObject(bucket, 'a', brokenBody())).rejects.toThrow('connection lost');
    expect(await textOf('a')).toBe('old');
    expect(await listDataFiles(directory)).toHaveLength(1);
  });

  /** Creates the files that a killed process would leave: bytes without a record, an unpublished record, and an incomplete upload. */
  async function createFilesOfKilledProcess(lastChangeMs: number) {
    await store.putObject(bucket, 'a', 'old');
    const uploadId = await store.createUpload(bucket, 'b');
    await store.putPart({ bucket, key: 'b', uploadId }, 1, 'part');
    await writeFile(join(directory, bucket, 'data', 'bytes-without-a-record'), 'half');
    await writeFile(join(directory, bucket, 'incoming', 'record-on-its-way'), '{"key":"c","dataF');
    await mkdir(join(directory, bucket, 'uploads', 'upload-without-a-record'));
    for (const folder of ['data', 'incoming', 'uploads']) {
      for (const name of await readdir(join(directory, bucket, folder))) {
        await utimes(join(directory, bucket, folder, name), lastChangeMs / 1000, lastChangeMs / 1000);
      }
    }
  }

  it('a put creates no object and no list entry if the process was killed', async () => {
    await createFilesOfKilledProcess(nowMs);
    expect((await store.listObjects(bucket)).objects.map(({ key }) => key)).toEqual(['a']);
    expect(await textOf('a')).toBe('old');
    expect(await store.statObject(bucket, 'b')).toBeUndefined();
    expect(await store.statObject(bucket, 'c')).toBeUndefined();
  });

  it('the files of an unfinished put are deleted after a day, and every complete object remains', async () => {
    await createFilesOfKilledProcess(nowMs - dayMs - 1);
    await store.removeLeftovers();
    expect(await listDataFiles(directory)).toHaveLength(1);
    expect(await textOf('a')).toBe('old');
  });

  it('the files of an unfinished put are kept for a day, because the put may still be in progress', async () => {
    await createFilesOfKilledProcess(nowMs - dayMs + 1);
    const filesBefore = await listDataFiles(directory);
    await store.removeLeftovers();
    expect(await listDataFiles(directory)).toEqual(filesBefore);
  });
});

describe('a bucket with versions', () => {
  beforeEach(() => store.enableVersioning(bucket));

  const listVersions = async (options = {}) =>
    (await store.listVersions(bucket, options)).versions.map(({ version, isLatest }) => ({
      key: version.key,
      id: versionIdOf(version),
      isLatest,
      isDeleteMarker: isDeleteMarker(version),
    }));
  const bytesOf = async (key: string, versionId: string) => {
    const openedObject = await store.openObject(bucket, key, versionId);
    return openedObject && Buffer.concat(await openedObject.stream().toArray()).toString();
  };

  it('a bucket with versions keeps the older versions of an overwritten object', async () => {
    const first = await store.putObject(bucket, 'a', 'one');
    const second = await store.putObject(bucket, 'a', 'two');
    expect(await textOf('a')).toBe('two');
    expect(await bytesOf('a', versionIdOf(first))).toBe('one');
    expect(await listVersions()).toEqual([
      { key: 'a', id: second.versionId, isLatest: true, isDeleteMarker: false },
      { key: 'a', id: first.versionId, isLatest: false, isDeleteMarker: false },
    ]);
  });

  it('all versions of an object can be deleted at the same time', async () => {
    for (let round = 0; round < 20; round++) {
      for (const body of ['one', 'two', 'three']) await store.putObject(bucket, 'b', body, {});
      const ids = (await store.listVersions(bucket)).versions.map(({ version }) => versionIdOf(version));
      await Promise.all(ids.map((id) => store.deleteVersion(bucket, 'b', id)));
      expect((await store.listVersions(bucket)).versions).toEqual([]);
    }
  });

  it('a bucket with versions hides a deleted object, and restores it when the delete marker is deleted', async () => {
    await store.putObject(bucket, 'a', 'one');
    const marker = (await store.deleteObject(bucket, 'a'))!;
    expect(await textOf('a')).toBeUndefined();
    expect((await store.listObjects(bucket)).objects).toEqual([]);
    expect((await listVersions()).map((version) => [version.isLatest, version.isDeleteMarker])).toEqual([
      [true, true],
      [false, false],
    ]);
    await store.deleteVersion(bucket, 'a', versionIdOf(marker));
    expect(await textOf('a')).toBe('one');
    expect(await listVersions()).toMatchObject([{ isLatest: true, isDeleteMarker: false }]);
  });

  it('a bucket with versions deletes the bytes of a version permanently', async () => {
    const first = await store.putObject(bucket, 'a', 'one');
    await store.putObject(bucket, 'a', 'two');
    await store.deleteObject(bucket, 'a');
    await store.deleteVersion(bucket, 'a', versionIdOf(first));
    expect(await listDataFiles(directory)).toHaveLength(1);
    for (const { id } of await listVersions()) await store.deleteVersion(bucket, 'a', id);
    expect(await listDataFiles(directory)).toEqual([]);
    expect(await listVersions()).toEqual([]);
  });

  it('after the deletion of the newest version, a bucket returns the version before it', async () => {
    await store.putObject(bucket, 'a', 'one');
    const second = await store.putObject(bucket, 'a', 'two');
    await store.deleteVersion(bucket, 'a', versionIdOf(second));
    expect(await textOf('a')).toBe('one');
  });

  it('a copy of an older version to the same key restores this version', async () => {
    const first = await store.putObject(bucket, 'a', 'one');
    await store.putObject(bucket, 'a', 'two');
    await store.copyObject({ bucket, key: 'a', versionId: versionIdOf(first) }, { bucket, key: 'a' });
    expect(await textOf('a')).toBe('one');
    expect(await listVersions()).toHaveLength(3);
  });

  it('an object that was written before versioning has the id null', async () => {
    const older = openObjectStore(directory, () => nowMs);
    await older.putObject(bucket, 'a', 'one');
    await store.putObject(bucket, 'a', 'two');
    expect((await listVersions()).map(({ id }) => id)).toEqual([expect.stringMatching(/^v/), 'null']);
    expect(await bytesOf('a', 'null')).toBe('one');
  });

  it('a bucket with versions lists the versions page by page', async () => {
    for (const key of ['a', 'b', 'a', 'c']) await store.putObject(bucket, key, key);
    const all = await listVersions();
    const pages: string[] = [];
    for (let after: { key: string; versionId?: string } | undefined, isFirst = true; isFirst || after; isFirst = false) {
      const page = await store.listVersions(bucket, { after, limit: 1 });
      pages.push(...page.versions.map(({ version }) => versionIdOf(version)));
      after = page.next;
    }
    expect(pages).toEqual(all.map(({ id }) => id));
    expect(await listVersions({ prefix: 'b' })).toMatchObject([{ key: 'b' }]);
  });

  it('the bytes of older versions remain when unused files are removed', async () => {
    const first = await store.putObject(bucket, 'a', 'one');
    await store.putObject(bucket, 'a', 'two');
    for (const name of await readdir(join(directory, bucket, 'data'))) await utimes(join(directory, bucket, 'data', name), 1, 1);
    await store.removeLeftovers();
    expect(await bytesOf('a', versionIdOf(first))).toBe('one');
  });

  it.each(['../../a', '', 'v1'])('a bucket with versions rejects the version id %j', async (versionId) => {
    await expect(store.deleteVersion(bucket, 'a', versionId)).rejects.toMatchObject({ code: 'InvalidArgument' });
  });
});
