/** Whose limits a call counts against. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Tier } from '#shared/daily-limits.ts';
import { AppError } from '#shared/errors.ts';
import { type Account, readAccount } from './accounts.ts';

export type User = {
  userId: string;
  /** Limits are a person's: whoever deletes an account and signs up again has the same (accounts.ts). */
  person: string;
  tier: Tier;
};

/** After the first sign-in, a page uploads photos at the same time as its first read of the profile creates the account. */
const looksMax = 10;
const lookEveryMs = 300;

async function readNewAccount(userId: string): Promise<Account | undefined> {
  for (let looks = 1; looks < looksMax; looks++) {
    const account = await readAccount(userId);
    if (account) return account;
    await pause(lookEveryMs);
  }
  return readAccount(userId);
}

/** @throws AppError AccountNotFound before the first visit; AccountDeleted once its owner wants it deleted. */
export async function readUser(userId: string): Promise<User> {
  const account = await readNewAccount(userId);
  if (!account) throw new AppError('AccountNotFound');
  if (account.closingAt) throw new AppError('AccountDeleted');
  return { userId, person: account.person, tier: account.tier };
}
