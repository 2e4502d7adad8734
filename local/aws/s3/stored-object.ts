export type StoredObject = {
  key: string;
  sizeBytes: number;
  /** The ETag without quotes. */
  etag: string;
  /** CRC-32 of the whole object, in base64 like in S3. */
  crc32: string;
  /** ISO 8601. */
  lastModified: string;
  contentType: string;
  cacheControl?: string;
  dataFile: string;
};

export type PutOptions = {
  contentType?: string;
  cacheControl?: string;
};
