/**
 * The idempotency key of the order that was made last in this browser. It outlives a lost answer, an error of ours, a reload and
 * another tab: the same cards pressed again send the same key, and so are never ordered, and paid, a second time.
 */
import type { PageErrorCode } from '#web/lib/api.ts';

export type PendingOrder = { batchId: string; cards: string };

const storageKey = 'vitrine.pending_order';

/** After these nobody knows whether the order stands. Everything else is a refusal. */
const mayStand: readonly string[] = ['Unreachable', 'InternalError', 'LedgerConflict', 'Unauthorized'];
export const isRefusal = (code: PageErrorCode): boolean => !mayStand.includes(code);

/**
 * The key for an order of these cards: the one of before, where that order's batch is not on this page yet, and else a new one.
 * A batch that the page shows was answered: pressing again means ordering again.
 */
export const orderIdFor = (cards: string, pending: PendingOrder | undefined, shown: readonly string[], newId: () => string): string =>
  pending && pending.cards === cards && !shown.includes(pending.batchId) ? pending.batchId : newId();

export function readPendingOrder(): PendingOrder | undefined {
  try {
    const stored = JSON.parse(window.localStorage.getItem(storageKey) ?? 'null') as Partial<PendingOrder> | null;
    const { batchId, cards } = stored ?? {};
    return typeof batchId === 'string' && typeof cards === 'string' ? { batchId, cards } : undefined;
  } catch {
    return undefined;
  }
}

export const keepPendingOrder = (order: PendingOrder): void => window.localStorage.setItem(storageKey, JSON.stringify(order));
export const forgetPendingOrder = (): void => window.localStorage.removeItem(storageKey);
