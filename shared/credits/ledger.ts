/**
 * The rules of the ledger as pure functions (docs/spec.md 12.1, 12.2). Each change of `credits` writes a new row. A hold reduces
 * `available` and ends exactly once, with a capture or a release. A capture reduces `credits` and adds a row. A release increases
 * `available` again.
 */
import type { Cents } from '../money.ts';

/** Types of ledger rows (docs/spec.md 12.7). */
export type TransactionType = 'deduction' | 'purchase' | 'bonus' | 'adjustment';

export type LedgerRow = {
  userId: string;
  /** The caller creates the id. Each row has a different id, so a repeated write has no effect. */
  id: string;
  createdAt: string;
  /** A deduction is negative. */
  amount: Cents;
  type: TransactionType;
  description: string;
  /** Reason why support changed the balance. The seller can read it. */
  reason?: string;
  /** The support member who changed the balance. */
  actor?: string;
  batchId?: string;
  itemId?: string;
};

export type Balances = {
  /** Sum of the ledger. */
  credits: Cents;
  /** `credits` minus the holds of running items. The header shows this value. An order must not cost more than this value. */
  available: Cents;
};

/** A new account gets five dollars (docs/spec.md 12.3). */
export const signupBonusCents: Cents = 500;

/** Limit of running batches per account (docs/spec.md 5.6). */
export const activeBatchesMax = 3;

/**
 * Limit of running single calls per account. Single calls do not use the limit of batches (docs/spec.md 12.4). The limit is four times the
 * number of parallel videos of one batch.
 */
export const activeOperationsMax = 20;

/** Limit of large orders that have started and not ended, per account. */
export const activeOrdersMax = 3;

/** Descriptions of ledger rows (docs/spec.md 12.7). The descriptions of delivered items are in shared/work/kinds.ts. */
export const descriptions = {
  purchase: 'Credit purchase',
  bonus: 'Welcome bonus',
  refund: 'Refunded payment',
  debt: 'Owed from a refunded payment',
  returned: 'Returned payment',
  closure: 'Account deleted',
  adjustment: 'Adjustment by support',
  itemRefund: 'Refund',
} as const;

export const bonusId = 'bonus';
export const purchaseId = (sessionId: string): string => `purchase#${sessionId}`;
/** Each id is used for one row only. So a support reference can change a balance only once, and an item can be refunded only once. */
export const adjustmentId = (reference: string): string => `adjustment#${reference}`;
export const itemRefundId = (batchId: string, itemId: string): string => `item-refund#${batchId}#${itemId}`;
/**
 * The id contains a number, because the deletion of an account removes credits several times: first at its start, and then after each
 * released hold.
 */
export const closureId = (count: number): string => `closure#${count}`;
export const deductionId = (batchId: string, itemId: string): string => `deduction#${batchId}#${itemId}`;

/** Id of the row for a debt that is paid with the released credits of an item. */
export const debtPaymentId = (batchId: string, itemId: string): string => `debt#${batchId}#${itemId}`;

/** The invariant of an account: 0 ≤ available ≤ credits, in whole cents. */
export const areBalancesValid = ({ credits, available }: Balances): boolean =>
  Number.isInteger(credits) && Number.isInteger(available) && available >= 0 && available <= credits;

/**
 * Returns the rules that one account violates, as sentences. The list is empty if the account is consistent. Held credits without running
 * work are a violation, because nothing would capture or release their hold.
 *
 * @param sumOfRows sum of the whole ledger of the account.
 */
export function findViolations(
  account: Balances & { activeBatches: number; activeOperations: number; activeOrders?: number; debt?: Cents },
  sumOfRows: Cents,
): string[] {
  const { debt = 0, activeOrders = 0, available } = account;
  return [
    ...(areBalancesValid(account) ? [] : ['the rule 0 ≤ available ≤ credits is broken']),
    ...(sumOfRows === account.credits ? [] : ['the rows do not sum to the balance']),
    ...(debt < 0 || (debt > 0 && available > 0) ? ['there is a debt although credits are available'] : []),
    ...(account.activeBatches + account.activeOperations + activeOrders === 0 && heldCents(account) !== 0
      ? ['credits are held, but no work is running']
      : []),
    ...(account.activeBatches < 0 || account.activeBatches > activeBatchesMax ? ['the count of running batches is impossible'] : []),
    ...(account.activeOperations < 0 || account.activeOperations > activeOperationsMax
      ? ['the count of running single calls is impossible']
      : []),
    ...(activeOrders < 0 || activeOrders > activeOrdersMax ? ['the count of open large orders is impossible'] : []),
  ];
}

/** Returns the sum of the holds of running items. */
export const heldCents = ({ credits, available }: Balances): Cents => credits - available;

/**
 * Adds the balance after each row. Computes it backwards from the balance after the newest row. A balance that is stored in the row could
 * be wrong after concurrent writes.
 */
export function withRunningBalance<Row extends { amount: Cents }>(
  newestFirst: Row[],
  balanceAfterNewest: Cents,
): (Row & { balance: Cents })[] {
  let balance = balanceAfterNewest;
  return newestFirst.map((row) => {
    const rowWithBalance = { ...row, balance };
    balance -= row.amount;
    return rowWithBalance;
  });
}
