/** The chosen placements of the seller, with their rules. The rules load when a page with results opens. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Probe } from '#shared/marketplaces/probe.ts';
import { useProfile } from '#web/features/auth/get-profile.ts';
import type { Rules, ShopReadiness } from './shop-readiness.ts';
import { useTurn } from './use-turn.ts';

/** `rules` is undefined while they load, and for a seller without placements. */
export const readinessStore = createStore<{ rules?: Rules | undefined }>(() => ({}));

const noPlacements: readonly string[] = [];

/** Loads the rules of the seller's placements. Each page with results calls this hook once. */
export function useLoadReadiness(): void {
  const chosen = useProfile()?.marketplaces?.placements ?? noPlacements;
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      const { rulesOf } = await import('./evaluate.ts');
      if (isCurrent) readinessStore.setState({ rules: rulesOf(chosen) });
    };
    if (chosen.length === 0) readinessStore.setState({ rules: undefined });
    // If the rules cannot be loaded, the page works, but without chips. The next page loads the rules again.
    else load().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [chosen]);
}

const noShops: readonly ShopReadiness[] = [];

/** Returns the readiness of a result for each chosen marketplace, the worst first. */
export function useReadiness(probe: Probe | undefined): readonly ShopReadiness[] {
  const rules = useStore(readinessStore, (state) => state.rules);
  const hasTurn = useTurn(rules !== undefined && probe !== undefined);
  return hasTurn && rules && probe ? rules.shopsOf(probe) : noShops;
}

type WithProbe = { probe?: Probe | undefined };

export const isUnreadyFor = (shop: string, rules: Rules | undefined, { probe }: WithProbe): boolean =>
  rules !== undefined && probe !== undefined && rules.shopsOf(probe).some((one) => one.shop === shop && one.state === 'notReady');

export type UnreadyCount = { shop: string; name: string; count: number };

/** Counts the results that are not ready, for each marketplace with such results. */
export function countUnready(rules: Rules | undefined, results: readonly WithProbe[]): UnreadyCount[] {
  const counts = new Map<string, UnreadyCount>();
  for (const { probe } of results)
    for (const { shop, name, state } of (rules && probe && rules.shopsOf(probe)) ?? []) {
      if (state !== 'notReady') continue;
      counts.set(shop, { shop, name, count: (counts.get(shop)?.count ?? 0) + 1 });
    }
  return [...counts.values()];
}
