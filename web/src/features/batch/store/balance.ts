/** The available balance of the current user, from the last response of the server. */
import type { ProfileResponse } from '#shared/auth/api.ts';
import type { Cents } from '#shared/money.ts';
import { balancesOf, profileKey } from '#web/features/auth/get-profile.ts';
import { queries } from '#web/lib/queries.ts';
import { liveUserId } from './core.ts';

/** Returns undefined for a visitor, and until the profile is read. */
export function availableBalance(): Cents | undefined {
  const userId = liveUserId();
  const profile = userId === undefined ? undefined : queries.getQueryData<ProfileResponse>([...profileKey, userId]);
  return profile && balancesOf(profile).available;
}

export const readBalanceAgain = (): void => void queries.invalidateQueries({ queryKey: profileKey });
