/**
 * The position at which a page of a list ended. The client sends the cursor back unchanged. A cursor can contain only the key of a row of
 * the same user.
 */
import { AppError } from '#shared/errors.ts';

/** The names in the index key of each list. The indexes are sorted by creation time. */
const keyNames = { ledger: 'created_at,id,user_id', history: 'batch_id,created_at,user_id', products: 'sk,user_id' };

type Key = Record<string, unknown>;

export const cursorOf = (key: Key | undefined): string | undefined => key && Buffer.from(JSON.stringify(key)).toString('base64url');

/** @throws AppError BadRequest unless the cursor belongs to this list and this user. DynamoDB would fail with a key of another index. */
export function keyOf(list: keyof typeof keyNames, cursor: string | undefined, userId: string): Key | undefined {
  if (cursor === undefined) return undefined;
  try {
    const key = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as Key;
    const names = Object.keys(key).sort().join();
    if (key.user_id === userId && names === keyNames[list] && Object.values(key).every((part) => typeof part === 'string')) return key;
  } catch (cause) {
    throw new AppError('BadRequest', { cause, details: { reason: 'The cursor is not valid.' } });
  }
  throw new AppError('BadRequest', { details: { reason: 'The cursor is not valid.' } });
}
