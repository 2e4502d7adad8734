/** SPEC 4's authentication events. Amplify reports some of them under other names, and some of them not at all. */
export type AuthEvent = 'signed_in' | 'signed_out' | 'token_refreshed' | 'user_updated' | 'password_recovery' | 'initial_session';

const amplifyEvents = new Map<string, AuthEvent>([
  ['signedIn', 'signed_in'],
  ['signedOut', 'signed_out'],
  ['tokenRefresh', 'token_refreshed'],
  ['userUpdated', 'user_updated'],
  ['passwordRecovery', 'password_recovery'],
]);

/** Undefined for events that the page does not handle: a failed refresh is handled by the call that needed the token. */
export const authEventOf = (amplifyEvent: string): AuthEvent | undefined => amplifyEvents.get(amplifyEvent);

/** Whether the session is read again after an event. A refreshed token may carry another name or address. */
export const readsSession: Record<AuthEvent, boolean> = {
  initial_session: true,
  signed_in: true,
  signed_out: true,
  token_refreshed: true,
  user_updated: true,
  // Google is the only way to sign in, so there is no password to recover (Q60).
  password_recovery: false,
};
