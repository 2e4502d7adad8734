/** The calls of the automatic top-up (docs/spec.md 13.8). */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { autoTopUpResponse, openCardPageResponse, type SaveAutoTopUpRequest } from '#shared/credits/auto-top-up-calls.ts';
import { callApi } from '#web/lib/api.ts';
import { retryCall } from '#web/lib/retry-call.ts';

const keyOf = (userId: string) => ['auto-top-up', userId] as const;

/** Reads the settings. @param cardPage the card page from which the seller returns. The server first saves the card of this page. */
export function useAutoTopUp(userId: string, cardPage: string | undefined) {
  return useQuery({
    queryKey: keyOf(userId),
    queryFn: ({ signal }) =>
      callApi('getAutoTopUp', { query: cardPage === undefined ? {} : { session_id: cardPage }, schema: autoTopUpResponse, signal }),
  });
}

/** Saves the settings. If the top-up is on and there is no card, the payment vendor's page for the card opens. */
export function useSaveAutoTopUp(userId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ opensCardPage, ...body }: SaveAutoTopUpRequest & { opensCardPage?: boolean }) => {
      const saved = await retryCall(() => callApi('saveAutoTopUp', { body, schema: autoTopUpResponse }));
      if (opensCardPage) await openCardPage();
      return saved;
    },
    onSuccess: (saved) => queries.setQueryData(keyOf(userId), saved),
  });
}

export function useRemoveCard(userId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => retryCall(() => callApi('removeCard', { body: {}, schema: autoTopUpResponse })),
    onSuccess: (saved) => queries.setQueryData(keyOf(userId), saved),
  });
}

/** Leaves the site for the payment vendor's page, on which the seller enters a card. */
export async function openCardPage(): Promise<void> {
  const { url } = await callApi('openCardPage', { body: { setupId: crypto.randomUUID() }, schema: openCardPageResponse });
  window.location.assign(url);
}
