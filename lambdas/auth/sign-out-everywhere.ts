/** Ends all sessions of a user: refresh tokens in Cognito, and access tokens, valid for up to an hour, with our own check. */
import { AdminUserGlobalSignOutCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { requiredEnv } from '../platform/config.ts';
import type { Caller } from '../platform/handle.ts';
import { endSessions } from '../store/sessions.ts';

const userPool = new CognitoIdentityProviderClient({});

/** Safe to repeat. The mark is written first, so that even after a failure in Cognito no old token can spend or delete. */
export async function signOutEverywhere({ userId, username }: Caller, now: Date): Promise<void> {
  await endSessions(userId, now);
  await userPool.send(new AdminUserGlobalSignOutCommand({ UserPoolId: requiredEnv('USER_POOL_ID'), Username: username }));
}
