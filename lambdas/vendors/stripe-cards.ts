/**
 * The saved cards of automatic top-ups at Stripe (facts: docs/vendors.md). Each page for a card creates a new customer. So a card is
 * removed when its customer is deleted. A payment without any action of the seller is a payment intent with `off_session`. If the bank
 * demands authentication, Stripe responds with an error and charges nothing.
 */
import Stripe from 'stripe';
import * as z from 'zod';
import type { CardCharge, CardPage, CardPageOrder, ChargeOutcome, PaidCheckout } from './payment-port.ts';

const currency = 'usd';
/** The clocks of Stripe and of our functions can differ by some seconds. */
const clockSecondsMax = 300;
/** After the start of an attempt, a customer has only a few payments. So the first page of the list contains all of them. */
const intentsMax = 100;

export function paramsOfCardPage({ userId, email, setupId, siteOrigin }: CardPageOrder): Stripe.Checkout.SessionCreateParams {
  const metadata = { user_id: userId, card_setup_id: setupId };
  return {
    mode: 'setup',
    currency,
    allowed_payment_method_types: ['card'],
    customer_creation: 'always',
    client_reference_id: userId,
    ...(email && { customer_email: email }),
    metadata,
    setup_intent_data: { metadata },
    success_url: `${siteOrigin}/account?card={CHECKOUT_SESSION_ID}`,
    cancel_url: `${siteOrigin}/account`,
  };
}

const cardMetadata = z.object({ user_id: z.string().min(1), card_setup_id: z.string().min(1) });
const cardSession = z.object({ id: z.string(), mode: z.literal('setup'), metadata: cardMetadata });

/** Returns the id of the session if it is one of our pages for cards. */
export const cardReportOf = (value: unknown): string | undefined => cardSession.safeParse(value).data?.id;

const savedCard = z.object({
  status: z.literal('complete'),
  customer: z.string(),
  setup_intent: z.object({
    status: z.literal('succeeded'),
    payment_method: z.object({
      id: z.string(),
      card: z.object({ brand: z.string(), last4: z.string(), exp_month: z.int(), exp_year: z.int() }),
    }),
  }),
});

/** Returns undefined if the session is not one of our pages for cards. */
export function parseCardPage(value: unknown): CardPage | undefined {
  const session = cardSession.safeParse(value);
  if (!session.success) return undefined;
  const { user_id: userId, card_setup_id: setupId } = session.data.metadata;
  const saved = savedCard.safeParse(value);
  if (!saved.success) return { userId, setupId };
  const { customer: customerId, setup_intent } = saved.data;
  const { id: paymentMethodId, card } = setup_intent.payment_method;
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = card;
  return { userId, setupId, card: { customerId, paymentMethodId, brand, last4, expMonth, expYear } };
}

const cents = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);
const intent = z.object({
  id: z.string(),
  status: z.string(),
  amount_received: z.int(),
  currency: z.string(),
  metadata: z.object({ user_id: z.string().min(1), credits_cents: cents, price_cents: cents, auto_top_up_id: z.string().min(1) }),
  last_payment_error: z.object({ code: z.string().optional() }).nullish(),
});
type Intent = z.infer<typeof intent>;

/** Returns the payment if it belongs to an automatic top-up. A payment of a checkout has no `auto_top_up_id`. */
export function topUpReportOf(value: unknown): PaidCheckout | undefined {
  const parsed = intent.safeParse(value);
  return parsed.success ? paidCheckoutOf(parsed.data) : undefined;
}

function paidCheckoutOf({ id, status, amount_received: paid, currency: paidIn, metadata }: Intent): PaidCheckout | undefined {
  if (status !== 'succeeded' || paidIn !== currency) return undefined;
  const { user_id: userId, credits_cents: credits, price_cents: price } = metadata;
  return { sessionId: id, userId, credits, price, status: 'paid', paid, paymentId: id };
}

/** @throws an error of the SDK if the outcome is not known. */
export async function chargeCard(client: Stripe, charge: CardCharge): Promise<ChargeOutcome> {
  const known = charge.isRepeated ? await findIntent(client, charge) : undefined;
  if (!known && !charge.mayCharge) return { status: 'unknown' };
  const created = known ?? (await createIntent(client, charge));
  return created ? outcomeOf(client, created) : { status: 'declined' };
}

/** Finds the payment of an earlier request. The list is complete immediately; the search of Stripe is not. */
async function findIntent(client: Stripe, { id, customerId, startedAt }: CardCharge): Promise<Intent | undefined> {
  const since = Math.floor(Date.parse(startedAt) / 1000) - clockSecondsMax;
  const { data } = await client.paymentIntents.list({ customer: customerId, created: { gte: since }, limit: intentsMax });
  const found = data.find(({ metadata }) => metadata.auto_top_up_id === id);
  return found && intent.parse(found);
}

/** @returns undefined if the customer or the card no longer exists. */
async function createIntent(client: Stripe, charge: CardCharge): Promise<Intent | undefined> {
  const { id, userId, credits, price, customerId, paymentMethodId } = charge;
  try {
    const created = await client.paymentIntents.create(
      {
        amount: price,
        currency,
        customer: customerId,
        payment_method: paymentMethodId,
        allowed_payment_method_types: ['card'],
        off_session: true,
        confirm: true,
        metadata: { user_id: userId, credits_cents: String(credits), price_cents: String(price), auto_top_up_id: id },
      },
      { idempotencyKey: `auto-top-up:${id}` },
    );
    return intent.parse(created);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    if (error.code === 'resource_missing') return undefined;
    // A refused card is an error with the payment in its body: https://docs.stripe.com/api/errors#errors-payment_intent
    const refused = error.statusCode === 402 ? error.payment_intent : undefined;
    if (!refused) throw error;
    return intent.parse(refused);
  }
}

async function outcomeOf(client: Stripe, current: Intent): Promise<ChargeOutcome> {
  const checkout = paidCheckoutOf(current);
  if (checkout) return { status: 'paid', checkout };
  const { id, status, last_payment_error } = current;
  if (status === 'processing' || status === 'succeeded') return { status: 'processing' };
  if (status !== 'canceled') await client.paymentIntents.cancel(id);
  const needsSeller = status === 'requires_action' || last_payment_error?.code === 'authentication_required';
  return { status: needsSeller ? 'authentication' : 'declined' };
}
