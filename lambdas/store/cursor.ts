/** Where a page of a list ended. Opaque to the client; only its own rows can be named by it. */
import { AppError } from '#shared/errors.ts';

/** The keys by which our lists go on: the ledger's and the history's, by time of creation. */
const keyNames = ['created_at,id,user_id', 'batch_id,created_at,user_id'];

type Key = Record<string, unknown>;

export const cursorOf = (key: Key | undefined): string | undefined => key && Buffer.from(JSON.stringify(key)).toString('base64url');

/** @throws AppError BadRequest when the cursor is not one of this user's. */
export function keyOf(cursor: string | undefined, userId: string): Key | undefined {
  if (cursor === undefined) return undefined;
  try {
    const key = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as Key;
    const names = Object.keys(key).sort().join();
    if (key.user_id === userId && keyNames.includes(names) && Object.values(key).every((part) => typeof part === 'string')) return key;
  } catch (cause) {
    throw new AppError('BadRequest', { cause, details: { reason: 'The cursor is not valid.' } });
  }
  throw new AppError('BadRequest', { details: { reason: 'The cursor is not valid.' } });
}
