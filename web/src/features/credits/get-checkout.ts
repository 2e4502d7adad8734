/** GET /api/stripe/session: the state of a payment. Only the server decides it (docs/spec.md 13.4). */
import { useQuery } from '@tanstack/react-query';
import { getCheckoutResponse } from '#shared/credits/payment-calls.ts';
import { callApi, codeOf, mayRepeat } from '#web/lib/api.ts';

/** A card payment arrives within seconds, so the page first asks often. A bank transfer takes days. */
const askEveryMs = 2_000;
const askSlowlyEveryMs = 10_000;
const quickAsks = 30;
/** Limit of retries, so that a paying user soon sees the error and how to check again. */
const triesMax = 4;
const betweenTriesMaxMs = 3_000;

/** Reads the payment repeatedly until it has ended or cannot be read. */
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
