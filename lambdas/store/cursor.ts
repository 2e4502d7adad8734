/**
 * The position at which a page of a list ended. The client sends the cursor back unchanged. A cursor can contain only keys of rows of the
 * same user.
 */
import { AppError } from '#shared/errors.ts';

/** The names in the index key of each list. The indexes are sorted by creation time. */
const keyNames = { ledger: 'created_at,id,user_id', history: 'batch_id,created_at,user_id', products: 'sk,user_id' };

type List = keyof typeof keyNames;
export type Key = Record<string, unknown>;
/** For each merged list, the key of its last row, or null after its end. A list without a position starts at its first row. */
export type Positions = Record<string, Key | null>;

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const invalid = (cause?: unknown) => new AppError('BadRequest', { cause, details: { reason: 'The cursor is not valid.' } });

function decode(cursor: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch (cause) {
    throw invalid(cause);
  }
  throw invalid();
}

const isKeyOf = (list: List, key: object, userId: string): key is Key =>
  'user_id' in key &&
  key.user_id === userId &&
  Object.keys(key).sort().join() === keyNames[list] &&
  Object.values(key).every((part) => typeof part === 'string');

export const cursorOf = (key: Key | undefined): string | undefined => key && encode(key);

/** @throws AppError BadRequest unless the cursor belongs to this list and this user. DynamoDB would fail with a key of another index. */
export function keyOf(list: List, cursor: string | undefined, userId: string): Key | undefined {
  if (cursor === undefined) return undefined;
  const key = decode(cursor);
  if (!isKeyOf(list, key, userId)) throw invalid();
  return key;
}

export const cursorOfPositions = (positions: Positions): string => encode(positions);

/**
 * Reads the positions in several lists that are merged.
 * @param names the names of the merged lists.
 * @throws AppError BadRequest unless the cursor belongs to these lists and this user.
 */
export function positionsOf(list: List, names: readonly string[], cursor: string | undefined, userId: string): Positions {
  if (cursor === undefined) return {};
  const positions = decode(cursor);
  const isValid = Object.entries(positions).every(
    ([name, key]) => names.includes(name) && (key === null || (typeof key === 'object' && isKeyOf(list, key, userId))),
  );
  if (!isValid) throw invalid();
  return positions as Positions;
}
