import { type ByteRange, parseRange } from '../../plumbing/byte-range.ts';
import { requestBody } from './body.ts';
import { type Answer, putOptions, requireHeaderValues, type S3Request, type Services } from './request.ts';
import { accessDenied, invalidArgument, noSuchBucket, noSuchKey, notImplemented, S3Error } from './s3-error.ts';
import type { StoredObject } from './stored-object.ts';
import { xmlDocument } from './xml.ts';

/** Replaces a response header. It is part of the signed query, so the signer has allowed it. */
export const dispositionParameter = 'response-content-disposition';

export async function putObject(request: S3Request, { store }: Services): Promise<Answer> {
  const object = await store.putObject(request.bucket, request.key, requestBody(request), putOptions(request));
  return { status: 200, headers: { etag: quoted(object), ...checksumHeaders(object) } };
}

export async function copyObject(request: S3Request, { store, hasBucket, may }: Services): Promise<Answer> {
  const source = readCopySource(request.header('x-amz-copy-source') ?? '');
  if (!hasBucket(source.bucket)) throw noSuchBucket(source.bucket);
  if (!may(request.accessKeyId, 's3:GetObject', source.bucket, source.key)) throw accessDenied();
  if (source.bucket === request.bucket && source.key === request.key) {
    throw new S3Error(
      400,
      'InvalidRequest',
      'This copy request is illegal because it is trying to copy an object to itself without changing it.',
    );
  }
  const object = await store.copyObject(source, { bucket: request.bucket, key: request.key });
  return { status: 200, xml: xmlDocument('CopyObjectResult', { LastModified: object.lastModified, ETag: quoted(object) }) };
}

export async function getObject(request: S3Request, services: Services): Promise<Answer> {
  const opened = await services.store.openObject(request.bucket, request.key);
  if (!opened) throw noSuchKey(request.key);
  try {
    const { range, ...answer } = describeAnswer(request, opened.object);
    if (answer.status === 304 || opened.object.sizeBytes === 0) {
      await opened.close();
      return answer;
    }
    return { ...answer, stream: opened.stream(range) };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

export async function deleteObject({ bucket, key }: S3Request, { store }: Services): Promise<Answer> {
  await store.deleteObject(bucket, key);
  return { status: 204 };
}

export const quoted = ({ etag }: Pick<StoredObject, 'etag'>) => `"${etag}"`;

const checksumHeaders = ({ crc32 }: StoredObject) => ({ 'x-amz-checksum-crc32': crc32, 'x-amz-checksum-type': 'FULL_OBJECT' });

/**
 * Returns a GET's response without its bytes. Conditions on dates are not implemented: a client that sends one also
 * sends an ETag, which has priority, and a full response is always correct.
 */
function describeAnswer({ header, query }: S3Request, object: StoredObject): Answer & { range?: ByteRange } {
  const etag = quoted(object);
  const common = {
    etag,
    'last-modified': new Date(object.lastModified).toUTCString(),
    ...(object.cacheControl && { 'cache-control': object.cacheControl }),
  };
  if (matchesEtag(header('if-none-match'), etag)) return { status: 304, headers: common };

  const disposition = query.get(dispositionParameter);
  const headers = {
    ...common,
    'accept-ranges': 'bytes',
    'content-type': object.contentType,
    ...(disposition !== null && { 'content-disposition': disposition }),
  };
  requireHeaderValues(headers);
  const ifRange = header('if-range');
  const range = ifRange === undefined || ifRange === etag ? parseRange(header('range') ?? '', object.sizeBytes) : undefined;
  if (range === 'unsatisfiable') {
    throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable', {
      details: { ActualObjectSize: object.sizeBytes },
      headers: { 'content-range': `bytes */${object.sizeBytes}` },
    });
  }
  if (!range) {
    // The caller's SDK checks the bytes against this value.
    const checksum = header('x-amz-checksum-mode') === 'ENABLED' ? checksumHeaders(object) : {};
    return { status: 200, headers: { ...headers, ...checksum, 'content-length': String(object.sizeBytes) } };
  }
  const { start, end } = range;
  const contentRange = `bytes ${start}-${end}/${object.sizeBytes}`;
  return { status: 206, headers: { ...headers, 'content-range': contentRange, 'content-length': String(end - start + 1) }, range };
}

function matchesEtag(condition: string | undefined, etag: string): boolean {
  const candidates = (condition ?? '').split(',').map((candidate) => candidate.trim().replace(/^W\//, ''));
  return candidates.includes(etag) || candidates.includes('*');
}

/** `bucket/key`, percent-encoded, with or without a leading slash. */
function readCopySource(header: string): { bucket: string; key: string } {
  if (header.includes('?versionId=')) throw notImplemented('CopyObject from a version');
  let source: string;
  try {
    source = decodeURIComponent(header.replace(/^\//, ''));
  } catch {
    throw invalidArgument('Invalid copy source encoding.');
  }
  const [bucket = '', ...rest] = source.split('/');
  const key = rest.join('/');
  if (!bucket || !key) throw invalidArgument('Copy Source must mention the source bucket and key: sourcebucket/sourcekey');
  return { bucket, key };
}
