/** Who is signed in, for the whole page (SPEC 4, authentication). Kept in step with the other tabs of the browser. */
import { loadConfig } from '#web/lib/config.ts';
import type { SignedInUser } from './amplify.ts';
import { redirectKey } from './redirect-address.ts';
import { noteSignIn, noteSignOut } from './sign-outs.ts';
import { hasStoredSession, isSessionKey } from './stored.ts';

export type Session =
  | { status: 'loading' }
  | { status: 'anonymous' }
  /** `expired`: still shown as who it was, so that nothing on the page is lost, until the seller signs in again or declines. */
  | { status: 'user'; user: SignedInUser; expired: boolean };

export const callbackPath = '/auth/callback';
const retryAfterMs = 5_000;

let session: Session = { status: 'loading' };
const listeners = new Set<() => void>();

export const readSessionState = (): Session => session;

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function become(next: Session): void {
  session = next;
  if (next.status === 'user' && !next.expired) noteSignIn(next.user.id);
  for (const listener of listeners) listener();
}

type AmplifyModule = typeof import('./amplify.ts');
let amplify: Promise<AmplifyModule> | undefined;

function loadAmplify(): Promise<AmplifyModule> {
  amplify ??= Promise.all([import('./amplify.ts'), loadConfig()])
    .then(([module, config]) => {
      module.configure(config);
      module.onAuthEvent((event) => {
        // A token that cannot be refreshed is dealt with by the call that needed it; see accessToken().
        if (event === 'signedIn' || event === 'signedOut') void refreshSession();
      });
      return module;
    })
    .catch((error: unknown) => {
      amplify = undefined;
      throw error;
    });
  return amplify;
}

async function refreshSession(): Promise<void> {
  if (!hasStoredSession() && window.location.pathname !== callbackPath) return become({ status: 'anonymous' });
  try {
    const found = await (await loadAmplify()).readSession();
    become(found ? { status: 'user', user: found.user, expired: false } : { status: 'anonymous' });
  } catch {
    // Offline, most likely: the session is neither there nor gone. Look again rather than show a signed-out page.
    window.setTimeout(() => void refreshSession(), retryAfterMs);
  }
}

/** Finds out who is signed in, and keeps watching. Called once, before the page is drawn. */
export function startSession(): void {
  window.addEventListener('storage', (event) => {
    if (isSessionKey(event.key)) void refreshSession();
  });
  // The callback page completes the sign-in itself, and must see its outcome.
  if (window.location.pathname === callbackPath) return;
  void refreshSession();
}

/** Completes a sign-in on the callback page. @throws when it failed. */
export async function completeSignIn(): Promise<void> {
  const found = await (await loadAmplify()).readSession().catch((error: unknown) => {
    become({ status: 'anonymous' });
    throw error;
  });
  become(found ? { status: 'user', user: found.user, expired: false } : { status: 'anonymous' });
  if (!found) throw new Error('Nobody is signed in after the sign-in');
}

/** Goes to the sign-in page, and comes back to the present one. */
export async function signIn(): Promise<void> {
  window.localStorage.setItem(redirectKey, window.location.pathname + window.location.search);
  await (await loadAmplify()).startSignIn();
}

/** What must be gone from this browser before somebody has signed out. */
let forgetting: (userId: string) => Promise<void> = async () => undefined;
export const onSignOut = (forget: typeof forgetting): void => {
  forgetting = forget;
};

export async function signOut(): Promise<void> {
  const module = await loadAmplify();
  const userId = session.status === 'user' ? session.user.id : undefined;
  if (!userId) return module.startSignOut();
  noteSignOut(userId);
  try {
    await forgetting(userId);
    await module.startSignOut();
  } catch (error) {
    noteSignIn(userId);
    throw error;
  }
}

/** Someone who declined to sign in again goes on as a visitor. */
export const declineSignIn = (): void => become({ status: 'anonymous' });

/** The API did not take the token, or there is none any more. */
export function reportExpired(): void {
  if (session.status === 'user' && !session.expired) become({ ...session, expired: true });
}

/** The access token of who is signed in, a new one on demand; undefined for a visitor. Rejects when Cognito cannot be reached. */
export async function accessToken(options: { forceRefresh?: boolean } = {}): Promise<string | undefined> {
  if (session.status !== 'user' || session.expired) return undefined;
  const found = await (await loadAmplify()).readSession(options);
  return found?.accessToken;
}
