/** Stripe's objects as in its API and events, with only the fields that a client may read here. */
import type { Dispute, Event, Payment, Session } from './store.ts';

export const apiVersion = '2026-10-28.endive';

const currency = 'usd';

export function sessionObject(session: Session, baseUrl: string, { expandPayment = false } = {}) {
  const { id, created, status, payment_status, amount, email, clientReferenceId, metadata, successUrl, cancelUrl, expiresAt, payment } =
    session;
  return {
    id,
    object: 'checkout.session',
    mode: 'payment',
    ui_mode: 'hosted_page',
    livemode: false,
    created,
    expires_at: expiresAt,
    status,
    payment_status,
    amount_subtotal: amount,
    amount_total: amount,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    currency,
    client_reference_id: clientReferenceId,
    customer: null,
    customer_email: email,
    customer_details: status === 'complete' ? { email } : null,
    metadata,
    payment_intent: payment ? (expandPayment ? paymentObject(payment, session) : payment.id) : null,
    success_url: successUrl,
    cancel_url: cancelUrl ?? null,
    url: status === 'open' ? pageOf(session, baseUrl) : null,
  };
}

/** Address of the payment page. */
export const pageOf = ({ id }: Session, baseUrl: string): string => `${baseUrl}/c/pay/${id}`;

const paymentObject = ({ id, chargeId, status, metadata }: Payment, { amount, created }: Session) => ({
  id,
  object: 'payment_intent',
  amount,
  amount_received: status === 'succeeded' ? amount : 0,
  currency,
  created,
  latest_charge: status === 'processing' ? null : chargeId,
  livemode: false,
  metadata,
  status,
});

export const chargeObject = ({ id, chargeId, metadata, refunded }: Payment, { amount, created }: Session) => ({
  id: chargeId,
  object: 'charge',
  amount,
  amount_captured: amount,
  amount_refunded: refunded,
  refunded: refunded === amount,
  currency,
  created,
  livemode: false,
  metadata,
  paid: true,
  payment_intent: id,
  status: 'succeeded',
});

export const disputeObject = ({ id, amount, status, created }: Dispute, { id: paymentId, chargeId }: Payment) => ({
  id,
  object: 'dispute',
  amount,
  currency,
  created,
  charge: chargeId,
  payment_intent: paymentId,
  livemode: false,
  metadata: {},
  reason: 'fraudulent',
  status,
});

export const eventObject = ({ id, created, type, object }: Event) => ({
  id,
  object: 'event',
  api_version: apiVersion,
  created,
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type,
  data: { object },
});
