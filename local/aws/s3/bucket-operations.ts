import { requestDocument } from './body.ts';
import { quoted } from './object-operations.ts';
import type { Answer, S3Request, Services } from './request.ts';
import { invalidArgument, notImplemented } from './s3-error.ts';
import { malformedXml, xmlDocument, xmlElements, xmlText } from './xml.ts';

/** S3's limits. */
const deletedKeysMax = 1000;
const listedKeysMax = 1000;

export async function listObjects({ bucket, query }: S3Request, { store }: Services): Promise<Answer> {
  if (query.get('list-type') !== '2') throw notImplemented('ListObjects (version 1)');
  const prefix = query.get('prefix') ?? '';
  const token = query.get('continuation-token');
  const maxKeys = Number(query.get('max-keys') ?? listedKeysMax);
  if (!Number.isInteger(maxKeys) || maxKeys < 0) throw invalidArgument('Argument maxKeys must be an integer between 0 and 2147483647');
  const limit = Math.min(maxKeys, listedKeysMax);
  const after = token === null ? (query.get('start-after') ?? '') : Buffer.from(token, 'base64url').toString('utf8');
  const { objects, next } = await store.listObjects(bucket, { prefix, after, limit });
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
      ETag: quoted(object),
      Size: object.sizeBytes,
      StorageClass: 'STANDARD',
    })),
  });
  return { status: 200, xml };
}

/** Checks the permission for each object. The response lists refused keys and deleted keys. */
export async function deleteObjects(request: S3Request, { store, may }: Services): Promise<Answer> {
  const document = await requestDocument(request);
  if (xmlElements(document, 'VersionId').length > 0) throw notImplemented('DeleteObjects of versions');
  const keys = xmlElements(document, 'Object').map((object) => xmlText(object, 'Key'));
  if (keys.length === 0 || keys.length > deletedKeysMax) throw malformedXml();
  const { accessKeyId, bucket } = request;
  const allowed = keys.filter((key) => may(accessKeyId, 's3:DeleteObject', bucket, key));
  await Promise.all(allowed.map((key) => store.deleteObject(bucket, key)));
  const refused = keys.filter((key) => !allowed.includes(key));
  const isQuiet = xmlElements(document, 'Quiet')[0] === 'true';
  const xml = xmlDocument('DeleteResult', {
    Deleted: isQuiet ? [] : allowed.map((key) => ({ Key: key })),
    Error: refused.map((key) => ({ Key: key, Code: 'AccessDenied', Message: 'Access Denied' })),
  });
  return { status: 200, xml };
}
