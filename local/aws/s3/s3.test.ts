import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  type CopyObjectCommandInput,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectAclCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucket, errorOf, otherBucket, startTestS3, type TestS3 } from './testing.ts';

const partSizeBytesMin = 5 * 1024 * 1024;

let s3: TestS3;

beforeAll(async () => {
  s3 = await startTestS3();
});

afterAll(async () => {
  await s3.stop();
  expect(s3.unexpectedErrors).toEqual([]);
});

const put = (key: string, body: PutObjectCommandInput['Body'] = 'hello world', options: Partial<PutObjectCommandInput> = {}) =>
  s3.client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ...options }));

const get = (key: string) => s3.client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));

const textOf = async (key: string) => (await get(key)).Body?.transformToString();

const stat = (key: string) => s3.store.statObject(bucket, key);

describe('objects', () => {
  it('objects are returned unchanged and match the default checksum', async () => {
    await put('a.txt', 'hello world', { ContentType: 'text/plain' });
    const object = await get('a.txt');
    expect(await object.Body?.transformToString()).toBe('hello world');
    expect(object).toMatchObject({
      ContentType: 'text/plain',
      ContentLength: 11,
      ETag: '"5eb63bbbe01eeed093cb22bb8f5acdc3"',
      ChecksumCRC32: 'DUoRhQ==',
    });
  });

  it('objects can be empty', async () => {
    await put('empty', new Uint8Array());
    expect(await textOf('empty')).toBe('');
    expect((await stat('empty'))?.sizeBytes).toBe(0);
  });

  it('an object is rejected if the checksum differs, and the old object stays', async () => {
    await put('checked', 'old');
    expect(await errorOf(put('checked', 'new', { ChecksumCRC32: 'AAAAAA==' }))).toBe('400 BadDigest');
    expect(await textOf('checked')).toBe('old');
  });

  it('objects are copied together with their metadata', async () => {
    await put('source name+1.txt', 'copy me', { ContentType: 'text/plain' });
    const CopySource = `${bucket}/${encodeURIComponent('source name+1.txt')}`;
    await s3.client.send(new CopyObjectCommand({ Bucket: bucket, Key: 'kept', CopySource }));
    await s3.client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'source name+1.txt' }));
    expect((await get('kept')).ContentType).toBe('text/plain');
    expect(await textOf('kept')).toBe('copy me');
  });

  it.each([
    ['a missing key', `${bucket}/absent`, '404 NoSuchKey'],
    ['a missing bucket', 'no-such-bucket/a', '404 NoSuchBucket'],
    ['its own key', `${bucket}/copy-target`, '400 InvalidRequest'],
    ['no key', bucket, '400 InvalidArgument'],
  ])('an object cannot be copied from %s', async (_, CopySource, expectedError) => {
    expect(await errorOf(s3.client.send(new CopyObjectCommand({ Bucket: bucket, Key: 'copy-target', CopySource })))).toBe(expectedError);
  });

  it('an object does not exist after a delete, and a second delete succeeds', async () => {
    await put('gone');
    await s3.client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'gone' }));
    await s3.client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'gone' }));
    expect(await errorOf(get('gone'))).toBe('404 NoSuchKey');
  });

  it.each([
    '../../etc/passwd',
    '..',
    '.',
    'a/../../b',
    '/leading',
    'double//slash/',
    'spaces and + plus',
    'ünï/日本/🎬.mp4',
    "a%2Fb?c#d&e=f'(*)!",
  ])('an object can have the key %s, which is different from every other key', async (key) => {
    await put(key, key);
    expect(await textOf(key)).toBe(key);
    const { Contents } = await s3.client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: key }));
    expect(Contents?.map(({ Key }) => Key)).toContain(key);
  });

  it('an object cannot have a key of more than 1024 bytes', async () => {
    expect(await errorOf(put('ü'.repeat(513)))).toBe('400 KeyTooLongError');
  });
});

describe('lists', () => {
  const keys = ['list/a', 'list/b c', 'list/é', 'list/ﬀ', 'list/🎬'];
  const listPage = (options: object) => s3.client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: 'list/', ...options }));

  beforeAll(() => Promise.all(keys.map((key) => put(key, 'x'))));

  it('a list contains the keys under a prefix, sorted by their bytes', async () => {
    const list = await listPage({});
    expect(list.Contents?.map(({ Key }) => Key)).toEqual(keys);
    expect(list).toMatchObject({ KeyCount: 5, IsTruncated: false });
    expect(list.Contents?.[0]).toMatchObject({ Size: 1, ETag: '"9dd4e461268c8034f5c8564e155c67a6"', LastModified: expect.any(Date) });
  });

  it('a list can be read in pages', async () => {
    const first = await listPage({ MaxKeys: 3 });
    expect(first).toMatchObject({ KeyCount: 3, IsTruncated: true });
    const second = await listPage({ MaxKeys: 3, ContinuationToken: first.NextContinuationToken });
    expect([...first.Contents!, ...second.Contents!].map(({ Key }) => Key)).toEqual(keys);
    expect(second.NextContinuationToken).toBeUndefined();
  });

  it('the list of a bucket without objects is empty', async () => {
    expect(await s3.client.send(new ListObjectsV2Command({ Bucket: otherBucket }))).toMatchObject({ KeyCount: 0, IsTruncated: false });
  });
});

describe('multipart uploads', () => {
  const first = Buffer.alloc(partSizeBytesMin, 1);
  const second = Buffer.from('the end');

  const startUpload = async (Key: string) => {
    const { UploadId } = await s3.client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key, ContentType: 'video/mp4' }));
    return { Bucket: bucket, Key, UploadId };
  };
  const uploadPart = async (upload: Awaited<ReturnType<typeof startUpload>>, PartNumber: number, Body: Buffer) => {
    const { ETag } = await s3.client.send(new UploadPartCommand({ ...upload, PartNumber, Body }));
    return { PartNumber, ETag };
  };
  const completeUpload = (upload: Awaited<ReturnType<typeof startUpload>>, Parts: { PartNumber: number; ETag?: string }[]) =>
    s3.client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));

  it('a multipart upload becomes an object only on completion', async () => {
    const upload = await startUpload('big.mp4');
    const last = await uploadPart(upload, 2, second);
    const parts = [await uploadPart(upload, 1, first), last];
    expect(await stat('big.mp4')).toBeUndefined();
    const { ETag } = await completeUpload(upload, parts);
    expect(ETag).toMatch(/^"[0-9a-f]{32}-2"$/);
    const object = await get('big.mp4');
    expect(object.ContentType).toBe('video/mp4');
    expect(Buffer.concat([first, second]).equals(await object.Body!.transformToByteArray())).toBe(true);
    expect(await errorOf(completeUpload(upload, parts))).toBe('404 NoSuchUpload');
  });

  it('if a part is uploaded twice, a multipart upload uses only the later upload of the part', async () => {
    const upload = await startUpload('twice');
    const replacedPart = await uploadPart(upload, 1, Buffer.from('one'));
    const latestPart = await uploadPart(upload, 1, Buffer.from('two'));
    expect(await errorOf(completeUpload(upload, [replacedPart]))).toBe('400 InvalidPart');
    await completeUpload(upload, [latestPart]);
    expect(await textOf('twice')).toBe('two');
  });

  it('a multipart upload is rejected if parts are missing, in the wrong order or too small', async () => {
    const upload = await startUpload('refused');
    const parts = [await uploadPart(upload, 1, second), await uploadPart(upload, 2, second)];
    expect(await errorOf(completeUpload(upload, [...parts, { PartNumber: 3, ETag: parts[0]!.ETag }]))).toBe('400 InvalidPart');
    expect(await errorOf(completeUpload(upload, parts.toReversed()))).toBe('400 InvalidPartOrder');
    expect(await errorOf(completeUpload(upload, parts))).toBe('400 EntityTooSmall');
    expect(await errorOf(uploadPart(upload, 10_001, second))).toBe('400 InvalidArgument');
    expect(await stat('refused')).toBeUndefined();
    const manyParts = Array.from({ length: 5000 }, (_, index) => ({ PartNumber: index + 1, ETag: 'x'.repeat(1000) }));
    expect(await errorOf(completeUpload(upload, manyParts))).toBe('400 EntityTooLarge');
  });

  it.each(['../../../etc', 'no-such-upload', '..'])('a multipart upload rejects the unknown id %s', async (UploadId) => {
    expect(await errorOf(uploadPart({ Bucket: bucket, Key: 'x', UploadId }, 1, second))).toBe('404 NoSuchUpload');
  });

  it('a multipart upload can be used only with its key', async () => {
    const upload = await startUpload('mine');
    expect(await errorOf(uploadPart({ ...upload, Key: 'theirs' }, 1, second))).toBe('404 NoSuchUpload');
  });
});

it('an object keeps its Cache-Control', async () => {
  await put('cached', 'x', { CacheControl: 'public, max-age=30' });
  expect(await s3.client.send(new GetObjectCommand({ Bucket: bucket, Key: 'cached' }))).toMatchObject({
    CacheControl: 'public, max-age=30',
  });
});

describe('an unsupported call', () => {
  const aTxt = { Bucket: bucket, Key: 'a.txt' };
  const copyOfA = (options: Partial<CopyObjectCommandInput>) =>
    s3.client.send(new CopyObjectCommand({ Bucket: bucket, Key: 'copy', CopySource: `${bucket}/a.txt`, ...options }));

  it.each([
    ['PUT bucket', () => s3.client.send(new CreateBucketCommand({ Bucket: 'new-bucket' }))],
    ['GET of the list of buckets', () => s3.client.send(new ListBucketsCommand({}))],
    ['GET object ?acl', () => s3.client.send(new GetObjectAclCommand({ Bucket: bucket, Key: 'a.txt' }))],
    ['GET bucket ?delimiter', () => s3.client.send(new ListObjectsV2Command({ Bucket: bucket, Delimiter: '/' }))],
    ['PUT with x-amz-acl', () => put('acl', 'x', { ACL: 'public-read' })],
    ['PUT with x-amz-checksum-crc32c', () => put('sum', 'x', { ChecksumCRC32C: 'AAAAAA==' })],
    ['PUT with x-amz-tagging', () => put('tags', 'x', { Tagging: 'a=b' })],
    ['PUT with content-encoding', () => put('gzip', 'x', { ContentEncoding: 'gzip' })],
    ['PUT with if-none-match', () => put('once', 'x', { IfNoneMatch: '*' })],
    ['PUT with content-md5', () => put('sum', 'x', { ContentMD5: 'AAAAAAAAAAAAAAAAAAAAAA==' })],
    ['PUT with x-amz-checksum-sha256', () => put('sum', 'x', { ChecksumAlgorithm: 'SHA256' })],
    ['PUT with x-amz-meta-owner', () => put('described', 'x', { Metadata: { owner: 'u1' } })],
    ['PUT with x-amz-metadata-directive', () => copyOfA({ MetadataDirective: 'REPLACE' })],
    ['POST bucket ?delete', () => s3.client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: [{ Key: 'a.txt' }] } }))],
    ['GET bucket ?start-after', () => s3.client.send(new ListObjectsV2Command({ Bucket: bucket, StartAfter: 'a' }))],
    ['GET object ?response-content-type', () => s3.client.send(new GetObjectCommand({ ...aTxt, ResponseContentType: 'text/html' }))],
    ['DELETE object ?uploadId', () => s3.client.send(new AbortMultipartUploadCommand({ ...aTxt, UploadId: 'x' }))],
    ['GET with if-match', () => s3.client.send(new GetObjectCommand({ Bucket: bucket, Key: 'a.txt', IfMatch: '"x"' }))],
  ])('an unsupported call (%s) fails with NotImplemented', async (feature, call) => {
    await expect(call()).rejects.toMatchObject({ name: 'NotImplemented', message: `The local S3 does not implement ${feature}.` });
  });

  it('an unsupported call (HEAD object) fails with status 501', async () => {
    await expect(s3.client.send(new HeadObjectCommand(aTxt))).rejects.toMatchObject({ $metadata: { httpStatusCode: 501 } });
  });

  it('an unsupported call (the upload of a stream) fails with NotImplemented', async () => {
    const upload = put('stream.bin', Readable.from([Buffer.alloc(10)]), { ContentLength: 10 });
    await expect(upload).rejects.toMatchObject({ name: 'NotImplemented' });
  });

  it('a call for a bucket that the stack does not contain fails with NoSuchBucket', async () => {
    expect(await errorOf(s3.client.send(new GetObjectCommand({ Bucket: 'no-such-bucket', Key: 'a' })))).toBe('404 NoSuchBucket');
  });
});

describe('versions', () => {
  const key = 'versioned';
  const listVersions = (options = {}) => s3.client.send(new ListObjectVersionsCommand({ Bucket: otherBucket, Prefix: key, ...options }));
  const inOther = { Bucket: otherBucket, Key: key };
  const textOfOther = async (VersionId?: string) =>
    (await s3.client.send(new GetObjectCommand({ ...inOther, ...(VersionId && { VersionId }) }))).Body?.transformToString();

  it('the versions of a deleted and restored object are listed, read and deleted', async () => {
    s3.store.enableVersioning(otherBucket);
    const first = await s3.client.send(new PutObjectCommand({ ...inOther, Body: 'one' }));
    await s3.client.send(new PutObjectCommand({ ...inOther, Body: 'two' }));
    const deletion = await s3.client.send(new DeleteObjectCommand(inOther));
    expect(deletion).toMatchObject({ DeleteMarker: true, VersionId: expect.any(String) });
    expect(await errorOf(textOfOther())).toBe('404 NoSuchKey');
    expect(await textOfOther(first.VersionId)).toBe('one');
    expect(await listVersions()).toMatchObject({
      Versions: [
        { Key: key, IsLatest: false, Size: 3 },
        { Key: key, IsLatest: false, VersionId: first.VersionId },
      ],
      DeleteMarkers: [{ Key: key, IsLatest: true, VersionId: deletion.VersionId }],
      IsTruncated: false,
    });
    await s3.client.send(new DeleteObjectCommand({ ...inOther, VersionId: String(deletion.VersionId) }));
    expect(await textOfOther()).toBe('two');
    await s3.client.send(new CopyObjectCommand({ ...inOther, CopySource: `${otherBucket}/${key}?versionId=${first.VersionId}` }));
    expect(await textOfOther()).toBe('one');
  });

  it('versions are listed in pages', async () => {
    const all = (await listVersions()).Versions?.map(({ VersionId }) => VersionId) ?? [];
    expect(all).toHaveLength(3);
    const firstPage = await listVersions({ MaxKeys: 2 });
    expect(firstPage).toMatchObject({ IsTruncated: true, NextKeyMarker: key, NextVersionIdMarker: all[1] });
    const lastPage = await listVersions({ KeyMarker: firstPage.NextKeyMarker, VersionIdMarker: firstPage.NextVersionIdMarker });
    expect(lastPage.Versions?.map(({ VersionId }) => VersionId)).toEqual(all.slice(2));
  });

  it('an id that no version has causes an error', async () => {
    expect(await errorOf(textOfOther('v000000000000000000000000'))).toBe('404 NoSuchVersion');
    expect(await errorOf(textOfOther('../../a'))).toBe('400 InvalidArgument');
  });
});
