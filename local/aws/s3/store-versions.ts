/**
 * The versions of objects in buckets with versioning. The newest version of a key is one file in the folder `objects`. A rename of a new
 * file replaces it in one step. The older versions are records in the folder `versions`. If the process is killed while it moves a version,
 * both folders contain this version. Then the version is listed only once.
 */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { invalidArgument } from './s3-error.ts';
import { type BucketFolders, recordPath, versionPath } from './store-files.ts';
import { isDeleteMarker, type Version, versionIdOf } from './stored-object.ts';
import type { StoredRecords } from './stored-records.ts';

export type ListedVersion = {
  version: Version;
  isLatest: boolean;
  /** The time at which the next version replaced this version. Undefined for the newest version. */
  replacedAt?: string;
};

/** The next page starts after this version. */
export type VersionMarker = { key: string; versionId?: string };

/** S3's maximum number of versions on one page. */
const listPageMax = 1000;

/** Ids of another form are rejected, because an id becomes a part of a path. */
const versionIdPattern = /^(null|v[0-9a-f]{24})$/;

export const compareKeys = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** `null` counts as the oldest id, because an object without an id was written before versioning was enabled. */
const newestFirst = (a: Version, b: Version) => (versionIdOf(a) < versionIdOf(b) ? 1 : -1);

type Dependencies = { folders(bucket: string): BucketFolders; records: StoredRecords; now(): number };

export function createVersions({ folders, records, now }: Dependencies) {
  const enabledBuckets = new Set<string>();
  /** The running deletions of each object. */
  const removals = new Map<string, Promise<void>>();
  let lastMs = 0;
  let sequence = 0;

  function createId(): string {
    const ms = Math.max(now(), lastMs);
    sequence = ms === lastMs ? sequence + 1 : 0;
    lastMs = ms;
    return `v${ms.toString(16).padStart(12, '0')}${sequence.toString(16).padStart(4, '0')}${randomBytes(4).toString('hex')}`;
  }

  /** Keeps a version that is replaced by a newer version. */
  const keep = (bucketPaths: BucketFolders, version: Version): Promise<void> =>
    records.publish(bucketPaths, versionPath(bucketPaths, version.key, versionIdOf(version)), version);

  async function find(bucket: string, key: string, versionId: string): Promise<Version | undefined> {
    requireVersionId(versionId);
    const bucketPaths = folders(bucket);
    const newest = await records.read(recordPath(bucketPaths, key));
    return newest && versionIdOf(newest) === versionId ? newest : records.read(versionPath(bucketPaths, key, versionId));
  }

  /**
   * Deletes one version permanently. The versions of one object are deleted one after another. In parallel, the deletion of the newest
   * version could restore an older version that is being deleted at the same time.
   */
  function remove(bucket: string, key: string, versionId: string): Promise<Version | undefined> {
    const object = `${bucket}\n${key}`;
    const earlier = removals.get(object) ?? Promise.resolve();
    const removal = earlier.then(() => removeOne(bucket, key, versionId));
    const ended = removal
      .catch(() => {})
      .then(() => {
        if (removals.get(object) === ended) removals.delete(object);
      });
    removals.set(object, ended);
    return removal;
  }

  /** If the deleted version was the newest version, the version before it becomes the newest. */
  async function removeOne(bucket: string, key: string, versionId: string): Promise<Version | undefined> {
    const bucketPaths = folders(bucket);
    const version = await find(bucket, key, versionId);
    if (!version) return undefined;
    const path = recordPath(bucketPaths, key);
    const newest = await records.read(path);
    if (newest && versionIdOf(newest) === versionId) {
      const [previous] = (await records.readVersions(bucketPaths, key)).filter((one) => versionIdOf(one) !== versionId).sort(newestFirst);
      if (previous) {
        await records.publish(bucketPaths, path, previous);
        await records.remove(versionPath(bucketPaths, key, versionIdOf(previous)));
      } else await records.remove(path);
    }
    await records.remove(versionPath(bucketPaths, key, versionId));
    if (!isDeleteMarker(version)) await rm(join(bucketPaths.data, version.dataFile), { force: true });
    return version;
  }

  /** Returns one page of versions and delete markers in S3's order: by key, and the newest version of a key first. */
  async function list(
    bucket: string,
    { prefix = '', after, limit = listPageMax }: { prefix?: string; after?: VersionMarker | undefined; limit?: number } = {},
  ): Promise<{ versions: ListedVersion[]; next?: VersionMarker }> {
    const bucketPaths = folders(bucket);
    const newest = await records.readAll(bucketPaths.objects);
    const older = await records.readAll(bucketPaths.versions);
    const byId = new Map([...older, ...newest].map((version) => [`${version.key}\n${versionIdOf(version)}`, version]));
    const sorted = [...byId.values()]
      .filter(({ key }) => key.startsWith(prefix))
      .sort((a, b) => compareKeys(a.key, b.key) || newestFirst(a, b));
    const listed = sorted.map((version, index): ListedVersion => {
      const newer = sorted[index - 1];
      return newer?.key === version.key ? { version, isLatest: false, replacedAt: newer.lastModified } : { version, isLatest: true };
    });
    const remaining = after ? listed.filter(({ version }) => isAfter(version, after)) : listed;
    const versions = remaining.slice(0, Math.min(limit, listPageMax));
    const last = versions.at(-1)?.version;
    return { versions, ...(last && versions.length < remaining.length && { next: { key: last.key, versionId: versionIdOf(last) } }) };
  }

  return {
    enable: (bucket: string): void => void enabledBuckets.add(bucket),
    isEnabled: (bucket: string): boolean => enabledBuckets.has(bucket),
    createId,
    keep,
    find,
    list,
    remove,
  };
}

function isAfter(version: Version, { key, versionId }: VersionMarker): boolean {
  const order = compareKeys(version.key, key);
  return order > 0 || (order === 0 && versionId !== undefined && versionIdOf(version) < versionId);
}

function requireVersionId(versionId: string): void {
  if (!versionIdPattern.test(versionId)) throw invalidArgument('Invalid version id specified');
}
