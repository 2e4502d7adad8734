/** Compares results with the rules of the chosen placements. This file contains all rules, so it loads only for sellers with placements. */
import type { Probe } from '#shared/marketplaces/probe.ts';
import { type ReadinessState, readinessOf } from '#shared/marketplaces/readiness.ts';
import type { PlacementId } from '#shared/marketplaces/rule-files.ts';
import { shopNames, shops } from '#web/features/marketplaces/placements.ts';
import type { Rules, ShopReadiness } from './shop-readiness.ts';

const allPlacements = shops.flatMap(({ placements }) => placements);

const worstFirst: readonly ReadinessState[] = ['notReady', 'unknown', 'ready'];

/** @param chosen ids of placements. An id without rules is ignored. */
export function rulesOf(chosen: readonly string[]): Rules {
  const placements = allPlacements.filter(({ id }) => chosen.includes(id));
  // The card, the filter and the review need the same comparison, so it is cached.
  const known = new WeakMap<Probe, ShopReadiness[]>();
  return {
    shopsOf: (probe) => {
      const existing = known.get(probe);
      if (existing) return existing;
      const computed = shopsOf(probe);
      known.set(probe, computed);
      return computed;
    },
  };

  function shopsOf(probe: Probe): ShopReadiness[] {
    const readinesses = placements.filter(({ kind }) => kind === probe.kind).map((placement) => readinessOf(probe, placement));
    const names = [...new Set(readinesses.map(({ placement }) => placement.shop))];
    return names
      .map((shop): ShopReadiness => {
        const ofShop = readinesses.filter(({ placement }) => placement.shop === shop);
        const state = worstFirst.find((one) => ofShop.some((readiness) => readiness.state === one)) ?? 'unknown';
        const ids = ofShop.filter((one) => one.state === 'notReady').map(({ placement }) => placement.id as PlacementId);
        return { shop, name: shopNames[shop], state, placements: ofShop, unreadyIds: ids };
      })
      .toSorted((one, other) => worstFirst.indexOf(one.state) - worstFirst.indexOf(other.state));
  }
}
