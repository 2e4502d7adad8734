/** Returns the profile of the caller. The first read creates the account with its bonus (docs/spec.md 3.4). */
import { AdminGetUserCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { newAccountSeconds, type ProfileResponse } from '#shared/auth/api.ts';
import { nameOrGreeting } from '#shared/auth/email.ts';
import { AppError } from '#shared/errors.ts';
import { isLanguage, type Language } from '#shared/languages.ts';
import { dollarsFromCents } from '#shared/money.ts';
import { requiredEnv } from '../platform/config.ts';
import type { Caller } from '../platform/handle.ts';
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
  const bonusMark = attribute('email_verified') === 'true' ? await emailHashOf(email) : null;
  try {
    await countRate('newAccount', { userId: bonusMark ?? userId, address }, now);
  } catch (error) {
    // The page may send several first reads at the same time, and each read is counted. A read above the limit waits for the account that
    // another read creates.
    const account = error instanceof AppError && error.code === 'TooManyRequests' ? await awaitAccount(userId) : undefined;
    if (account) return account;
    throw error;
  }
  await createAccount(
    { userId, email, name: nameOrGreeting(attribute('name'), email), bonusMark, language: preferredLanguage(acceptLanguage) },
    now,
  );
  const account = await readAccount(userId);
  if (!account) throw new AppError('InternalError', { message: 'Failed to create profile' });
  return account;
}

/** The header of every browser is shorter than this limit. */
const acceptLanguageCharactersMax = 500;

/**
 * Returns the first supported language of an Accept-Language header. The weights are ignored, because browsers send the languages in order
 * of preference.
 */
export function preferredLanguage(header = ''): Language | undefined {
  for (const entry of header.slice(0, acceptLanguageCharactersMax).split(',')) {
    const tag = entry.split(';')[0]?.trim() ?? '';
    const [base = ''] = tag.split('-');
    if (isLanguage(tag)) return tag;
    if (base === 'zh') return /hant|tw|hk|mo/i.test(tag) ? 'zh-Hant-TW' : 'zh-Hans';
    if (isLanguage(base)) return base;
  }
  return undefined;
}
