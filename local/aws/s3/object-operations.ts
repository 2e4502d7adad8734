import { requestBody } from './body.ts';
import { type Answer, metadataHeaders, putOptions, requireHeaderValues, type S3Request, type Services } from './request.ts';
import { accessDenied, invalidArgument, noSuchBucket, noSuchKey, notImplemented, S3Error } from './s3-error.ts';
import type { ByteRange } from './store.ts';
import type { StoredObject } from './stored-object.ts';
import { xmlDocument } from './xml.ts';

/** Query parameters that replace a response header. They are part of the signed query, so the signer has allowed them. */
const overrides: Record<string, string> = {
  'response-content-type': 'content-type',
  'response-content-disposition': 'content-disposition',
  'response-cache-control': 'cache-control',
};

export const responseOverrides = Object.keys(overrides);

export async function putObject(request: S3Request, { store }: Services): Promise<Answer> {
  const object = await store.putObject(request.bucket, request.key, requestBody(request), putOptions(request));
  return { status: 200, headers: { etag: quoted(object), ...checksumHeaders(object) } };
}

export async function copyObject(request: S3Request, { store, hasBucket, may }: Services): Promise<Answer> {
  const source = readCopySource(request.header('x-amz-copy-source') ?? '');
  if (!hasBucket(source.bucket)) throw noSuchBucket(source.bucket);
  if (!may(request.accessKeyId, 's3:GetObject', source.bucket, source.key)) throw accessDenied();
  const directive = request.header('x-amz-metadata-directive') ?? 'COPY';
  if (directive !== 'COPY' && directive !== 'REPLACE') throw invalidArgument('Unknown metadata directive.');
  if (directive === 'COPY' && source.bucket === request.bucket && source.key === request.key) {
    throw new S3Error(
      400,
      'InvalidRequest',
      'This copy request is illegal because it is trying to copy an object to itself without changing it.',
    );
  }
  const { ifNoneMatch, ...described } = putOptions(request);
  const target = { bucket: request.bucket, key: request.key };
  const object = await store.copyObject(source, target, { ifNoneMatch, ...(directive === 'REPLACE' && { replacing: described }) });
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

export async function headObject(request: S3Request, { store }: Services): Promise<Answer> {
  const object = await store.statObject(request.bucket, request.key);
  if (!object) throw noSuchKey(request.key);
  const { range: _range, ...answer } = describeAnswer(request, object);
  return answer;
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

  const replaced = Object.entries(overrides).flatMap(([parameter, name]) => (query.has(parameter) ? [[name, query.get(parameter)!]] : []));
  const headers = {
    ...common,
    'accept-ranges': 'bytes',
    'content-type': object.contentType,
    ...metadataHeaders(object.metadata),
    ...(Object.fromEntries(replaced) as Record<string, string>),
  };
  requireHeaderValues(headers);
  const ifRange = header('if-range');
  const range = ifRange === undefined || ifRange === etag ? parseRange(header('range'), object.sizeBytes) : undefined;
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

/** @returns undefined if the whole object must be sent: no range, several ranges, or an invalid one */
function parseRange(header: string | undefined, sizeBytes: number): ByteRange | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const isSuffix = first === '';
  const start = isSuffix ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const end = isSuffix || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (!isSuffix && last !== '' && Number(last) < start) return undefined;
  if (start >= sizeBytes) {
    throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable', {
      details: { ActualObjectSize: sizeBytes },
      headers: { 'content-range': `bytes */${sizeBytes}` },
    });
  }
  return { start, end };
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
