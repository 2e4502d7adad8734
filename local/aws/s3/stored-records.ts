/**
 * The records of a store. A record that was read stays in memory, because each listing reads all records of its bucket. The files are still
 * the only state: a record is removed from memory after each change of its file. Only one process may change the directory.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BucketFolders, concurrentReadsMax, hashOf, listRecordNames, publishRecord, readRecord } from './store-files.ts';
import type { Version } from './stored-object.ts';

export type StoredRecords = ReturnType<typeof createStoredRecords>;

export function createStoredRecords() {
  const records = new Map<string, Version>();
  /** The number of changes of each file. A record that was read during a change of its file is not kept. */
  const changeCounts = new Map<string, number>();

  const forget = (path: string): void => {
    records.delete(path);
    changeCounts.set(path, (changeCounts.get(path) ?? 0) + 1);
  };

  async function read(path: string): Promise<Version | undefined> {
    const known = records.get(path);
    if (known) return known;
    const changeCount = changeCounts.get(path);
    const record = await readRecord<Version>(path);
    if (record && changeCounts.get(path) === changeCount) records.set(path, Object.freeze(record));
    return record;
  }

  /** Returns all records of a folder in any order. Records that are deleted during the call can be missing. */
  async function readAll(folder: string, namePrefix = ''): Promise<Version[]> {
    const paths = (await listRecordNames(folder, namePrefix)).map((name) => join(folder, name));
    const unknownPaths = paths.filter((path) => !records.has(path));
    const found = paths.flatMap((path) => records.get(path) ?? []);
    for (let start = 0; start < unknownPaths.length; start += concurrentReadsMax) {
      const page = await Promise.all(unknownPaths.slice(start, start + concurrentReadsMax).map(read));
      found.push(...page.filter((record) => record !== undefined));
    }
    return found;
  }

  return {
    read,
    readAll,
    /** Returns the records of all older versions of a key, in any order. */
    readVersions: (folders: BucketFolders, key: string): Promise<Version[]> => readAll(folders.versions, hashOf(key)),
    /** Publishes a record in one atomic step. */
    publish: (folders: BucketFolders, path: string, record: Version): Promise<void> =>
      publishRecord(folders, path, record).finally(() => forget(path)),
    remove: (path: string): Promise<void> => rm(path, { force: true }).finally(() => forget(path)),
  };
}
