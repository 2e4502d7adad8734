/** Archives of results and what is known of each while it is made: two objects side by side, which end by the bucket's own rule. */
import { CompleteMultipartUploadCommand, CreateMultipartUploadCommand, GetObjectCommand, UploadPartCommand } from '@aws-sdk/client-s3';
import { mediaBucket, putObject, s3 } from './media.ts';

export type ArchiveName = { userId: string; downloadId: string };
export type Archive = ArchiveName & {
  status: 'making' | 'ready' | 'failed';
  /** How many files are in it so far. */
  done: number;
  fileName: string;
  files: { key: string; name: string; madeAt: string }[];
};

export const archiveKey = ({ userId, downloadId }: ArchiveName) => `archives/${userId}/${downloadId}.zip`;
const recordKey = ({ userId, downloadId }: ArchiveName) => `archives/${userId}/${downloadId}.json`;

/** Storage takes no smaller part but the last. Two are held at a time: one is sent while the next comes in. */
const partBytes = 8 * 1024 * 1024;

export const writeArchive = (archive: Archive): Promise<void> =>
  putObject(recordKey(archive), Buffer.from(JSON.stringify(archive)), 'application/json');

export async function readArchive(name: ArchiveName): Promise<Archive | undefined> {
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: mediaBucket(), Key: recordKey(name) }));
    return JSON.parse((await Body?.transformToString()) ?? '') as Archive;
  } catch (error) {
    // Who may not list a bucket is not told that something is absent.
    if (error instanceof Error && ['NoSuchKey', 'NotFound', 'AccessDenied'].includes(error.name)) return undefined;
    throw error;
  }
}

export type ArchiveWriter = { write(chunk: Uint8Array): Promise<void>; finish(): Promise<void> };

/**
 * Writes an archive as it is made, holding no more of it than two parts. It is there once it is finished, whole; parts
 * of one that is not are let go by the bucket's own rule.
 */
export async function openArchive(name: ArchiveName): Promise<ArchiveWriter> {
  const address = { Bucket: mediaBucket(), Key: archiveKey(name) };
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ ...address, ContentType: 'application/zip' }));
  const parts: { PartNumber: number; ETag: string | undefined }[] = [];
  let chunks: Uint8Array[] = [];
  let size = 0;
  let onItsWay: Promise<void> = Promise.resolve();

  async function sendPart(): Promise<void> {
    await onItsWay;
    const Body = Buffer.concat(chunks);
    chunks = [];
    size = 0;
    const PartNumber = parts.length + 1;
    const part: (typeof parts)[number] = { PartNumber, ETag: undefined };
    parts.push(part);
    onItsWay = s3.send(new UploadPartCommand({ ...address, UploadId, PartNumber, Body })).then(({ ETag }) => {
      part.ETag = ETag;
    });
    // It is waited for before the next one; until then a failure is nobody's.
    onItsWay.catch(() => {});
  }

  return {
    async write(chunk) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= partBytes) await sendPart();
    },
    async finish() {
      if (size > 0) await sendPart();
      await onItsWay;
      await s3.send(new CompleteMultipartUploadCommand({ ...address, UploadId, MultipartUpload: { Parts: parts } }));
    },
  };
}
