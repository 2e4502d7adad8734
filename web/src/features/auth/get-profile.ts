/** The profile of who is signed in. The first read creates it (Q18). */
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { centsFromDollars } from '#shared/money.ts';
import { callApi, codeOf, type PageErrorCode } from '#web/lib/api.ts';
import { useSession } from '#web/lib/session/session-provider.tsx';

export const profileKey = ['profile'] as const;

async function getProfile(signal: AbortSignal) {
  // The schema comes with zod, which the first page a visitor sees does without.
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

/** The profile; nothing for a visitor. */
export function useProfile() {
  const session = useSession();
  const { data } = useProfileQuery();
  return session.status === 'user' ? data : undefined;
}

export type ProfileFailure = {
  code: PageErrorCode;
  /** No earlier answer stands in its place. */
  isUnknown: boolean;
  again: () => unknown;
};

/** Why the profile could not be read when it was last asked for. */
export function useProfileFailure(): ProfileFailure | undefined {
  const session = useSession();
  const { error, data, refetch } = useProfileQuery();
  if (session.status !== 'user' || session.expired || !error) return undefined;
  return { code: codeOf(error), isUnknown: data === undefined, again: refetch };
}

/** Reads the profile again now, whoever shows it. */
export const renewProfile = (queries: QueryClient, userId: string) =>
  queries.fetchQuery({ queryKey: [...profileKey, userId], queryFn: ({ signal }) => getProfile(signal), staleTime: 0 });

/** Balances of a profile in cents: settled, and what of it is free. */
export const balancesOf = (profile: { credits: number; available: number }) => ({
  credits: centsFromDollars(profile.credits),
  available: centsFromDollars(profile.available),
});
