/**
 * The ledger's pure rules (SPEC 4 'Profile and credits'; DESIGN 4). Balances move only by appended rows; a hold takes from
 * `available` and ends in exactly one capture (credits fall, a row is appended) or one release (`available` rises again).
 */
import type { WorkKind } from '../batch/batch.ts';
import type { Cents } from '../money.ts';

/** SPEC's two types, and Q17's two. */
export type TransactionType = 'deduction' | 'purchase' | 'bonus' | 'adjustment';

export type LedgerRow = {
  userId: string;
  /** Chosen by the caller, permanent, and so the guard against doing a thing twice. */
  id: string;
  createdAt: string;
  /** Signed: a deduction is negative. */
  amount: Cents;
  type: TransactionType;
  description: string;
  /** Why somebody of ours changed the balance, as the seller may read it. */
  reason?: string;
  /** Who of ours did. */
  actor?: string;
  batchId?: string;
  itemId?: string;
};

export type Balances = {
  /** Settled: the sum of the ledger, what the header shows. */
  credits: Cents;
  /** Settled less what is held for running items: what decides affordability. */
  available: Cents;
};

/** A new account starts with five dollars (SPEC 9, signup bonus). */
export const signupBonusCents: Cents = 500;

/** At most this many batches of one account run at once (Q30). */
export const activeBatchesMax = 3;

/**
 * Videos of single calls do not count among the batches (DESIGN 6), yet everything has a limit: so many of one account are made at
 * once, four times what one batch makes.
 */
export const activeOperationsMax = 20;

/** Default descriptions of SPEC 7, update_user_credits. */
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
export const deductionDescriptions: Record<WorkKind, string> = {
  video: 'Video generation',
  image: 'Image generation',
  'photo-edit': 'Photo editing',
  pipeline: 'Before/after image',
};

export const bonusId = 'bonus';
export const purchaseId = (sessionId: string): string => `purchase#${sessionId}`;
/** A case of support changes a balance once, and an item is refunded once. */
export const adjustmentId = (reference: string): string => `adjustment#${reference}`;
export const itemRefundId = (batchId: string, itemId: string): string => `item-refund#${batchId}#${itemId}`;
/** What is left when an account is deleted is taken once, and again for each hold that comes back. */
export const closureId = (count: number): string => `closure#${count}`;
export const deductionId = (batchId: string, itemId: string): string => `deduction#${batchId}#${itemId}`;

/** What a released item pays of a debt. */
export const debtPaymentId = (batchId: string, itemId: string): string => `debt#${batchId}#${itemId}`;

/** 0 ≤ available ≤ credits, in whole cents. The one invariant of an account. */
export const areBalancesValid = ({ credits, available }: Balances): boolean =>
  Number.isInteger(credits) && Number.isInteger(available) && available >= 0 && available <= credits;

/**
 * What contradicts itself in an account, in words for a person; nothing, as it should be. Rows are the whole ledger's sum.
 * A reserve without a batch that runs is a hold that nobody will ever settle.
 */
export function findViolations(
  account: Balances & { activeBatches: number; activeOperations: number; debt?: Cents },
  sumOfRows: Cents,
): string[] {
  const { debt = 0, available } = account;
  return [
    ...(areBalancesValid(account) ? [] : ['0 ≤ available ≤ credits does not hold']),
    ...(sumOfRows === account.credits ? [] : ['the rows do not sum to the balance']),
    ...(debt < 0 || (debt > 0 && available > 0) ? ['a debt is not paid from what is free'] : []),
    ...(account.activeBatches + account.activeOperations === 0 && reserved(account) !== 0 ? ['credits are held and nothing runs'] : []),
    ...(account.activeBatches < 0 || account.activeBatches > activeBatchesMax ? ['the count of running batches is impossible'] : []),
    ...(account.activeOperations < 0 || account.activeOperations > activeOperationsMax
      ? ['the count of running single calls is impossible']
      : []),
  ];
}

/** What is reserved for running items now. */
export const reserved = ({ credits, available }: Balances): Cents => credits - available;

/**
 * Each row of a list, newest first, with the balance right after it, derived backwards from the balance after the newest.
 * A stored running balance would be one more thing that a race could make wrong.
 */
export function withRunningBalance<Row extends { amount: Cents }>(
  newestFirst: Row[],
  balanceAfterNewest: Cents,
): (Row & { balance: Cents })[] {
  let balance = balanceAfterNewest;
  return newestFirst.map((row) => {
    const line = { ...row, balance };
    balance -= row.amount;
    return line;
  });
}
