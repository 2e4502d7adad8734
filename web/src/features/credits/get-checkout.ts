/** GET /api/stripe/session: the state of a payment. Only the server determines this state (docs/spec.md 13.4). */
import { useQuery } from '@tanstack/react-query';
import { getCheckoutResponse } from '#shared/credits/payment-calls.ts';
import { callApi, codeOf, mayRepeat } from '#web/lib/api.ts';

/** The first polls are fast, because a card payment arrives within seconds. Later polls are slow, because a bank transfer takes days. */
const fastPollMs = 2_000;
const slowPollMs = 10_000;
const fastPollCount = 30;
/** Limit of retries, so that a user who has paid soon sees the error and the button to try again. */
const repeatsMax = 4;
const retryPauseMaxMs = 3_000;

/** Reads the payment repeatedly until it has ended or cannot be read. */
export function useCheckout(sessionId: string, enabled: boolean) {
  return useQuery({
    queryKey: ['checkout', sessionId],
    queryFn: ({ signal }) => callApi('getCheckout', { query: { session_id: sessionId }, schema: getCheckoutResponse, signal }),
    enabled: enabled && sessionId !== '',
    staleTime: 0,
    retry: (count, error) => count < repeatsMax && (mayRepeat(error) || codeOf(error) === 'PaymentUnreadable'),
    retryDelay: (count) => Math.min(1_000 * 2 ** count, retryPauseMaxMs),
    refetchInterval: ({ state }) => {
      const isOpen = state.data?.status === 'open' || state.data?.status === 'processing';
      if (!isOpen || state.error) return false;
      return state.dataUpdateCount < fastPollCount ? fastPollMs : slowPollMs;
    },
  });
}
