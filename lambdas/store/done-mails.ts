/**
 * Mails about ended work: one row for each batch or order whose seller wants a mail. The row is in a sparse index until its mail is settled,
 * so that a job finds the mails that a crash left open.
 *
 *   open      the work runs, or a failed try is over
 *   claimed   one function is sending; if it crashes, the mail counts as perhaps sent
 *   settled   sent, or never sent any more
 */
import { GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { Language } from '#shared/languages.ts';
import { requiredEnv } from '../platform/config.ts';
import { type Batch, partition } from './batch-rows.ts';
import { dynamo, insert, updateOnce } from './dynamo.ts';
import { orderPartition } from './orders.ts';
import { fromRow, toRow } from './row-fields.ts';

export type DoneMail = {
  userId: string;
  /** The batches that the mail is about. */
  batchIds: string[];
  /** Default: the language of the account's first visit. */
  language?: Language | undefined;
  createdAt: string;
  /** Claims so far. */
  tries?: number;
  /** When a function started to send it. */
  claimedAt?: string;
  settledAt?: string;
};

/** `skipped`: not wanted any more, or not allowed today. `unknown`: perhaps sent. */
export type DoneMailEnd = 'sent' | 'skipped' | 'failed' | 'unknown';

/** Three tries of the state machine, and five of the job, which runs every five minutes. */
export const doneMailTriesMax = 8;

/** One index key for all: a row is in the index only while its work runs. */
const mailShard = 'mail';

type Work = Pick<Batch, 'userId' | 'batchId' | 'orderId'>;

/** Returns the partition of the mail of a batch: the mail of an order is beside its order. */
export const doneMailPartition = ({ userId, batchId, orderId }: Work): string =>
  orderId ? orderPartition(userId, orderId) : partition(userId, batchId);

const doneMailKey = (pk: string) => ({ TableName: requiredEnv('TABLE_BATCHES'), Key: { pk, sk: 'mail' } });

/** Writes the row of a mail, in the transaction of its batches. */
export const doneMailPut = (work: Work, mail: DoneMail) =>
  insert(doneMailKey(doneMailPartition(work)), { ...toRow(mail), mail_shard: mailShard, mail_at: mail.createdAt });

export async function readDoneMail(pk: string): Promise<DoneMail | undefined> {
  const { Item: row } = await dynamo().send(new GetCommand({ ...doneMailKey(pk), ConsistentRead: true }));
  return row && fromRow<DoneMail>(row);
}

/** Claims a mail before it is sent. @returns undefined if another function claimed or settled it, or no try is left. */
export async function claimDoneMail(pk: string, now: Date): Promise<DoneMail | undefined> {
  const row = await updateOnce({
    ...doneMailKey(pk),
    UpdateExpression: 'SET claimed_at = :now ADD tries :one',
    ConditionExpression:
      'attribute_exists(mail_shard) AND attribute_not_exists(claimed_at) AND (attribute_not_exists(tries) OR tries < :max)',
    ExpressionAttributeValues: { ':now': now.toISOString(), ':one': 1, ':max': doneMailTriesMax },
  });
  return row && fromRow<DoneMail>(row);
}

/** Opens a claimed mail again, which was certainly not sent. */
export async function reopenDoneMail(pk: string): Promise<void> {
  await updateOnce({ ...doneMailKey(pk), UpdateExpression: 'REMOVE claimed_at', ConditionExpression: 'attribute_exists(claimed_at)' });
}

/** Ends a mail. Does nothing if it is settled, or deleted with its account. */
export async function settleDoneMail(pk: string, end: DoneMailEnd, now: Date): Promise<void> {
  await updateOnce({
    ...doneMailKey(pk),
    UpdateExpression: 'SET settled_at = :now, mail_end = :end REMOVE mail_shard, mail_at',
    ConditionExpression: 'attribute_exists(mail_shard)',
    ExpressionAttributeValues: { ':now': now.toISOString(), ':end': end },
  });
}

/** Lists the partitions of all mails that are not settled, oldest first. */
export async function* openDoneMails(): AsyncGenerator<string> {
  const query = {
    TableName: requiredEnv('TABLE_BATCHES'),
    IndexName: 'done_mails',
    KeyConditionExpression: 'mail_shard = :shard',
    ExpressionAttributeValues: { ':shard': mailShard },
  };
  for await (const { Items = [] } of paginateQuery({ client: dynamo() }, query)) for (const { pk } of Items) yield String(pk);
}
