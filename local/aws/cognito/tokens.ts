/** Issues and verifies tokens in exactly Cognito's format. */
import { createHash, randomUUID } from 'node:crypto';
import { createLocalJWKSet, importJWK, type JSONWebKeySet, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { TokenLifetimes } from './pool-client.ts';
import type { PoolStore, PoolUser, Session } from './pool-store.ts';
import type { MappedAttributes } from './users.ts';

/** Field names as in the responses of the cognito-idp calls. */
export type IssuedTokens = { AccessToken: string; IdToken: string; ExpiresIn: number; TokenType: 'Bearer' };

export type Tokens = {
  issuer: string;
  jwks: JSONWebKeySet;
  issue(user: PoolUser, session: Session, nonce?: string): Promise<IssuedTokens>;
  /** Returns the claims of an unexpired token of this pool. Rejects for any other token. */
  verify(token: string): Promise<JWTPayload>;
};

type Options = {
  store: PoolStore;
  poolId: string;
  region: string;
  clientId: string;
  lifetimes: TokenLifetimes;
  attributes(user: PoolUser): Partial<MappedAttributes>;
  now: () => Date;
};

const ALGORITHM = 'RS256';

export async function createTokens({ store, poolId, region, clientId, lifetimes, attributes, now }: Options): Promise<Tokens> {
  const issuer = `https://cognito-idp.${region}.amazonaws.com/${poolId}`;
  const { kty, n, e, kid, alg, use } = store.signingKey;
  const jwks: JSONWebKeySet = { keys: [{ kty: kty as 'RSA', n, e, kid, alg, use }] };
  const publicKeys = createLocalJWKSet(jwks);
  const privateKey = await importJWK(store.signingKey, ALGORITHM);

  const sign = (claims: JWTPayload, lifetimeSeconds: number): Promise<string> => {
    const issuedAt = epochSeconds(now());
    return new SignJWT({ ...claims, iss: issuer, iat: issuedAt, exp: issuedAt + lifetimeSeconds, jti: randomUUID() })
      .setProtectedHeader({ kid, alg: ALGORITHM })
      .sign(privateKey);
  };

  return {
    issuer,
    jwks,
    async issue(user, { scope, authTime, originJti }, nonce) {
      const sharedClaims = {
        sub: user.sub,
        'cognito:groups': [`${poolId}_Google`],
        origin_jti: originJti,
        event_id: randomUUID(),
        auth_time: authTime,
      };
      const AccessToken = await sign(
        { ...sharedClaims, version: 2, client_id: clientId, token_use: 'access', scope, username: user.username },
        lifetimes.accessSeconds,
      );
      const IdToken = await sign(
        {
          ...sharedClaims,
          at_hash: accessTokenHash(AccessToken),
          aud: clientId,
          token_use: 'id',
          'cognito:username': user.username,
          ...attributes(user),
          identities: [identityOf(user)],
          ...(nonce && { nonce }),
        },
        lifetimes.idSeconds,
      );
      return { AccessToken, IdToken, ExpiresIn: lifetimes.accessSeconds, TokenType: 'Bearer' };
    },
    async verify(token) {
      const options = { issuer, algorithms: [ALGORITHM], requiredClaims: ['exp'], currentDate: now() };
      return (await jwtVerify(token, publicKeys, options)).payload;
    },
  };
}

export const epochSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

export const identityOf = (user: PoolUser) => ({
  dateCreated: String(Date.parse(user.createdAt)),
  userId: user.username.slice('Google_'.length),
  providerName: 'Google',
  providerType: 'Google',
  issuer: null,
  primary: 'true',
});

/** Returns the left half of the SHA-256 hash of a token (OpenID Connect Core, 3.1.3.6). */
const accessTokenHash = (accessToken: string): string =>
  createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url');
