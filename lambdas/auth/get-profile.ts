/** Returns the profile of the caller. The first read creates the account with its bonus (docs/spec.md 3.4). */
import { AdminGetUserCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { newAccountSeconds, type ProfileResponse } from '#shared/auth/api.ts';
import { nameOrGreeting } from '#shared/auth/email.ts';
import { AppError } from '#shared/errors.ts';
import { dollarsFromCents } from '#shared/money.ts';
import { findPreferredLanguage, tagsByWeight } from '#shared/page-language.ts';
import { requiredEnv } from '../platform/config.ts';
import type { Caller } from '../platform/handle.ts';
import { log } from '../platform/log.ts';
import { type Account, awaitAccount, createAccount, readAccount } from '../store/accounts.ts';
import { countRate } from '../store/rates.ts';
import { emailHashOf } from './email-hash.ts';

/** IP address of the call, and the languages that the browser prefers. */
type VisitInfo = { address: string; acceptLanguage: string | undefined };

const userPool = new CognitoIdentityProviderClient({});

/** @throws AppError AccountDeleted if the account is being deleted; TooManyRequests after too many new accounts. */
export async function getProfile(caller: Caller, visitInfo: VisitInfo, now: Date): Promise<ProfileResponse> {
  const account = (await readAccount(caller.userId)) ?? (await createOnFirstVisit(caller, visitInfo, now));
  if (account.closingAt) throw new AppError('AccountDeleted');
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
    ...(account.marketplaces && { marketplaces: account.marketplaces }),
    isNew: account.welcomeBonus > 0 && now.getTime() - Date.parse(account.createdAt) < newAccountSeconds * 1000,
  };
}

async function createOnFirstVisit({ userId, username }: Caller, { address, acceptLanguage }: VisitInfo, now: Date): Promise<Account> {
  const { UserAttributes = [] } = await userPool.send(
    new AdminGetUserCommand({ UserPoolId: requiredEnv('USER_POOL_ID'), Username: username }),
  );
  const attribute = (name: string) => UserAttributes.find((entry) => entry.Name === name)?.Value ?? '';
  const email = attribute('email');
  // An unconfirmed e-mail address may belong to another person, so the account gets no bonus.
  const bonusPersonId = attribute('email_verified') === 'true' ? await emailHashOf(email) : null;
  try {
    await countRate('newAccount', { userId: bonusPersonId ?? userId, address }, now);
  } catch (error) {
    // The page may send several first reads at the same time, and each read counts towards the limit. A read above the limit waits for the
    // account, because another read creates it.
    const account = error instanceof AppError && error.code === 'TooManyRequests' ? await awaitAccount(userId) : undefined;
    if (account) return account;
    throw error;
  }
  await createAccount(
    {
      userId,
      email,
      name: nameOrGreeting(attribute('name'), email),
      bonusPersonId,
      language: findPreferredLanguage(tagsByWeight(acceptLanguage ?? '')),
    },
    now,
  );
  const account = await readAccount(userId);
  if (!account) throw new AppError('InternalError', { message: 'Failed to create profile' });
  // With the IP address, the limit can stop a person who creates many accounts for their bonuses.
  log('info', 'an account was created', { event: 'account_created', userId, address, welcomeBonus: account.welcomeBonus });
  return account;
}
