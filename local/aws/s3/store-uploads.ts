import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { invalidArgument, noSuchUpload, S3Error } from './s3-error.ts';
import {
  type BucketFolders,
  isMissingFile,
  type ObjectBody,
  publishRecord,
  readBytes,
  readRecord,
  type WrittenData,
  writeData,
} from './store-files.ts';
import type { PutOptions, StoredObject } from './stored-object.ts';

type Upload = { key: string; options: PutOptions };

/** Names a part in the request that completes an upload. The ETag has no quotes. */
export type PartReference = { partNumber: number; etag: string };

type UploadRef = { bucket: string; key: string; uploadId: string };

type Dependencies = {
  folders(bucket: string): BucketFolders;
  makeFolders(folders: BucketFolders): Promise<void>;
  requireKey(key: string): void;
  saveObject(
    bucket: string,
    key: string,
    written: Pick<StoredObject, 'dataFile' | 'sizeBytes' | 'etag' | 'crc32'>,
    options: PutOptions,
  ): Promise<StoredObject>;
};

/** Limits of S3. Every part except the last must have the minimum size. */
const partNumberMax = 10_000;
const partSizeBytesMin = 5 * 1024 * 1024;

/** Created uploads have ids with this pattern. No other id may become a path. */
const uploadIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Uploads of objects in parts. A part is not visible as an object before the upload is complete. */
export function createMultipartUploads({ folders, makeFolders, requireKey, saveObject }: Dependencies) {
  const uploadFolder = (bucket: string, uploadId: string) => {
    if (!uploadIdPattern.test(uploadId)) throw noSuchUpload();
    return join(folders(bucket).uploads, uploadId);
  };

  async function findUpload({ bucket, key, uploadId }: UploadRef): Promise<{ folder: string; upload: Upload }> {
    const folder = uploadFolder(bucket, uploadId);
    const upload = await readRecord<Upload>(join(folder, 'upload.json'));
    if (upload?.key !== key) throw noSuchUpload();
    return { folder, upload };
  }

  /** @returns the upload's id */
  async function createUpload(bucket: string, key: string, options: PutOptions = {}): Promise<string> {
    requireKey(key);
    const bucketPaths = folders(bucket);
    await makeFolders(bucketPaths);
    const uploadId = randomUUID();
    const folder = uploadFolder(bucket, uploadId);
    await mkdir(folder);
    await publishRecord(bucketPaths, join(folder, 'upload.json'), { key, options } satisfies Upload);
    return uploadId;
  }

  async function putPart(uploadRef: UploadRef, partNumber: number, body: ObjectBody): Promise<WrittenData> {
    if (!Number.isInteger(partNumber) || partNumber < 1 || partNumber > partNumberMax) {
      throw invalidArgument(`Part number must be an integer between 1 and ${partNumberMax}, inclusive`);
    }
    const { folder } = await findUpload(uploadRef);
    try {
      const part = await writeData(folder, body);
      await publishRecord(folders(uploadRef.bucket), partPath(folder, partNumber), part);
      return part;
    } catch (error) {
      // The upload was completed while the part was being written.
      if (isMissingFile(error)) throw noSuchUpload();
      throw error;
    }
  }

  async function completeUpload(uploadRef: UploadRef, references: PartReference[]): Promise<StoredObject> {
    const { folder, upload } = await findUpload(uploadRef);
    const parts = await readParts(folder, references);
    const bucketPaths = folders(uploadRef.bucket);
    const { dataFile, sizeBytes, crc32 } = await writeData(bucketPaths.data, readFiles(parts.map((part) => join(folder, part.dataFile))), {
      hasMd5: false,
    });
    const md5OfParts = createHash('md5').update(Buffer.from(parts.map((part) => part.md5).join(''), 'hex'));
    const etag = `${md5OfParts.digest('hex')}-${parts.length}`;
    const object = await saveObject(uploadRef.bucket, uploadRef.key, { dataFile, sizeBytes, etag, crc32 }, upload.options);
    await rm(folder, { recursive: true, force: true });
    return object;
  }

  return { createUpload, putPart, completeUpload };
}

const partPath = (folder: string, partNumber: number) => join(folder, `part-${partNumber}.json`);

async function readParts(folder: string, references: PartReference[]): Promise<WrittenData[]> {
  if (references.some(({ partNumber }, index) => index > 0 && partNumber <= references[index - 1]!.partNumber)) {
    throw new S3Error(400, 'InvalidPartOrder', 'The list of parts was not in ascending order.');
  }
  const parts: WrittenData[] = [];
  for (const { partNumber, etag } of references) {
    const part = await readRecord<WrittenData>(partPath(folder, partNumber));
    if (part?.md5 !== etag) {
      throw new S3Error(400, 'InvalidPart', 'One or more of the specified parts could not be found.', {
        details: { PartNumber: partNumber },
      });
    }
    parts.push(part);
  }
  if (parts.slice(0, -1).some(({ sizeBytes }) => sizeBytes < partSizeBytesMin)) {
    throw new S3Error(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size', {
      details: { MinSizeAllowed: partSizeBytesMin },
    });
  }
  return parts;
}

async function* readFiles(paths: string[]): AsyncGenerator<Uint8Array> {
  for (const path of paths) yield* createReadStream(path, { highWaterMark: readBytes });
}
