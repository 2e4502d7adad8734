/** PUT /api/account/marketplaces: stores the marketplaces of the seller (docs/spec.md 3.4). */
import type { QueryClient } from '@tanstack/react-query';
import { type ProfileResponse, type SellerMarketplaces, sellerMarketplaces } from '#shared/auth/api.ts';
import { type PlacementId, placementIds } from '#shared/marketplaces/rule-files.ts';
import { callApi } from '#web/lib/api.ts';
import { retryCall } from '#web/lib/retry-call.ts';
import { profileKey } from './get-profile.ts';

/**
 * Stores the values, and updates the profile on the page.
 * @throws ApiError
 */
export async function saveMarketplaces(queries: QueryClient, userId: string, values: SellerMarketplaces): Promise<void> {
  // The server no longer accepts a stored placement whose rules were removed.
  const placements = values.placements.filter((id) => placementIds.includes(id as PlacementId));
  const body = { ...values, placements };
  const marketplaces = await retryCall(() => callApi('saveMarketplaces', { body, schema: sellerMarketplaces }));
  const key = [...profileKey, userId];
  // A read that started before the write would restore the earlier values.
  await queries.cancelQueries({ queryKey: key });
  queries.setQueryData<ProfileResponse>(key, (profile) => profile && { ...profile, marketplaces });
}
