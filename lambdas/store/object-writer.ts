/** Writes an object of the media bucket in parts, so that the size of the object can exceed the memory of the function. */
import { CompleteMultipartUploadCommand, CreateMultipartUploadCommand, UploadPartCommand } from '@aws-sdk/client-s3';
import { mediaBucket, s3 } from './media.ts';

/** S3 requires at least 5 MiB per part, except for the last part. */
const partBytes = 8 * 1024 * 1024;
/** One connection to S3 is slower than the function. The parts that are sent, and the part that is filled, are in memory. */
const uploadsMax = 2;

export type ObjectWriter = { write(chunk: Uint8Array): Promise<void>; finish(): Promise<void> };

/** The object exists only after it is complete. A lifecycle rule deletes the parts of an unfinished object. */
export async function openObject(key: string, contentType: string): Promise<ObjectWriter> {
  const address = { Bucket: mediaBucket(), Key: key };
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ ...address, ContentType: contentType }));
  const parts: { PartNumber: number; ETag: string | undefined }[] = [];
  // The buffers are used in turns, so that a large object does not need a new buffer for each part.
  const buffers = Array.from({ length: uploadsMax + 1 }, () => Buffer.allocUnsafe(partBytes));
  let pendingBytes = 0;
  /** The oldest upload is the first. */
  const uploads: Promise<void>[] = [];

  const currentBuffer = () => buffers[parts.length % buffers.length] as Buffer;

  async function sendPart(): Promise<void> {
    const Body = currentBuffer().subarray(0, pendingBytes);
    pendingBytes = 0;
    const PartNumber = parts.length + 1;
    const part: (typeof parts)[number] = { PartNumber, ETag: undefined };
    parts.push(part);
    const upload = s3.send(new UploadPartCommand({ ...address, UploadId, PartNumber, Body })).then(({ ETag }) => {
      part.ETag = ETag;
    });
    // A later part or `finish` awaits this promise and throws the error. Until then, Node must not report an unhandled rejection.
    upload.catch(() => {});
    uploads.push(upload);
    // The next part uses the buffer of the oldest upload.
    if (uploads.length > uploadsMax) await uploads.shift();
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
      await Promise.all(uploads);
      await s3.send(new CompleteMultipartUploadCommand({ ...address, UploadId, MultipartUpload: { Parts: parts } }));
    },
  };
}
