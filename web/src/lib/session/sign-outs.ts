/** Who has signed out of this browser on purpose, for all its tabs: nothing of theirs may stay. A session that ran out is none. */
const keyOf = (userId: string) => `vitrine.signed_out.${userId}`;

export const noteSignOut = (userId: string): void => window.localStorage.setItem(keyOf(userId), '1');
export const noteSignIn = (userId: string): void => window.localStorage.removeItem(keyOf(userId));
export const hasSignedOut = (userId: string): boolean => window.localStorage.getItem(keyOf(userId)) !== null;
