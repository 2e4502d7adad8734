/** Builds the objects of Stripe's API and events, with only the fields that the product or a test reads. */
import type { CardKind, Customer, Dispute, Event, Intent, Payment, Session } from './store.ts';

const apiVersion = '2026-10-28.endive';
const currency = 'usd';

type Expansion = { expandPayment?: boolean; customer?: Customer | undefined };

export function sessionObject(session: Session, baseUrl: string, { expandPayment = false, customer }: Expansion = {}) {
  const { id, created, mode, status, payment_status, amount, email, metadata, expiresAt, payment, customerId } = session;
  return {
    id,
    object: 'checkout.session',
    mode,
    livemode: false,
    created,
    expires_at: expiresAt,
    status,
    payment_status,
    amount_total: mode === 'setup' ? null : amount,
    currency,
    customer: customerId ?? null,
    customer_email: email,
    metadata,
    setup_intent: customer ? setupIntentObject(customer) : customerId ? `seti_${customerId}` : null,
    payment_intent: payment ? (expandPayment ? paymentObject(session, payment) : payment.id) : null,
    url: status === 'open' ? `${baseUrl}/c/pay/${id}` : null,
  };
}

/** Stripe's test cards: https://docs.stripe.com/testing */
const cardDigits: Record<CardKind, string> = { accepted: '4242', declined: '0341', authentication: '3184' };

/** The card expires in December, two years after the current year. */
const setupIntentObject = ({ id, paymentMethodId, cardKind }: Customer) => ({
  id: `seti_${id}`,
  object: 'setup_intent',
  status: 'succeeded',
  payment_method: {
    id: paymentMethodId,
    object: 'payment_method',
    type: 'card',
    card: { brand: 'visa', last4: cardDigits[cardKind], exp_month: 12, exp_year: new Date().getUTCFullYear() + 2 },
  },
});

export const intentObject = ({ id, created, amount, customerId, paymentMetadata, payment, errorCode }: Intent) => ({
  id,
  object: 'payment_intent',
  amount,
  amount_received: payment.status === 'succeeded' ? amount : 0,
  currency,
  created,
  customer: customerId,
  metadata: paymentMetadata,
  status: payment.status,
  last_payment_error: errorCode ? { type: 'card_error', code: errorCode } : null,
});

const paymentObject = ({ amount, created, paymentMetadata }: Session, { id, status }: Payment) => ({
  id,
  object: 'payment_intent',
  amount,
  currency,
  created,
  metadata: paymentMetadata,
  status,
});

type Charged = Pick<Session, 'amount' | 'created' | 'paymentMetadata'>;

export const chargeObject = ({ amount, created, paymentMetadata }: Charged, { id, chargeId, refunded }: Payment) => ({
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
