/** State of the top-up dialog. Any part of the page can open it, and it opens again after a sign-in (docs/spec.md 13.3). */
import { useSyncExternalStore } from 'react';
import { customAmount, defaultPackageId, type PackageId } from '#shared/credits/packages.ts';
import type { Cents } from '#shared/money.ts';
import { sessionStore } from '#web/lib/storage.ts';

/** The selection in the dialog. `custom` is the amount as it was typed. */
export type Selection = { packageId: PackageId; custom: string };

export type TopUp = {
  /** New each time the dialog opens, so that a double click on 'pay' creates only one checkout. */
  checkoutId: string;
  selection: Selection;
  /** An order waits for these credits and continues automatically after the payment. */
  orderWaits: boolean;
};

/** The initial selection. */
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

/** Opens the dialog. `missing`: the amount that an order lacks. If the default package is too small, a larger amount is selected. */
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

/** Returns the default package if it covers the missing amount, otherwise a custom amount that covers it. */
export function selectionFor(missing: Cents): Selection {
  const dollars = Math.ceil(missing / 100);
  return dollars <= 50 ? firstSelection : { packageId: 'custom', custom: String(Math.min(dollars, customAmount.max)) };
}

const key = 'vitrine.top_up';
/** A sign-in or a visit to the payment page takes minutes. An older selection belongs to something else and is ignored. */
const keptMs = 15 * 60_000;

type Kept = Pick<TopUp, 'selection' | 'orderWaits'> & { at: number; reopen: boolean };

/** Stores a selection in this tab while the seller is on another page. With `reopen`, the dialog opens again with it. */
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

/** Makes the dialog open again with the selection of the last checkout. */
export function reopenKept(): void {
  const kept = readKept();
  if (kept) keepSelection(kept, { reopen: true });
}

/** Returns the selection for the dialog to open again with, only once. */
export function takeKept(): Kept | undefined {
  const kept = readKept();
  if (!kept?.reopen) return undefined;
  forgetSelection();
  return kept;
}
