/**
 * The stored data: sessions with their payments, customers with their cards, payments without a session, events, and the first response for
 * each idempotency key.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openRecords, type StoredRecord } from '../kit/records.ts';

export type Session = StoredRecord & {
  created: number;
  /** A session with the mode `setup` saves a card and has the amount 0. */
  mode: 'payment' | 'setup';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid' | 'no_payment_required';
  amount: number;
  name: string;
  description?: string | undefined;
  email: string | null;
  metadata: Record<string, string>;
  /** Metadata of the payment. The session has separate metadata. */
  paymentMetadata: Record<string, string>;
  successUrl: string;
  cancelUrl: string;
  expiresAt: number;
  payment?: Payment;
  /** The time and the outcome of the bank's decision about a delayed payment. */
  bank?: { outcome: 'succeeded' | 'failed'; at: number };
  /** The customer of a saved card. */
  customerId?: string;
};

/** How the bank decides about payments with a saved card. */
export type CardKind = 'accepted' | 'declined' | 'authentication';

/** A customer with one saved card. */
export type Customer = StoredRecord & {
  email: string | null;
  paymentMethodId: string;
  cardKind: CardKind;
  isDeleted?: true;
};

/** A payment with a saved card. */
export type Intent = StoredRecord & {
  created: number;
  amount: number;
  email: string | null;
  customerId: string;
  paymentMetadata: Record<string, string>;
  payment: Payment;
  errorCode?: 'card_declined' | 'authentication_required';
};

export type Payment = {
  id: string;
  chargeId: string;
  status: 'succeeded' | 'processing' | 'requires_payment_method' | 'canceled';
  refunded: number;
  disputes: Dispute[];
};

export type Dispute = { id: string; amount: number; status: string };

export type Event = StoredRecord & {
  created: number;
  type: string;
  object: unknown;
  /** An event with the state `kept` is sent only by `POST /_events/<id>/deliver`. */
  delivery: 'due' | 'kept' | 'delivered' | 'given-up';
};

type StoredResponse = StoredRecord & { requestHash: string; status: number; json: unknown };

export type Store = ReturnType<typeof openStore>;

const idBytes = 18;
/** Returns an id such as `pi_…`: a prefix and random bytes, so that the id cannot be guessed. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(idBytes).toString('hex')}`;

export const secondsNow = (): number => Math.floor(Date.now() / 1000);

export const openStore = (directory: string) => ({
  sessions: openRecords<Session>(join(directory, 'sessions')),
  customers: openRecords<Customer>(join(directory, 'customers')),
  intents: openRecords<Intent>(join(directory, 'intents')),
  events: openRecords<Event>(join(directory, 'events')),
  firstResponses: openRecords<StoredResponse>(join(directory, 'replies')),
});
