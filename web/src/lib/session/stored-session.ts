/** Reads the tokens that Amplify stores in local storage. If there are no stored tokens, the page does not load Amplify. */
import { localStore } from '#web/lib/storage.ts';

const prefix = 'CognitoIdentityServiceProvider.';
const lastUserName = 'LastAuthUser';
const tokenName = 'idToken';

const storedKeys = (): string[] => localStore.keys().filter((key) => key.startsWith(prefix));

const lastUserKeys = (): string[] => storedKeys().filter((key) => key.endsWith(`.${lastUserName}`));

/** Whether a change of this storage key can change the session. The key is null if another tab has removed all keys. */
export const isSessionKey = (key: string | null): boolean =>
  key === null || (key.startsWith(prefix) && [lastUserName, tokenName].some((name) => key.endsWith(`.${name}`)));

/**
 * Whether the storage contains a user and the token of this user. A sign-in stores the name of the user first, so during a sign-in in
 * another tab, a name without a token is no session.
 */
export const hasStoredSession = (): boolean =>
  lastUserKeys().some((key) => localStore.read(`${key.slice(0, -lastUserName.length)}${localStore.read(key)}.${tokenName}`) !== undefined);

/** Returns the name under which Amplify has stored the session of a user. */
export function storedUser(): string | undefined {
  const [key] = lastUserKeys();
  return key === undefined ? undefined : localStore.read(key);
}

/**
 * Whether Amplify sets this storage key during a sign-in. While such a key exists, Amplify waits up to five minutes before another sign-in.
 */
const isOfStartedSignIn = (key: string): boolean => ['.inflightOAuth', '.inflightOAuthDeadline'].some((name) => key.endsWith(name));

/** Allows a new sign-in after a user has abandoned an earlier sign-in on the sign-in page, in this tab or in another tab. */
export function removeStartedSignIn(): void {
  for (const key of storedKeys()) if (isOfStartedSignIn(key)) localStore.remove(key);
}

export function removeStoredSession(): void {
  for (const key of storedKeys()) localStore.remove(key);
}
