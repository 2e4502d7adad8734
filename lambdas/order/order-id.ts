import * as z from 'zod';
import { AppError } from '#shared/errors.ts';
import type { OrderRef } from '../store/large-orders.ts';

/** Returns the order that a path names. @throws AppError OrderNotFound if the id is not valid. */
export function orderIn(userId: string, id: string | undefined): OrderRef {
  const parsed = z.uuid().safeParse(id);
  if (!parsed.success) throw new AppError('OrderNotFound');
  return { userId, orderId: parsed.data };
}
