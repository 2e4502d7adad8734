/**
 * Manual balance changes by our staff: refunds of items, credits after complaints, and corrections. Each change has a ledger row with the
 * reason and the staff member. The id of this row can exist only once, so a change can be repeated safely.
 */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { adjustmentId, deductionId, descriptions, itemRefundId, type LedgerRow } from '#shared/credits/ledger.ts';
import { allocateFunds } from '#shared/credits/payments.ts';
import type { Cents } from '#shared/money.ts';
import { requiredEnv } from '../platform/config.ts';
import { accountKey, debtCondition, debtPayment, ledgerPut } from './accounts.ts';
import { dynamo, transact } from './dynamo.ts';

type Adjustment = {
  userId: string;
  /** The amount in cents. A deduction is negative. */
  amount: Cents;
  /** The seller can read this text. */
  reason: string;
  /** The staff member who makes the change. */
  actor: string;
};

/**
 * - `insufficient-credits`: the deduction is larger than the available credits.
 * - `no-account`: the account does not exist or is being deleted.
 */
export type AdjustmentOutcome = 'adjusted' | 'done-before' | 'no-account' | 'insufficient-credits';

/** @param reference identifies the case; each reference changes a balance only once. */
export const adjustBalance = (adjustment: Adjustment, reference: string, now: Date): Promise<AdjustmentOutcome> =>
  adjust(adjustment, adjustmentId(reference), descriptions.adjustment, now);

type ItemRefund = { userId: string; batchId: string; itemId: string; reason: string; actor: string };

/**
 * Refunds the charge of an item. A second call changes nothing.
 * @returns the outcome and the amount; `not-charged` if the item has no charge.
 */
export async function refundItem(refund: ItemRefund, now: Date): Promise<{ outcome: AdjustmentOutcome | 'not-charged'; amount: Cents }> {
  const { batchId, itemId, ...adjustment } = refund;
  const { Item: row } = await dynamo().send(
    new GetCommand({
      TableName: requiredEnv('TABLE_CREDIT_TRANSACTIONS'),
      Key: { user_id: adjustment.userId, id: deductionId(batchId, itemId) },
      ConsistentRead: true,
    }),
  );
  if (!row) return { outcome: 'not-charged', amount: 0 };
  const amount = -Number(row.amount);
  return {
    outcome: await adjust({ ...adjustment, amount }, itemRefundId(batchId, itemId), descriptions.itemRefund, now, { batchId, itemId }),
    amount,
  };
}

/** Changes the balance. A credit pays the debt first, with a separate ledger row. */
async function adjust(
  adjustment: Adjustment,
  id: string,
  description: string,
  now: Date,
  item: { batchId?: string; itemId?: string } = {},
): Promise<AdjustmentOutcome> {
  for (let debt = 0; ; ) {
    const refusals = await writeAdjustment(adjustment, { id, description, createdAt: now.toISOString(), ...item }, debt);
    if (!refusals) return 'adjusted';
    if (refusals.row) return 'done-before';
    const { id: accountId, closing_at: closingAt, debt: currentDebt = 0 } = refusals.account ?? {};
    if (accountId === undefined || closingAt !== undefined) return 'no-account';
    if (currentDebt === debt) return 'insufficient-credits';
    debt = Number(currentDebt);
  }
}

type AdjustmentRow = Omit<LedgerRow, 'userId' | 'amount' | 'type'>;

function writeAdjustment({ userId, amount, reason, actor }: Adjustment, row: AdjustmentRow, debt: Cents) {
  const { covered: paidDebt } = allocateFunds({ claims: debt, funds: Math.max(0, amount) });
  // A user who receives credits from support gets the daily limits of a paying user.
  const isGift = row.description === descriptions.adjustment && amount > 0;
  return transact({
    account: {
      Update: {
        ...accountKey(userId),
        UpdateExpression: `ADD credits :net, available :net${paidDebt > 0 ? ', debt :taken' : ''}${isGift ? ' SET is_trusted = :trusted' : ''}`,
        ConditionExpression: `${debtCondition(debt)} AND attribute_not_exists(closing_at) AND available >= :least`,
        ExpressionAttributeValues: {
          ':net': amount - paidDebt,
          ':least': -amount,
          ':debt': debt,
          ...(paidDebt > 0 && { ':taken': -paidDebt }),
          ...(isGift && { ':trusted': true }),
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    row: ledgerPut({ ...row, userId, amount, type: 'adjustment', reason, actor }),
    debt: debtPayment(paidDebt, { ...row, userId, id: `debt#${row.id}` }),
  });
}
