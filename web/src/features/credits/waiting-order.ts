/**
 * An order that the balance did not cover. It is stored during the top-up. When the credits have arrived, the page of the order sends it.
 * The draft of this page contains the cards and the idempotency key. If the seller has changed or sent the order before this, it is not
 * sent again.
 */
import { localStore } from '#web/lib/storage.ts';

export type WaitingOrder = {
  /** The path of the page that sends the order. */
  path: string;
  /** The idempotency key of the order, so that the order is never paid twice. */
  orderId: string;
  cardIds: string[];
};

type StoredOrder = WaitingOrder & { at: number; paidAt?: number };

const keyOf = (userId: string) => `vitrine.waiting_order.${userId}`;
/** Maximum age of a waiting order. It is one day, because a payment page is valid for one day. */
const storedMs = 24 * 3600_000;
/** After this time, a paid order is no longer sent automatically. The seller must order again. */
const paidStoredMs = 10 * 60_000;

function readOrder(userId: string): StoredOrder | undefined {
  try {
    const stored = JSON.parse(localStore.read(keyOf(userId)) ?? 'null') as StoredOrder | null;
    return stored && Date.now() - stored.at < storedMs ? stored : undefined;
  } catch {
    return undefined;
  }
}

const write = (userId: string, stored: StoredOrder) => localStore.write(keyOf(userId), JSON.stringify(stored));

export const storeWaitingOrder = (userId: string, order: WaitingOrder): void => write(userId, { ...order, at: Date.now() });

export const dropWaitingOrder = (userId: string): void => localStore.remove(keyOf(userId));

/** Marks the order as paid, because its credits have arrived. */
export function releaseWaitingOrder(userId: string): void {
  const stored = readOrder(userId);
  if (stored) write(userId, { ...stored, paidAt: Date.now() });
}

function readPaid(userId: string): WaitingOrder | undefined {
  const stored = readOrder(userId);
  return stored?.paidAt !== undefined && Date.now() - stored.paidAt < paidStoredMs ? stored : undefined;
}

/** Returns the path of the page that must send a paid order. */
export const pageOfPaidOrder = (userId: string): string | undefined => readPaid(userId)?.path;

/** Returns the paid order of a page and removes it, so that it is sent only once. */
export function takePaidOrder(userId: string, path: string): WaitingOrder | undefined {
  const order = readPaid(userId);
  if (order?.path !== path) return undefined;
  dropWaitingOrder(userId);
  return order;
}
