/** Users of the pool. The first sign-in with Google creates a user. Each later sign-in updates the name. */
import { createHash, randomUUID } from 'node:crypto';
import type { PoolStore, PoolUser } from './pool-store.ts';

/** Maximum length of an e-mail address (RFC 5321). */
const EMAIL_LENGTH_MAX = 254;
const NAME_LENGTH_MAX = 100;
const GOOGLE_ID_DIGITS = 21;
const RECENT_USERS_MAX = 6;

/**
 * The same rule as for `<input type=email>` (WHATWG HTML), so that the page and the server accept the same addresses. The rule does not
 * allow `<`, `>` and `"`.
 */
const EMAIL = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** Returns the address in lower case, or undefined if it is not valid. */
export function parseEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase();
  return email.length <= EMAIL_LENGTH_MAX && EMAIL.test(email) ? email : undefined;
}

/** Returns one line of at most 100 characters, or an empty text if the user entered no name. */
const parseName = (text: string): string => [...text.replace(/[\p{C}\s]+/gu, ' ').trim()].slice(0, NAME_LENGTH_MAX).join('');

/** User attributes to which Google's claims of the same names can be mapped. */
export type MappedAttributes = { email: string; email_verified: boolean; name: string };

export const attributesOf = ({ email, name }: PoolUser): MappedAttributes => ({ email, email_verified: true, name });

/**
 * Updates the name. The name is a mapped Google attribute, and each sign-in replaces such attributes. The caller must then save the store.
 */
export function signInUser(store: PoolStore, email: string, name: string, now: Date): PoolUser {
  const existingUser = store.users.get(email);
  const user: PoolUser = {
    sub: existingUser?.sub ?? randomUUID(),
    username: existingUser?.username ?? `Google_${googleIdOf(email)}`,
    email,
    name: parseName(name) || existingUser?.name || nameFromEmail(email),
    createdAt: existingUser?.createdAt ?? now.toISOString(),
    lastSignInAt: now.toISOString(),
  };
  store.users.set(email, user);
  return user;
}

export const recentUsers = (store: PoolStore): PoolUser[] =>
  [...store.users.values()].sort((a, b) => b.lastSignInAt.localeCompare(a.lastSignInAt)).slice(0, RECENT_USERS_MAX);

/** Cognito finds a federated user by username or by sub. */
export const findUser = (store: PoolStore, usernameOrSub: string): PoolUser | undefined =>
  [...store.users.values()].find((user) => user.username === usernameOrSub || user.sub === usernameOrSub);

const nameFromEmail = (email: string): string => email.slice(0, email.indexOf('@'));

/** Computes the Google account id from the e-mail address, so that the id stays the same in a new pool. */
function googleIdOf(email: string): string {
  const number = BigInt(`0x${createHash('sha256').update(email).digest('hex')}`);
  return `1${String(number % 10n ** BigInt(GOOGLE_ID_DIGITS - 1)).padStart(GOOGLE_ID_DIGITS - 1, '0')}`;
}
