import type { PoolClient } from './pool-client.ts';

/** Returns a Cognito app client with the same settings as our deployed app client. */
export const testClient = (changes: Partial<PoolClient> = {}): PoolClient => ({
  id: 'client',
  callbackUrls: ['http://localhost:3000/auth/callback'],
  logoutUrls: ['http://localhost:3000/'],
  oauthFlows: ['code'],
  scopes: ['openid', 'email', 'profile'],
  authFlows: ['ALLOW_CUSTOM_AUTH'],
  lifetimes: { accessSeconds: 3600, idSeconds: 3600, refreshSeconds: 30 * 24 * 3600 },
  rotation: { gracePeriodSeconds: 60 },
  ...changes,
});

export const allAttributes = ['email', 'email_verified', 'name'];
