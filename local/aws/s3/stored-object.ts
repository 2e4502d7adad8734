export type StoredObject = {
  key: string;
  sizeBytes: number;
  /** The ETag without quotes. */
  etag: string;
  /** CRC-32 of the whole object, in base64 as in S3. */
  crc32: string;
  /** ISO 8601. */
  lastModified: string;
  contentType: string;
  cacheControl?: string;
  dataFile: string;
  /** Undefined if the bucket had no versioning when the object was written. */
  versionId?: string;
};

/** The newest version of a deleted object in a bucket with versioning. */
export type DeleteMarker = Pick<StoredObject, 'key' | 'lastModified' | 'versionId'> & { isDeleteMarker: true };

export type Version = StoredObject | DeleteMarker;

export const isDeleteMarker = (version: Version): version is DeleteMarker => 'isDeleteMarker' in version;

/** S3 also uses this id for an object that was written before versioning was enabled. */
export const versionIdOf = ({ versionId = 'null' }: Version): string => versionId;

export type PutOptions = {
  contentType?: string;
  cacheControl?: string;
};
