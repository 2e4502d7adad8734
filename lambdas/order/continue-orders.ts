/**
 * Continues all open large orders every five minutes and at each start of the local cloud: after a crash, after a top-up, and after a daily
 * limit.
 */
import { inParallel } from '../platform/in-parallel.ts';
import { log } from '../platform/log.ts';
import { type OrderRef, openOrders } from '../store/large-orders.ts';
import { continueOrder } from './continue-order.ts';

export type ContinuedOrders = { open: number; failed: number };

export async function continueOrders(now: Date): Promise<ContinuedOrders> {
  const refs: OrderRef[] = [];
  for await (const ref of openOrders()) refs.push(ref);
  let failed = 0;
  // A failure with one order must not block the other orders.
  await inParallel(refs, async (ref) => {
    await continueOrder(ref, now).catch((error) => {
      failed += 1;
      log('error', 'a large order could not be continued', { orderId: ref.orderId, error });
    });
  });
  return { open: refs.length, failed };
}
