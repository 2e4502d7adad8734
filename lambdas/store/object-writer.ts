/** Writes an object of the media bucket in parts, so that the size of the object can exceed the memory of the function. */
import { CompleteMultipartUploadCommand, CreateMultipartUploadCommand, UploadPartCommand } from '@aws-sdk/client-s3';
import { mediaBucket, s3 } from './media.ts';

/**
 * S3 requires at least 5 MiB per part, except for the last part. At most two parts are in memory: the writer sends one part while it fills
 * the next part.
 */
const partBytes = 8 * 1024 * 1024;

export type ObjectWriter = { write(chunk: Uint8Array): Promise<void>; finish(): Promise<void> };

/** The object exists only after it is complete. A lifecycle rule deletes the parts of an unfinished object. */
export async function openObject(key: string, contentType: string): Promise<ObjectWriter> {
  const address = { Bucket: mediaBucket(), Key: key };
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ ...address, ContentType: contentType }));
  const parts: { PartNumber: number; ETag: string | undefined }[] = [];
  // The two buffers are used in turns, so that a large object does not need a new buffer for each part.
  const buffers = [Buffer.allocUnsafe(partBytes), Buffer.allocUnsafe(partBytes)] as const;
  let pendingBytes = 0;
  let lastUpload: Promise<void> = Promise.resolve();

  const currentBuffer = () => buffers[parts.length % 2 === 0 ? 0 : 1];

  async function sendPart(): Promise<void> {
    await lastUpload;
    const Body = currentBuffer().subarray(0, pendingBytes);
    pendingBytes = 0;
    const PartNumber = parts.length + 1;
    const part: (typeof parts)[number] = { PartNumber, ETag: undefined };
    parts.push(part);
    lastUpload = s3.send(new UploadPartCommand({ ...address, UploadId, PartNumber, Body })).then(({ ETag }) => {
      part.ETag = ETag;
    });
    // The next part or `finish` awaits this promise and throws its error. Until then, Node must not report an unhandled rejection.
    lastUpload.catch(() => {});
  }

  return {
    async write(chunk) {
      for (let start = 0; start < chunk.length; ) {
        const end = Math.min(chunk.length, start + partBytes - pendingBytes);
        currentBuffer().set(chunk.subarray(start, end), pendingBytes);
        pendingBytes += end - start;
        start = end;
        if (pendingBytes === partBytes) await sendPart();
      }
    },
    async finish() {
      if (pendingBytes > 0) await sendPart();
      await lastUpload;
      await s3.send(new CompleteMultipartUploadCommand({ ...address, UploadId, MultipartUpload: { Parts: parts } }));
    },
  };
}
