/** The private media bucket, which contains uploads, files that are prepared for vendors, and results. */
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
import { resultsFolder } from '#shared/upload/image-file.ts';
import { folderOf, inputFolders, type MediaFolder } from '#shared/upload/media-folders.ts';
import type { Rect } from '#shared/video/strategy.ts';
import { requiredEnv } from '../platform/config.ts';
import { inParallel } from '../platform/in-parallel.ts';

/** The custom endpoint of the local cloud has no separate host name for each bucket. */
export const s3 = new S3Client({ forcePathStyle: Boolean(process.env.AWS_ENDPOINT_URL_S3) });

export const mediaBucket = (): string => requiredEnv('MEDIA_BUCKET');

export const uploadKey = (userId: string, folder: string, id: string, extension: string) =>
  `uploads/${userId}/${folder}/${id}.${extension}`;
/**
 * Returns whether a key belongs to an upload of this user or to a file made for this user. The server chooses all keys, so the key
 * identifies the owner.
 */
export const isOwnFile = (userId: string, key: string): boolean =>
  inputFolders.some((folder) => key.startsWith(folderOf(folder, userId))) && !key.includes('..');
/** Returns the folder whose rules apply to a file: the upload folder, or `resultsFolder`. */
export const fileRulesOf = (key: string): string => (key.startsWith('uploads/') ? key.split('/').slice(2, -1).join('/') : resultsFolder);
type ItemName = { userId: string; batchId: string; itemId: string };
export const photoKey = ({ userId, batchId, itemId }: ItemName) => `ingested/${userId}/${batchId}/${itemId}.jpg`;
/**
 * Returns the key of the photo of an edit, in the format for the vendor. PNG keeps the transparency. @param contentType determines the file
 * extension.
 */
export const preparedPhotoKey = ({ userId, batchId, itemId }: ItemName, contentType: 'image/jpeg' | 'image/png') =>
  `ingested/${userId}/${batchId}/${itemId}.${contentType === 'image/png' ? 'png' : 'jpg'}`;
/** The next two functions return the keys of files for the vendor. The files are needed only while the video is made or retried. */
export const frameKey = ({ userId, batchId, itemId }: ItemName) => `frames/${userId}/${batchId}/${itemId}.jpg`;
export const outpaintSourceKey = ({ userId, batchId, itemId }: ItemName) => `frames/${userId}/${batchId}/${itemId}.source.jpg`;
/** Returns the key of an uncropped video from the model. The video is needed only until it is cropped. */
export const originalKey = ({ userId, batchId, itemId }: ItemName) => `originals/${userId}/${batchId}/${itemId}.mp4`;
export const videoKey = ({ userId, batchId, itemId }: ItemName) => `results/${userId}/${batchId}/${itemId}.mp4`;
/**
 * Returns the key of an original that was delivered because the crop failed. This key differs from the key of the cropped video, so that no
 * cache shows the wrong video.
 */
export const uncroppedKey = ({ userId, batchId, itemId }: ItemName) => `results/${userId}/${batchId}/${itemId}.uncropped.mp4`;
/** Returns the key of a crop that the owner requested. The same crop has the same key. */
export const croppedKey = (item: ItemName, { x, y, width, height }: Rect) =>
  `results/${item.userId}/${item.batchId}/${item.itemId}.${width}x${height}_${x}_${y}.mp4`;
/**
 * Returns the key of an image result. The key of a poster has the same form, but the two keys are never equal, because video batches
 * contain no images.
 */
export const imageKey = ({ userId, batchId, itemId }: ItemName) => `results/${userId}/${batchId}/${itemId}.jpg`;
export const thumbnailKey = ({ userId, batchId, itemId }: ItemName) => `results/${userId}/${batchId}/${itemId}.thumb.jpg`;
/** @param contentType an `image/` type, which determines the file extension. */
export const editedPhotoKey = ({ userId, batchId, itemId }: ItemName, contentType: string) =>
  `results/${userId}/${batchId}/${itemId}.${contentType.slice('image/'.length)}`;
export const posterKey = ({ userId, batchId, itemId }: ItemName) => `results/${userId}/${batchId}/${itemId}.jpg`;

/**
 * Returns the keys of one image of a before/after run. A key contains a hash of the bytes, so that the stored image is the judged image.
 * The image expires after 90 days (docs/spec.md 3.9).
 */
export const iterationKeys = ({ userId, batchId, itemId }: ItemName, hash: string) => ({
  key: `iterations/${userId}/${batchId}/${itemId}-${hash}.jpg`,
  posterKey: `iterations/${userId}/${batchId}/${itemId}-${hash}.thumb.jpg`,
});
/** Returns the key of an ingested input picture of a before/after run. */
export const pictureKey = (userId: string, runId: string, name: 'before' | 'after' | 'input') => `ingested/${userId}/${runId}/${name}.jpg`;

/**
 * The signing time of a URL is the start of the current quarter of an hour, so that the URL of a playing video stays the same while the
 * page polls.
 */
const signingIntervalMs = 15 * 60_000;
export const signedUrlSeconds = 3600;

/** Returns a URL at which the browser can read an object for 45 to 60 minutes. */
export function signedUrl(key: string, now: Date, downloadName?: string): Promise<string> {
  const signingDate = new Date(Math.floor(now.getTime() / signingIntervalMs) * signingIntervalMs);
  const command = new GetObjectCommand({
    Bucket: mediaBucket(),
    Key: key,
    ...(downloadName && { ResponseContentDisposition: `attachment; filename*=UTF-8''${encodeURIComponent(downloadName)}` }),
  });
  return getSignedUrl(s3, command, { signingDate, expiresIn: signedUrlSeconds });
}

/** Returns a URL at which a vendor can read an object for some seconds. The time must last until the vendor starts its work. */
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

/** Returns the first bytes of an object, its type and its total size, or undefined if the object does not exist. */
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

/** Returns the item of a result key, or undefined if the key does not belong to a result of this user. */
export function itemOfResult(userId: string, key: string): ItemName | undefined {
  const [folder, owner, batchId, file, ...furtherParts] = key.split('/');
  const itemId = file?.split('.')[0];
  return folder === 'results' && owner === userId && batchId && itemId && furtherParts.length === 0
    ? { userId, batchId, itemId }
    : undefined;
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

/** Deletes a user's files in a folder. A file that does not exist any more causes no error. */
export async function deleteFolder(folder: MediaFolder, userId: string): Promise<void> {
  for await (const files of filesOf(folder, userId))
    await inParallel(files, async ({ key }) => {
      await s3.send(new DeleteObjectCommand({ Bucket: mediaBucket(), Key: key }));
    });
}
