/** Amplify keeps its tokens in local storage. Without them, Amplify need not be loaded. */
import { localStore } from '#web/lib/storage.ts';

const prefix = 'CognitoIdentityServiceProvider.';

export const isSessionKey = (key: string | null): boolean => key === null || (key.startsWith(prefix) && key.endsWith('.LastAuthUser'));

const storedKeys = (): string[] => localStore.keys().filter((key) => key.startsWith(prefix));

export const hasStoredSession = (): boolean => storedKeys().some(isSessionKey);

/** Returns Amplify's name of the user whose session is stored. */
export function storedUser(): string | undefined {
  const key = storedKeys().find(isSessionKey);
  return key === undefined ? undefined : localStore.read(key);
}

/** Set during a sign-in. Amplify waits up to five minutes for its end before it starts another one. */
const isOfStartedSignIn = (key: string): boolean => ['.inflightOAuth', '.inflightOAuthDeadline'].some((name) => key.endsWith(name));

/** Allows a new sign-in after one that was abandoned on the sign-in page, in this tab or another one. */
export function forgetStartedSignIn(): void {
  for (const key of storedKeys()) if (isOfStartedSignIn(key)) localStore.remove(key);
}

export function forgetStoredSession(): void {
  for (const key of storedKeys()) localStore.remove(key);
}
