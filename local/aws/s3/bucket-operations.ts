import { quoteEtag } from './object-operations.ts';
import type { S3Request, S3Response, Services } from './request.ts';
import { invalidArgument, notImplemented } from './s3-error.ts';
import { isDeleteMarker, versionIdOf } from './stored-object.ts';
import { xmlDocument } from './xml.ts';

/** S3's maximum number of keys in one response. */
const listedKeysMax = 1000;

export async function listObjects({ bucket, query }: S3Request, { store }: Services): Promise<S3Response> {
  if (query.get('list-type') !== '2') throw notImplemented('ListObjects (version 1)');
  const prefix = query.get('prefix') ?? '';
  const token = query.get('continuation-token');
  const limit = limitIn(query);
  const startAfter = token === null ? '' : Buffer.from(token, 'base64url').toString('utf8');
  const { objects, next } = await store.listObjects(bucket, { prefix, after: startAfter, limit });
  const xml = xmlDocument('ListBucketResult', {
    Name: bucket,
    Prefix: prefix,
    KeyCount: objects.length,
    MaxKeys: limit,
    IsTruncated: next !== undefined,
    NextContinuationToken: next && Buffer.from(next).toString('base64url'),
    Contents: objects.map((object) => ({
      Key: object.key,
      LastModified: object.lastModified,
      ETag: quoteEtag(object),
      Size: object.sizeBytes,
      StorageClass: 'STANDARD',
    })),
  });
  return { status: 200, xml };
}

export async function listObjectVersions({ bucket, query }: S3Request, { store }: Services): Promise<S3Response> {
  const prefix = query.get('prefix') ?? '';
  const limit = limitIn(query);
  const [keyMarker, versionIdMarker] = [query.get('key-marker'), query.get('version-id-marker')];
  if (versionIdMarker && !keyMarker) throw invalidArgument('A version-id marker cannot be specified without a key marker.');
  const after = keyMarker ? { key: keyMarker, ...(versionIdMarker && { versionId: versionIdMarker }) } : undefined;
  const { versions, next } = await store.listVersions(bucket, { prefix, after, limit });
  const commonFields = ({ version, isLatest }: (typeof versions)[number]) => ({
    Key: version.key,
    VersionId: versionIdOf(version),
    IsLatest: isLatest,
    LastModified: version.lastModified,
  });
  const xml = xmlDocument('ListVersionsResult', {
    Name: bucket,
    Prefix: prefix,
    KeyMarker: keyMarker ?? '',
    VersionIdMarker: versionIdMarker ?? '',
    MaxKeys: limit,
    IsTruncated: next !== undefined,
    NextKeyMarker: next?.key,
    NextVersionIdMarker: next?.versionId,
    Version: versions.flatMap((listed) =>
      isDeleteMarker(listed.version)
        ? []
        : [{ ...commonFields(listed), ETag: quoteEtag(listed.version), Size: listed.version.sizeBytes, StorageClass: 'STANDARD' }],
    ),
    DeleteMarker: versions.filter(({ version }) => isDeleteMarker(version)).map(commonFields),
  });
  return { status: 200, xml };
}

function limitIn(query: URLSearchParams): number {
  const maxKeys = Number(query.get('max-keys') ?? listedKeysMax);
  if (!Number.isInteger(maxKeys) || maxKeys < 0) throw invalidArgument('Argument maxKeys must be an integer between 0 and 2147483647');
  return Math.min(maxKeys, listedKeysMax);
}
