/** What stands between a sign-in and its tokens: authorization codes for minutes, refresh tokens for weeks. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { PoolStore, PoolUser, RefreshSession } from './pool-store.ts';
import { epochSeconds, type IssuedTokens, type Tokens } from './tokens.ts';

export type Authorization = { redirectUri: string; scope: string; codeChallenge: string; nonce?: string };

export type Sessions = {
  issueCode(user: PoolUser, authorization: Authorization): string;
  /** Undefined for a code that is unknown, used, expired, or presented with another redirect URI or verifier. */
  redeemCode(code: string, redirectUri: string, codeVerifier: string): Promise<SignedIn | undefined>;
  start(user: PoolUser, scope: string, nonce?: string): Promise<SignedIn>;
  refresh(refreshToken: string): Promise<IssuedTokens | undefined>;
  revoke(refreshToken: string): Promise<void>;
};

export type SignedIn = IssuedTokens & { RefreshToken: string };

const CODE_LIFETIME_MS = 5 * 60_000;
const REFRESH_TOKEN_BYTES = 48;

export function createSessions(store: PoolStore, tokens: Tokens, refreshLifetimeSeconds: number, now: () => Date): Sessions {
  /** Kept in memory only: a restart costs one more click on the sign-in page. */
  const codes = new Map<string, Authorization & { email: string; expiresAtMs: number }>();

  async function start(user: PoolUser, scope: string, nonce?: string): Promise<SignedIn> {
    const startedAt = epochSeconds(now());
    const session: RefreshSession = {
      token: randomBytes(REFRESH_TOKEN_BYTES).toString('base64url'),
      email: user.email,
      scope,
      authTime: startedAt,
      originJti: randomUUID(),
      expiresAt: startedAt + refreshLifetimeSeconds,
    };
    for (const old of store.refreshSessions.values()) if (old.expiresAt <= startedAt) store.refreshSessions.delete(old.token);
    store.refreshSessions.set(session.token, session);
    await store.save();
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
      const issued = codes.get(code);
      // Spent by the first attempt, right or wrong: nobody gets to guess the verifier twice.
      codes.delete(code);
      if (!issued || issued.expiresAtMs <= now().getTime()) return undefined;
      if (issued.redirectUri !== redirectUri || issued.codeChallenge !== challengeOf(codeVerifier)) return undefined;
      const user = store.users.get(issued.email);
      return user && start(user, issued.scope, issued.nonce);
    },
    async refresh(refreshToken) {
      const session = store.refreshSessions.get(refreshToken);
      const user = session && store.users.get(session.email);
      if (!session || !user || session.expiresAt <= epochSeconds(now())) return undefined;
      return tokens.issue(user, session);
    },
    async revoke(refreshToken) {
      if (store.refreshSessions.delete(refreshToken)) await store.save();
    },
  };
}

/** PKCE, S256 (RFC 7636). */
const challengeOf = (codeVerifier: string): string => createHash('sha256').update(codeVerifier).digest('base64url');
