/** Takes the wish to delete an account: from here on it can start nothing, and the clock does the rest (close-accounts.ts). */
import type { DeleteAccountResponse } from '#shared/auth/api.ts';
import { isConfirmed } from '#shared/auth/closing.ts';
import { AppError } from '#shared/errors.ts';
import type { Caller } from '../platform/handle.ts';
import { forfeitBalance, requestDeletion } from '../store/account-deletions.ts';
import { readAccount } from '../store/accounts.ts';

/** @throws AppError ConfirmationMismatch; AccountDeleted where there is nothing to delete. */
export async function deleteAccount({ userId, username }: Caller, confirmation: string, now: Date): Promise<DeleteAccountResponse> {
  const account = await readAccount(userId);
  if (!account || account.deletedAt) throw new AppError('AccountDeleted');
  if (!isConfirmed(confirmation, account.email)) throw new AppError('ConfirmationMismatch');
  if (!(await requestDeletion(userId, username, now))) throw new AppError('AccountDeleted');
  await forfeitBalance(userId, now);
  return { status: 'deleting' };
}
