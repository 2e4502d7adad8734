/** Files of visitors that wait for a check. All of them are temporary. */
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { checkBytesMax } from '#shared/check/api.ts';
import { AppError } from '#shared/errors.ts';
import { checkFolder } from '#shared/upload/media-folders.ts';
import { inParallel } from '../platform/in-parallel.ts';
import { fileKey } from './checks.ts';
import { deleteVersion, mediaBucket, s3, versionsOf } from './media.ts';

/**
 * The version id of an object in a bucket without versions
 * (https://docs.aws.amazon.com/AmazonS3/latest/userguide/DeletingObjectVersions.html).
 */
const unversioned = 'null';

export type CheckUpload = { versionId: string };

/**
 * Saves the file of a check on disk.
 * @throws AppError UploadNotFound
 */
export async function downloadCheckFile(checkId: string, path: string): Promise<CheckUpload> {
  const {
    Body,
    ContentLength = 0,
    VersionId = unversioned,
  } = await s3.send(new GetObjectCommand({ Bucket: mediaBucket(), Key: fileKey(checkId) })).catch((cause) => {
    throw new AppError('UploadNotFound', { cause });
  });
  if (ContentLength > checkBytesMax) throw new Error(`The file has ${ContentLength} bytes, which the form does not allow`);
  await pipeline(Body as Readable, createWriteStream(path));
  return { versionId: VersionId };
}

/** Deletes the file permanently, so that it cannot be restored. */
export const deleteCheckFile = (checkId: string, { versionId }: CheckUpload): Promise<void> =>
  deleteVersion({ key: fileKey(checkId), versionId });

/** Deletes all versions of files and reports that are older than `before`. Returns their number. */
export async function deleteChecksBefore(before: Date): Promise<number> {
  let count = 0;
  for await (const versions of versionsOf(`${checkFolder}/`)) {
    const old = versions.filter(({ lastModified }) => lastModified < before);
    await inParallel(old, deleteVersion);
    count += old.length;
  }
  return count;
}
