/** Who is signed in and what they have; the first read makes the account with its bonus (Q18). */
import { AdminGetUserCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { newAccountSeconds, type ProfileResponse } from '#shared/auth/api.ts';
import { AppError } from '#shared/errors.ts';
import { dollarsFromCents } from '#shared/money.ts';
import { setting } from '../platform/config.ts';
import type { Caller } from '../platform/handle.ts';
import { type Account, createAccount, readAccount } from '../store/accounts.ts';

const userPool = new CognitoIdentityProviderClient({});

export async function getProfile(caller: Caller, now: Date): Promise<ProfileResponse> {
  const account = (await readAccount(caller.userId)) ?? (await firstVisit(caller, now));
  return {
    id: account.userId,
    email: account.email,
    name: account.name,
    credits: dollarsFromCents(account.credits),
    available: dollarsFromCents(account.available),
    debt: dollarsFromCents(account.debt),
    total_videos_generated: account.totalVideosGenerated,
    total_money_spent: dollarsFromCents(account.totalMoneySpent),
    created_at: account.createdAt,
    isNew: now.getTime() - Date.parse(account.createdAt) < newAccountSeconds * 1000,
  };
}

async function firstVisit({ userId, username }: Caller, now: Date): Promise<Account> {
  const { UserAttributes = [] } = await userPool.send(new AdminGetUserCommand({ UserPoolId: setting('USER_POOL_ID'), Username: username }));
  const attribute = (name: string) => UserAttributes.find((entry) => entry.Name === name)?.Value ?? '';
  const email = attribute('email');
  await createAccount({ userId, email, name: attribute('name') || nameFrom(email) }, now);
  const account = await readAccount(userId);
  if (!account) throw new AppError('InternalError', { message: 'Failed to create profile' });
  return account;
}

/** SPEC 7: the full name, else the part of the e-mail before the @, else 'there'. */
const nameFrom = (email: string): string => email.split('@')[0] || 'there';
