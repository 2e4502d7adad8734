import { listObjects } from './bucket-operations.ts';
import { completeMultipartUpload, createMultipartUpload, uploadPart } from './multipart-operations.ts';
import { copyObject, deleteObject, dispositionParameter, getObject, putObject } from './object-operations.ts';
import { type Answer, isCarriedHeader, requireKnownHeaders, type S3Request, type Services } from './request.ts';
import { accessDenied, noSuchBucket, notImplemented, S3Error } from './s3-error.ts';

type Operation = {
  method: string;
  on: 'bucket' | 'object';
  /** Query parameters, or a header, that select this operation. */
  selectedBy: string[];
  selectedByHeader?: string;
  /** Further query parameters that the operation supports. */
  accepts?: string[];
  /** The permission that the operation needs on the bucket or object. */
  action: string;
  run(request: S3Request, services: Services): Promise<Answer>;
};

/** The first match is used, so more specific operations come first. */
const operations: Operation[] = [
  {
    method: 'GET',
    on: 'bucket',
    selectedBy: ['list-type'],
    accepts: ['prefix', 'max-keys', 'continuation-token'],
    action: 's3:ListBucket',
    run: listObjects,
  },
  { method: 'POST', on: 'object', selectedBy: ['uploads'], action: 's3:PutObject', run: createMultipartUpload },
  { method: 'PUT', on: 'object', selectedBy: ['uploadId', 'partNumber'], action: 's3:PutObject', run: uploadPart },
  { method: 'POST', on: 'object', selectedBy: ['uploadId'], action: 's3:PutObject', run: completeMultipartUpload },
  { method: 'PUT', on: 'object', selectedBy: [], selectedByHeader: 'x-amz-copy-source', action: 's3:PutObject', run: copyObject },
  { method: 'PUT', on: 'object', selectedBy: [], action: 's3:PutObject', run: putObject },
  { method: 'GET', on: 'object', selectedBy: [], accepts: [dispositionParameter], action: 's3:GetObject', run: getObject },
  { method: 'DELETE', on: 'object', selectedBy: [], action: 's3:DeleteObject', run: deleteObject },
];

/**
 * Runs the operation that a signed request selects.
 * @throws S3Error that names an operation or parameter that is not in the table
 */
export async function runOperation(request: S3Request, services: Services): Promise<Answer> {
  const { method, key, query, header } = request;
  const on = key ? 'object' : 'bucket';
  const parameters = [...query.keys()].filter((name) => name !== 'x-id' && !isCarriedHeader(name, query));
  const operation = operations.find(
    (candidate) =>
      candidate.method === method &&
      candidate.on === on &&
      candidate.selectedBy.every((name) => query.has(name)) &&
      (!candidate.selectedByHeader || header(candidate.selectedByHeader) !== undefined),
  );
  const understood = operation ? [...operation.selectedBy, ...(operation.accepts ?? [])] : [];
  const unknown = parameters.find((name) => !understood.includes(name));
  if (!operation || unknown) throw notImplemented(`${method} ${on}${unknown ? ` ?${unknown}` : ''}`);
  if (method !== 'GET' && query.has('X-Amz-Signature')) throw notImplemented(`presigned ${method}`);
  if (!services.hasBucket(request.bucket)) throw noSuchBucket(request.bucket);
  requireKnownHeaders(request);
  const { accessKeyId, bucket } = request;
  if (!services.may(accessKeyId, operation.action, bucket, key)) throw accessDenied();
  return operation.run(request, services).catch((error: unknown) => {
    // A caller who may not list a bucket must not learn which objects do not exist.
    const isAbsent = error instanceof S3Error && error.code === 'NoSuchKey';
    throw isAbsent && !services.may(accessKeyId, 's3:ListBucket', bucket) ? accessDenied() : error;
  });
}
