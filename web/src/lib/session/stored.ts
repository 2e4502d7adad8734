/** Amplify keeps its tokens in local storage; their presence says whether Amplify is worth loading at all. */
const prefix = 'CognitoIdentityServiceProvider.';

export const isSessionKey = (key: string | null): boolean => key === null || (key.startsWith(prefix) && key.endsWith('.LastAuthUser'));

const storedKeys = (): string[] => Object.keys(window.localStorage).filter((key) => key.startsWith(prefix));

export const hasStoredSession = (): boolean => storedKeys().some(isSessionKey);

export function forgetStoredSession(): void {
  for (const key of storedKeys()) window.localStorage.removeItem(key);
}
