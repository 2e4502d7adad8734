/**
 * Ends all sessions of a user. Cognito revokes the refresh tokens. Access tokens are valid for up to an hour, so our own check rejects
 * these tokens.
 */
import { AdminUserGlobalSignOutCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { requiredEnv } from '../platform/config.ts';
import type { Caller } from '../platform/handle.ts';
import { endSessions } from '../store/sessions.ts';

const userPool = new CognitoIdentityProviderClient({});

/**
 * The end time is written first. So no old token can spend credits or delete data, even if the call to Cognito fails. The function can be
 * called again after an error.
 */
export async function signOutEverywhere({ userId, username }: Caller, now: Date): Promise<void> {
  await endSessions(userId, now);
  await userPool.send(new AdminUserGlobalSignOutCommand({ UserPoolId: requiredEnv('USER_POOL_ID'), Username: username }));
}
