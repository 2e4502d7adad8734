/**
 * The progress record of an archive or an export: a small JSON object next to the file. The bucket's lifecycle rules delete both objects.
 */
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { mediaBucket, putObject, s3 } from './media.ts';

export const writeRecord = (key: string, record: object): Promise<void> =>
  putObject(key, Buffer.from(JSON.stringify(record)), 'application/json');

export async function readRecord<Record>(key: string): Promise<Record | undefined> {
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: mediaBucket(), Key: key }));
    return JSON.parse((await Body?.transformToString()) ?? '') as Record;
  } catch (error) {
    // Without the list permission, S3 responds AccessDenied if an object does not exist.
    if (error instanceof Error && ['NoSuchKey', 'NotFound', 'AccessDenied'].includes(error.name)) return undefined;
    throw error;
  }
}
