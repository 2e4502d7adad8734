export type StoredObject = {
  key: string;
  sizeBytes: number;
  /** Without its quotes. */
  etag: string;
  /** CRC-32 of the whole object, base64 as S3 writes it. */
  crc32: string;
  /** ISO 8601. */
  lastModified: string;
  contentType: string;
  cacheControl?: string;
  /** Names without `x-amz-meta-`, in lower case. */
  metadata: Record<string, string>;
  dataFile: string;
};

export type PutOptions = {
  contentType?: string;
  cacheControl?: string;
  metadata?: Record<string, string>;
  /** `*`: refuse with PreconditionFailed when the key exists. */
  ifNoneMatch?: '*';
};
