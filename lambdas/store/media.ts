/** The private media bucket: what sellers upload, what was made safe for vendors, and what was delivered. */
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { setting } from '../platform/config.ts';

/** A custom endpoint (the local cloud's) has no name for each bucket. */
export const s3 = new S3Client({ forcePathStyle: Boolean(process.env.AWS_ENDPOINT_URL_S3) });

export const mediaBucket = (): string => setting('MEDIA_BUCKET');

export const uploadKey = (userId: string, folder: string, id: string, extension: string) =>
  `uploads/${userId}/${folder}/${id}.${extension}`;
/** An upload belongs to the user whose id its key carries; the policy of the upload fixed the key. */
export const isUploadOf = (userId: string, key: string): boolean => key.startsWith(`uploads/${userId}/`) && !key.includes('..');
type ItemName = { userId: string; batchId: string; itemId: string };
export const photoKey = ({ userId, batchId, itemId }: ItemName) => `ingested/${userId}/${batchId}/${itemId}.jpg`;
export const videoKey = ({ userId, batchId, itemId }: ItemName) => `results/${userId}/${batchId}/${itemId}.mp4`;
export const posterKey = ({ userId, batchId, itemId }: ItemName) => `results/${userId}/${batchId}/${itemId}.jpg`;

/** A link is signed as of the last full quarter of an hour, so that a poll does not change a playing video's address. */
const linkFloorMs = 15 * 60_000;
const linkSeconds = 3600;

/** An address at which the browser can read an object for 45 to 60 minutes. */
export function link(key: string, now: Date, downloadName?: string): Promise<string> {
  const signingDate = new Date(Math.floor(now.getTime() / linkFloorMs) * linkFloorMs);
  const command = new GetObjectCommand({
    Bucket: mediaBucket(),
    Key: key,
    ...(downloadName && { ResponseContentDisposition: `attachment; filename*=UTF-8''${encodeURIComponent(downloadName)}` }),
  });
  return getSignedUrl(s3, command, { signingDate, expiresIn: linkSeconds });
}

/** An address at which a vendor can read an object until it has started its work. */
export const linkForVendor = (key: string, seconds: number): Promise<string> =>
  getSignedUrl(s3, new GetObjectCommand({ Bucket: mediaBucket(), Key: key }), { expiresIn: seconds });

export async function readObject(key: string): Promise<Buffer> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: mediaBucket(), Key: key }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
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

export async function putObject(key: string, body: Buffer, contentType: string): Promise<void> {
  await s3.send(new PutObjectCommand({ Bucket: mediaBucket(), Key: key, Body: body, ContentType: contentType }));
}
