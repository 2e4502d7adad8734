/**
 * Mails about ended work and about automatic top-ups. There is one row for each batch or order for which the seller requested a mail, and
 * one row for each automatic top-up. A row is in a sparse index until the mail is done, so that a job can find the mails that
 * were not sent because of a crash.
 *
 *   open      the work runs, or another attempt to send the mail is needed
 *   claimed   one function sends the mail; if the function crashes, it is unknown whether the mail was sent
 *   settled   the mail is done: it was sent, or it will never be sent
 */
import { GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { TopUpNews } from '#shared/credits/auto-top-up.ts';
import type { Language } from '#shared/languages.ts';
import { requiredEnv } from '../platform/config.ts';
import { type Batch, partition } from './batch-rows.ts';
import { dynamo, insert, updateOnce } from './dynamo.ts';
import { orderPartition } from './orders.ts';
import { fromRow, toRow } from './row-fields.ts';

export type DoneMail = {
  userId: string;
  /** The batches that the mail is about. The list is empty for an automatic top-up. */
  batchIds: string[];
  topUp?: TopUpNews | undefined;
  /** Default: the language of the account's first visit. */
  language?: Language | undefined;
  createdAt: string;
  /** Number of claims so far. */
  attempts?: number;
  /** The time at which a function claimed the mail. */
  claimedAt?: string;
  settledAt?: string;
};

/**
 * `skipped`: the account is deleted, the daily limit is reached, or no sender is configured. `unknown`: it is not known whether the mail
 * was sent.
 */
export type DoneMailEnd = 'sent' | 'skipped' | 'failed' | 'unknown';

/** Three attempts of the state machine, and five attempts of the job. The job runs every five minutes. */
export const doneMailAttemptsMax = 8;

/** All rows have the same index key, because a row is in the index only until its mail is done. */
const mailShard = 'mail';

type Work = Pick<Batch, 'userId' | 'batchId' | 'orderId'>;

/** Returns the partition of the mail of a batch. If the batch belongs to an order, this is the partition of the order. */
export const doneMailPartition = ({ userId, batchId, orderId }: Work): string =>
  orderId ? orderPartition(userId, orderId) : partition(userId, batchId);

const doneMailKey = (pk: string) => ({ TableName: requiredEnv('TABLE_BATCHES'), Key: { pk, sk: 'mail' } });

/** Returns the write of the row of a mail, for the transaction of its batches. */
export const doneMailPut = (work: Work, mail: DoneMail) => mailPut(doneMailPartition(work), mail);

/** Returns the partition of the mail about an automatic top-up. @param id the id of the attempt, or another id that exists only once. */
export const topUpMailPartition = (userId: string, id: string): string => partition(userId, `auto-top-up#${id}`);

/** Returns the write of the row of a mail. The write is refused if the row exists. */
export const mailPut = (pk: string, mail: DoneMail) =>
  insert(doneMailKey(pk), { ...toRow(mail), mail_shard: mailShard, mail_at: mail.createdAt });

export async function readDoneMail(pk: string): Promise<DoneMail | undefined> {
  const { Item: row } = await dynamo().send(new GetCommand({ ...doneMailKey(pk), ConsistentRead: true }));
  return row && fromRow<DoneMail>(row);
}

/**
 * Claims a mail before it is sent.
 * @returns undefined if another function claimed the mail, if the mail is done, or if the maximum number of attempts is reached.
 */
export async function claimDoneMail(pk: string, now: Date): Promise<DoneMail | undefined> {
  const row = await updateOnce({
    ...doneMailKey(pk),
    UpdateExpression: 'SET claimed_at = :now ADD attempts :one',
    ConditionExpression:
      'attribute_exists(mail_shard) AND attribute_not_exists(claimed_at) AND (attribute_not_exists(attempts) OR attempts < :max)',
    ExpressionAttributeValues: { ':now': now.toISOString(), ':one': 1, ':max': doneMailAttemptsMax },
  });
  return row && fromRow<DoneMail>(row);
}

/** Removes the claim of a mail that was not sent, so that another attempt is possible. */
export async function removeDoneMailClaim(pk: string): Promise<void> {
  await updateOnce({ ...doneMailKey(pk), UpdateExpression: 'REMOVE claimed_at', ConditionExpression: 'attribute_exists(claimed_at)' });
}

/** Marks a mail as done. Does nothing if the mail is already done, or was deleted with its account. */
export async function settleDoneMail(pk: string, end: DoneMailEnd, now: Date): Promise<void> {
  await updateOnce({
    ...doneMailKey(pk),
    UpdateExpression: 'SET settled_at = :now, mail_end = :end REMOVE mail_shard, mail_at',
    ConditionExpression: 'attribute_exists(mail_shard)',
    ExpressionAttributeValues: { ':now': now.toISOString(), ':end': end },
  });
}

/** Lists the partitions of all mails that are not done, oldest first. */
export async function* openDoneMails(): AsyncGenerator<string> {
  const query = {
    TableName: requiredEnv('TABLE_BATCHES'),
    IndexName: 'done_mails',
    KeyConditionExpression: 'mail_shard = :shard',
    ExpressionAttributeValues: { ':shard': mailShard },
  };
  for await (const { Items = [] } of paginateQuery({ client: dynamo() }, query)) for (const { pk } of Items) yield String(pk);
}
