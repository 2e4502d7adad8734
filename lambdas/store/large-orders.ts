/**
 * Large orders: one row for each order, and one file with its items. The file never changes. Each write of the row needs the version that
 * was read, so that two functions cannot both change the same state. The row of an open order is in the index `open_holds` with a separate
 * shard, so that a job can continue each order after a crash.
 */
import { GetCommand, PutCommand, paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { activeOrdersMax } from '#shared/credits/ledger.ts';
import { AppError } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import type { OrderItem, OrderSettings } from '#shared/order/items.ts';
import { hasOrderEnded, type OrderState } from '#shared/order/rules.ts';
import { requiredEnv } from '../platform/config.ts';
import { accountKey } from './accounts.ts';
import { partition } from './batch-rows.ts';
import { type DoneMail, doneMailPut } from './done-mails.ts';
import { type Action, dynamo, insert, isWritten, transact } from './dynamo.ts';
import { readRecord, writeRecord } from './job-records.ts';
import { activeDecrease } from './ledger.ts';
import { fromRow, toRow } from './row-fields.ts';

export type LargeOrder = OrderState & {
  userId: string;
  orderId: string;
  /** Each write increases the version. */
  version: number;
  settings: OrderSettings;
  count: number;
  /** The hash of the request of the quote. The file with the items has this hash in its name. */
  requestHash: string;
  quotedAt: string;
  /** The hash of the request that started the order. */
  startHash?: string;
  startedAt?: string;
  endedAt?: string;
  /** All started batches, oldest first. */
  batchIds: string[];
  emailWhenDone?: true;
  language?: Language;
};

export type OrderRef = Pick<LargeOrder, 'userId' | 'orderId'>;

/** The shard of the index `open_holds` with all open orders. The batches are in other shards. */
const openShard = 'orders';
const prefix = 'large#';
const sortKey = 'order';

/** An order has a separate partition, because a client may use the same id for other work. */
const orderName = (orderId: string): string => prefix + orderId;
const orderKey = ({ userId, orderId }: OrderRef) => ({
  TableName: requiredEnv('TABLE_BATCHES'),
  Key: { pk: partition(userId, orderName(orderId)), sk: sortKey },
});
const itemsKey = ({ userId, orderId, requestHash }: Pick<LargeOrder, 'userId' | 'orderId' | 'requestHash'>): string =>
  `orders/${userId}/${orderId}/${requestHash}.json`;

export const writeOrderItems = (order: Pick<LargeOrder, 'userId' | 'orderId' | 'requestHash'>, items: OrderItem[]): Promise<void> =>
  writeRecord(itemsKey(order), items);

/** Returns the items of an order, or undefined if the bucket has deleted them. */
export const readOrderItemsIfKept = (order: LargeOrder): Promise<OrderItem[] | undefined> => readRecord<OrderItem[]>(itemsKey(order));

export async function readOrderItems(order: LargeOrder): Promise<OrderItem[]> {
  const items = await readOrderItemsIfKept(order);
  if (!items) throw new Error(`The items of the order ${order.orderId} do not exist`);
  return items;
}

const isOpen = ({ status }: OrderState): boolean => status !== 'quoted' && !hasOrderEnded(status);

const rowOf = (order: LargeOrder): Record<string, unknown> => ({
  ...toRow(order),
  // The index `active_by_user` contains the open orders of a user, and sorts them by this time.
  ...(isOpen(order) && { active_user_id: order.userId, created_at: order.startedAt, hold_shard: openShard, held_at: order.startedAt }),
});

/** Writes a quote. @returns false if the id was used before. */
export const insertQuote = (quote: LargeOrder): Promise<boolean> =>
  isWritten(dynamo().send(new PutCommand(insert(orderKey(quote), rowOf(quote)).Put)));

export async function readLargeOrder(ref: OrderRef): Promise<LargeOrder | undefined> {
  const { Item: row } = await dynamo().send(new GetCommand({ ...orderKey(ref), ConsistentRead: true }));
  return row && fromRow<LargeOrder>(row);
}

/** Returns the write of the next state of an order, for a transaction. It is refused if the order has changed since it was read. */
export const orderWrite = (next: LargeOrder): { Put: NonNullable<Action['Put']> } => ({
  Put: {
    TableName: orderKey(next).TableName,
    Item: { ...orderKey(next).Key, ...rowOf({ ...next, version: next.version + 1 }) },
    ConditionExpression: 'version = :version',
    ExpressionAttributeValues: { ':version': next.version },
  },
});

/** Writes the next state of an order. @param next its version is the version that was read. @returns false if the order has changed. */
export const writeOrder = (next: LargeOrder): Promise<boolean> => isWritten(dynamo().send(new PutCommand(orderWrite(next).Put)));

/**
 * Writes the state of a started order, and counts the order as active.
 * @returns false if the order has changed since it was read.
 * @throws AppError AccountDeleted, ActiveOrderLimit
 */
export async function openOrder(next: LargeOrder): Promise<boolean> {
  const refusals = await transact({
    order: orderWrite(next),
    account: {
      Update: {
        ...accountKey(next.userId),
        UpdateExpression: 'ADD active_orders :one',
        ConditionExpression:
          'attribute_exists(id) AND attribute_not_exists(closing_at) AND (attribute_not_exists(active_orders) OR active_orders < :max)',
        ExpressionAttributeValues: { ':one': 1, ':max': activeOrdersMax },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
  });
  if (!refusals) return true;
  if (refusals.order) return false;
  throw new AppError(refusals.account?.closing_at === undefined ? 'ActiveOrderLimit' : 'AccountDeleted');
}

/**
 * Writes the end of an order: the order is no longer counted as active, and its mail is requested.
 * @param history the write of the row in the history. It is absent if the order has made nothing.
 * @returns false if the order has changed since it was read.
 */
export async function closeOrder(next: LargeOrder, history: Action | undefined): Promise<boolean> {
  const refusals = await transact({
    order: orderWrite(next),
    account: activeDecrease(next.userId, 'active_orders'),
    mail: next.emailWhenDone && next.batchIds.length > 0 ? mailOf(next) : undefined,
    history,
  });
  if (!refusals) return true;
  if (refusals.order) return false;
  throw new Error(`The end of an order was refused: ${Object.keys(refusals).join(', ')}`);
}

function mailOf({ userId, orderId, batchIds, language, endedAt }: LargeOrder): Action {
  const mail: DoneMail = { userId, batchIds, language, createdAt: endedAt ?? '' };
  return doneMailPut({ userId, batchId: orderName(orderId) }, mail);
}

/** Lists the open orders of all users, with the oldest order first. */
export async function* openOrders(): AsyncGenerator<OrderRef> {
  const query = {
    TableName: requiredEnv('TABLE_BATCHES'),
    IndexName: 'open_holds',
    KeyConditionExpression: 'hold_shard = :shard',
    ExpressionAttributeValues: { ':shard': openShard },
  };
  for await (const { Items = [] } of paginateQuery({ client: dynamo() }, query)) for (const { pk } of Items) yield refOf(String(pk));
}

/** Returns whether a row of the table of batches is a large order. */
export const isLargeOrderKey = ({ pk, sk }: Record<string, unknown>): boolean => sk === sortKey && String(pk).includes(`#${prefix}`);

/** Returns the order of a row. */
export function refOf(pk: string): OrderRef {
  const start = pk.lastIndexOf(`#${prefix}`);
  return { userId: pk.slice(0, start), orderId: pk.slice(start + prefix.length + 1) };
}

/** Lists the open orders of a user, newest first. An order that has just started can be missing. */
export async function listOpenOrders(userId: string): Promise<LargeOrder[]> {
  const { Items = [] } = await dynamo().send(
    new QueryCommand({
      TableName: requiredEnv('TABLE_BATCHES'),
      IndexName: 'active_by_user',
      KeyConditionExpression: 'active_user_id = :user',
      ExpressionAttributeValues: { ':user': userId },
      ScanIndexForward: false,
    }),
  );
  const refs = Items.filter(isLargeOrderKey).map(({ pk }) => refOf(String(pk)));
  const orders = await Promise.all(refs.map(readLargeOrder));
  return orders.filter((order) => order !== undefined && isOpen(order)) as LargeOrder[];
}
