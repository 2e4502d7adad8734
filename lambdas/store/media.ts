/** The private media bucket, which contains uploads, files that are prepared for vendors, and results. */
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CopyObjectCommand, DeleteObjectCommand, GetObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { folderOf, type MediaFolder } from '#shared/upload/media-folders.ts';
import { requiredEnv } from '../platform/config.ts';
import { inParallel } from '../platform/in-parallel.ts';

/** The custom endpoint of the local cloud has no separate host name for each bucket. */
export const s3 = new S3Client({ forcePathStyle: Boolean(process.env.AWS_ENDPOINT_URL_S3) });

export const mediaBucket = (): string => requiredEnv('MEDIA_BUCKET');

/** Streams the bytes of an object. */
export async function streamObject(key: string): Promise<AsyncIterable<Uint8Array>> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: mediaBucket(), Key: key }));
  return Body as Readable;
}

/** Downloads an object to a file without loading it into memory. */
export async function downloadToFile(key: string, file: string): Promise<void> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: mediaBucket(), Key: key }));
  await pipeline(Body as Readable, createWriteStream(file));
}

export async function copyObject(from: string, to: string): Promise<void> {
  await s3.send(new CopyObjectCommand({ Bucket: mediaBucket(), CopySource: encodeURI(`${mediaBucket()}/${from}`), Key: to }));
}

/** Lists a user's files in a folder, page by page. */
export async function* filesOf(folder: MediaFolder, userId: string): AsyncGenerator<{ key: string; sizeBytes: number }[]> {
  const list = { Bucket: mediaBucket(), Prefix: folderOf(folder, userId) };
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, list))
    yield Contents.map(({ Key = '', Size = 0 }) => ({ key: Key, sizeBytes: Size }));
}

/** Deletes a user's files in a folder. A file that does not exist any more causes no error. */
export async function deleteFolder(folder: MediaFolder, userId: string): Promise<void> {
  for await (const files of filesOf(folder, userId))
    await inParallel(files, async ({ key }) => {
      await s3.send(new DeleteObjectCommand({ Bucket: mediaBucket(), Key: key }));
    });
}
