/** The endpoints of the hosted UI. Each function returns its response as a value. */
import { checkAuthorizeRequest, withParameters } from './authorize-request.ts';
import { type EndpointResponse, errorPageResponse, jsonResponse, NO_STORE } from './endpoint.ts';
import { pageHeaders, signInPage } from './hosted-pages.ts';
import type { PoolClient } from './pool-client.ts';
import type { PoolStore } from './pool-store.ts';
import type { Sessions } from './sessions.ts';
import { parseEmail, recentUsers, signInUser } from './users.ts';

type Pool = { store: PoolStore; sessions: Sessions; client: PoolClient; now: () => Date };

const redirectResponse = (location: string): EndpointResponse => ({ status: 302, headers: { ...NO_STORE, location }, body: '' });
const oauthError = (error: string): EndpointResponse => jsonResponse(400, { error });

export type OAuthEndpoints = ReturnType<typeof createOAuthEndpoints>;

export function createOAuthEndpoints({ store, sessions, client, now }: Pool) {
  const formTargets = [...new Set(client.callbackUrls.map((url) => new URL(url).origin))];

  /** GET shows the sign-in page. The form of this page sends a POST to the same URL. Both methods validate the request. */
  async function authorize(query: URLSearchParams, form: URLSearchParams | undefined): Promise<EndpointResponse> {
    const verdict = checkAuthorizeRequest(query, client);
    if (verdict.kind === 'error-page') return errorPageResponse(400, verdict.code, verdict.explanation);
    if (verdict.kind === 'redirect') return redirectResponse(verdict.location);
    const users = recentUsers(store);
    if (!form) return { status: 200, headers: pageHeaders(formTargets), body: signInPage({ users, email: verdict.loginHint }) };
    const [enteredEmail, name] = [form.get('email') ?? '', form.get('name') ?? ''];
    const email = parseEmail(enteredEmail);
    if (!email) {
      const problem = 'Please enter an e-mail address, such as ada@example.com.';
      return { status: 400, headers: pageHeaders(formTargets), body: signInPage({ users, email: enteredEmail, name, problem }) };
    }
    const user = signInUser(store, email, name, now());
    await store.save();
    const code = sessions.issueCode(user, verdict.authorization);
    return redirectResponse(withParameters(verdict.authorization.redirectUri, { code, ...(verdict.state && { state: verdict.state }) }));
  }

  async function token(form: URLSearchParams): Promise<EndpointResponse> {
    const field = (name: string): string => form.get(name) ?? '';
    if (field('client_id') !== client.id) return oauthError('invalid_client');
    switch (field('grant_type')) {
      case 'authorization_code': {
        const signInTokens = await sessions.redeemCode(field('code'), field('redirect_uri'), field('code_verifier'));
        return signInTokens ? jsonResponse(200, oauthTokens(signInTokens)) : oauthError('invalid_grant');
      }
      case 'refresh_token': {
        const tokens = await sessions.refresh(field('refresh_token'));
        return tokens ? jsonResponse(200, oauthTokens(tokens)) : oauthError('invalid_grant');
      }
      default:
        return oauthError('unsupported_grant_type');
    }
  }

  async function revoke(form: URLSearchParams): Promise<EndpointResponse> {
    const refreshToken = form.get('token');
    if (form.get('client_id') !== client.id) return oauthError('invalid_client');
    if (!refreshToken) return oauthError('invalid_request');
    await sessions.revoke(refreshToken);
    return { status: 200, headers: NO_STORE, body: '' };
  }

  function logout(query: URLSearchParams): EndpointResponse {
    const logoutUri = query.get('logout_uri') ?? '';
    if (query.get('client_id') !== client.id)
      return errorPageResponse(400, 'unauthorized_client', 'The application that sent you here is not registered.');
    if (client.logoutUrls.includes(logoutUri)) return redirectResponse(logoutUri);
    return errorPageResponse(400, 'redirect_mismatch', 'The URL to open after the sign-out is not registered for this application.');
  }

  return { authorize, token, revoke, logout };
}

/** Returns tokens with the field names of `/oauth2/token`. */
export const oauthTokens = (tokens: {
  AccessToken: string;
  IdToken: string;
  RefreshToken?: string;
  ExpiresIn: number;
  TokenType: string;
}) => ({
  access_token: tokens.AccessToken,
  id_token: tokens.IdToken,
  ...(tokens.RefreshToken && { refresh_token: tokens.RefreshToken }),
  expires_in: tokens.ExpiresIn,
  token_type: tokens.TokenType,
});
