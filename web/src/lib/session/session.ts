/** The session of the whole page, synchronized with the other tabs of the browser (docs/spec.md 3.3). */
import { loadConfig } from '#web/lib/config.ts';
import { localStore } from '#web/lib/storage.ts';
import type { SignedInUser } from './amplify.ts';
import { type AuthEvent, authEventOf, readsSession } from './auth-events.ts';
import { redirectKey } from './redirect-address.ts';
import { hasSignedOut, markSignOut, removeSignOutMark } from './sign-outs.ts';
import { hasStoredSession, isSessionKey, removeStartedSignIn } from './stored-session.ts';

export type Session =
  | { status: 'loading' }
  | { status: 'anonymous' }
  /**
   * If `expired` is true, the page still shows the user, so that no input is lost. The user then signs in again or continues as a visitor.
   */
  | { status: 'user'; user: SignedInUser; expired: boolean };

export const callbackPath = '/auth/callback';
const retryAfterMs = 5_000;

/** This object never changes, so the prerendered page of a visitor does not render again. */
export const visitorSession: Session = { status: 'anonymous' };

let session: Session = { status: 'loading' };
const listeners = new Set<() => void>();

export const readSessionState = (): Session => session;

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setSession(next: Session): void {
  session = next;
  if (next.status === 'user' && !next.expired) removeSignOutMark(next.user.id);
  for (const listener of listeners) listener();
}

type AmplifyModule = typeof import('./amplify.ts');
let amplify: Promise<AmplifyModule> | undefined;

function loadAmplify(): Promise<AmplifyModule> {
  amplify ??= Promise.all([import('./amplify.ts'), loadConfig()])
    .then(([module, config]) => {
      // When Amplify is configured, it ends an abandoned sign-in. This would also end the sign-in that starts now.
      if (window.location.pathname !== callbackPath) removeStartedSignIn();
      module.configure(config);
      module.onAuthEvent((name) => {
        const event = authEventOf(name);
        if (event) handleAuthEvent(event);
      });
      return module;
    })
    .catch((error: unknown) => {
      amplify = undefined;
      throw error;
    });
  return amplify;
}

/** Counts the changes of the session. The result of a read that started before the latest change must not change the session. */
let decisions = 0;

async function refreshSession(): Promise<void> {
  const decision = ++decisions;
  if (!hasStoredSession() && window.location.pathname !== callbackPath) {
    // A sign-in in another tab first removes the old tokens. Until that sign-in has ended, this page keeps the expired session.
    const mayBeRenewed = session.status === 'user' && session.expired && !hasSignedOut(session.user.id);
    return mayBeRenewed ? undefined : setSession(visitorSession);
  }
  try {
    const result = await (await loadAmplify()).readSession();
    if (decision === decisions) setSession(result ? { status: 'user', user: result.user, expired: false } : visitorSession);
  } catch {
    // The browser is probably offline, and the session may still be valid. So the page reads the session again later.
    window.setTimeout(() => decision === decisions && void refreshSession(), retryAfterMs);
  }
}

function handleAuthEvent(event: AuthEvent): void {
  if (readsSession[event]) void refreshSession();
}

/** Reads the session and subscribes to changes. Call this function once, before the first render. */
export function startSession(): void {
  window.addEventListener('storage', (event) => {
    if (isSessionKey(event.key)) void refreshSession();
  });
  // The callback page completes the sign-in itself and handles its result.
  if (window.location.pathname === callbackPath) return;
  handleAuthEvent('initial_session');
}

/**
 * Completes a sign-in on the callback page.
 * @throws if it failed.
 */
export async function completeSignIn(): Promise<void> {
  decisions += 1;
  const result = await (await loadAmplify()).readSession().catch((error: unknown) => {
    setSession(visitorSession);
    throw error;
  });
  setSession(result ? { status: 'user', user: result.user, expired: false } : visitorSession);
  if (!result) throw new Error('There is no session after the sign-in');
}

let startingSignIn: Promise<void> | undefined;

/**
 * Opens the sign-in page. After the sign-in, the browser returns to the current page. A second click before the page changes has no effect.
 */
export function signIn(): Promise<void> {
  startingSignIn ??= startSignIn().finally(() => {
    startingSignIn = undefined;
  });
  return startingSignIn;
}

async function startSignIn(): Promise<void> {
  localStore.write(redirectKey, window.location.pathname + window.location.search);
  await (await loadAmplify()).startSignIn();
}

/** Removes the user's data from this browser before the sign-out. */
let removeUserData: (userId: string) => Promise<void> = async () => undefined;
export const onSignOut = (remove: typeof removeUserData): void => {
  removeUserData = remove;
};

export async function signOut(): Promise<void> {
  const module = await loadAmplify();
  const userId = session.status === 'user' ? session.user.id : undefined;
  if (!userId) return module.startSignOut();
  decisions += 1;
  markSignOut(userId);
  try {
    await removeUserData(userId);
    await module.startSignOut();
  } catch (error) {
    removeSignOutMark(userId);
    throw error;
  }
}

/** Continues as a visitor after the session has expired. If the session was renewed in the meantime, it does not end. */
export function declineSignIn(): void {
  if (session.status !== 'user' || !session.expired) return;
  decisions += 1;
  setSession(visitorSession);
}

/** Called if the API rejected the token, or if there is no token. */
export function reportExpired(): void {
  if (session.status === 'user' && !session.expired) setSession({ ...session, expired: true });
}

/**
 * Returns the access token of the signed-in user, or undefined for a visitor. With `forceRefresh`, the token is always new.
 * @throws if Cognito cannot be reached.
 */
export async function accessToken(options: { forceRefresh?: boolean } = {}): Promise<string | undefined> {
  if (session.status !== 'user' || session.expired) return undefined;
  const result = await (await loadAmplify()).readSession(options);
  return result?.accessToken;
}
