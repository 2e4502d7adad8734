/** The JWT authorizer of an HTTP API, check by check as AWS lists them; `token_use` is not among them. */
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';

export type JwtAuthorizer = { issuer: string; audience: string[]; jwks: JSONWebKeySet };

export type Authorization = { claims: Record<string, string>; scopes: string[] | null };

export type Verdict = { authorization: Authorization } | { refused: 'unauthorized' | 'invalid_token' | 'insufficient_scope' };

type Authorize = (header: string | undefined, scopes: string[] | undefined) => Promise<Verdict>;

/** API Gateway takes RSA signatures only: neither `none` nor an HMAC keyed with the public key gets through. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512'];

export function createAuthorizer({ issuer, audience, jwks }: JwtAuthorizer, now: () => Date): Authorize {
  const keys = createLocalJWKSet(jwks);
  return async (header, scopes) => {
    const token = header?.replace(/^Bearer\s+/i, '').trim();
    if (!token) return { refused: 'unauthorized' };
    const claims = await verifiedClaims(token);
    if (!claims) return { refused: 'invalid_token' };
    if (!scopes?.length) return { authorization: { claims: asStrings(claims), scopes: null } };
    const granted = scopesOf(claims);
    if (!scopes.some((scope) => granted.includes(scope))) return { refused: 'insufficient_scope' };
    return { authorization: { claims: asStrings(claims), scopes } };
  };

  async function verifiedClaims(token: string): Promise<JWTPayload | undefined> {
    try {
      const { payload } = await jwtVerify(token, keys, { issuer, algorithms: ALGORITHMS, requiredClaims: ['exp'], currentDate: now() });
      const issuedInTheFuture = payload.iat !== undefined && payload.iat * 1000 > now().getTime();
      return isMeantForUs(payload) && !issuedInTheFuture ? payload : undefined;
    } catch {
      // Why a token fails is the caller's to find out from the token, not from us.
      return undefined;
    }
  }

  /** `client_id`, which Cognito's access tokens carry, counts only where there is no `aud`. */
  function isMeantForUs(payload: JWTPayload): boolean {
    return [payload.aud ?? payload.client_id].flat().some((name) => typeof name === 'string' && audience.includes(name));
  }
}

function scopesOf({ scope, scp }: JWTPayload): string[] {
  const given = scope ?? scp ?? '';
  return Array.isArray(given) ? given.map(String) : String(given).split(' ');
}

const asStrings = (claims: JWTPayload): Record<string, string> =>
  Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, asText(value)]));

/** API Gateway prints claims as the Go language does: `[a b]`, `map[key:value]`, `<nil>`. */
function asText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(asText).join(' ')}]`;
  if (value === null || value === undefined) return '<nil>';
  if (typeof value !== 'object') return String(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[${entries.map(([key, inner]) => `${key}:${asText(inner)}`).join(' ')}]`;
}
