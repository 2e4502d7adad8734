/** CloudFront's access to the buckets. A distribution reads only objects that the bucket policy allows. */
import { randomUUID } from 'node:crypto';
import type { Cloud } from '../../template/resource-type.ts';
import { policyVerdict } from '../s3/resource.ts';
import type { StoredObject } from '../s3/stored-object.ts';
import type { OriginObject } from './object-cache.ts';
import type { SiteObject } from './site-objects.ts';

/** A bucket with copies of cached files. So a change in another bucket does not change a cached file. No caller can read this bucket. */
const cacheBucket = 'cloudfront-cache';

/** Deletes the cached files of an earlier local cloud. */
export async function emptyCache({ objects }: Pick<Cloud, 'objects'>): Promise<void> {
  for (let page = await objects.listObjects(cacheBucket); page.objects.length > 0; page = await objects.listObjects(cacheBucket))
    for (const { key } of page.objects) await objects.deleteObject(cacheBucket, key);
}

/** @param sourceArn the ARN of the distribution, or undefined if the distribution does not sign its requests */
export const siteReader =
  (cloud: Cloud, bucket: string, sourceArn: string | undefined) =>
  async (key: string): Promise<OriginObject | 'denied' | undefined> => {
    const isAllowed = (action: string, resource: string): boolean =>
      policyVerdict(cloud, bucket, { principal: 'cloudfront.amazonaws.com', action, resource, sourceArn }) === 'Allow';
    const bucketArn = `arn:aws:s3:::${bucket}`;
    if (!sourceArn || !isAllowed('s3:GetObject', `${bucketArn}/${key}`)) return 'denied';
    const object = await cloud.objects.statObject(bucket, key);
    // S3 reveals that an object does not exist only to a caller that may list the bucket.
    if (!object) return isAllowed('s3:ListBucket', bucketArn) ? undefined : 'denied';
    return { ...siteObject(cloud, bucket, object), copy: () => copyToCache(cloud, bucket, key) };
  };

async function copyToCache(cloud: Cloud, bucket: string, key: string): Promise<SiteObject & { deleteCopy(): Promise<void> }> {
  const copy = await cloud.objects.copyObject({ bucket, key }, { bucket: cacheBucket, key: randomUUID() });
  return {
    ...siteObject(cloud, cacheBucket, copy),
    deleteCopy: async () => void (await cloud.objects.deleteObject(cacheBucket, copy.key)),
  };
}

const siteObject = ({ objects }: Cloud, bucket: string, { key, sizeBytes, contentType, etag, cacheControl }: StoredObject): SiteObject => ({
  sizeBytes,
  contentType,
  etag: `"${etag}"`,
  ...(cacheControl && { cacheControl }),
  async open(range) {
    const openedObject = await objects.openObject(bucket, key);
    if (!openedObject) throw new Error(`${key} was deleted`);
    return openedObject.stream(range);
  },
});
