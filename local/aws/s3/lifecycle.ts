import type { ObjectStore } from './store.ts';

/** A rule of `LifecycleConfiguration` of AWS::S3::Bucket. */
export type LifecycleRule = { Prefix?: string; ExpirationInDays?: number };

const dayMs = 24 * 60 * 60 * 1000;

/** Deletes the expired objects of a bucket, according to its rules. */
export async function expireObjects(store: ObjectStore, bucket: string, rules: readonly LifecycleRule[], nowMs: number): Promise<void> {
  for (const { Prefix: prefix = '', ExpirationInDays: days } of rules) {
    if (days === undefined) continue;
    const expiredKeys: string[] = [];
    for (let startAfter: string | undefined = ''; startAfter !== undefined; ) {
      const page: Awaited<ReturnType<ObjectStore['listObjects']>> = await store.listObjects(bucket, { prefix, after: startAfter });
      for (const { key, lastModified } of page.objects) if (Date.parse(lastModified) + days * dayMs <= nowMs) expiredKeys.push(key);
      startAfter = page.next;
    }
    for (const key of expiredKeys) await store.deleteObject(bucket, key);
  }
}
