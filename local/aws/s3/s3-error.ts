/** An error with S3's code. The client gets the error as XML in S3's format. */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;
  /** Further elements of the error's XML, such as `MaxSizeAllowed`. */
  readonly details: Record<string, string | number>;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: string,
    message: string,
    { details = {}, headers = {} }: { details?: Record<string, string | number>; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.name = code;
    this.status = status;
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
}

/** @param name the missing feature, so that a developer sees which part of S3 is not implemented */
export const notImplemented = (name: string) =>
  new S3Error(501, 'NotImplemented', `The local S3 does not implement ${name}.`, { details: { Feature: name } });

export const accessDenied = (message = 'Access Denied') => new S3Error(403, 'AccessDenied', message);

export const invalidArgument = (message: string) => new S3Error(400, 'InvalidArgument', message);

export const noSuchKey = (key: string) => new S3Error(404, 'NoSuchKey', 'The specified key does not exist.', { details: { Key: key } });

export const noSuchVersion = (key: string) =>
  new S3Error(404, 'NoSuchVersion', 'The specified version does not exist.', { details: { Key: key } });

export const noSuchUpload = () => new S3Error(404, 'NoSuchUpload', 'The specified upload does not exist. It may have been completed.');

export const incompleteBody = () =>
  new S3Error(400, 'IncompleteBody', 'You did not provide the number of bytes specified by the Content-Length HTTP header');

export const noSuchBucket = (bucket: string) =>
  new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist', { details: { BucketName: bucket } });
