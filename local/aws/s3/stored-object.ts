export type StoredObject = {
  key: string;
  sizeBytes: number;
  /** Without quotes. */
  etag: string;
  /** CRC-32 of the whole object, in base64 like in S3. */
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
  /** `*`: fail with PreconditionFailed if the key exists. */
  ifNoneMatch?: '*';
};
