/**
 * The automatic top-up of an account, in the row of the account. A sparse index contains the accounts that the job must look at. Its sort
 * key is the available balance, so the job reads only accounts with low balances.
 *
 *   watch   the top-up is on, and starts when the balance falls below the threshold
 *   open    a payment runs, or a customer at the payment vendor must be deleted
 */
import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import { type AutoTopUp, autoTopUpDollars, jobState } from '#shared/credits/auto-top-up.ts';
import { requiredEnv } from '../platform/config.ts';
import { type Account, accountKey } from './accounts.ts';
import { type DoneMail, mailPut } from './done-mails.ts';
import { dynamo, transact } from './dynamo.ts';

type Options = {
  /** `start`: only if the balance is below the threshold and the account has no debt. `settings`: only if the account is not deleted. */
  only?: 'start' | 'settings';
  /** A mail that is written in the same transaction. */
  mail?: { pk: string; mail: DoneMail };
};

/** @returns false if the state has changed after it was read, or if a condition of `only` is not met. */
export async function writeAutoTopUp(
  account: Pick<Account, 'userId' | 'closingAt'>,
  next: AutoTopUp,
  { only, mail }: Options = {},
): Promise<boolean> {
  const { revision, threshold } = next;
  const shard = jobState(next, { isClosing: account.closingAt !== undefined });
  const refusals = await transact({
    account: {
      Update: {
        ...accountKey(account.userId),
        UpdateExpression: `SET auto_top_up = :next, auto_top_up_below = :below${shard ? ', auto_top_up_shard = :shard' : ' REMOVE auto_top_up_shard'}`,
        ConditionExpression: [
          'attribute_exists(id) AND attribute_not_exists(deleted_at)',
          revision === 0 ? 'attribute_not_exists(auto_top_up)' : 'auto_top_up.revision = :seen',
          ...(only ? ['attribute_not_exists(closing_at)'] : []),
          ...(only === 'start' ? ['available < :below AND (attribute_not_exists(debt) OR debt = :none)'] : []),
        ].join(' AND '),
        ExpressionAttributeValues: {
          ':next': { ...next, revision: revision + 1 },
          ':below': threshold,
          ...(shard && { ':shard': shard }),
          ...(revision > 0 && { ':seen': revision }),
          ...(only === 'start' && { ':none': 0 }),
        },
      },
    },
    mail: mail && mailPut(mail.pk, mail.mail),
  });
  return !refusals;
}

/** Lists the accounts that the job must look at. The index may be some seconds old, so the job reads each account again. */
export async function* accountsToTopUp(): AsyncGenerator<string> {
  const index = { TableName: requiredEnv('TABLE_USER_PROFILES'), IndexName: 'auto_top_up' };
  const queries = [
    { ...index, KeyConditionExpression: 'auto_top_up_shard = :shard', ExpressionAttributeValues: { ':shard': 'open' } },
    {
      ...index,
      KeyConditionExpression: 'auto_top_up_shard = :shard AND available < :max',
      ExpressionAttributeValues: { ':shard': 'watch', ':max': autoTopUpDollars.threshold.max * 100 },
    },
  ];
  for (const query of queries)
    for await (const { Items = [] } of paginateQuery({ client: dynamo() }, query))
      for (const row of Items) if (row.auto_top_up_shard === 'open' || row.available < row.auto_top_up_below) yield String(row.id);
}
