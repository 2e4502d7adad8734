/**
 * Requests the deletion of an account. After this, the account cannot start any work, and a scheduled job deletes the account
 * (close-accounts.ts).
 */
import type { DeleteAccountResponse } from '#shared/auth/api.ts';
import { isConfirmed } from '#shared/auth/deletion.ts';
import { AppError } from '#shared/errors.ts';
import type { Caller } from '../platform/handle.ts';
import { removeBalance, requestDeletion } from '../store/account-deletions.ts';
import { readAccount } from '../store/accounts.ts';

/** @throws AppError ConfirmationMismatch; AccountDeleted if the account does not exist or is already deleted. */
export async function deleteAccount({ userId, username }: Caller, confirmation: string, now: Date): Promise<DeleteAccountResponse> {
  const account = await readAccount(userId);
  if (!account || account.deletedAt) throw new AppError('AccountDeleted');
  if (!isConfirmed(confirmation, account.email)) throw new AppError('ConfirmationMismatch');
  if (!(await requestDeletion(userId, username, now))) throw new AppError('AccountDeleted');
  await removeBalance(userId, now);
  return { status: 'deleting' };
}
