/** GET /api/stripe/session: how a payment stands, by the server's word alone (Q5). */
import { useQuery } from '@tanstack/react-query';
import { getCheckoutResponse } from '#shared/credits/payment-calls.ts';
import { callApi, codeOf, mayRepeat } from '#web/lib/api.ts';

/** A card's payment is there within seconds; a bank takes days, and nobody waits at a page for that. */
const askEveryMs = 2_000;
const askSlowlyEveryMs = 10_000;
const quickAsks = 30;
/** Who has paid is not left to wait long for a server that fails: the page says so, and how to look again. */
const triesMax = 4;
const betweenTriesMaxMs = 3_000;

/** Asked again until the payment has come to an end, or cannot be read. */
export function useCheckout(sessionId: string, enabled: boolean) {
  return useQuery({
    queryKey: ['checkout', sessionId],
    queryFn: ({ signal }) => callApi('getCheckout', { query: { session_id: sessionId }, schema: getCheckoutResponse, signal }),
    enabled: enabled && sessionId !== '',
    staleTime: 0,
    retry: (count, error) => count < triesMax && (mayRepeat(error) || codeOf(error) === 'PaymentUnreadable'),
    retryDelay: (count) => Math.min(1_000 * 2 ** count, betweenTriesMaxMs),
    refetchInterval: ({ state }) => {
      const isOpen = state.data?.status === 'open' || state.data?.status === 'processing';
      if (!isOpen || state.error) return false;
      return state.dataUpdateCount < quickAsks ? askEveryMs : askSlowlyEveryMs;
    },
  });
}
