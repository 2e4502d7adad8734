/** The private media bucket. It contains uploads, files that are prepared for vendors, and results. */
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { madeFilesFolder } from '#shared/upload/image-file.ts';
import { folderOf, type MediaFolder, namedFolders } from '#shared/upload/media-folders.ts';
import type { Rect } from '#shared/video/strategy.ts';
import { requiredEnv } from '../platform/config.ts';
import { inParallel } from '../platform/in-parallel.ts';

/** A custom endpoint (the local cloud) has no host name per bucket. */
export const s3 = new S3Client({ forcePathStyle: Boolean(process.env.AWS_ENDPOINT_URL_S3) });

export const mediaBucket = (): string => requiredEnv('MEDIA_BUCKET');

export const uploadKey = (userId: string, folder: string, id: string, extension: string) =>
  `uploads/${userId}/${folder}/${id}.${extension}`;
/**
 * Returns whether a key belongs to an upload of this user or to a file made for this user. The server chooses all keys, so the key
 * identifies the owner.
 */
export const isOwnFile = (userId: string, key: string): boolean =>
  namedFolders.some((folder) => key.startsWith(folderOf(folder, userId))) && !key.includes('..');
/** Returns the folder whose rules apply to a file: the upload folder, or `madeFilesFolder`. */
export const fileRulesOf = (key: string): string => (key.startsWith('uploads/') ? key.split('/').slice(2, -1).join('/') : madeFilesFolder);
type ItemName = { userId: string; batchId: string; itemId: string };
export const photoKey = ({ userId, batchId, itemId }: ItemName) => `ingested/${userId}/${batchId}/${itemId}.jpg`;
/** The photo of an edit in the vendor's format, which keeps transparency. @param contentType gives the file extension. */
export const preparedPhotoKey = ({ userId, batchId, itemId }: ItemName, contentType: 'image/jpeg' | 'image/png') =>
  `ingested/${userId}/${batchId}/${itemId}.${contentType === 'image/png' ? 'png' : 'jpg'}`;
/** Files that only the vendor needs, while the video is made or retried. */
export const frameKey = ({ userId, batchId, itemId }: ItemName) => `frames/${userId}/${batchId}/${itemId}.jpg`;
export const outpaintSourceKey = ({ userId, batchId, itemId }: ItemName) => `frames/${userId}/${batchId}/${itemId}.source.jpg`;
/** A video from the model, kept until it is cropped. */
export const originalKey = ({ userId, batchId, itemId }: ItemName) => `originals/${userId}/${batchId}/${itemId}.mp4`;
export const videoKey = ({ userId, batchId, itemId }: ItemName) => `results/${userId}/${batchId}/${itemId}.mp4`;
/**
 * An original that was delivered because cropping failed. Its key differs from the key of the cropped video, so that no cache shows the
 * wrong video.
 */
export const uncroppedKey = ({ userId, batchId, itemId }: ItemName) => `results/${userId}/${batchId}/${itemId}.uncropped.mp4`;
/** A crop that the owner requested. The same crop has the same key. */
export const croppedKey = (item: ItemName, { x, y, width, height }: Rect) =>
  `results/${item.userId}/${item.batchId}/${item.itemId}.${width}x${height}_${x}_${y}.mp4`;
/** An image result. A poster has the same form of key. But video batches contain no images, so the two keys are never equal. */
export const imageKey = ({ userId, batchId, itemId }: ItemName) => `results/${userId}/${batchId}/${itemId}.jpg`;
export const thumbnailKey = ({ userId, batchId, itemId }: ItemName) => `results/${userId}/${batchId}/${itemId}.thumb.jpg`;
/** @param contentType an `image/` type; gives the file extension. */
export const editedPhotoKey = ({ userId, batchId, itemId }: ItemName, contentType: string) =>
  `results/${userId}/${batchId}/${itemId}.${contentType.slice('image/'.length)}`;
export const posterKey = ({ userId, batchId, itemId }: ItemName) => `results/${userId}/${batchId}/${itemId}.jpg`;

/**
 * One image of a before/after run. The key contains a hash of the bytes, so that the stored image is the one that was judged. Kept for 90
 * days (docs/spec.md 3.9).
 */
export const iterationKeys = ({ userId, batchId, itemId }: ItemName, hash: string) => ({
  key: `iterations/${userId}/${batchId}/${itemId}-${hash}.jpg`,
  posterKey: `iterations/${userId}/${batchId}/${itemId}-${hash}.thumb.jpg`,
});
/** The input pictures of a before/after run, ingested once. */
export const pictureKey = (userId: string, runId: string, name: 'before' | 'after' | 'input') => `ingested/${userId}/${runId}/${name}.jpg`;

/** URLs are signed for the start of the current quarter of an hour. So the URL of a playing video stays the same while the page polls. */
const linkFloorMs = 15 * 60_000;
export const linkSeconds = 3600;

/** Returns a URL at which the browser can read an object for 45 to 60 minutes. */
export function signedUrl(key: string, now: Date, downloadName?: string): Promise<string> {
  const signingDate = new Date(Math.floor(now.getTime() / linkFloorMs) * linkFloorMs);
  const command = new GetObjectCommand({
    Bucket: mediaBucket(),
    Key: key,
    ...(downloadName && { ResponseContentDisposition: `attachment; filename*=UTF-8''${encodeURIComponent(downloadName)}` }),
  });
  return getSignedUrl(s3, command, { signingDate, expiresIn: linkSeconds });
}

/** Returns a URL at which a vendor can read an object until it starts its work. */
export const signedUrlForVendor = (key: string, seconds: number): Promise<string> =>
  getSignedUrl(s3, new GetObjectCommand({ Bucket: mediaBucket(), Key: key }), { expiresIn: seconds });

export async function readObject(key: string): Promise<Buffer> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: mediaBucket(), Key: key }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}

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

/** Returns the first bytes of an object, its type and its total size; undefined if it does not exist. */
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

/** Returns the item of a result key; undefined if the key is not one of this user's results. */
export function itemOfResult(userId: string, key: string): ItemName | undefined {
  const [folder, owner, batchId, file, ...rest] = key.split('/');
  const itemId = file?.split('.')[0];
  return folder === 'results' && owner === userId && batchId && itemId && rest.length === 0 ? { userId, batchId, itemId } : undefined;
}

/** Returns whether an object still exists. */
export const objectExists = async (key: string): Promise<boolean> => (await readStart(key, 1)) !== undefined;

export async function copyObject(from: string, to: string): Promise<void> {
  await s3.send(new CopyObjectCommand({ Bucket: mediaBucket(), CopySource: encodeURI(`${mediaBucket()}/${from}`), Key: to }));
}

export async function putObject(key: string, body: Buffer, contentType: string): Promise<void> {
  await s3.send(new PutObjectCommand({ Bucket: mediaBucket(), Key: key, Body: body, ContentType: contentType }));
}

/** Lists a user's files in a folder, page by page. */
export async function* filesOf(folder: MediaFolder, userId: string): AsyncGenerator<{ key: string; sizeBytes: number }[]> {
  const list = { Bucket: mediaBucket(), Prefix: folderOf(folder, userId) };
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, list))
    yield Contents.map(({ Key = '', Size = 0 }) => ({ key: Key, sizeBytes: Size }));
}

/** Deletes a user's files in a folder. A file that is already gone is not an error. */
export async function deleteFolder(folder: MediaFolder, userId: string): Promise<void> {
  for await (const files of filesOf(folder, userId))
    await inParallel(files, async ({ key }) => {
      await s3.send(new DeleteObjectCommand({ Bucket: mediaBucket(), Key: key }));
    });
}
