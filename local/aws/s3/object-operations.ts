import { type ByteRange, parseRange } from '../../base/byte-range.ts';
import { readRequestBody } from './body.ts';
import { putOptions, requireHeaderValues, type S3Request, type S3Response, type Services } from './request.ts';
import { accessDenied, invalidArgument, noSuchBucket, noSuchKey, noSuchVersion, S3Error } from './s3-error.ts';
import { isDeleteMarker, type StoredObject } from './stored-object.ts';
import { xmlDocument } from './xml.ts';

/**
 * This query parameter sets the response header Content-Disposition. The query is signed, so the signer of the URL has allowed this header.
 */
export const dispositionParameter = 'response-content-disposition';

export async function putObject(request: S3Request, { store }: Services): Promise<S3Response> {
  const object = await store.putObject(request.bucket, request.key, readRequestBody(request), putOptions(request));
  return { status: 200, headers: { etag: quoteEtag(object), ...versionHeader(object), ...checksumHeaders(object) } };
}

export async function copyObject(request: S3Request, { store, hasBucket, isAllowed }: Services): Promise<S3Response> {
  const source = readCopySource(request.header('x-amz-copy-source') ?? '');
  if (!hasBucket(source.bucket)) throw noSuchBucket(source.bucket);
  const action = source.versionId === undefined ? 's3:GetObject' : 's3:GetObjectVersion';
  if (!isAllowed(request.accessKeyId, action, source.bucket, source.key)) throw accessDenied();
  // A copy of an older version to the same key restores this version.
  if (source.bucket === request.bucket && source.key === request.key && source.versionId === undefined) {
    throw new S3Error(
      400,
      'InvalidRequest',
      'This copy request is illegal because it is trying to copy an object to itself without changing it.',
    );
  }
  const object = await store.copyObject(source, { bucket: request.bucket, key: request.key });
  return {
    status: 200,
    headers: versionHeader(object),
    xml: xmlDocument('CopyObjectResult', { LastModified: object.lastModified, ETag: quoteEtag(object) }),
  };
}

export async function getObject(request: S3Request, services: Services): Promise<S3Response> {
  const versionId = request.query.get('versionId') ?? undefined;
  const openedObject = await services.store.openObject(request.bucket, request.key, versionId);
  if (!openedObject) throw versionId === undefined ? noSuchKey(request.key) : noSuchVersion(request.key);
  try {
    const { range, ...response } = describeResponse(request, openedObject.object);
    if (response.status === 304 || openedObject.object.sizeBytes === 0) {
      await openedObject.close();
      return response;
    }
    return { ...response, stream: openedObject.stream(range) };
  } catch (error) {
    await openedObject.close();
    throw error;
  }
}

export async function deleteObject({ bucket, key }: S3Request, { store }: Services): Promise<S3Response> {
  const marker = await store.deleteObject(bucket, key);
  return { status: 204, ...(marker && { headers: { 'x-amz-delete-marker': 'true', ...versionHeader(marker) } }) };
}

export async function deleteVersion({ bucket, key, query }: S3Request, { store }: Services): Promise<S3Response> {
  const versionId = query.get('versionId') ?? '';
  const version = await store.deleteVersion(bucket, key, versionId);
  const isMarker = version !== undefined && isDeleteMarker(version);
  return { status: 204, headers: { 'x-amz-version-id': versionId, ...(isMarker && { 'x-amz-delete-marker': 'true' }) } };
}

const versionHeader = ({ versionId }: { versionId?: string }): Record<string, string> =>
  versionId === undefined ? {} : { 'x-amz-version-id': versionId };

export const quoteEtag = ({ etag }: Pick<StoredObject, 'etag'>) => `"${etag}"`;

const checksumHeaders = ({ crc32 }: StoredObject) => ({ 'x-amz-checksum-crc32': crc32, 'x-amz-checksum-type': 'FULL_OBJECT' });

/**
 * Returns the response to a GET without its bytes. Headers with a date condition, for example If-Modified-Since, are not implemented. This
 * has no effect, because a client that sends such a header also sends an ETag, and the ETag has priority.
 */
function describeResponse({ header, query }: S3Request, object: StoredObject): S3Response & { range?: ByteRange } {
  const etag = quoteEtag(object);
  const commonHeaders = {
    etag,
    'last-modified': new Date(object.lastModified).toUTCString(),
    ...versionHeader(object),
    ...(object.cacheControl && { 'cache-control': object.cacheControl }),
  };
  if (matchesEtag(header('if-none-match'), etag)) return { status: 304, headers: commonHeaders };

  const disposition = query.get(dispositionParameter);
  const headers = {
    ...commonHeaders,
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
    // The SDK client compares the received bytes with this checksum.
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

/** Reads `bucket/key`, percent-encoded, with or without a leading slash, and with or without `?versionId=`. */
function readCopySource(header: string): { bucket: string; key: string; versionId?: string } {
  const [path = '', versionId] = header.split('?versionId=');
  let source: string;
  try {
    source = decodeURIComponent(path.replace(/^\//, ''));
  } catch {
    throw invalidArgument('Invalid copy source encoding.');
  }
  const [bucket = '', ...keyParts] = source.split('/');
  const key = keyParts.join('/');
  if (!bucket || !key) throw invalidArgument('Copy Source must mention the source bucket and key: sourcebucket/sourcekey');
  return { bucket, key, ...(versionId !== undefined && { versionId }) };
}
