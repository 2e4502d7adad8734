import type { SellerMarketplaces } from '#shared/auth/api.ts';
import { defaultPreferences } from '#shared/marketplaces/plan.ts';
import { useProfile } from '#web/features/auth/get-profile.ts';

const defaultMarketplaces: SellerMarketplaces = {
  placements: [],
  lengthen: defaultPreferences.video.lengthen,
  cardColour: defaultPreferences.video.cardColour,
  shadow: defaultPreferences.image.shadow,
};

/** Returns the marketplaces that the seller has saved in the account. Without saved marketplaces, returns the default values. */
export const useSellerMarketplaces = (): SellerMarketplaces => useProfile()?.marketplaces ?? defaultMarketplaces;
