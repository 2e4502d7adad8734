/** The authentication events of docs/spec.md 3.3. Amplify uses other names for some events, and does not report all events. */
export type AuthEvent = 'signed_in' | 'signed_out' | 'token_refreshed' | 'user_updated' | 'password_recovery' | 'initial_session';

const amplifyEvents = new Map<string, AuthEvent>([
  ['signedIn', 'signed_in'],
  ['signedOut', 'signed_out'],
  ['tokenRefresh', 'token_refreshed'],
  ['userUpdated', 'user_updated'],
  ['passwordRecovery', 'password_recovery'],
]);

/**
 * Returns undefined for events that the page ignores. For example, it ignores a failed token refresh, because the API call that needs the
 * token handles the failure.
 */
export const authEventOf = (amplifyEvent: string): AuthEvent | undefined => amplifyEvents.get(amplifyEvent);

/** Whether the session must be read again after an event. A refreshed token may contain another name or e-mail address. */
export const readsSession: Record<AuthEvent, boolean> = {
  initial_session: true,
  signed_in: true,
  signed_out: true,
  token_refreshed: true,
  user_updated: true,
  // Google is the only way to sign in, so there is no password to recover (docs/spec.md 3.3).
  password_recovery: false,
};
