/**
 * What somebody of ours changes about a balance, by hand: a refund of what an item cost, credits for a complaint, a correction. Always
 * by a row that says why and who; its id makes the same thing happen once (Q66).
 */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { adjustmentId, deductionId, descriptions, itemRefundId, type LedgerRow } from '#shared/credits/ledger.ts';
import { allocateFunds } from '#shared/credits/payments.ts';
import type { Cents } from '#shared/money.ts';
import { requiredEnv } from '../platform/config.ts';
import { accountKey, debtCondition, ledgerPut } from './accounts.ts';
import { dynamo, transact } from './dynamo.ts';

type Adjustment = {
  userId: string;
  /** Signed. */
  amount: Cents;
  /** As the seller reads it. */
  reason: string;
  /** Who does it. */
  actor: string;
};

/** `short`: it takes more than is available. */
export type Adjusted = 'adjusted' | 'done-before' | 'no-account' | 'short';

/** @param reference names the case: the same one changes a balance once. */
export const adjustBalance = (adjustment: Adjustment, reference: string, now: Date): Promise<Adjusted> =>
  adjust(adjustment, adjustmentId(reference), descriptions.adjustment, now);

type ItemRefund = { userId: string; batchId: string; itemId: string; reason: string; actor: string };

/** Gives back what an item was charged, once. Answers the amount too; `not-charged` where it was not. */
export async function refundItem(refund: ItemRefund, now: Date): Promise<{ outcome: Adjusted | 'not-charged'; amount: Cents }> {
  const { batchId, itemId, ...who } = refund;
  const { Item: row } = await dynamo().send(
    new GetCommand({
      TableName: requiredEnv('TABLE_CREDIT_TRANSACTIONS'),
      Key: { user_id: who.userId, id: deductionId(batchId, itemId) },
      ConsistentRead: true,
    }),
  );
  if (!row) return { outcome: 'not-charged', amount: 0 };
  const amount = -Number(row.amount);
  return {
    outcome: await adjust({ ...who, amount }, itemRefundId(batchId, itemId), descriptions.itemRefund, now, { batchId, itemId }),
    amount,
  };
}

/** What is given pays a debt first, by a row of its own (Q16). */
async function adjust(
  adjustment: Adjustment,
  id: string,
  description: string,
  now: Date,
  of: { batchId?: string; itemId?: string } = {},
): Promise<Adjusted> {
  for (let debt = 0; ; ) {
    const refusals = await transact(actionsOf(adjustment, { id, description, createdAt: now.toISOString(), ...of }, debt));
    if (!refusals) return 'adjusted';
    if (refusals[1]) return 'done-before';
    const { id: there, closing_at: closingAt, debt: owes = 0 } = refusals[0]?.row ?? {};
    if (there === undefined || closingAt !== undefined) return 'no-account';
    if (owes === debt) return 'short';
    debt = Number(owes);
  }
}

type AdjustmentRow = Omit<LedgerRow, 'userId' | 'amount' | 'type'>;

function actionsOf({ userId, amount, reason, actor }: Adjustment, row: AdjustmentRow, debt: Cents) {
  const { taken } = allocateFunds({ claims: debt, funds: Math.max(0, amount) });
  // Whom support gives credits has the daily limits of those who have paid.
  const isGift = row.description === descriptions.adjustment && amount > 0;
  return [
    {
      Update: {
        ...accountKey(userId),
        UpdateExpression: `ADD credits :net, available :net${taken > 0 ? ', debt :taken' : ''}${isGift ? ' SET is_trusted = :trusted' : ''}`,
        ConditionExpression: `${debtCondition(debt)} AND attribute_not_exists(closing_at) AND available >= :least`,
        ExpressionAttributeValues: {
          ':net': amount - taken,
          ':least': -amount,
          ':debt': debt,
          ...(taken > 0 && { ':taken': -taken }),
          ...(isGift && { ':trusted': true }),
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
      },
    },
    ledgerPut({ ...row, userId, amount, type: 'adjustment', reason, actor }),
    ...(taken > 0
      ? [ledgerPut({ ...row, userId, id: `debt#${row.id}`, amount: -taken, type: 'adjustment', description: descriptions.debt })]
      : []),
  ];
}
