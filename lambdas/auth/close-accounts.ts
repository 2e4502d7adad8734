/**
 * A scheduled job that deletes accounts in several steps. First, it cancels running work and removes the remaining balance. Then it removes
 * files, rows, the user in the user pool, and finally the personal data of the profile. Each run of the job does the next missing step, so
 * a crash at any point is safe. No step removes data that a later step needs.
 */
import { AdminDeleteUserCommand, AdminGetUserCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { deletionStep } from '#shared/auth/deletion.ts';
import { withoutCard } from '#shared/credits/auto-top-up.ts';
import { AppError } from '#shared/errors.ts';
import { stopped } from '#shared/order/rules.ts';
import { mediaFolders } from '#shared/upload/media-folders.ts';
import { cancelBatch } from '../batch/cancel-batch.ts';
import { requiredEnv } from '../platform/config.ts';
import { log } from '../platform/log.ts';
import { closingAccounts, eraseProfile, finishDeletion, removeBalance } from '../store/account-deletions.ts';
import { type Account, readAccount } from '../store/accounts.ts';
import { writeAutoTopUp } from '../store/auto-top-ups.ts';
import { closeOrder, listOpenOrders, writeOrder } from '../store/large-orders.ts';
import { withLease } from '../store/leases.ts';
import { deleteFolder } from '../store/media.ts';
import { openHolds } from '../store/open-holds.ts';
import { deleteUserRows } from '../store/user-rows.ts';

const userPool = new CognitoIdentityProviderClient({});

export type DeletionCounts = { erased: number; finished: number; waiting: number; failed: number };

/**
 * Does the next step of each account that is being deleted. A lease on each account prevents two runs of the job from processing the same
 * account at the same time.
 * @param deadline latest end of this run.
 */
export async function deleteAccounts(now: Date, deadline: Date): Promise<DeletionCounts> {
  const counts: DeletionCounts = { erased: 0, finished: 0, waiting: 0, failed: 0 };
  const userIds: string[] = [];
  for await (const userId of closingAccounts()) userIds.push(userId);
  if (userIds.length === 0) return counts;
  const running = await runningBatches();
  for (const userId of userIds) {
    // A failure with one account must not stop the deletion of the other accounts.
    const deleteThisAccount = () => continueDeletion(userId, running.get(userId) ?? [], counts, now);
    await withLease(`close#${userId}`, { now, until: deadline }, deleteThisAccount).catch((error) => {
      counts.failed += 1;
      log('error', 'an account could not be deleted', { userId, error });
    });
  }
  log('info', 'account deletions processed', counts);
  return counts;
}

async function runningBatches(): Promise<Map<string, string[]>> {
  const batches = new Map<string, string[]>();
  for await (const { userId, batchId } of openHolds()) batches.set(userId, [...(batches.get(userId) ?? []), batchId]);
  return batches;
}

async function continueDeletion(userId: string, batchIds: string[], counts: DeletionCounts, now: Date): Promise<void> {
  await removeBalance(userId, now);
  const account = await readAccount(userId);
  if (!account) return;
  const isRunning = batchIds.length > 0 || account.activeBatches + account.activeOperations + account.activeOrders > 0;
  const step = deletionStep({ ...account, isRunning }, now);
  if (step === 'cancel') {
    await endOrders(userId, now);
    for (const batchId of batchIds) await cancelBatch({ userId, batchId, itemIds: undefined, isClosing: true }, now).catch(ignoreIfEnded);
    counts.waiting += 1;
  }
  // The job for automatic top-ups has the key of the payment vendor. It ends the payment and deletes the card.
  const hasCard = await removeSavedCard(account);
  if (step === 'wait' || hasCard) counts.waiting += 1;
  if (hasCard) return;
  if (step === 'erase' || step === 'finish') {
    for (const folder of mediaFolders) await deleteFolder(folder, userId);
    await deleteUserRows(userId);
  }
  if (step === 'erase') {
    await deletePoolUser(account);
    await eraseProfile(userId, now);
    counts.erased += 1;
  }
  if (step === 'finish') {
    await finishDeletion(userId);
    counts.finished += 1;
  }
}

/** @returns whether the payment vendor still has a card of the account. */
async function removeSavedCard(account: Account): Promise<boolean> {
  const { autoTopUp } = account;
  if (!autoTopUp) return false;
  if (autoTopUp.card && !autoTopUp.attempt) await writeAutoTopUp(account, withoutCard(autoTopUp));
  return autoTopUp.card !== undefined || autoTopUp.attempt !== undefined || autoTopUp.oldCustomerIds.length > 0;
}

/**
 * Stops all open large orders. An order stays open until its running batches have ended, so that their holds always belong to counted work.
 * Then the last batch or the job for orders ends the order. If an order changes at the same time, the next run of this job stops it.
 */
async function endOrders(userId: string, now: Date): Promise<void> {
  for (const { emailWhenDone: _, pauseReason: __, ...order } of await listOpenOrders(userId)) {
    // The history of the account is deleted later, so the end of the order adds no row to it.
    if (order.running.length === 0) await closeOrder({ ...order, status: 'stopped', endedAt: now.toISOString() }, undefined);
    else if (order.status !== 'stopping') await writeOrder({ ...order, ...stopped(order) });
  }
}

/**
 * Ignores the error NothingToCancel. This error means that the results are being stored at this moment. The next run of the job finds no
 * running items. Also ignores BatchNotFound.
 */
function ignoreIfEnded(error: unknown): void {
  if (!(error instanceof AppError && ['NothingToCancel', 'BatchNotFound'].includes(error.code))) throw error;
}

/**
 * Deletes the user from the user pool. A person who signs up again has the same username but another `sub`. The function compares `sub`, so
 * it does not delete this new user.
 */
async function deletePoolUser({ userId, username }: Account): Promise<void> {
  if (!username) return;
  const user = { UserPoolId: requiredEnv('USER_POOL_ID'), Username: username };
  try {
    const { UserAttributes = [] } = await userPool.send(new AdminGetUserCommand(user));
    const sub = UserAttributes.find(({ Name }) => Name === 'sub')?.Value;
    if (sub === userId) await userPool.send(new AdminDeleteUserCommand(user));
  } catch (error) {
    if (!(error instanceof Error && error.name === 'UserNotFoundException')) throw error;
  }
}
