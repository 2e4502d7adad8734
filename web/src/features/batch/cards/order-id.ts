/**
 * The idempotency key of an order. It is a part of the kept cards, so it outlives a lost answer, an error of ours, a firewall, a
 * reload and another tab: pressing again sends the same key, and nothing is ordered, and paid, a second time.
 */
import { errors, isErrorCode } from '#shared/errors.ts';
import { ApiError } from '#web/lib/api.ts';
import type { BasicState } from './cards.ts';

/** The key of an order that is made now. A batch that the page shows was answered: pressing again means ordering again. */
export const orderIdOf = ({ orderId, batchIds }: Pick<BasicState, 'orderId' | 'batchIds'>, newId: () => string): string =>
  batchIds.includes(orderId) ? newId() : orderId;

/** Returns the ids of an order's batches. The first is the id of the order; the others differ in the last digit. */
export const batchIdsOf = (orderId: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const digit = (Number.parseInt(orderId.slice(-1), 16) + index) % 16;
    return orderId.slice(0, -1) + digit.toString(16);
  });

/** Whether an order surely does not stand: our own API refused it. After anything else it may. */
export function isDefiniteRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError && error.isOurs && isErrorCode(error.code))) return false;
  const { status } = errors[error.code];
  return status >= 400 && status < 500 && status !== 401 && error.code !== 'BatchIdReused';
}
