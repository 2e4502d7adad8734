/** The private media bucket: what sellers upload, what was made safe for vendors, and what was delivered. */
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { madeFilesFolder } from '#shared/upload/image-file.ts';
import { folderOf, type MediaFolder, namedFolders } from '#shared/upload/media-folders.ts';
import type { Rect } from '#shared/video/strategy.ts';
import { requiredEnv } from '../platform/config.ts';
import { inParallel } from './batches.ts';

/** A custom endpoint (the local cloud's) has no name for each bucket. */
export const s3 = new S3Client({ forcePathStyle: Boolean(process.env.AWS_ENDPOINT_URL_S3) });

export const mediaBucket = (): string => requiredEnv('MEDIA_BUCKET');

export const uploadKey = (userId: string, folder: string, id: string, extension: string) =>
  `uploads/${userId}/${folder}/${id}.${extension}`;
/** Whether a key is an upload of this user, or a file that was made for this user. We choose all keys, so the key proves the owner. */
export const isOwnFile = (userId: string, key: string): boolean =>
  namedFolders.some((folder) => key.startsWith(folderOf(folder, userId))) && !key.includes('..');
/** The folder that decides what a file may be: the one that an upload was sent to, or `madeFilesFolder`. */
export const fileRulesOf = (key: string): string => (key.startsWith('uploads/') ? key.split('/').slice(2, -1).join('/') : madeFilesFolder);
type ItemName = { userId: string; batchId: string; itemId: string };
export const photoKey = ({ userId, batchId, itemId }: ItemName) => `ingested/${userId}/${batchId}/${itemId}.jpg`;
/** What is made for a vendor alone, and only while its video is made or tried again. */
export const frameKey = ({ userId, batchId, itemId }: ItemName) => `frames/${userId}/${batchId}/${itemId}.jpg`;
export const outpaintSourceKey = ({ userId, batchId, itemId }: ItemName) => `frames/${userId}/${batchId}/${itemId}.source.jpg`;
/** A video as the model made it, until the part that was ordered is cut out of it. */
export const originalKey = ({ userId, batchId, itemId }: ItemName) => `originals/${userId}/${batchId}/${itemId}.mp4`;
export const videoKey = ({ userId, batchId, itemId }: ItemName) => `results/${userId}/${batchId}/${itemId}.mp4`;
/** An original that is delivered, for it could not be cropped: another address, so that no cache shows it in the cropped one's place. */
export const uncroppedKey = ({ userId, batchId, itemId }: ItemName) => `results/${userId}/${batchId}/${itemId}.uncropped.mp4`;
/** A part of a video that its owner cut out: the same part has the same key. */
export const croppedKey = (item: ItemName, { x, y, width, height }: Rect) =>
  `results/${item.userId}/${item.batchId}/${item.itemId}.${width}x${height}_${x}_${y}.mp4`;
/** An image, which a batch of videos has none of, so that no name is used twice. */
export const imageKey = ({ userId, batchId, itemId }: ItemName) => `results/${userId}/${batchId}/${itemId}.jpg`;
export const thumbnailKey = ({ userId, batchId, itemId }: ItemName) => `results/${userId}/${batchId}/${itemId}.thumb.jpg`;
/** With the ending of what it is, an `image/` type. */
export const editedPhotoKey = ({ userId, batchId, itemId }: ItemName, contentType: string) =>
  `results/${userId}/${batchId}/${itemId}.${contentType.slice('image/'.length)}`;
export const posterKey = ({ userId, batchId, itemId }: ItemName) => `results/${userId}/${batchId}/${itemId}.jpg`;

/** One image of a before/after run, under a name that its bytes give it: what was judged is what is there. Kept for 90 days (Q65). */
export const iterationKeys = ({ userId, batchId, itemId }: ItemName, hash: string) => ({
  key: `iterations/${userId}/${batchId}/${itemId}-${hash}.jpg`,
  posterKey: `iterations/${userId}/${batchId}/${itemId}-${hash}.thumb.jpg`,
});
/** What a before/after run works with, taken in once. */
export const pictureKey = (userId: string, runId: string, name: 'before' | 'after' | 'input') => `ingested/${userId}/${runId}/${name}.jpg`;

/** A link is signed as of the last full quarter of an hour, so that a poll does not change a playing video's address. */
const linkFloorMs = 15 * 60_000;
export const linkSeconds = 3600;

/** An address at which the browser can read an object for 45 to 60 minutes. */
export function signedUrl(key: string, now: Date, downloadName?: string): Promise<string> {
  const signingDate = new Date(Math.floor(now.getTime() / linkFloorMs) * linkFloorMs);
  const command = new GetObjectCommand({
    Bucket: mediaBucket(),
    Key: key,
    ...(downloadName && { ResponseContentDisposition: `attachment; filename*=UTF-8''${encodeURIComponent(downloadName)}` }),
  });
  return getSignedUrl(s3, command, { signingDate, expiresIn: linkSeconds });
}

/** An address at which a vendor can read an object until it has started its work. */
export const signedUrlForVendor = (key: string, seconds: number): Promise<string> =>
  getSignedUrl(s3, new GetObjectCommand({ Bucket: mediaBucket(), Key: key }), { expiresIn: seconds });

export async function readObject(key: string): Promise<Buffer> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: mediaBucket(), Key: key }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}

/** The bytes of an object as they come. */
export async function streamObject(key: string): Promise<AsyncIterable<Uint8Array>> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: mediaBucket(), Key: key }));
  return Body as Readable;
}

/** Writes an object to a file, without holding it. */
export async function downloadToFile(key: string, file: string): Promise<void> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: mediaBucket(), Key: key }));
  await pipeline(Body as Readable, createWriteStream(file));
}

/** The first bytes of an object with its type and whole size, or undefined where there is none. */
export async function readStart(
  key: string,
  length: number,
): Promise<{ bytes: Buffer; contentType: string; sizeBytes: number } | undefined> {
  try {
    const {
      Body,
      ContentType = '',
      ContentRange = '',
    } = await s3.send(new GetObjectCommand({ Bucket: mediaBucket(), Key: key, Range: `bytes=0-${length - 1}` }));
    const sizeBytes = Number(ContentRange.split('/')[1]);
    return { bytes: Buffer.from((await Body?.transformToByteArray()) ?? []), contentType: ContentType, sizeBytes };
  } catch (error) {
    if (error instanceof Error && ['NoSuchKey', 'NotFound', 'AccessDenied'].includes(error.name)) return undefined;
    throw error;
  }
}

/** The item whose result lies at a key; undefined for a key that is not one of this user's results. */
export function itemOfResult(userId: string, key: string): ItemName | undefined {
  const [folder, owner, batchId, file, ...rest] = key.split('/');
  const itemId = file?.split('.')[0];
  return folder === 'results' && owner === userId && batchId && itemId && rest.length === 0 ? { userId, batchId, itemId } : undefined;
}

/** Whether an object is still there. */
export const objectExists = async (key: string): Promise<boolean> => (await readStart(key, 1)) !== undefined;

export async function copyObject(from: string, to: string): Promise<void> {
  await s3.send(new CopyObjectCommand({ Bucket: mediaBucket(), CopySource: encodeURI(`${mediaBucket()}/${from}`), Key: to }));
}

export async function putObject(key: string, body: Buffer, contentType: string): Promise<void> {
  await s3.send(new PutObjectCommand({ Bucket: mediaBucket(), Key: key, Body: body, ContentType: contentType }));
}

/** What a user has in a folder, page by page. */
export async function* filesOf(folder: MediaFolder, userId: string): AsyncGenerator<{ key: string; sizeBytes: number }[]> {
  let start: string | undefined;
  do {
    const page = await s3.send(
      new ListObjectsV2Command({ Bucket: mediaBucket(), Prefix: folderOf(folder, userId), ContinuationToken: start }),
    );
    yield (page.Contents ?? []).map(({ Key = '', Size = 0 }) => ({ key: Key, sizeBytes: Size }));
    start = page.NextContinuationToken;
  } while (start);
}

/** Removes all that a user has in a folder; what is gone already is no fault. */
export async function deleteFolder(folder: MediaFolder, userId: string): Promise<void> {
  for await (const files of filesOf(folder, userId))
    await inParallel(files, async ({ key }) => {
      await s3.send(new DeleteObjectCommand({ Bucket: mediaBucket(), Key: key }));
    });
}
