/**
 * The private media bucket. It contains uploads, files that are prepared for vendors, and results. This module needs the SDK of S3, which
 * makes a bundle about 250 kB larger. objects.ts works without the SDK.
 */
import {
  DeleteObjectCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { folderOf, type MediaFolder } from '#shared/upload/media-folders.ts';
import { requiredEnv } from '../platform/config.ts';
import { inParallel } from '../platform/in-parallel.ts';

/** The custom endpoint of the local cloud has no separate host name for each bucket. */
export const s3 = new S3Client({ forcePathStyle: Boolean(process.env.AWS_ENDPOINT_URL_S3) });

export const mediaBucket = (): string => requiredEnv('MEDIA_BUCKET');

/** Lists a user's files in a folder, page by page. */
export async function* filesOf(folder: MediaFolder, userId: string): AsyncGenerator<{ key: string; sizeBytes: number }[]> {
  const list = { Bucket: mediaBucket(), Prefix: folderOf(folder, userId) };
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, list))
    yield Contents.map(({ Key = '', Size = 0 }) => ({ key: Key, sizeBytes: Size }));
}

/** A stored version of a file. A delete marker is the newest version of a deleted file. */
export type FileVersion = { key: string; versionId: string; isLatest: boolean; isDeleteMarker: boolean; lastModified: Date };

/** Lists all versions of all files whose keys start with a prefix, page by page. The newest version of a file is the first. */
export async function* versionsOf(prefix: string): AsyncGenerator<FileVersion[]> {
  for (let marker: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } | undefined = {}; marker; ) {
    const list = new ListObjectVersionsCommand({ Bucket: mediaBucket(), Prefix: prefix, ...definedOnly(marker) });
    const page: ListObjectVersionsCommandOutput = await s3.send(list);
    const { Versions = [], DeleteMarkers = [], IsTruncated, NextKeyMarker, NextVersionIdMarker } = page;
    yield [
      ...Versions.map((version) => ({ ...version, isDeleteMarker: false })),
      ...DeleteMarkers.map((version) => ({ ...version, isDeleteMarker: true })),
    ].map(({ Key = '', VersionId = '', IsLatest = false, LastModified = new Date(0), isDeleteMarker }) => ({
      key: Key,
      versionId: VersionId,
      isLatest: IsLatest,
      isDeleteMarker,
      lastModified: LastModified,
    }));
    marker = IsTruncated ? { KeyMarker: NextKeyMarker, VersionIdMarker: NextVersionIdMarker } : undefined;
  }
}

const definedOnly = (values: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined));

/**
 * Permanently deletes all versions of a user's files in a folder, so that no file can be restored. A version that no longer exists causes
 * no error.
 */
export async function deleteFolder(folder: MediaFolder, userId: string): Promise<void> {
  for await (const versions of versionsOf(folderOf(folder, userId))) await inParallel(versions, deleteVersion);
}

export async function deleteVersion({ key, versionId }: Pick<FileVersion, 'key' | 'versionId'>): Promise<void> {
  await s3.send(new DeleteObjectCommand({ Bucket: mediaBucket(), Key: key, VersionId: versionId }));
}
