/** The common parts of all API calls: Stripe's errors, form encoding and idempotency keys. */
import { createHash } from 'node:crypto';
import type { Call, VendorResponse } from '../kit/http.ts';
import type { Store } from './store.ts';

type ErrorFields = {
  type?: 'invalid_request_error' | 'api_error' | 'idempotency_error' | 'card_error';
  code?: string;
  param?: string;
  payment_intent?: object;
};

export const stripeError = (
  status: number,
  message: string,
  { type = 'invalid_request_error', ...otherFields }: ErrorFields = {},
): VendorResponse => ({
  status,
  json: { error: { type: status >= 500 ? 'api_error' : type, message, ...otherFields } },
});

export const notFoundError = (kind: string, id: string): VendorResponse =>
  stripeError(404, `No such ${kind}: '${id}'`, { code: 'resource_missing' });

export type Fields = { [name: string]: Fields | string };

/**
 * Parses Stripe's form encoding: `line_items[0][price_data][currency]=usd` is a path into nested objects. Lists have the keys 0, 1, ….
 * @throws Error if two names contradict each other
 */
export function fieldsOf({ body }: Pick<Call, 'body'>): Fields {
  // The objects have no prototype, so that a field can have any name.
  const createEmpty = (): Fields => Object.create(null) as Fields;
  const fields = createEmpty();
  for (const [name, value] of new URLSearchParams(body.toString())) {
    const path = name.split(/[[\]]+/).filter(Boolean);
    const last = path.pop() ?? '';
    let current = fields;
    for (const part of path) {
      current[part] ??= createEmpty();
      current = current[part] as Fields;
    }
    if (typeof current !== 'object' || last in current) throw new Error(`The field ${name} contradicts another field`);
    current[last] = value;
  }
  return fields;
}

/**
 * Runs a call once for each idempotency key. A later call with the same key gets the first response, or an error if its parameters are
 * different. Stripe keeps keys for a day, but this store keeps them permanently.
 */
export function runOnce({ headers, path, body }: Call, { firstResponses }: Store, run: () => VendorResponse): VendorResponse {
  const key = headers['idempotency-key'];
  if (typeof key !== 'string') return run();
  const id = createHash('sha256').update(key).digest('hex');
  const requestHash = createHash('sha256').update(path).update(body).digest('hex');
  const firstResponse = firstResponses.get(id);
  if (firstResponse && firstResponse.requestHash !== requestHash)
    return stripeError(400, 'Keys for idempotent requests can only be used with the same parameters they were first used with.', {
      type: 'idempotency_error',
    });
  if (firstResponse) return { status: firstResponse.status, json: firstResponse.json, headers: { 'idempotent-replayed': 'true' } };
  const response = run();
  // The response of a rejected request is not stored, because the request changed nothing. The response about a declined card (402) is
  // stored, because this request has created a payment.
  if (response.status < 400 || response.status === 402)
    firstResponses.save({ id, number: firstResponses.nextNumber(), requestHash, status: response.status, json: response.json });
  return response;
}
