/** Validates a request to `/oauth2/authorize`: the client, the redirect URL and the requested scopes. */
import type { PoolClient } from './pool-client.ts';
import type { Authorization } from './sessions.ts';

export type AuthorizeVerdict =
  /** The result for a valid request. The sign-in page uses these values. */
  | { kind: 'valid'; authorization: Authorization; state: string; loginHint: string }
  /** The result for an invalid request of a valid client. The browser is redirected to the client, with the error. */
  | { kind: 'redirect'; location: string }
  /** The result if the client or its redirect URL is not registered. The browser shows an error page without a redirect. */
  | { kind: 'error-page'; code: string; explanation: string };

/** The format of a SHA-256 hash in base64url. */
const CODE_CHALLENGE = /^[\w-]{43}$/;

export function checkAuthorizeRequest(query: URLSearchParams, client: PoolClient): AuthorizeVerdict {
  const redirectUri = query.get('redirect_uri') ?? '';
  if (query.get('client_id') !== client.id) {
    return { kind: 'error-page', code: 'unauthorized_client', explanation: 'The application that sent you here is not registered.' };
  }
  if (!client.callbackUrls.includes(redirectUri)) {
    return { kind: 'error-page', code: 'redirect_mismatch', explanation: 'The redirect URL is not registered for this application.' };
  }
  const state = query.get('state') ?? '';
  const redirectWithError = (error: string, description: string): AuthorizeVerdict => ({
    kind: 'redirect',
    location: withParameters(redirectUri, { error_description: description, error, ...(state && { state }) }),
  });
  if (query.get('response_type') !== 'code' || !client.oauthFlows.includes('code'))
    return redirectWithError('unsupported_response_type', 'response_type must be code');
  const codeChallenge = query.get('code_challenge') ?? '';
  if (query.get('code_challenge_method') !== 'S256' || !CODE_CHALLENGE.test(codeChallenge)) {
    return redirectWithError('invalid_request', 'code_challenge_method must be S256 with a code_challenge');
  }
  if (query.get('prompt') === 'none') return redirectWithError('login_required', 'The local sign-in page keeps no session');
  const scopes = (query.get('scope') ?? '').split(' ').filter(Boolean);
  if (scopes.some((scope) => !client.scopes.includes(scope)))
    return redirectWithError('invalid_scope', 'A scope is not registered for this application');
  return {
    kind: 'valid',
    authorization: {
      redirectUri,
      scope: (scopes.length ? scopes : client.scopes).join(' '),
      codeChallenge,
      nonce: query.get('nonce') ?? undefined,
    },
    state,
    loginHint: query.get('login_hint') ?? '',
  };
}

export function withParameters(baseUrl: string, parameters: Record<string, string>): string {
  const url = new URL(baseUrl);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
