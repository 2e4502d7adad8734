/** Authorization codes (valid for minutes) and refresh tokens (valid for weeks). */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { PoolClient } from './pool-client.ts';
import type { PoolStore, PoolUser, RefreshSession } from './pool-store.ts';
import { epochSeconds, type IssuedTokens, type Tokens } from './tokens.ts';

export type Authorization = { redirectUri: string; scope: string; codeChallenge: string; nonce?: string };

export type Sessions = {
  issueCode(user: PoolUser, authorization: Authorization): string;
  /** Returns undefined if the code is unknown, used or expired, or if the redirect URI or the verifier differs. */
  redeemCode(code: string, redirectUri: string, codeVerifier: string): Promise<SignInTokens | undefined>;
  start(user: PoolUser, scope: string, nonce?: string): Promise<SignInTokens>;
  /** Returns new tokens. If rotation is enabled, they include a new refresh token. Returns undefined if the refresh token is not valid. */
  refresh(refreshToken: string): Promise<(IssuedTokens & { RefreshToken?: string }) | undefined>;
  revoke(refreshToken: string): Promise<void>;
};

export type SignInTokens = IssuedTokens & { RefreshToken: string };

const CODE_LIFETIME_MS = 5 * 60_000;
const REFRESH_TOKEN_BYTES = 48;

type Options = { store: PoolStore; tokens: Tokens; client: Pick<PoolClient, 'lifetimes' | 'rotation'>; now: () => Date };

export function createSessions({ store, tokens, client, now }: Options): Sessions {
  /** The codes are only in memory. So if a restart interrupts a sign-in, the user must repeat it. */
  const codes = new Map<string, Authorization & { email: string; expiresAtMs: number }>();

  const expiryOf = ({ expiresAt, replacedAt = expiresAt }: RefreshSession): number => Math.min(expiresAt, replacedAt);

  async function saveSession(session: RefreshSession): Promise<void> {
    const nowSeconds = epochSeconds(now());
    for (const old of store.refreshSessions.values()) if (expiryOf(old) <= nowSeconds) store.refreshSessions.delete(old.token);
    store.refreshSessions.set(session.token, session);
    await store.save();
  }

  /**
   * The new token gets the expiry time of the old token. The old token stays valid until its grace period ends.
   * https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-refresh-token.html
   */
  async function rotate(session: RefreshSession, gracePeriodSeconds: number): Promise<string> {
    const { replacedAt, ...sessionFields } = session;
    const nowSeconds = epochSeconds(now());
    // A second use does not restart the grace period.
    store.refreshSessions.set(session.token, { ...session, replacedAt: replacedAt ?? nowSeconds + gracePeriodSeconds });
    const token = newRefreshToken();
    await saveSession({ ...sessionFields, token });
    return token;
  }

  async function start(user: PoolUser, scope: string, nonce?: string): Promise<SignInTokens> {
    const startedAt = epochSeconds(now());
    const session: RefreshSession = {
      token: newRefreshToken(),
      email: user.email,
      scope,
      authTime: startedAt,
      originJti: randomUUID(),
      expiresAt: startedAt + client.lifetimes.refreshSeconds,
    };
    await saveSession(session);
    return { ...(await tokens.issue(user, session, nonce)), RefreshToken: session.token };
  }

  return {
    start,
    issueCode(user, authorization) {
      const nowMs = now().getTime();
      for (const [code, { expiresAtMs }] of codes) if (expiresAtMs <= nowMs) codes.delete(code);
      const code = randomUUID();
      codes.set(code, { ...authorization, email: user.email, expiresAtMs: nowMs + CODE_LIFETIME_MS });
      return code;
    },
    async redeemCode(code, redirectUri, codeVerifier) {
      const authorization = codes.get(code);
      // The first attempt invalidates the code, even if it fails. So an attacker cannot guess the verifier with several attempts.
      codes.delete(code);
      if (!authorization || authorization.expiresAtMs <= now().getTime()) return undefined;
      if (authorization.redirectUri !== redirectUri || authorization.codeChallenge !== challengeOf(codeVerifier)) return undefined;
      const user = store.users.get(authorization.email);
      return user && start(user, authorization.scope, authorization.nonce);
    },
    async refresh(refreshToken) {
      const session = store.refreshSessions.get(refreshToken);
      const user = session && store.users.get(session.email);
      if (!session || !user || expiryOf(session) <= epochSeconds(now())) return undefined;
      const newTokens = await tokens.issue(user, session);
      return client.rotation ? { ...newTokens, RefreshToken: await rotate(session, client.rotation.gracePeriodSeconds) } : newTokens;
    },
    async revoke(refreshToken) {
      if (store.refreshSessions.delete(refreshToken)) await store.save();
    },
  };
}

const newRefreshToken = (): string => randomBytes(REFRESH_TOKEN_BYTES).toString('base64url');

/** Returns the code challenge of a verifier with the method S256 of PKCE (RFC 7636). */
const challengeOf = (codeVerifier: string): string => createHash('sha256').update(codeVerifier).digest('base64url');
