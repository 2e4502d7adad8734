/**
 * Marks users who signed out in this browser, because all tabs must remove the data of these users. An expired session is not a sign-out.
 */
import { localStore } from '#web/lib/storage.ts';

const keyOf = (userId: string) => `vitrine.signed_out.${userId}`;

export const markSignOut = (userId: string): void => localStore.write(keyOf(userId), '1');
export const removeSignOutMark = (userId: string): void => localStore.remove(keyOf(userId));
export const hasSignedOut = (userId: string): boolean => localStore.read(keyOf(userId)) !== undefined;
