import { randomUUID } from 'node:crypto';
import { link, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ByteRange } from '../../base/byte-range.ts';
import { noSuchKey, S3Error } from './s3-error.ts';
import {
  type BucketFolders,
  bucketFolders,
  isMissingFile,
  makeFolders,
  type ObjectBody,
  publishRecord,
  readRecord,
  readRecords,
  recordPath,
  removeLeftovers,
  writeData,
} from './store-files.ts';
import { createMultipartUploads } from './store-uploads.ts';
import type { PutOptions, StoredObject } from './stored-object.ts';

export type OpenObject = {
  object: StoredObject;
  /**
   * Streams the bytes of exactly this object, even if the key is overwritten or deleted meanwhile. The end of the stream closes the file.
   */
  stream(range?: ByteRange): Readable;
  close(): Promise<void>;
};

export type ObjectStore = ReturnType<typeof openObjectStore>;

/** S3's maximum number of objects on one page. */
const listPageMax = 1000;

/** S3's maximum length of a key, in UTF-8 bytes. */
const keyBytesMax = 1024;

/**
 * If an object is overwritten after its record was read, its file is gone and the read is repeated. This is rare. So if the file is still
 * missing after this number of attempts, there is an error in the store.
 */
const openAttemptsMax = 5;

const defaultContentType = 'binary/octet-stream';

/**
 * Opens a store that keeps objects on disk, by bucket and key. If the process is killed, the store contains either the old or the new
 * object, with consistent data and metadata. Nothing is cached in memory, so the directory is the only state.
 * @param now milliseconds since 1970, for `lastModified`
 */
export function openObjectStore(directory: string, now: () => number = Date.now) {
  const folders = (bucket: string) => bucketFolders(directory, bucket);

  async function statObject(bucket: string, key: string): Promise<StoredObject | undefined> {
    return readRecord<StoredObject>(recordPath(folders(bucket), key));
  }

  async function commit(bucketPaths: BucketFolders, object: StoredObject): Promise<StoredObject> {
    const path = recordPath(bucketPaths, object.key);
    const previousObject = await readRecord<StoredObject>(path);
    await publishRecord(bucketPaths, path, object);
    if (previousObject) await rm(join(bucketPaths.data, previousObject.dataFile), { force: true });
    return object;
  }

  /** Builds the record of an object from its written bytes. */
  function toRecord(
    key: string,
    written: Pick<StoredObject, 'dataFile' | 'sizeBytes' | 'etag' | 'crc32'>,
    options: PutOptions,
  ): StoredObject {
    const { contentType = defaultContentType, cacheControl } = options;
    return { key, ...written, lastModified: new Date(now()).toISOString(), contentType, ...(cacheControl && { cacheControl }) };
  }

  async function putObject(bucket: string, key: string, body: ObjectBody, options: PutOptions = {}): Promise<StoredObject> {
    const bucketPaths = folders(bucket);
    requireKey(key);
    await makeFolders(bucketPaths);
    const { md5, ...written } = await writeData(bucketPaths.data, body);
    return commit(bucketPaths, toRecord(key, { ...written, etag: md5 }, options));
  }

  /** Returns an open object, or undefined if the key does not exist. The caller must close the object or read its stream. */
  async function openObject(bucket: string, key: string): Promise<OpenObject | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      const object = await statObject(bucket, key);
      if (!object) return undefined;
      try {
        const handle = await open(join(folders(bucket).data, object.dataFile));
        return { object, stream: (range) => handle.createReadStream({ ...range }), close: () => handle.close() };
      } catch (error) {
        if (!isMissingFile(error) || attempt === openAttemptsMax) throw error;
      }
    }
  }

  /** Returns the whole object in memory, or undefined if the key does not exist. */
  async function readObject(bucket: string, key: string): Promise<{ object: StoredObject; body: Buffer } | undefined> {
    const openedObject = await openObject(bucket, key);
    if (!openedObject) return undefined;
    return { object: openedObject.object, body: await buffer(openedObject.stream()) };
  }

  /** Returns one page of objects in S3's order, by the UTF-8 bytes of the key. `next` is the `after` of the next page. */
  async function listObjects(
    bucket: string,
    { prefix = '', after = '', limit = listPageMax }: { prefix?: string; after?: string; limit?: number } = {},
  ): Promise<{ objects: StoredObject[]; next?: string }> {
    const matchingObjects = (await readRecords<StoredObject>(folders(bucket).objects))
      .filter(({ key }) => key.startsWith(prefix) && (!after || compareKeys(key, after) > 0))
      .sort((a, b) => compareKeys(a.key, b.key));
    const objects = matchingObjects.slice(0, Math.min(limit, listPageMax));
    const last = objects.at(-1);
    return { objects, ...(last && objects.length < matchingObjects.length && { next: last.key }) };
  }

  /** As in S3, deleting a missing key is not an error. */
  async function deleteObject(bucket: string, key: string): Promise<void> {
    const bucketPaths = folders(bucket);
    const path = recordPath(bucketPaths, key);
    const object = await readRecord<StoredObject>(path);
    await rm(path, { force: true });
    if (object) await rm(join(bucketPaths.data, object.dataFile), { force: true });
  }

  /** The copy has the content type and the cache control of the source. */
  async function copyObject(source: { bucket: string; key: string }, target: { bucket: string; key: string }): Promise<StoredObject> {
    const bucketPaths = folders(target.bucket);
    requireKey(target.key);
    await makeFolders(bucketPaths);
    for (let attempt = 1; ; attempt += 1) {
      const original = await statObject(source.bucket, source.key);
      if (!original) throw noSuchKey(source.key);
      const dataFile = randomUUID();
      try {
        // Data files never change, so a hard link is a copy.
        await link(join(folders(source.bucket).data, original.dataFile), join(bucketPaths.data, dataFile));
      } catch (error) {
        if (!isMissingFile(error) || attempt === openAttemptsMax) throw error;
        continue;
      }
      const { sizeBytes, etag, crc32 } = original;
      return commit(bucketPaths, toRecord(target.key, { dataFile, sizeBytes, etag, crc32 }, original));
    }
  }

  return {
    putObject,
    statObject,
    openObject,
    readObject,
    listObjects,
    deleteObject,
    copyObject,
    ...createMultipartUploads({
      folders,
      requireKey,
      saveObject: (bucketPaths, key, written, options) => commit(bucketPaths, toRecord(key, written, options)),
    }),
    /**
     * Deletes leftover files of killed processes. Call this function at the start. Files younger than a day are kept, because they may
     * still be in use.
     */
    removeLeftovers: () => removeLeftovers(directory, now()),
  };
}

const compareKeys = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

function requireKey(key: string): void {
  if (!key) throw new S3Error(400, 'InvalidArgument', 'An object needs a key.');
  if (Buffer.byteLength(key) > keyBytesMax) throw new S3Error(400, 'KeyTooLongError', 'Your key is too long');
}
