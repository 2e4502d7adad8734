/** Ends all sessions of a user: refresh tokens at Cognito, and access tokens at our own check, which otherwise last up to an hour. */
import { AdminUserGlobalSignOutCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { requiredEnv } from '../platform/config.ts';
import type { Caller } from '../platform/handle.ts';
import { endSessions } from '../store/sessions.ts';

const userPool = new CognitoIdentityProviderClient({});

/** May be repeated: the mark comes first, so that a failure at Cognito leaves nothing open that spends or deletes. */
export async function signOutEverywhere({ userId, username }: Caller, now: Date): Promise<void> {
  await endSessions(userId, now);
  await userPool.send(new AdminUserGlobalSignOutCommand({ UserPoolId: requiredEnv('USER_POOL_ID'), Username: username }));
}
