/** Whose limits a call counts against. */
import type { Tier } from '#shared/daily-limits.ts';
import { AppError } from '#shared/errors.ts';
import { awaitAccount } from './accounts.ts';

export type User = {
  userId: string;
  /** Limits are a person's: whoever deletes an account and signs up again has the same (accounts.ts). */
  person: string;
  tier: Tier;
};

/**
 * Waits for an account that is being created: after the first sign-in, a page uploads photos while its first read of the profile creates
 * the account.
 * @throws AppError AccountNotFound before the first visit; AccountDeleted once its owner wants it deleted.
 */
export async function readUser(userId: string): Promise<User> {
  const account = await awaitAccount(userId);
  if (!account) throw new AppError('AccountNotFound');
  if (account.closingAt) throw new AppError('AccountDeleted');
  return { userId, person: account.person, tier: account.tier };
}
