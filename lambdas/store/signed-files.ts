/**
 * The hashes of the files that this installation has signed. A row has no reference to an account, to an item or to a key, so it is no
 * personal data.
 */
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { FileKind } from '#shared/provenance/file-kinds.ts';
import { requiredEnv } from '../platform/config.ts';
import { dynamo } from './dynamo.ts';

export type SignedFileRow = { kind: FileKind; date: string };

const table = () => requiredEnv('TABLE_SIGNED_FILES');

/** A second write of the same file has the same effect. */
export async function recordSignedFile(sha256: string, { kind, date }: SignedFileRow): Promise<void> {
  await dynamo().send(new PutCommand({ TableName: table(), Item: { id: sha256, kind, date } }));
}

export async function readSignedFile(sha256: string): Promise<SignedFileRow | undefined> {
  // A file that a seller has just downloaded must be known, so the read is consistent.
  const { Item: row } = await dynamo().send(new GetCommand({ TableName: table(), Key: { id: sha256 }, ConsistentRead: true }));
  return row && { kind: row.kind, date: row.date };
}
