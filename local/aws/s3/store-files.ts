import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { crc32Digest, hashDigest } from './digests.ts';
import { S3Error } from './s3-error.ts';

export type ObjectBody = string | Uint8Array | AsyncIterable<Uint8Array>;

/** Properties of the bytes, measured during the write. */
export type WrittenData = { dataFile: string; sizeBytes: number; md5: string; crc32: string };

/**
 * Folders of one bucket. A record in `objects` contains the metadata of an object and the name of its file in `data`. So one rename of a
 * record replaces data and metadata in one step. If the process is killed before the rename, only unused files remain. `versions` contains
 * the records of older versions.
 */
export type BucketFolders = { objects: string; versions: string; data: string; incoming: string; uploads: string };

/** S3's rule for bucket names. This rule also prevents paths outside the store's directory. */
const bucketNamePattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/**
 * Unused files are deleted only after this time. It is much longer than any upload, so a file that is still being written is never deleted.
 */
const leftoverAgeMs = 24 * 60 * 60 * 1000;

/** Number of records that are read at the same time. This is far below the number of files that a process may open. */
export const concurrentReadsMax = 64;

export function bucketFolders(directory: string, bucket: string): BucketFolders {
  if (!bucketNamePattern.test(bucket)) throw new S3Error(400, 'InvalidBucketName', 'The specified bucket is not valid.');
  const root = join(directory, bucket);
  return {
    objects: join(root, 'objects'),
    versions: join(root, 'versions'),
    data: join(root, 'data'),
    incoming: join(root, 'incoming'),
    uploads: join(root, 'uploads'),
  };
}

/**
 * Returns a function that makes the folders of a bucket if they do not exist. The function does this only once for each bucket, because it
 * takes as long as a write.
 */
export function folderMaker(): (folders: BucketFolders) => Promise<void> {
  const made = new Map<string, Promise<unknown>>();
  return async (folders) => {
    const existing = made.get(folders.data);
    const making = existing ?? Promise.all(Object.values(folders).map((folder) => mkdir(folder, { recursive: true })));
    made.set(folders.data, making);
    await making;
  };
}

/** The key is hashed, because not every key is a valid file name. */
export const recordPath = (folders: BucketFolders, key: string) => join(folders.objects, `${hashOf(key)}.json`);

export const versionPath = (folders: BucketFolders, key: string, versionId: string) =>
  join(folders.versions, `${hashOf(key)}.${versionId}.json`);

export const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

export const isMissingFile = (error: unknown): boolean => (error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';

/** Number of bytes that are read from a file at once. Smaller reads take more time in total. */
export const readBytes = 256 * 1024;

/**
 * Streams a body into a new file of the folder. If the body fails, the file is deleted.
 * @param hasMd5 false if the caller does not use the MD5 hash. The MD5 hash takes most of the time.
 */
export async function writeData(folder: string, body: ObjectBody, { hasMd5 = true } = {}): Promise<WrittenData> {
  const dataFile = randomUUID();
  const path = join(folder, dataFile);
  const md5 = hashDigest('md5');
  const crc32 = crc32Digest();
  let sizeBytes = 0;
  const chunks = typeof body === 'string' || body instanceof Uint8Array ? [Buffer.from(body)] : body;
  async function* measureChunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      if (hasMd5) md5.update(chunk);
      crc32.update(chunk);
      sizeBytes += chunk.length;
      yield chunk;
    }
  }
  const file = await open(path, 'wx');
  try {
    await pipeline(measureChunks(), file.createWriteStream());
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return { dataFile, sizeBytes, md5: md5.value(), crc32: crc32.value() };
}

/** Publishes a record in one atomic step. */
export async function publishRecord(folders: BucketFolders, path: string, record: object): Promise<void> {
  const temporaryPath = join(folders.incoming, randomUUID());
  try {
    await writeFile(temporaryPath, JSON.stringify(record));
    await rename(temporaryPath, path);
  } finally {
    await rm(temporaryPath, { force: true });
  }
}

export async function readRecord<Content>(path: string): Promise<Content | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Content;
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw error;
  }
}

/** Returns the names of the records of a folder. */
export const listRecordNames = async (folder: string, namePrefix = ''): Promise<string[]> =>
  (await listNames(folder)).filter((name) => name.endsWith('.json') && name.startsWith(namePrefix));

/** Returns the names of the data files of a folder's records. */
async function readDataFiles(folder: string): Promise<(string | undefined)[]> {
  const names = await listRecordNames(folder);
  const dataFiles: (string | undefined)[] = [];
  for (let start = 0; start < names.length; start += concurrentReadsMax) {
    const pageNames = names.slice(start, start + concurrentReadsMax);
    const records = await Promise.all(pageNames.map((name) => readRecord<{ dataFile?: string }>(join(folder, name))));
    dataFiles.push(...records.map((record) => record?.dataFile));
  }
  return dataFiles;
}

/** Removes files of killed processes: bytes without a record, incomplete records, and unfinished uploads. */
export async function removeLeftovers(directory: string, nowMs: number): Promise<void> {
  for (const bucket of await listNames(directory)) {
    if (!bucketNamePattern.test(bucket)) continue;
    const folders = bucketFolders(directory, bucket);
    const referencedFiles = new Set((await Promise.all([folders.objects, folders.versions].map(readDataFiles))).flat());
    for (const folder of [folders.data, folders.incoming, folders.uploads]) {
      for (const name of await listNames(folder)) {
        const path = join(folder, name);
        if (!referencedFiles.has(name) && (await lastChangeMs(path)) < nowMs - leftoverAgeMs)
          await rm(path, { recursive: true, force: true });
      }
    }
  }
}

async function lastChangeMs(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (isMissingFile(error)) return Number.POSITIVE_INFINITY;
    throw error;
  }
}

async function listNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissingFile(error)) return [];
    throw error;
  }
}
