/**
 * Orders up to three new batches together. Either the credits of all batches are held and all batches are started, or no batch is ordered.
 */
import type { CreateOrderRequest, CreateOrderResponse } from '#shared/batch/order.ts';
import type { CallingUser } from '../store/limited-call.ts';
import { checkUploads } from './check-uploads.ts';
import { requestMilsOf } from './cost-of.ts';
import { itemsOf } from './create-batch.ts';
import { startOrder } from './start-order.ts';

/** @throws AppError the errors of `startOrder` and `checkUploads`. */
export const createOrder = (
  user: CallingUser,
  { orderId, batches, ...mail }: CreateOrderRequest,
  now: Date,
): Promise<CreateOrderResponse> =>
  startOrder(
    {
      user,
      orderId,
      request: { orderId, batches },
      batches: batches.map((batch) => ({ batchId: batch.batchId, kind: batch.kind, items: () => itemsOf(user.userId, batch) })),
      requestMils: requestMilsOf,
      check: (items) => checkUploads(user.userId, items),
      mail,
    },
    now,
  );
