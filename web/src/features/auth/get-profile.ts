/** The profile of the signed-in user. The first read creates it (docs/spec.md 3.4). */
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { centsFromDollars } from '#shared/money.ts';
import { callApi, codeOf, type PageErrorCode } from '#web/lib/api.ts';
import { useSession } from '#web/lib/session/session-provider.tsx';

export const profileKey = ['profile'] as const;

async function getProfile(signal: AbortSignal) {
  // The schema needs zod, and the first page of a visitor must not load zod. So the schema is loaded on demand.
  const { profileResponse } = await import('#shared/auth/api.ts');
  return callApi('getProfile', { schema: profileResponse, signal });
}

function useProfileQuery() {
  const session = useSession();
  return useQuery({
    queryKey: [...profileKey, session.status === 'user' ? session.user.id : ''],
    queryFn: ({ signal }) => getProfile(signal),
    enabled: session.status === 'user' && !session.expired,
  });
}

/** Returns the profile, or undefined for a visitor. */
export function useProfile() {
  const session = useSession();
  const { data } = useProfileQuery();
  return session.status === 'user' ? data : undefined;
}

export type ProfileFailure = {
  code: PageErrorCode;
  /** True until a read of the profile has succeeded. */
  hasNoProfile: boolean;
  retry: () => unknown;
};

/** Returns the reason why the last read of the profile failed. */
export function useProfileFailure(): ProfileFailure | undefined {
  const session = useSession();
  const { error, data, refetch } = useProfileQuery();
  if (session.status !== 'user' || session.expired || !error) return undefined;
  return { code: codeOf(error), hasNoProfile: data === undefined, retry: refetch };
}

/** Reads the profile again immediately, for every component that shows it. */
export const renewProfile = (queries: QueryClient, userId: string) =>
  queries.fetchQuery({ queryKey: [...profileKey, userId], queryFn: ({ signal }) => getProfile(signal), staleTime: 0 });

/** Returns the balances of a profile in cents: the total balance (with reserved credits) and the available balance. */
export const balancesOf = (profile: { credits: number; available: number }) => ({
  credits: centsFromDollars(profile.credits),
  available: centsFromDollars(profile.available),
});
