/** State of the top-up dialog. Any part of the page can open the dialog. It opens again after a sign-in (docs/spec.md 13.3). */
import { useSyncExternalStore } from 'react';
import { customAmount, defaultPackageId, type PackageId } from '#shared/credits/packages.ts';
import type { Cents } from '#shared/money.ts';
import { sessionStore } from '#web/lib/storage.ts';

/** The selection in the dialog. `custom` is the typed amount. */
export type Selection = { packageId: PackageId; custom: string };

export type TopUp = {
  /** The dialog gets a new id each time it opens. So a double click on 'pay' creates only one checkout. */
  checkoutId: string;
  selection: Selection;
  /** True if an order waits for these credits. After the payment, the order then continues automatically. */
  orderWaits: boolean;
};

/** The initial selection. */
export const firstSelection: Selection = { packageId: defaultPackageId, custom: String(customAmount.initial) };

let openedTopUp: TopUp | undefined;
const listeners = new Set<() => void>();

function setTopUp(next: TopUp | undefined): void {
  openedTopUp = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Opens the dialog. `missing` is the amount that an order needs. If the default package is too small, a larger amount is selected. */
export function openTopUp({
  selection,
  missing = 0,
  orderWaits = false,
}: {
  selection?: Selection;
  missing?: Cents;
  orderWaits?: boolean;
} = {}): void {
  setTopUp({ checkoutId: crypto.randomUUID(), selection: selection ?? selectionFor(missing), orderWaits });
}

export const closeTopUp = (): void => setTopUp(undefined);

export const useTopUp = (): TopUp | undefined =>
  useSyncExternalStore(
    subscribe,
    () => openedTopUp,
    () => undefined,
  );

/** Returns the default package if it covers the missing amount. Otherwise, returns a custom amount that covers it. */
export function selectionFor(missing: Cents): Selection {
  const dollars = Math.ceil(missing / 100);
  return dollars <= 50 ? firstSelection : { packageId: 'custom', custom: String(Math.min(dollars, customAmount.max)) };
}

const key = 'vitrine.top_up';
/** Maximum age of a stored selection. A sign-in or a visit to the payment page takes minutes, so an older selection is ignored. */
const storedMs = 15 * 60_000;

type StoredSelection = Pick<TopUp, 'selection' | 'orderWaits'> & { at: number; reopen: boolean };

/** Stores a selection in this browser tab while another page is open. If `reopen` is true, the dialog opens again with this selection. */
export function storeSelection({ selection, orderWaits }: Pick<TopUp, 'selection' | 'orderWaits'>, { reopen }: { reopen: boolean }): void {
  sessionStore.write(key, JSON.stringify({ selection, orderWaits, reopen, at: Date.now() } satisfies StoredSelection));
}

function readStoredSelection(): StoredSelection | undefined {
  try {
    const stored = JSON.parse(sessionStore.read(key) ?? 'null') as StoredSelection | null;
    return stored && Date.now() - stored.at < storedMs ? stored : undefined;
  } catch {
    return undefined;
  }
}

export const removeStoredSelection = (): void => sessionStore.remove(key);

/** Makes the dialog open again with the selection of the last checkout. */
export function reopenStoredSelection(): void {
  const stored = readStoredSelection();
  if (stored) storeSelection(stored, { reopen: true });
}

/** Returns the selection with which the dialog must open again. Returns each stored selection only once. */
export function takeStoredSelection(): StoredSelection | undefined {
  const stored = readStoredSelection();
  if (!stored?.reopen) return undefined;
  removeStoredSelection();
  return stored;
}
