/** The user whose limits apply to a call. */
import type { Tier } from '#shared/daily-limits.ts';
import { AppError } from '#shared/errors.ts';
import { awaitAccount } from './accounts.ts';

export type User = {
  userId: string;
  /** Daily limits belong to a person. If a user deletes the account and signs up again, the same limits apply (accounts.ts). */
  person: string;
  tier: Tier;
};

/**
 * Waits for an account that is being created. After the first sign-in, the page may upload photos before its first profile request has
 * created the account.
 * @throws AppError AccountNotFound before the first visit.
 * @throws AppError AccountDeleted after a deletion request.
 */
export async function readUser(userId: string): Promise<User> {
  const account = await awaitAccount(userId);
  if (!account) throw new AppError('AccountNotFound');
  if (account.closingAt) throw new AppError('AccountDeleted');
  return { userId, person: account.person, tier: account.tier };
}
