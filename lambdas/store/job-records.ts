/**
 * The progress record of an archive or an export. It is a small JSON object next to the file. The lifecycle rules of the bucket delete both
 * objects.
 */
import { putObject, readObjectIfExists } from './objects.ts';

export const writeRecord = (key: string, record: object): Promise<void> =>
  putObject(key, Buffer.from(JSON.stringify(record)), 'application/json');

export async function readRecord<Record>(key: string): Promise<Record | undefined> {
  const bytes = await readObjectIfExists(key);
  return bytes && (JSON.parse(bytes.toString()) as Record);
}
