import { readRequestBody, readRequestDocument } from './body.ts';
import { quoteEtag } from './object-operations.ts';
import { putOptions, type S3Request, type S3Response, type Services } from './request.ts';
import { notImplemented } from './s3-error.ts';
import { malformedXml, xmlDocument, xmlElements, xmlText } from './xml.ts';

export async function createMultipartUpload(request: S3Request, { store }: Services): Promise<S3Response> {
  const { bucket, key } = request;
  const uploadId = await store.createUpload(bucket, key, putOptions(request));
  return { status: 200, xml: xmlDocument('InitiateMultipartUploadResult', { Bucket: bucket, Key: key, UploadId: uploadId }) };
}

export async function uploadPart(request: S3Request, { store }: Services): Promise<S3Response> {
  if (request.header('x-amz-copy-source') !== undefined) throw notImplemented('UploadPartCopy');
  const part = await store.putPart(uploadRefOf(request), Number(request.query.get('partNumber')), readRequestBody(request));
  return { status: 200, headers: { etag: `"${part.md5}"`, 'x-amz-checksum-crc32': part.crc32 } };
}

export async function completeMultipartUpload(request: S3Request, { store }: Services): Promise<S3Response> {
  const document = await readRequestDocument(request);
  const parts = xmlElements(document, 'Part').map((part) => ({
    partNumber: Number(xmlText(part, 'PartNumber')),
    etag: xmlText(part, 'ETag').replace(/"|&quot;|&#34;/g, ''),
  }));
  if (parts.length === 0) throw malformedXml();
  const object = await store.completeUpload(uploadRefOf(request), parts);
  const { bucket, key } = request;
  return { status: 200, xml: xmlDocument('CompleteMultipartUploadResult', { Bucket: bucket, Key: key, ETag: quoteEtag(object) }) };
}

const uploadRefOf = ({ bucket, key, query }: S3Request) => ({ bucket, key, uploadId: query.get('uploadId') ?? '' });
