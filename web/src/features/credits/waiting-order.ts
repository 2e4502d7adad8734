/**
 * An order that the balance did not cover: remembered while its seller tops up, and sent by its page once the credits are there.
 * Its cards and its idempotency key are in the page's own draft; an order that was changed or sent meanwhile is left alone.
 */
import { localStore } from '#web/lib/storage.ts';

export type WaitingOrder = {
  /** The page that sends it. */
  path: string;
  /** The key under which it will be sent: the same key is never paid twice. */
  orderId: string;
  cardIds: string[];
};

type Kept = WaitingOrder & { at: number; paidAt?: number };

const keyOf = (userId: string) => `vitrine.waiting_order.${userId}`;
/** A payment page lives for a day. */
const keptMs = 24 * 3600_000;
/** What is not sent right after its payment is sent by hand. */
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

/** Its credits are there. */
export function releaseWaitingOrder(userId: string): void {
  const kept = read(userId);
  if (kept) write(userId, { ...kept, paidAt: Date.now() });
}

function readPaid(userId: string): WaitingOrder | undefined {
  const kept = read(userId);
  return kept?.paidAt !== undefined && Date.now() - kept.paidAt < paidKeptMs ? kept : undefined;
}

/** The page on which a paid order waits to be sent. */
export const pageOfPaidOrder = (userId: string): string | undefined => readPaid(userId)?.path;

/** The paid order of a page, once. */
export function takePaidOrder(userId: string, path: string): WaitingOrder | undefined {
  const order = readPaid(userId);
  if (order?.path !== path) return undefined;
  dropWaitingOrder(userId);
  return order;
}
