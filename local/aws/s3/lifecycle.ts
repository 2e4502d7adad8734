import type { ObjectStore } from './store.ts';
import { isDeleteMarker, versionIdOf } from './stored-object.ts';

/** A rule of `LifecycleConfiguration` of AWS::S3::Bucket. */
export type LifecycleRule = {
  Prefix?: string;
  ExpirationInDays?: number;
  NoncurrentVersionExpiration?: { NoncurrentDays: number };
  ExpiredObjectDeleteMarker?: boolean;
};

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Applies the rules of a bucket: deletes the expired objects, the expired older versions, and the delete markers without older versions.
 */
export async function expireObjects(store: ObjectStore, bucket: string, rules: readonly LifecycleRule[], nowMs: number): Promise<void> {
  for (const rule of rules) {
    await deleteExpiredObjects(store, bucket, rule, nowMs);
    await deleteExpiredVersions(store, bucket, rule, nowMs);
  }
}

async function deleteExpiredObjects(
  store: ObjectStore,
  bucket: string,
  { Prefix: prefix = '', ExpirationInDays: days }: LifecycleRule,
  nowMs: number,
): Promise<void> {
  if (days === undefined) return;
  const expiredKeys: string[] = [];
  for (let startAfter: string | undefined = ''; startAfter !== undefined; ) {
    const page: Awaited<ReturnType<ObjectStore['listObjects']>> = await store.listObjects(bucket, { prefix, after: startAfter });
    for (const { key, lastModified } of page.objects) if (Date.parse(lastModified) + days * dayMs <= nowMs) expiredKeys.push(key);
    startAfter = page.next;
  }
  for (const key of expiredKeys) await store.deleteObject(bucket, key);
}

type VersionPage = Awaited<ReturnType<ObjectStore['listVersions']>>;

async function deleteExpiredVersions(
  store: ObjectStore,
  bucket: string,
  { Prefix: prefix = '', NoncurrentVersionExpiration: expiration, ExpiredObjectDeleteMarker: deletesMarkers }: LifecycleRule,
  nowMs: number,
): Promise<void> {
  if (!expiration && !deletesMarkers) return;
  const listed: VersionPage['versions'] = [];
  let page: VersionPage | undefined;
  do {
    page = await store.listVersions(bucket, { prefix, after: page?.next });
    listed.push(...page.versions);
  } while (page.next);
  for (const [index, { version, isLatest, replacedAt }] of listed.entries()) {
    const isExpired = expiration && replacedAt && Date.parse(replacedAt) + expiration.NoncurrentDays * dayMs <= nowMs;
    const isOnlyVersion = isLatest && listed[index + 1]?.version.key !== version.key;
    if (isExpired || (deletesMarkers && isOnlyVersion && isDeleteMarker(version)))
      await store.deleteVersion(bucket, version.key, versionIdOf(version));
  }
}
