/** Who is signed in and what they have; the first read makes the account with its bonus (Q18). */
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

/** Where a call came from, and the languages that its browser prefers. */
type Visit = { address: string; acceptLanguage: string | undefined };

const userPool = new CognitoIdentityProviderClient({});

/** @throws AppError AccountDeleted where its owner has deleted it; TooManyRequests for too many new ones. */
export async function getProfile(caller: Caller, visit: Visit, now: Date): Promise<ProfileResponse> {
  const account = (await readAccount(caller.userId)) ?? (await firstVisit(caller, visit, now));
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

async function firstVisit({ userId, username }: Caller, { address, acceptLanguage }: Visit, now: Date): Promise<Account> {
  const { UserAttributes = [] } = await userPool.send(
    new AdminGetUserCommand({ UserPoolId: requiredEnv('USER_POOL_ID'), Username: username }),
  );
  const attribute = (name: string) => UserAttributes.find((entry) => entry.Name === name)?.Value ?? '';
  const email = attribute('email');
  // An address that nobody has confirmed could be anybody's.
  const bonusMark = attribute('email_verified') === 'true' ? await emailHashOf(email) : null;
  try {
    await countRate('newAccount', { userId: bonusMark ?? userId, address }, now);
  } catch (error) {
    // Parallel first reads are each counted: those beyond the limit wait for the account that the others create.
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

/** Longer than any browser's list. */
const acceptLanguageCharactersMax = 500;

/** The first language of an Accept-Language header that we offer. Browsers list them in order, so the weights are not read. */
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
