/** The top-up dialog's state: asked for from anywhere on the page, and after a sign-in that came between (Q4). */
import { useSyncExternalStore } from 'react';
import { customAmount, defaultPackageId, type PackageId } from '#shared/credits/packages.ts';
import type { Cents } from '#shared/money.ts';
import { sessionStore } from '#web/lib/storage.ts';

/** What is chosen in the dialog; the custom amount as it was typed. */
export type Selection = { packageId: PackageId; custom: string };

export type TopUp = {
  /** New with each opening: pressing 'pay' twice makes one checkout. */
  checkoutId: string;
  selection: Selection;
  /** An order waits for these credits, and goes on by itself once they are there. */
  orderWaits: boolean;
};

/** What the dialog begins with. */
export const firstSelection: Selection = { packageId: defaultPackageId, custom: String(customAmount.initial) };

let shown: TopUp | undefined;
const listeners = new Set<() => void>();

function become(next: TopUp | undefined): void {
  shown = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Opens the dialog. `missing` is what an order lacks: where the usual package would not do, enough is chosen. */
export function openTopUp({
  selection,
  missing = 0,
  orderWaits = false,
}: {
  selection?: Selection;
  missing?: Cents;
  orderWaits?: boolean;
} = {}): void {
  become({ checkoutId: crypto.randomUUID(), selection: selection ?? selectionFor(missing), orderWaits });
}

export const closeTopUp = (): void => become(undefined);

export const useTopUp = (): TopUp | undefined => useSyncExternalStore(subscribe, () => shown);

/** The default where it covers what is missing, otherwise a custom amount that does. */
export function selectionFor(missing: Cents): Selection {
  const dollars = Math.ceil(missing / 100);
  return dollars <= 50 ? firstSelection : { packageId: 'custom', custom: String(Math.min(dollars, customAmount.max)) };
}

const key = 'vitrine.top_up';
/** A sign-in or a look at the payment page takes minutes; a selection found later belongs to something else. */
const keptMs = 15 * 60_000;

type Kept = Pick<TopUp, 'selection' | 'orderWaits'> & { at: number; reopen: boolean };

/** Keeps a selection in this tab while the seller is elsewhere. With `reopen` the dialog comes back with it. */
export function keepSelection({ selection, orderWaits }: Pick<TopUp, 'selection' | 'orderWaits'>, { reopen }: { reopen: boolean }): void {
  sessionStore.write(key, JSON.stringify({ selection, orderWaits, reopen, at: Date.now() } satisfies Kept));
}

function readKept(): Kept | undefined {
  try {
    const kept = JSON.parse(sessionStore.read(key) ?? 'null') as Kept | null;
    return kept && Date.now() - kept.at < keptMs ? kept : undefined;
  } catch {
    return undefined;
  }
}

export const forgetSelection = (): void => sessionStore.remove(key);

/** Lets the dialog come back with the selection that was about to be paid. */
export function reopenKept(): void {
  const kept = readKept();
  if (kept) keepSelection(kept, { reopen: true });
}

/** The selection with which the dialog is to come back, once. */
export function takeKept(): Kept | undefined {
  const kept = readKept();
  if (!kept?.reopen) return undefined;
  forgetSelection();
  return kept;
}
