import { randomUUID } from 'node:crypto';
import { link, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ByteRange } from '../../base/byte-range.ts';
import { noSuchKey, S3Error } from './s3-error.ts';
import {
  bucketFolders,
  folderMaker,
  isMissingFile,
  type ObjectBody,
  readBytes,
  recordPath,
  removeLeftovers,
  writeData,
} from './store-files.ts';
import { createMultipartUploads } from './store-uploads.ts';
import { compareKeys, createVersions } from './store-versions.ts';
import { type DeleteMarker, isDeleteMarker, type PutOptions, type StoredObject, type Version } from './stored-object.ts';
import { createStoredRecords } from './stored-records.ts';

export type OpenObject = {
  object: StoredObject;
  /**
   * Streams the bytes of exactly this object, even if the key is overwritten or deleted in the meantime. The end of the stream closes the
   * file.
   */
  stream(range?: ByteRange): Readable;
  close(): Promise<void>;
};

export type ObjectStore = ReturnType<typeof openObjectStore>;

/** S3's maximum number of objects on one page. */
const listPageMax = 1000;

/** S3's maximum length of a key, in UTF-8 bytes. */
const keyBytesMax = 1024;

/*
 * If an object is overwritten after its record was read, its file no longer exists. So the read is repeated. This happens rarely. If the
 * file is still missing after this number of attempts, the store has a defect.
 */
const openAttemptsMax = 5;

const defaultContentType = 'binary/octet-stream';

/**
 * Opens a store that keeps objects on disk, by bucket and key. If the process is killed, the store contains either the old or the new
 * object, with consistent data and metadata.
 * @param now milliseconds since 1970, for `lastModified`
 */
export function openObjectStore(directory: string, now: () => number = Date.now) {
  const folders = (bucket: string) => bucketFolders(directory, bucket);
  const makeFolders = folderMaker();
  const records = createStoredRecords();
  const versions = createVersions({ folders, records, now });

  /** @param versionId returns this version instead of the newest version. A delete marker is not an object. */
  async function statObject(bucket: string, key: string, versionId?: string): Promise<StoredObject | undefined> {
    const version = versionId === undefined ? await newestVersion(bucket, key) : await versions.find(bucket, key, versionId);
    return version && !isDeleteMarker(version) ? version : undefined;
  }

  const newestVersion = (bucket: string, key: string) => records.read(recordPath(folders(bucket), key));

  /** Publishes the newest version of a key. Without versioning, the previous version is deleted. */
  async function commit<Written extends Version>(bucket: string, written: Written): Promise<Written> {
    const bucketPaths = folders(bucket);
    const path = recordPath(bucketPaths, written.key);
    const previousVersion = await records.read(path);
    if (!versions.isEnabled(bucket)) {
      await records.publish(bucketPaths, path, written);
      if (previousVersion && !isDeleteMarker(previousVersion)) await rm(join(bucketPaths.data, previousVersion.dataFile), { force: true });
      return written;
    }
    if (previousVersion) await versions.keep(bucketPaths, previousVersion);
    const version = { ...written, versionId: versions.createId() };
    await records.publish(bucketPaths, path, version);
    return version;
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
    return commit(bucket, toRecord(key, { ...written, etag: md5 }, options));
  }

  /** Returns an open object, or undefined if the key does not exist. The caller must close the object or read its stream. */
  async function openObject(bucket: string, key: string, versionId?: string): Promise<OpenObject | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      const object = await statObject(bucket, key, versionId);
      if (!object) return undefined;
      try {
        const handle = await open(join(folders(bucket).data, object.dataFile));
        return { object, stream: (range) => handle.createReadStream({ ...range, highWaterMark: readBytes }), close: () => handle.close() };
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
    const matchingObjects = (await records.readAll(folders(bucket).objects))
      .filter((version): version is StoredObject => !isDeleteMarker(version))
      .filter(({ key }) => key.startsWith(prefix) && (!after || compareKeys(key, after) > 0))
      .sort((a, b) => compareKeys(a.key, b.key));
    const objects = matchingObjects.slice(0, Math.min(limit, listPageMax));
    const last = objects.at(-1);
    return { objects, ...(last && objects.length < matchingObjects.length && { next: last.key }) };
  }

  /**
   * As in S3, the deletion of a missing key is not an error. With versioning, the older versions stay, and a delete marker becomes the
   * newest version.
   */
  async function deleteObject(bucket: string, key: string): Promise<DeleteMarker | undefined> {
    const bucketPaths = folders(bucket);
    if (versions.isEnabled(bucket)) {
      requireKey(key);
      await makeFolders(bucketPaths);
      return commit(bucket, { key, lastModified: new Date(now()).toISOString(), isDeleteMarker: true });
    }
    const object = await statObject(bucket, key);
    await records.remove(recordPath(bucketPaths, key));
    if (object) await rm(join(bucketPaths.data, object.dataFile), { force: true });
    return undefined;
  }

  /** The copy has the content type and the cache control of the source. */
  async function copyObject(
    source: { bucket: string; key: string; versionId?: string | undefined },
    target: { bucket: string; key: string },
  ): Promise<StoredObject> {
    const bucketPaths = folders(target.bucket);
    requireKey(target.key);
    await makeFolders(bucketPaths);
    for (let attempt = 1; ; attempt += 1) {
      const original = await statObject(source.bucket, source.key, source.versionId);
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
      return commit(target.bucket, toRecord(target.key, { dataFile, sizeBytes, etag, crc32 }, original));
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
    enableVersioning: versions.enable,
    listVersions: versions.list,
    deleteVersion: versions.remove,
    ...createMultipartUploads({
      folders,
      makeFolders,
      requireKey,
      saveObject: (bucket, key, written, options) => commit(bucket, toRecord(key, written, options)),
    }),
    /**
     * Deletes unused files of killed processes. Call this function at the start. Files younger than a day are kept, because they may still
     * be in use.
     */
    removeLeftovers: () => removeLeftovers(directory, now()),
  };
}

function requireKey(key: string): void {
  if (!key) throw new S3Error(400, 'InvalidArgument', 'An object needs a key.');
  if (Buffer.byteLength(key) > keyBytesMax) throw new S3Error(400, 'KeyTooLongError', 'Your key is too long');
}
