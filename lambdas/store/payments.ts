/**
 * Purchases, refunds and disputes. The id of a ledger row can exist only once. So a purchase that is reported several times is credited
 * only once. A refund or a dispute claims credits back. If a refund is reported before the purchase is credited, the purchase applies it.
 * Each write is one transaction. The transaction fails if one of its input values has changed in the meantime.
 *
 *   purchase     credits + bought − claims, the same for available; debt − the paid part             (one row or two rows)
 *   refund       credits − claims, limited by available; the remaining claim becomes debt             (one row)
 */
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { descriptions, purchaseId } from '#shared/credits/ledger.ts';
import { allocateFunds, emptyPayment, outstandingClaim, type Payment } from '#shared/credits/payments.ts';
import { AppError } from '#shared/errors.ts';
import type { Cents } from '#shared/money.ts';
import { requiredEnv } from '../platform/config.ts';
import { accountKey, debtCondition, debtPayment, ledgerPut, readAccount } from './accounts.ts';
import { dynamo, insert, transact } from './dynamo.ts';

export type Purchase = {
  userId: string;
  sessionId: string;
  /** The id that refunds and disputes use. */
  paymentId: string;
  credits: Cents;
  paid: Cents;
};

/** A report of the vendor. The id of the event is written in the same transaction as the effect of the report. */
export type Report = { eventId?: string; now: Date };

/** Maximum number of attempts. Another attempt is needed only if the account or the payment changed after it was read. */
const attemptsMax = 20;

const paymentKey = (id: string) => ({ TableName: requiredEnv('TABLE_PAYMENTS'), Key: { id: `payment#${id}` } });
const eventKey = (eventId: string) => ({ TableName: requiredEnv('TABLE_PAYMENTS'), Key: { id: `event#${eventId}` } });

const eventPut = (eventId: string, now: Date) => insert(eventKey(eventId), { created_at: now.toISOString() });

export async function isKnownEvent(eventId: string): Promise<boolean> {
  const { Item } = await dynamo().send(new GetCommand({ ...eventKey(eventId), ConsistentRead: true }));
  return Item !== undefined;
}

/** Records an event that has no effect. A repeated call changes nothing. */
export async function recordEvent(eventId: string, now: Date): Promise<void> {
  const { TableName, Item } = eventPut(eventId, now).Put;
  await dynamo().send(new PutCommand({ TableName, Item }));
}

type StoredPayment = Payment & { userId?: string; revision: number };

async function readPayment(id: string): Promise<StoredPayment> {
  const { Item: row } = await dynamo().send(new GetCommand({ ...paymentKey(id), ConsistentRead: true }));
  if (!row) return { ...emptyPayment, revision: 0 };
  const { user_id: userId, credits, paid, refunded, disputes, reclaimed, revision } = row;
  return { refunded, disputes, reclaimed, revision, ...(userId !== undefined && { userId, bought: { credits, paid } }) };
}

/** Returns the write of a payment. The write is refused if the payment has changed after it was read. */
const paymentPut = (id: string, { userId, bought, refunded, disputes, reclaimed, revision }: StoredPayment, now: Date) => ({
  Put: {
    TableName: requiredEnv('TABLE_PAYMENTS'),
    Item: {
      ...paymentKey(id).Key,
      user_id: userId,
      ...bought,
      refunded,
      disputes,
      reclaimed,
      revision: revision + 1,
      updated_at: now.toISOString(),
    },
    ConditionExpression: revision === 0 ? 'attribute_not_exists(id)' : 'revision = :seen',
    ...(revision > 0 && { ExpressionAttributeValues: { ':seen': revision } }),
  },
});

/** Reads the ledger row of a purchase. The purchase is credited if the row exists. */
export async function readPurchase(userId: string, sessionId: string): Promise<{ credits: Cents } | undefined> {
  const { Item: row } = await dynamo().send(
    new GetCommand({
      TableName: requiredEnv('TABLE_CREDIT_TRANSACTIONS'),
      Key: { user_id: userId, id: purchaseId(sessionId) },
      ConsistentRead: true,
    }),
  );
  return row && { credits: row.amount };
}

/**
 * Credits a purchase once. In the same transaction, the purchase pays earlier refund claims and older debt.
 * @throws AppError LedgerConflict if the account keeps changing.
 */
export async function creditPurchase(
  purchase: Purchase,
  { eventId, now }: Report,
): Promise<'credited' | 'credited-before' | 'account-gone'> {
  const { userId, sessionId, paymentId, credits, paid } = purchase;
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const storedPayment = await readPayment(paymentId);
    if (storedPayment.bought) return 'credited-before';
    const account = await readAccount(userId);
    // An account that is being deleted gets no credits. Support refunds such a payment manually.
    if (!account || account.closingAt) return 'account-gone';
    const creditedPayment = { ...storedPayment, userId, bought: { credits, paid } };
    const claim = outstandingClaim(creditedPayment);
    const { covered: paidClaims, debt } = allocateFunds({ claims: account.debt + claim, funds: credits });
    const createdAt = now.toISOString();
    const refusals = await transact({
      account: {
        Update: {
          ...accountKey(userId),
          UpdateExpression: 'ADD credits :net, available :net, total_money_spent :paid SET debt = :after',
          ConditionExpression: `${debtCondition(account.debt)} AND attribute_not_exists(closing_at)`,
          ExpressionAttributeValues: { ':net': credits - paidClaims, ':paid': paid, ':after': debt, ':debt': account.debt },
        },
      },
      purchase: ledgerPut({
        userId,
        id: purchaseId(sessionId),
        createdAt,
        amount: credits,
        type: 'purchase',
        description: descriptions.purchase,
      }),
      payment: paymentPut(paymentId, { ...creditedPayment, reclaimed: storedPayment.reclaimed + claim }, now),
      debt: debtPayment(paidClaims, { userId, id: `debt#${purchaseId(sessionId)}`, createdAt }),
      event: eventId === undefined ? undefined : eventPut(eventId, now),
    });
    if (!refusals) return 'credited';
    if (refusals.purchase) return 'credited-before';
  }
  throw new AppError('LedgerConflict', { message: 'Failed to add credits' });
}

/**
 * Applies a report to a payment. Claims refunded credits back, and returns credits after a dispute that the seller has won. If the purchase
 * is not credited yet, the report is stored and applied with the purchase.
 * @throws AppError LedgerConflict if the account keeps changing.
 */
export async function changePayment(
  paymentId: string,
  change: (payment: Payment) => Payment,
  { eventId, now }: Report & { eventId: string },
): Promise<'changed' | 'unchanged' | 'account-gone'> {
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const current = await readPayment(paymentId);
    if (change(current) === current) return 'unchanged';
    const changed = { ...current, ...change(current) };
    const account = current.userId === undefined ? undefined : await readAccount(current.userId);
    const claim = outstandingClaim(changed);
    const refusals = await transact({
      payment: paymentPut(paymentId, { ...changed, reclaimed: changed.reclaimed + claim }, now),
      event: eventPut(eventId, now),
      move: account && claim !== 0 ? claimActions(account, claim, `refund#${paymentId}#${current.revision}`, now) : undefined,
    });
    if (!refusals) return current.userId !== undefined && !account ? 'account-gone' : 'changed';
    if (refusals.event) return 'unchanged';
  }
  throw new AppError('LedgerConflict', { message: 'Failed to deduct credits' });
}

type AccountState = { userId: string; available: Cents; debt: Cents };

/** Returns the actions that claim credits back. A negative claim gives credits back to the seller. */
function claimActions({ userId, available, debt }: AccountState, claim: Cents, rowId: string, now: Date) {
  const isClaim = claim > 0;
  const { covered: paidClaims, debt: remainingClaims } = allocateFunds(
    isClaim ? { claims: claim, funds: available } : { claims: debt, funds: -claim },
  );
  const change = isClaim ? -paidClaims : -claim - paidClaims;
  // An account may have debt only if its balance is empty. So if a part of the claim becomes debt, the write must remove all available
  // credits.
  const condition = isClaim ? ` AND available ${remainingClaims > 0 ? '=' : '>='} :taken` : '';
  return [
    {
      Update: {
        ...accountKey(userId),
        UpdateExpression: 'ADD credits :change, available :change SET debt = :after',
        ConditionExpression: `${debtCondition(debt)}${condition}`,
        ExpressionAttributeValues: {
          ':change': change,
          ':after': isClaim ? debt + remainingClaims : remainingClaims,
          ':debt': debt,
          ...(isClaim && { ':taken': paidClaims }),
        },
      },
    },
    ...(change === 0
      ? []
      : [
          ledgerPut({
            userId,
            id: rowId,
            createdAt: now.toISOString(),
            amount: change,
            type: 'adjustment',
            description: isClaim ? descriptions.refund : descriptions.returned,
          }),
        ]),
  ];
}
