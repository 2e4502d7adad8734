import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectAclCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucket, bytesOnDisk, otherBucket, refusalOf, startTestS3, type TestS3 } from './testing.ts';

const partSizeBytesMin = 5 * 1024 * 1024;

let s3: TestS3;

beforeAll(async () => {
  s3 = await startTestS3();
});

afterAll(async () => {
  await s3.stop();
  expect(s3.faults).toEqual([]);
});

const put = (key: string, body: PutObjectCommandInput['Body'] = 'hello world', more: Partial<PutObjectCommandInput> = {}) =>
  s3.client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ...more }));

const get = (key: string) => s3.client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));

const textOf = async (key: string) => (await get(key)).Body?.transformToString();

const head = (key: string) => s3.client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));

describe('objects', () => {
  it('are returned unchanged, and match the default checksum', async () => {
    await put('a.txt', 'hello world', { ContentType: 'text/plain', CacheControl: 'no-store', Metadata: { owner: 'u1' } });
    const object = await get('a.txt');
    expect(await object.Body?.transformToString()).toBe('hello world');
    expect(object).toMatchObject({
      ContentType: 'text/plain',
      CacheControl: 'no-store',
      Metadata: { owner: 'u1' },
      ContentLength: 11,
      ETag: '"5eb63bbbe01eeed093cb22bb8f5acdc3"',
      ChecksumCRC32: 'DUoRhQ==',
    });
  });

  it('can be empty', async () => {
    await put('empty', new Uint8Array());
    expect(await textOf('empty')).toBe('');
    expect((await head('empty')).ContentLength).toBe(0);
  });

  it('can be uploaded as a stream whose checksum is in a trailer', async () => {
    const chunks = Array.from({ length: 40 }, (_, index) => Buffer.alloc(25_000, index));
    await put('stream.bin', Readable.from(chunks), { ContentLength: 1_000_000 });
    const object = await get('stream.bin');
    expect(Buffer.concat(chunks).equals(await object.Body!.transformToByteArray())).toBe(true);
    expect(object.ContentEncoding).toBeUndefined();
  });

  it.each(['SHA256', 'SHA1'] as const)('are checked by %s if requested', async (algorithm) => {
    await put(`sum-${algorithm}`, 'hello', { ChecksumAlgorithm: algorithm });
    expect(await textOf(`sum-${algorithm}`)).toBe('hello');
  });

  it('are not stored if the checksum or the length differs, and the old object remains', async () => {
    await put('checked', 'old');
    expect(await refusalOf(put('checked', 'new', { ChecksumCRC32: 'AAAAAA==' }))).toBe('400 BadDigest');
    expect(await refusalOf(put('checked', 'new', { ContentMD5: 'AAAAAAAAAAAAAAAAAAAAAA==' }))).toBe('400 BadDigest');
    expect(await textOf('checked')).toBe('old');
  });

  it('are created only once with If-None-Match: *, even by parallel calls', async () => {
    const attempts = await Promise.allSettled(['1', '2', '3'].map((body) => put('once', body, { IfNoneMatch: '*' })));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const before = await textOf('once');
    expect(await refusalOf(put('once', '4', { IfNoneMatch: '*' }))).toBe('412 PreconditionFailed');
    expect(await textOf('once')).toBe(before);
  });

  it('are copied with the same metadata or with new metadata', async () => {
    await put('source name+1.txt', 'copy me', { ContentType: 'text/plain', Metadata: { owner: 'u1' } });
    const CopySource = `${bucket}/${encodeURIComponent('source name+1.txt')}`;
    await s3.client.send(new CopyObjectCommand({ Bucket: bucket, Key: 'kept', CopySource }));
    await s3.client.send(
      new CopyObjectCommand({ Bucket: bucket, Key: 'replaced', CopySource, MetadataDirective: 'REPLACE', ContentType: 'text/csv' }),
    );
    await s3.client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'source name+1.txt' }));
    expect(await head('kept')).toMatchObject({ ContentType: 'text/plain', Metadata: { owner: 'u1' } });
    expect(await head('replaced')).toMatchObject({ ContentType: 'text/csv', Metadata: {} });
    expect(await textOf('kept')).toBe('copy me');
  });

  it.each([
    ['a missing key', `${bucket}/absent`, '404 NoSuchKey'],
    ['a missing bucket', 'no-such-bucket/a', '404 NoSuchBucket'],
    ['itself', `${bucket}/copy-target`, '400 InvalidRequest'],
    ['no key', bucket, '400 InvalidArgument'],
  ])('cannot be copied from %s', async (_, CopySource, refusal) => {
    expect(await refusalOf(s3.client.send(new CopyObjectCommand({ Bucket: bucket, Key: 'copy-target', CopySource })))).toBe(refusal);
  });

  it('no longer exist after a delete, and a second delete is not an error', async () => {
    await put('gone');
    await s3.client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'gone' }));
    await s3.client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'gone' }));
    expect(await refusalOf(get('gone'))).toBe('404 NoSuchKey');
    expect(await refusalOf(head('gone'))).toBe('404 NotFound');
  });

  it('can be deleted in bulk, even if keys contain XML characters', async () => {
    const keys = ['bulk/a', 'bulk/<b> & "c"', 'bulk/d\re', 'bulk/ü+ f'];
    await Promise.all(keys.map((key) => put(key)));
    const Objects = keys.map((Key) => ({ Key }));
    const { Deleted } = await s3.client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects } }));
    expect(Deleted?.map(({ Key }) => Key)).toEqual(keys);
    expect((await s3.store.listObjects(bucket, { prefix: 'bulk/' })).objects).toEqual([]);
  });

  it.each([
    ['more than 1000 keys', 1001, 10, '400 MalformedXML'],
    ['a list of more than 4 MB', 5000, 1000, '400 EntityTooLarge'],
  ])('are not deleted by %s', async (_, count, length, refusal) => {
    await put('still-here');
    const Objects = Array.from({ length: count }, (_, index) => ({ Key: String(index).padStart(length) })).concat({ Key: 'still-here' });
    expect(await refusalOf(s3.client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects } })))).toBe(refusal);
    expect(await textOf('still-here')).toBe('hello world');
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
  ])('can have the key %s, which is different from every other key', async (key) => {
    await put(key, key);
    expect(await textOf(key)).toBe(key);
    const { Contents } = await s3.client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: key }));
    expect(Contents?.map(({ Key }) => Key)).toContain(key);
  });

  it('cannot have a key of more than 1024 bytes', async () => {
    expect(await refusalOf(put('ü'.repeat(513)))).toBe('400 KeyTooLongError');
  });
});

describe('lists', () => {
  const keys = ['list/a', 'list/b c', 'list/é', 'list/ﬀ', 'list/🎬'];
  const page = (more: object) => s3.client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: 'list/', ...more }));

  beforeAll(() => Promise.all(keys.map((key) => put(key, 'x'))));

  it('contain the keys under a prefix, sorted by their bytes', async () => {
    const list = await page({});
    expect(list.Contents?.map(({ Key }) => Key)).toEqual(keys);
    expect(list).toMatchObject({ KeyCount: 5, IsTruncated: false });
    expect(list.Contents?.[0]).toMatchObject({ Size: 1, ETag: '"9dd4e461268c8034f5c8564e155c67a6"', LastModified: expect.any(Date) });
  });

  it('can be read in pages', async () => {
    const first = await page({ MaxKeys: 3 });
    expect(first).toMatchObject({ KeyCount: 3, IsTruncated: true });
    const second = await page({ MaxKeys: 3, ContinuationToken: first.NextContinuationToken });
    expect([...first.Contents!, ...second.Contents!].map(({ Key }) => Key)).toEqual(keys);
    expect(second.NextContinuationToken).toBeUndefined();
  });

  it('can start after a key', async () => {
    expect((await page({ StartAfter: 'list/é' })).Contents?.map(({ Key }) => Key)).toEqual(keys.slice(3));
  });

  it('are empty for a bucket without objects', async () => {
    expect(await s3.client.send(new ListObjectsV2Command({ Bucket: otherBucket }))).toMatchObject({ KeyCount: 0, IsTruncated: false });
  });
});

describe('multipart uploads', () => {
  const first = Buffer.alloc(partSizeBytesMin, 1);
  const second = Buffer.from('the end');

  const start = async (Key: string) => {
    const { UploadId } = await s3.client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key, ContentType: 'video/mp4' }));
    return { Bucket: bucket, Key, UploadId };
  };
  const part = async (upload: Awaited<ReturnType<typeof start>>, PartNumber: number, Body: Buffer) => {
    const { ETag } = await s3.client.send(new UploadPartCommand({ ...upload, PartNumber, Body }));
    return { PartNumber, ETag };
  };
  const complete = (upload: Awaited<ReturnType<typeof start>>, Parts: { PartNumber: number; ETag?: string }[]) =>
    s3.client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));

  it('become an object only on completion', async () => {
    const upload = await start('big.mp4');
    const last = await part(upload, 2, second);
    const parts = [await part(upload, 1, first), last];
    expect(await refusalOf(head('big.mp4'))).toBe('404 NotFound');
    const { ETag } = await complete(upload, parts);
    expect(ETag).toMatch(/^"[0-9a-f]{32}-2"$/);
    const object = await get('big.mp4');
    expect(object.ContentType).toBe('video/mp4');
    expect(Buffer.concat([first, second]).equals(await object.Body!.transformToByteArray())).toBe(true);
    expect(await refusalOf(complete(upload, parts))).toBe('404 NoSuchUpload');
  });

  it('use the last upload of each part', async () => {
    const upload = await start('twice');
    const replaced = await part(upload, 1, Buffer.from('one'));
    const latest = await part(upload, 1, Buffer.from('two'));
    expect(await refusalOf(complete(upload, [replaced]))).toBe('400 InvalidPart');
    await complete(upload, [latest]);
    expect(await textOf('twice')).toBe('two');
  });

  it('are rejected if parts are missing, in the wrong order or too small', async () => {
    const upload = await start('refused');
    const parts = [await part(upload, 1, second), await part(upload, 2, second)];
    expect(await refusalOf(complete(upload, [...parts, { PartNumber: 3, ETag: parts[0]!.ETag }]))).toBe('400 InvalidPart');
    expect(await refusalOf(complete(upload, parts.toReversed()))).toBe('400 InvalidPartOrder');
    expect(await refusalOf(complete(upload, parts))).toBe('400 EntityTooSmall');
    expect(await refusalOf(part(upload, 10_001, second))).toBe('400 InvalidArgument');
    expect(await refusalOf(head('refused'))).toBe('404 NotFound');
  });

  it('leave no data after an abort', async () => {
    const before = await bytesOnDisk(s3.directory);
    const upload = await start('aborted');
    await part(upload, 1, second);
    await s3.client.send(new AbortMultipartUploadCommand(upload));
    expect(await bytesOnDisk(s3.directory)).toEqual(before);
    expect(await refusalOf(part(upload, 2, second))).toBe('404 NoSuchUpload');
  });

  it.each(['../../../etc', 'no-such-upload', '..'])('reject the unknown id %s', async (UploadId) => {
    expect(await refusalOf(part({ Bucket: bucket, Key: 'x', UploadId }, 1, second))).toBe('404 NoSuchUpload');
  });

  it('can be used only with their key', async () => {
    const upload = await start('mine');
    expect(await refusalOf(part({ ...upload, Key: 'theirs' }, 1, second))).toBe('404 NoSuchUpload');
  });
});

describe('an unsupported call', () => {
  it.each([
    ['PUT bucket', () => s3.client.send(new CreateBucketCommand({ Bucket: 'new-bucket' }))],
    ['GET of the list of buckets', () => s3.client.send(new ListBucketsCommand({}))],
    ['GET object ?acl', () => s3.client.send(new GetObjectAclCommand({ Bucket: bucket, Key: 'a.txt' }))],
    ['GET bucket ?delimiter', () => s3.client.send(new ListObjectsV2Command({ Bucket: bucket, Delimiter: '/' }))],
    ['PUT with x-amz-acl', () => put('acl', 'x', { ACL: 'public-read' })],
    ['PUT with x-amz-checksum-crc32c', () => put('sum', 'x', { ChecksumCRC32C: 'AAAAAA==' })],
    ['PUT with x-amz-tagging', () => put('tags', 'x', { Tagging: 'a=b' })],
    ['Content-Encoding gzip', () => put('gzip', 'x', { ContentEncoding: 'gzip' })],
    ['GET with if-match', () => s3.client.send(new GetObjectCommand({ Bucket: bucket, Key: 'a.txt', IfMatch: '"x"' }))],
  ])('%s is rejected with NotImplemented', async (feature, call) => {
    await expect(call()).rejects.toMatchObject({ name: 'NotImplemented', message: `The local S3 does not implement ${feature}.` });
  });

  it('is rejected for a bucket that the stack does not contain', async () => {
    expect(await refusalOf(s3.client.send(new GetObjectCommand({ Bucket: 'no-such-bucket', Key: 'a' })))).toBe('404 NoSuchBucket');
  });
});

describe('a caller who may not delete all the objects', () => {
  it('deletes the allowed objects in bulk, and gets errors for the others', async () => {
    const limited = await startTestS3({ may: (_, action, __, key = '') => action !== 's3:DeleteObject' || key.startsWith('uploads/') });
    for (const key of ['uploads/a', 'results/b']) await limited.store.putObject(bucket, key, Buffer.from(key));
    for (const Quiet of [false, true]) {
      const Objects = [{ Key: 'uploads/a' }, { Key: 'results/b' }];
      const { Deleted, Errors } = await limited.client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet } }));
      expect(Deleted?.map(({ Key }) => Key) ?? []).toEqual(Quiet ? [] : ['uploads/a']);
      expect(Errors).toEqual([{ Key: 'results/b', Code: 'AccessDenied', Message: 'Access Denied' }]);
    }
    expect((await limited.store.listObjects(bucket)).objects.map(({ key }) => key)).toEqual(['results/b']);
    await limited.stop();
  });
});
