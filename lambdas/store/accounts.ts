/** Accounts: profile rows and ledger rows. Amounts are in cents. Holds and settlements are in ledger.ts. */
import { setTimeout as pause } from 'node:timers/promises';
import { GetCommand, paginateScan, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { SellerMarketplaces } from '#shared/auth/api.ts';
import type { AutoTopUp } from '#shared/credits/auto-top-up.ts';
import {
  type Balances,
  bonusId,
  deductionId,
  descriptions,
  type LedgerRow,
  signupBonusCents,
  type TransactionType,
} from '#shared/credits/ledger.ts';
import type { Tier } from '#shared/daily-limits.ts';
import type { Cents } from '#shared/money.ts';
import { requiredEnv } from '../platform/config.ts';
import { log } from '../platform/log.ts';
import { record } from '../platform/metrics.ts';
import { cursorOf, keyOf } from './cursor.ts';
import { dynamo, insert, transact } from './dynamo.ts';
import { countBonus, readSettings } from './installation.ts';
import { welcomeFields } from './welcome-fields.ts';

export type Account = Balances & {
  userId: string;
  email: string;
  name: string;
  createdAt: string;
  totalVideosGenerated: number;
  totalMoneySpent: Cents;
  activeBatches: number;
  /** Running videos of single calls. */
  activeOperations: number;
  /** Large orders that have started and not ended. */
  activeOrders: number;
  /** Debt from refunded payments whose credits were already spent. Every purchase and release first pays this debt. */
  debt: Cents;
  /** The time at which the owner requested the deletion. After this time, no work can be started. */
  closingAt?: string;
  /** The time at which the personal data was removed. */
  deletedAt?: string;
  /** Cognito username, kept until the user is deleted from the user pool. */
  username?: string;
  /** The number of times that the available credits were removed after the deletion request. */
  balanceRemovalCount: number;
  /** Language of the first visit, for mail. */
  language?: string;
  /** The signup bonus that this account received. */
  welcomeBonus: Cents;
  /** Identifies the person for daily limits. The value is the keyed hash of the e-mail address. A recreated account gets the same value. */
  person: string;
  /** The value is 'paid' if the account has paid or has received credits from support. */
  tier: Tier;
  /** The marketplaces that the seller has saved. */
  marketplaces?: SellerMarketplaces;
  /** The automatic top-up, if the seller has ever saved its settings. */
  autoTopUp?: AutoTopUp;
};

export const accountKey = (userId: string) => ({ TableName: requiredEnv('TABLE_USER_PROFILES'), Key: { id: userId } });

/** Condition that the debt equals `:debt`. This field does not exist in an account that never had debt. */
export const debtCondition = (debt: Cents): string =>
  `attribute_exists(id) AND ${debt === 0 ? '(attribute_not_exists(debt) OR debt = :debt)' : 'debt = :debt'}`;

/** Returns the write of a ledger row. The write is refused if a row with this id exists. */
export const ledgerPut = ({ userId, id, ...row }: LedgerRow) =>
  insert(
    { TableName: requiredEnv('TABLE_CREDIT_TRANSACTIONS'), Key: { user_id: userId, id } },
    {
      created_at: row.createdAt,
      amount: row.amount,
      type: row.type,
      description: row.description,
      reason: row.reason,
      actor: row.actor,
      batch_id: row.batchId,
      item_id: row.itemId,
    },
  );

/** Returns the ledger write for the part of new credits that pays a debt. Returns undefined if there is no debt. */
export const debtPayment = (paidDebt: Cents, row: Omit<LedgerRow, 'amount' | 'type' | 'description'>) =>
  paidDebt > 0 ? ledgerPut({ ...row, amount: -paidDebt, type: 'adjustment', description: descriptions.debt }) : undefined;

const readsMax = 10;
const readIntervalMs = 200;

/** Reads an account that another call may be creating. Waits up to 2 s for the account. */
export async function awaitAccount(userId: string): Promise<Account | undefined> {
  for (let reads = 1; reads < readsMax; reads++) {
    const account = await readAccount(userId);
    if (account) return account;
    await pause(readIntervalMs);
  }
  return readAccount(userId);
}

export async function readAccount(userId: string): Promise<Account | undefined> {
  const { Item: row } = await dynamo().send(new GetCommand({ ...accountKey(userId), ConsistentRead: true }));
  return (
    row && {
      userId,
      email: row.email,
      name: row.name,
      createdAt: row.created_at,
      credits: row.credits,
      available: row.available,
      totalVideosGenerated: row.total_videos_generated,
      totalMoneySpent: row.total_money_spent,
      activeBatches: row.active_batches,
      activeOperations: row.active_operations ?? 0,
      activeOrders: row.active_orders ?? 0,
      debt: row.debt ?? 0,
      welcomeBonus: row.welcome_bonus ?? 0,
      balanceRemovalCount: row.forfeits ?? 0,
      person: row.person ?? userId,
      tier: row.total_money_spent > 0 || row.is_trusted ? 'paid' : 'neverPaid',
      ...(row.closing_at && { closingAt: row.closing_at }),
      ...(row.deleted_at && { deletedAt: row.deleted_at }),
      ...(row.username && { username: row.username }),
      ...(row.language && { language: row.language }),
      ...(row.marketplaces && { marketplaces: row.marketplaces }),
      ...(row.auto_top_up && { autoTopUp: row.auto_top_up }),
    }
  );
}

type NewAccount = {
  userId: string;
  email: string;
  name: string;
  /**
   * Identifies the person for the bonus. Each person gets the bonus only once, even after the deletion of the account. The default is the
   * user id. If the value is null, there is no bonus.
   */
  bonusPersonId?: string | null;
  /** The browser's language, for the welcome mail. */
  language?: string | undefined;
};

/**
 * Creates an account. The account gets the signup bonus, with two exceptions: the person has already received a bonus, or the bonuses of
 * the day have reached their limit. If the account exists, does nothing.
 */
export async function createAccount(newAccount: NewAccount, now: Date): Promise<void> {
  const { bonusPersonId = newAccount.userId } = newAccount;
  const { bonusesPerDay } = await readSettings();
  const refusals = await writeAccount(newAccount, bonusesPerDay > 0 ? bonusPersonId : null, { bonusesPerDay, now });
  if (refusals?.cap && !refusals.account) {
    record('BonusLimitReached', {});
    log('warn', 'the bonuses of the day have reached their limit', { event: 'bonus_limit', bonusesPerDay });
  }
  // If only the writes of the claim or of the limit were refused, the account is created without a bonus. If a bonus row exists without an
  // account, no account is created. The lost account needs manual review, and a new account would hide the loss.
  if ((refusals?.claim || refusals?.cap) && !refusals.account && !refusals.bonus)
    await writeAccount(newAccount, null, { bonusesPerDay, now });
}

function writeAccount(newAccount: NewAccount, bonusPersonId: string | null, { bonusesPerDay, now }: { bonusesPerDay: number; now: Date }) {
  const { userId, email, name } = newAccount;
  const createdAt = now.toISOString();
  const bonus = bonusPersonId === null ? 0 : signupBonusCents;
  const claimKey = bonusPersonId !== null && { TableName: requiredEnv('TABLE_BONUS_CLAIMS'), Key: { id: bonusPersonId } };
  return transact({
    account: insert(accountKey(userId), {
      email,
      name,
      created_at: createdAt,
      credits: bonus,
      available: bonus,
      welcome_bonus: bonus,
      person: newAccount.bonusPersonId ?? userId,
      total_videos_generated: 0,
      total_money_spent: 0,
      active_batches: 0,
      ...(bonus > 0 && welcomeFields(newAccount.language)),
    }),
    bonus:
      bonus > 0 ? ledgerPut({ userId, id: bonusId, createdAt, amount: bonus, type: 'bonus', description: descriptions.bonus }) : undefined,
    claim: claimKey ? insert(claimKey, { created_at: createdAt }) : undefined,
    cap: bonus > 0 ? countBonus(bonusesPerDay, now) : undefined,
  });
}

/** Lists the account ids of one scan segment. All segments together contain every account. */
export async function* accountIdsOfPart(part: number, parts: number): AsyncGenerator<string> {
  const scan = {
    TableName: requiredEnv('TABLE_USER_PROFILES'),
    Segment: part,
    TotalSegments: parts,
    ProjectionExpression: 'id',
    // The read is consistent, because an audit compares the accounts with other consistent reads.
    ConsistentRead: true,
  };
  for await (const { Items = [] } of paginateScan({ client: dynamo() }, scan)) for (const { id } of Items) yield String(id);
}

/** Finds an account id by e-mail address. Scans all accounts, so only operators may use this function. */
export async function findAccountByEmail(email: string): Promise<string | undefined> {
  const scan = { TableName: requiredEnv('TABLE_USER_PROFILES'), ProjectionExpression: 'id, email', ConsistentRead: true };
  for await (const { Items = [] } of paginateScan({ client: dynamo() }, scan)) {
    const row = Items.find((one) => one.email?.toLowerCase() === email.trim().toLowerCase());
    if (row) return String(row.id);
  }
  return undefined;
}

/** Returns the ledger sum of each user, with or without an account. Scans the whole ledger, so only operators may use this function. */
export async function ledgerSums(): Promise<Map<string, Cents>> {
  const sums = new Map<string, Cents>();
  const scan = {
    TableName: requiredEnv('TABLE_CREDIT_TRANSACTIONS'),
    ProjectionExpression: 'user_id, amount',
    // The read is consistent, because the sums are compared with balances that are also read consistently.
    ConsistentRead: true,
  };
  for await (const { Items = [] } of paginateScan({ client: dynamo() }, scan))
    for (const { user_id: userId, amount } of Items) sums.set(userId, (sums.get(userId) ?? 0) + amount);
  return sums;
}

const ledgerPageRows = 1000;

/** Reads the whole ledger of a user, newest first. */
export async function* ledgerPages(userId: string): AsyncGenerator<LedgerRow[]> {
  let cursor: string | undefined;
  do {
    const page = await listLedger(userId, { limit: ledgerPageRows, cursor });
    yield page.rows;
    cursor = page.nextCursor;
  } while (cursor);
}

/** Returns the sum of an account's ledger rows. The sum equals `credits` if the data is consistent. */
export async function sumOfLedger(userId: string): Promise<Cents> {
  let sum = 0;
  for await (const rows of ledgerPages(userId)) for (const { amount } of rows) sum += amount;
  return sum;
}

export type LedgerPage = { rows: LedgerRow[]; nextCursor: string | undefined };

/** Lists a part of a user's ledger, newest first. A part may have fewer rows than the limit, although more rows follow. */
export async function listLedger(userId: string, { cursor, limit }: { cursor?: string | undefined; limit: number }): Promise<LedgerPage> {
  const { Items = [], LastEvaluatedKey } = await dynamo().send(
    new QueryCommand({
      TableName: requiredEnv('TABLE_CREDIT_TRANSACTIONS'),
      IndexName: 'by_created_at',
      KeyConditionExpression: 'user_id = :user',
      ExpressionAttributeValues: { ':user': userId },
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: limit,
      ExclusiveStartKey: keyOf('ledger', cursor, userId),
    }),
  );
  return { rows: Items.map(ledgerRowOf), nextCursor: cursorOf(LastEvaluatedKey) };
}

/** Returns all charges of a batch. A batch has at most a hundred items, so one page of the query is enough. */
export async function listDeductions(userId: string, batchId: string): Promise<LedgerRow[]> {
  const { Items = [] } = await dynamo().send(
    new QueryCommand({
      TableName: requiredEnv('TABLE_CREDIT_TRANSACTIONS'),
      KeyConditionExpression: 'user_id = :user AND begins_with(id, :prefix)',
      ExpressionAttributeValues: { ':user': userId, ':prefix': deductionId(batchId, '') },
      ConsistentRead: true,
    }),
  );
  return Items.map(ledgerRowOf);
}

const ledgerRowOf = (row: Record<string, unknown>): LedgerRow => ({
  userId: row.user_id as string,
  id: row.id as string,
  createdAt: row.created_at as string,
  amount: row.amount as Cents,
  type: row.type as TransactionType,
  description: row.description as string,
  reason: row.reason as string | undefined,
  actor: row.actor as string | undefined,
  batchId: row.batch_id as string | undefined,
  itemId: row.item_id as string | undefined,
});
