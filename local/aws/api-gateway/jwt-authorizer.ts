/** The JWT authorizer of an HTTP API. It makes exactly the checks that AWS documents, so it does not check the claim `token_use`. */
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';

export type JwtAuthorizer = { issuer: string; audience: string[]; jwks: JSONWebKeySet };

export type Authorization = { claims: Record<string, string>; scopes: string[] | null };

export type Verdict = { authorization: Authorization } | { rejection: 'unauthorized' | 'invalid_token' | 'insufficient_scope' };

type Authorize = (header: string | undefined, scopes: string[] | undefined) => Promise<Verdict>;

/** API Gateway accepts only RSA signatures. It rejects `none`, and HMAC signatures that use the public key as the secret. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512'];

export function createAuthorizer({ issuer, audience, jwks }: JwtAuthorizer, now: () => Date): Authorize {
  const keys = createLocalJWKSet(jwks);
  return async (header, scopes) => {
    const token = header?.replace(/^Bearer\s+/i, '').trim();
    if (!token) return { rejection: 'unauthorized' };
    const claims = await verifyClaims(token);
    if (!claims) return { rejection: 'invalid_token' };
    if (!scopes?.length) return { authorization: { claims: toStrings(claims), scopes: null } };
    const grantedScopes = scopesOf(claims);
    if (!scopes.some((scope) => grantedScopes.includes(scope))) return { rejection: 'insufficient_scope' };
    return { authorization: { claims: toStrings(claims), scopes } };
  };

  async function verifyClaims(token: string): Promise<JWTPayload | undefined> {
    try {
      const { payload } = await jwtVerify(token, keys, { issuer, algorithms: ALGORITHMS, requiredClaims: ['exp'], currentDate: now() });
      const isIssuedInFuture = payload.iat !== undefined && payload.iat * 1000 > now().getTime();
      return hasMatchingAudience(payload) && !isIssuedInFuture ? payload : undefined;
    } catch {
      // As on AWS, the response does not contain the reason. The caller can find it in the token.
      return undefined;
    }
  }

  /** Cognito's access tokens have `client_id` instead of `aud`. `client_id` is checked only if there is no `aud`. */
  function hasMatchingAudience(payload: JWTPayload): boolean {
    return [payload.aud ?? payload.client_id].flat().some((name) => typeof name === 'string' && audience.includes(name));
  }
}

function scopesOf({ scope, scp }: JWTPayload): string[] {
  const scopes = scope ?? scp ?? '';
  return Array.isArray(scopes) ? scopes.map(String) : String(scopes).split(' ');
}

const toStrings = (claims: JWTPayload): Record<string, string> =>
  Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, toText(value)]));

/** API Gateway converts claims to text in the same way as the Go language: `[a b]`, `map[key:value]`, `<nil>`. */
function toText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toText).join(' ')}]`;
  if (value === null || value === undefined) return '<nil>';
  if (typeof value !== 'object') return String(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[${entries.map(([key, inner]) => `${key}:${toText(inner)}`).join(' ')}]`;
}
