/**
 * Returns the first response again for the same key; other parameters are an error. Stripe keeps keys for a day, the stand-in
 * permanently.
 */
import { createHash } from 'node:crypto';
import type { Answer, Call } from '../kit/http.ts';
import { stripeError } from './errors.ts';
import type { Store } from './store.ts';

const keyCharactersMax = 255;

export function idempotently({ headers, path, body }: Call, { replies }: Store, run: () => Answer): Answer {
  const key = headers['idempotency-key'];
  if (typeof key !== 'string') return run();
  if (key.length > keyCharactersMax) return stripeError(400, 'The idempotency key is too long.');
  const id = createHash('sha256').update(key).digest('hex');
  const requestHash = createHash('sha256').update(path).update(body).digest('hex');
  const first = replies.get(id);
  if (first && first.requestHash !== requestHash)
    return stripeError(400, 'Keys for idempotent requests can only be used with the same parameters they were first used with.', {
      type: 'idempotency_error',
    });
  if (first) return { status: first.status, json: first.json, headers: { 'idempotent-replayed': 'true' } };
  const answer = run();
  // Requests that were rejected before any change are not stored.
  if (answer.status < 400) replies.save({ id, number: replies.nextNumber(), requestHash, status: answer.status, json: answer.json });
  return answer;
}
