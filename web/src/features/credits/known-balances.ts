/**
 * The last balances that this tab has read. The header shows them while the page reloads. Before an order, the page reads the current
 * balances from the server.
 */
import type { Balances } from '#shared/credits/ledger.ts';
import { storedUser } from '#web/lib/session/stored-session.ts';
import { sessionStore } from '#web/lib/storage.ts';

const storageKey = 'vitrine.balances';

type StoredBalances = Balances & { user: string };

export const storeBalances = (balances: Balances): void =>
  sessionStore.write(storageKey, JSON.stringify({ ...balances, user: storedUser() }));

/** Returns the balances if they belong to the user of the stored session, otherwise undefined. */
export function knownBalances(): Balances | undefined {
  try {
    const { credits, available, user } = JSON.parse(sessionStore.read(storageKey) ?? '{}') as Partial<StoredBalances>;
    if (user === undefined || user !== storedUser() || !Number.isInteger(credits) || !Number.isInteger(available)) return undefined;
    return { credits, available } as Balances;
  } catch {
    return undefined;
  }
}
