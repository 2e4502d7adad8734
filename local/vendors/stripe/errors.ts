/** Stripe's errors, all in one form: `{ error: { type, code?, message, param? } }`. */
import type { Answer } from '../kit/http.ts';

type ErrorType = 'invalid_request_error' | 'api_error' | 'idempotency_error' | 'card_error';
type More = { type?: ErrorType; code?: string; param?: string };

export const stripeError = (status: number, message: string, { type = 'invalid_request_error', ...more }: More = {}): Answer => ({
  status,
  json: { error: { type, message, ...more } },
});

export const noSuch = (what: string, id: string): Answer =>
  stripeError(404, `No such ${what}: '${id}'`, { code: 'resource_missing', param: what === 'checkout.session' ? 'session' : 'id' });

const scripted: Record<number, { message: string } & More> = {
  400: { message: 'Invalid request.' },
  401: { message: 'Invalid API Key provided: sk_test_****' },
  402: { message: 'Your card was declined.', type: 'card_error', code: 'card_declined' },
  403: { message: 'The provided key does not have the required permissions for this endpoint.' },
  409: { message: 'There is currently another in-progress request using this idempotent key.', code: 'idempotency_key_in_use' },
  429: { message: 'Request rate limit exceeded.', code: 'rate_limit' },
};

/** Returns the scripted error of a call. */
export function scriptedError(status: number): Answer {
  const { message, ...more } = scripted[status] ?? { message: 'An unknown error occurred.', type: 'api_error' as const };
  return stripeError(status, message, more);
}
