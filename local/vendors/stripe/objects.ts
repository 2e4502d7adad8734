/** Builds the objects of Stripe's API and events, with only the fields that the product or a test reads. */
import type { Dispute, Event, Payment, Session } from './store.ts';

const apiVersion = '2026-10-28.endive';
const currency = 'usd';

export function sessionObject(session: Session, baseUrl: string, { expandPayment = false } = {}) {
  const { id, created, status, payment_status, amount, email, metadata, expiresAt, payment } = session;
  return {
    id,
    object: 'checkout.session',
    livemode: false,
    created,
    expires_at: expiresAt,
    status,
    payment_status,
    amount_total: amount,
    currency,
    customer_email: email,
    metadata,
    payment_intent: payment ? (expandPayment ? paymentObject(session, payment) : payment.id) : null,
    url: status === 'open' ? `${baseUrl}/c/pay/${id}` : null,
  };
}

const paymentObject = ({ amount, created, paymentMetadata }: Session, { id, status }: Payment) => ({
  id,
  object: 'payment_intent',
  amount,
  currency,
  created,
  metadata: paymentMetadata,
  status,
});

export const chargeObject = ({ amount, created, paymentMetadata }: Session, { id, chargeId, refunded }: Payment) => ({
  id: chargeId,
  object: 'charge',
  amount,
  amount_refunded: refunded,
  refunded: refunded === amount,
  currency,
  created,
  metadata: paymentMetadata,
  payment_intent: id,
});

export const disputeObject = ({ id: payment_intent, chargeId: charge }: Payment, dispute: Dispute) => ({
  ...dispute,
  object: 'dispute',
  currency,
  charge,
  payment_intent,
  metadata: {},
});

export const eventObject = ({ id, created, type, object }: Event) => ({
  id,
  object: 'event',
  api_version: apiVersion,
  created,
  livemode: false,
  type,
  data: { object },
});
