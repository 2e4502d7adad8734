/**
 * An order that the balance did not cover. It is stored during the top-up, and its page sends it when the credits have arrived.
 * Its cards and its idempotency key are in the draft of the page. An order that was changed or sent in the meantime is not sent.
 */
import { localStore } from '#web/lib/storage.ts';

export type WaitingOrder = {
  /** The page that sends it. */
  path: string;
  /** The idempotency key of the order, so that it is never paid twice. */
  orderId: string;
  cardIds: string[];
};

type Kept = WaitingOrder & { at: number; paidAt?: number };

const keyOf = (userId: string) => `vitrine.waiting_order.${userId}`;
/** A payment page is valid for one day. */
const keptMs = 24 * 3600_000;
/** After this time, a paid order is no longer sent automatically. The seller orders it again. */
const paidKeptMs = 10 * 60_000;

function read(userId: string): Kept | undefined {
  try {
    const kept = JSON.parse(localStore.read(keyOf(userId)) ?? 'null') as Kept | null;
    return kept && Date.now() - kept.at < keptMs ? kept : undefined;
  } catch {
    return undefined;
  }
}

const write = (userId: string, kept: Kept) => localStore.write(keyOf(userId), JSON.stringify(kept));

export const keepWaitingOrder = (userId: string, order: WaitingOrder): void => write(userId, { ...order, at: Date.now() });

export const dropWaitingOrder = (userId: string): void => localStore.remove(keyOf(userId));

/** Marks the order as paid: its credits have arrived. */
export function releaseWaitingOrder(userId: string): void {
  const kept = read(userId);
  if (kept) write(userId, { ...kept, paidAt: Date.now() });
}

function readPaid(userId: string): WaitingOrder | undefined {
  const kept = read(userId);
  return kept?.paidAt !== undefined && Date.now() - kept.paidAt < paidKeptMs ? kept : undefined;
}

/** Returns the page on which a paid order waits. */
export const pageOfPaidOrder = (userId: string): string | undefined => readPaid(userId)?.path;

/** Returns the paid order of a page and removes it, so that it is sent only once. */
export function takePaidOrder(userId: string, path: string): WaitingOrder | undefined {
  const order = readPaid(userId);
  if (order?.path !== path) return undefined;
  dropWaitingOrder(userId);
  return order;
}
