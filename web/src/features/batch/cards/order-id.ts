/**
 * The idempotency key of an order. The key is saved with the cards, so it stays the same in other browser tabs and after a reload. It also
 * stays the same after a lost response, or after an error of our server or of a firewall. A second click sends the same key, so nothing is
 * ordered or paid twice.
 */
import { errors, isErrorCode } from '#shared/errors.ts';
import { ApiError } from '#web/lib/api.ts';
import type { BasicState } from './cards.ts';

/** Returns the key of the next order. If the page already shows the batch of the current key, the next click is a new order. */
export const orderIdOf = ({ orderId, batchIds }: Pick<BasicState, 'orderId' | 'batchIds'>, newId: () => string): string =>
  batchIds.includes(orderId) ? newId() : orderId;

/** Returns the ids of an order's batches. The first id is the id of the order. The other ids differ in the last digit. */
export const batchIdsOf = (orderId: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const digit = (Number.parseInt(orderId.slice(-1), 16) + index) % 16;
    return orderId.slice(0, -1) + digit.toString(16);
  });

/** Whether our own API rejected the order. After any other error, the order may exist. */
export function isDefiniteRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError && error.isOurs && isErrorCode(error.code))) return false;
  const { status } = errors[error.code];
  return status >= 400 && status < 500 && status !== 401 && error.code !== 'BatchIdReused';
}
