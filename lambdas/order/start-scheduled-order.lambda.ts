import * as z from 'zod';
import { task } from '../platform/task.ts';
import { continueOrder } from './continue-order.ts';

/** A schedule invokes this function at the start time of an order. A second invocation changes nothing. */
export const handler = task(z.object({ userId: z.string(), orderId: z.string() }), ({ input, now }) => startOrder(input, now));

async function startOrder(order: { userId: string; orderId: string }, now: Date): Promise<void> {
  await continueOrder(order, now);
}
