/** Reads the tokens that Amplify stores in local storage. If there are no stored tokens, the page does not load Amplify. */
import { localStore } from '#web/lib/storage.ts';

const prefix = 'CognitoIdentityServiceProvider.';

export const isSessionKey = (key: string | null): boolean => key === null || (key.startsWith(prefix) && key.endsWith('.LastAuthUser'));

const storedKeys = (): string[] => localStore.keys().filter((key) => key.startsWith(prefix));

export const hasStoredSession = (): boolean => storedKeys().some(isSessionKey);

/** Returns the name under which Amplify has stored the session of a user. */
export function storedUser(): string | undefined {
  const key = storedKeys().find(isSessionKey);
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
