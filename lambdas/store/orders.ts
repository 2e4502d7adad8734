/**
 * Orders of several batches. Each order has one row that lists its batches. The row is written in the transaction of its batches, so it
 * exists only together with all of them.
 */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { requiredEnv } from '../platform/config.ts';
import { type Batch, partition } from './batch-rows.ts';
import { readBatchRow } from './batches.ts';
import { dynamo, insert } from './dynamo.ts';
import { fromRow, toRow } from './row-fields.ts';

export type Order = {
  userId: string;
  orderId: string;
  /** The batches are in the same order as in the request. */
  batchIds: string[];
  createdAt: string;
  /** The hash of the complete request. Each batch of the order has the same hash. */
  requestHash: string;
};

/** An order has a separate partition, because the client may use the same id for an order and for a batch. */
export const orderPartition = (userId: string, orderId: string): string => partition(userId, `order#${orderId}`);

const orderKey = (userId: string, orderId: string) => ({
  TableName: requiredEnv('TABLE_BATCHES'),
  Key: { pk: orderPartition(userId, orderId), sk: 'order' },
});

/** Returns the operation that writes the row of an order. The operation fails if the row exists. */
export const orderPut = (order: Order) => insert(orderKey(order.userId, order.orderId), toRow(order));

/** Returns an order with all of its batches, or undefined if this user has no order with this id. */
export async function readOrder(userId: string, orderId: string): Promise<{ order: Order; batches: Batch[] } | undefined> {
  const { Item: row } = await dynamo().send(new GetCommand({ ...orderKey(userId, orderId), ConsistentRead: true }));
  if (!row) return undefined;
  const order = fromRow<Order>(row);
  const batches = await Promise.all(order.batchIds.map((batchId) => readBatchRow(userId, batchId)));
  return { order, batches: batches.filter((batch) => batch !== undefined) };
}
