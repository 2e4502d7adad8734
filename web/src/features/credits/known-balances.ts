/**
 * The balances that this tab read last, so that the header can show them during a reload. They are only shown: an order waits for the
 * server's figures.
 */
import type { Balances } from '#shared/credits/ledger.ts';
import { storedUser } from '#web/lib/session/stored.ts';
import { sessionStore } from '#web/lib/storage.ts';

const storageKey = 'vitrine.balances';

type Known = Balances & { user: string };

export const rememberBalances = (balances: Balances): void =>
  sessionStore.write(storageKey, JSON.stringify({ ...balances, user: storedUser() }));

/** Returns undefined unless the balances belong to the user of the stored session. */
export function knownBalances(): Balances | undefined {
  try {
    const { credits, available, user } = JSON.parse(sessionStore.read(storageKey) ?? '{}') as Partial<Known>;
    if (user === undefined || user !== storedUser() || !Number.isInteger(credits) || !Number.isInteger(available)) return undefined;
    return { credits, available } as Balances;
  } catch {
    return undefined;
  }
}
