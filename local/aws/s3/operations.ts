import { listObjects, listObjectVersions } from './bucket-operations.ts';
import { completeMultipartUpload, createMultipartUpload, uploadPart } from './multipart-operations.ts';
import { copyObject, deleteObject, deleteVersion, dispositionParameter, getObject, putObject } from './object-operations.ts';
import { isHeaderInQuery, requireKnownHeaders, type S3Request, type S3Response, type Services } from './request.ts';
import { accessDenied, noSuchBucket, notImplemented, S3Error } from './s3-error.ts';

type Operation = {
  method: string;
  target: 'bucket' | 'object';
  /** The query parameters or the header that select this operation. */
  selectedBy: string[];
  selectedByHeader?: string;
  /** Other query parameters that the operation supports. */
  optionalParameters?: string[];
  /** The permission that the operation needs on the bucket or object. */
  action: string;
  run(request: S3Request, services: Services): Promise<S3Response>;
};

/** A request uses the first operation that matches, so more specific operations are first. */
const operations: Operation[] = [
  {
    method: 'GET',
    target: 'bucket',
    selectedBy: ['list-type'],
    optionalParameters: ['prefix', 'max-keys', 'continuation-token'],
    action: 's3:ListBucket',
    run: listObjects,
  },
  {
    method: 'GET',
    target: 'bucket',
    selectedBy: ['versions'],
    optionalParameters: ['prefix', 'max-keys', 'key-marker', 'version-id-marker'],
    action: 's3:ListBucketVersions',
    run: listObjectVersions,
  },
  { method: 'POST', target: 'object', selectedBy: ['uploads'], action: 's3:PutObject', run: createMultipartUpload },
  { method: 'PUT', target: 'object', selectedBy: ['uploadId', 'partNumber'], action: 's3:PutObject', run: uploadPart },
  { method: 'POST', target: 'object', selectedBy: ['uploadId'], action: 's3:PutObject', run: completeMultipartUpload },
  { method: 'PUT', target: 'object', selectedBy: [], selectedByHeader: 'x-amz-copy-source', action: 's3:PutObject', run: copyObject },
  { method: 'PUT', target: 'object', selectedBy: [], action: 's3:PutObject', run: putObject },
  {
    method: 'GET',
    target: 'object',
    selectedBy: ['versionId'],
    optionalParameters: [dispositionParameter],
    action: 's3:GetObjectVersion',
    run: getObject,
  },
  { method: 'GET', target: 'object', selectedBy: [], optionalParameters: [dispositionParameter], action: 's3:GetObject', run: getObject },
  { method: 'DELETE', target: 'object', selectedBy: ['versionId'], action: 's3:DeleteObjectVersion', run: deleteVersion },
  { method: 'DELETE', target: 'object', selectedBy: [], action: 's3:DeleteObject', run: deleteObject },
];

/**
 * Runs the operation that a signed request selects.
 * @throws S3Error that names an operation or parameter that is not in the table
 */
export async function runOperation(request: S3Request, services: Services): Promise<S3Response> {
  const { method, key, query, header } = request;
  const target = key ? 'object' : 'bucket';
  const parameters = [...query.keys()].filter((name) => name !== 'x-id' && !isHeaderInQuery(name, query));
  const operation = operations.find(
    (candidate) =>
      candidate.method === method &&
      candidate.target === target &&
      candidate.selectedBy.every((name) => query.has(name)) &&
      (!candidate.selectedByHeader || header(candidate.selectedByHeader) !== undefined),
  );
  const knownParameters = operation ? [...operation.selectedBy, ...(operation.optionalParameters ?? [])] : [];
  const unknownParameter = parameters.find((name) => !knownParameters.includes(name));
  if (!operation || unknownParameter) throw notImplemented(`${method} ${target}${unknownParameter ? ` ?${unknownParameter}` : ''}`);
  if (method !== 'GET' && query.has('X-Amz-Signature')) throw notImplemented(`presigned ${method}`);
  if (!services.hasBucket(request.bucket)) throw noSuchBucket(request.bucket);
  requireKnownHeaders(request);
  const { accessKeyId, bucket } = request;
  if (!services.isAllowed(accessKeyId, operation.action, bucket, key)) throw accessDenied();
  return operation.run(request, services).catch((error: unknown) => {
    // A caller that may not list a bucket must not find out which objects do not exist.
    const isAbsent = error instanceof S3Error && error.code === 'NoSuchKey';
    throw isAbsent && !services.isAllowed(accessKeyId, 's3:ListBucket', bucket) ? accessDenied() : error;
  });
}
