/**
 * The only module that imports aws-amplify. It is loaded only for signed-in users and for a sign-in, so that the landing page is small.
 */
import { Amplify } from 'aws-amplify';
import 'aws-amplify/auth/enable-oauth-listener';
import { fetchAuthSession, signInWithRedirect, signOut } from 'aws-amplify/auth';
import { ConsoleLogger, Hub } from 'aws-amplify/utils';
import type { SiteConfig } from '#web/lib/config.ts';
import { removeStartedSignIn, removeStoredSession } from './stored-session.ts';

export type SignedInUser = { id: string; email: string; name: string };

export function configure(config: SiteConfig): void {
  // Amplify warns about every custom endpoint. The local cloud has a custom endpoint, so this warning is hidden.
  ConsoleLogger.LOG_LEVEL = 'ERROR';
  const { origin } = window.location;
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: config.userPoolId,
        userPoolClientId: config.userPoolClientId,
        ...(config.cognitoEndpoint && { userPoolEndpoint: new URL(config.cognitoEndpoint, origin).href }),
        loginWith: {
          oauth: {
            domain: config.oauthDomain,
            scopes: ['openid', 'email', 'profile'],
            redirectSignIn: [`${origin}/auth/callback`],
            redirectSignOut: [`${origin}/`],
            responseType: 'code',
            providers: ['Google'],
          },
        },
      },
    },
  });
}

/**
 * Returns the signed-in user and the access token for the API. Returns undefined if there is no valid session. If a sign-in is in progress,
 * this function waits for its end.
 * @throws if Cognito cannot be reached.
 */
export async function readSession(
  options: { forceRefresh?: boolean } = {},
): Promise<{ user: SignedInUser; accessToken: string } | undefined> {
  const { tokens } = await fetchAuthSession(options);
  if (!tokens?.idToken) return undefined;
  const { sub, email, name } = tokens.idToken.payload;
  const mail = typeof email === 'string' ? email : '';
  return {
    user: { id: String(sub), email: mail, name: typeof name === 'string' && name ? name : (mail.split('@')[0] ?? '') },
    accessToken: tokens.accessToken.toString(),
  };
}

export async function startSignIn(): Promise<void> {
  removeStartedSignIn();
  try {
    await signInWithRedirect({ provider: 'Google' });
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'UserAlreadyAuthenticatedException') throw error;
    // The API no longer accepts the stored tokens. They are removed before a second attempt.
    removeStoredSession();
    await signInWithRedirect({ provider: 'Google' });
  }
}

export const startSignOut = (): Promise<void> => signOut();

/** Calls `listener` with each authentication event of Amplify, for example after a sign-in, a sign-out or a refreshed token. */
export const onAuthEvent = (listener: (event: string) => void): (() => void) =>
  Hub.listen('auth', ({ payload }) => listener(payload.event));
