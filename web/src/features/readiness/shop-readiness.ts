import type { Probe } from '#shared/marketplaces/probe.ts';
import type { Readiness, ReadinessState } from '#shared/marketplaces/readiness.ts';
import type { PlacementId } from '#shared/marketplaces/rule-files.ts';
import type { Placement } from '#shared/marketplaces/schema.ts';

/** The readiness of one result for all chosen placements of one marketplace. */
export type ShopReadiness = {
  shop: Placement['shop'];
  name: string;
  /** The worst state of the placements. */
  state: ReadinessState;
  placements: readonly Readiness[];
  unreadyIds: readonly PlacementId[];
};
export type Rules = { shopsOf(probe: Probe): readonly ShopReadiness[] };
