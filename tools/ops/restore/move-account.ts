/**
 * Moves an account to another user id. If the user pool is lost, each seller signs in with Google again and gets a new id from Cognito. If
 * the command stops before its end, a second run does the remaining steps. The old account is deleted last.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { inParallel } from '#lambdas/platform/in-parallel.ts';
import { requestDeletion } from '#lambdas/store/account-deletions.ts';
import { type Account, readAccount } from '#lambdas/store/accounts.ts';
import { readDeletionTime } from '#lambdas/store/deleted-accounts.ts';
import { dynamo, isWritten } from '#lambdas/store/dynamo.ts';
import { filesOf } from '#lambdas/store/media.ts';
import { copyObject } from '#lambdas/store/objects.ts';
import { normalizedEmail } from '#shared/auth/email.ts';
import { mediaFolders } from '#shared/upload/media-folders.ts';
import { CommandError } from '../request.ts';
import { type AccountRows, liveTable, liveTables, readAccountRows, readLiveRows, runningBatchIds } from './account-rows.ts';
import { planRestore } from './plan.ts';
import { findUsername } from './replay-deletions.ts';
import { describePlan, notWrittenYet, type RestoreOptions, writePlan } from './restore-account.ts';

/** @throws CommandError with a sentence about the reason if the account cannot be moved. */
export async function moveAccount(from: string, to: string, { isApplied }: RestoreOptions, now: Date): Promise<string> {
  await requireSameOwner(from, to);
  const rows = await readAccountRows(from, liveTables());
  const running = runningBatchIds(rows);
  if (running.length > 0) throw new CommandError(`Work of the old account is running: ${running.join(', ')}. Wait until it has ended.`);
  const live = await readLiveRows(to, []);
  const plan = planRestore(live, withOtherId(rows, from, to));
  if ('refusal' in plan) throw new CommandError(plan.refusal);
  const summary = describePlan(plan, live);
  if (!isApplied) return [...summary, notWrittenYet].join('\n');
  await copyFiles(from, to);
  // Each payment has exactly one row. So the command does not copy this row, but changes its owner.
  await inParallel(rows.payments, async ({ id }) => {
    const update = {
      TableName: liveTable('payments'),
      Key: { id },
      UpdateExpression: 'SET user_id = :to',
      ConditionExpression: 'user_id = :from',
      ExpressionAttributeValues: { ':from': from, ':to': to },
    };
    await isWritten(dynamo().send(new UpdateCommand(update)));
  });
  const work = { ...plan, added: plan.added.filter(({ table }) => table !== 'payments') };
  const result = await writePlan(to, work, live);
  await requestDeletion(from, undefined, now);
  return [...summary, result, 'The job for account deletions removes the old account within minutes.'].join('\n');
}

async function requireSameOwner(from: string, to: string): Promise<void> {
  if (from === to) throw new CommandError('The two user ids are equal.');
  const [oldAccount, newAccount] = [await readAccount(from), await readAccount(to)];
  if (!oldAccount || !newAccount) throw new CommandError('Both accounts must exist. The seller must sign in once before the move.');
  if ((await isDeleted(oldAccount)) || (await isDeleted(newAccount)))
    throw new CommandError('One of the accounts is deleted or was already moved.');
  if (normalizedEmail(oldAccount.email) !== normalizedEmail(newAccount.email))
    throw new CommandError('The accounts have different e-mail addresses, so they may belong to different persons.');
  // If the owner could still sign in to the old account, they could spend the credits in both accounts.
  if (await findUsername(from)) throw new CommandError('The user pool still contains the old user, so the account must not be moved.');
}

const isDeleted = async ({ userId, closingAt }: Account): Promise<boolean> =>
  closingAt !== undefined || (await readDeletionTime(userId)) !== undefined;

/** The keys of files and of batches contain the user id. */
function withOtherId(rows: AccountRows, from: string, to: string): AccountRows {
  const replace = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replaceAll(from, to);
    if (Array.isArray(value)) return value.map(replace);
    if (value instanceof Set) return new Set([...value].map(replace));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, content]) => [name, replace(content)]));
  };
  return replace(rows) as AccountRows;
}

/**
 * Exports, archives and files for marketplaces are not moved, because they expire and can be made again. Products are not moved either,
 * because they can be imported again. The items of orders expire, too.
 */
const copiedFolders = mediaFolders.filter((folder) => !['exports', 'archives', 'finished', 'product-photos', 'orders'].includes(folder));

async function copyFiles(from: string, to: string): Promise<void> {
  for (const folder of copiedFolders)
    for await (const files of filesOf(folder, from))
      await inParallel(files, ({ key }) => copyObject(key, key.replace(`${folder}/${from}/`, `${folder}/${to}/`)));
}
