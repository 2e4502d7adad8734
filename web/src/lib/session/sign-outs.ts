/** Who has signed out of this browser on purpose, for all its tabs: nothing of theirs may stay. A session that ran out is none. */
import { localStore } from '#web/lib/storage.ts';

const keyOf = (userId: string) => `vitrine.signed_out.${userId}`;

export const noteSignOut = (userId: string): void => localStore.write(keyOf(userId), '1');
export const noteSignIn = (userId: string): void => localStore.remove(keyOf(userId));
export const hasSignedOut = (userId: string): boolean => localStore.read(keyOf(userId)) !== undefined;
