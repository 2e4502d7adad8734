/** Somebody who pays on the stand-in's page, a bank that decides, staff who refund, and the reports about it in any order. */
import type { CreateCheckoutResponse, GetCheckoutResponse } from '#shared/credits/payment-calls.ts';
import type { TestCloud } from './cloud.ts';
import type { Refusal, Seller } from './seller.ts';

type StripeEvent = { id: string; type: string; data: { object: Record<string, unknown> }; delivery: string };

const pollMs = 50;
const patienceMs = 30_000;

export function buyerAt({ cloud, stripe }: TestCloud) {
  const url = String(cloud.lambdaVariables.STAND_IN_URL_STRIPE);
  async function ask(method: string, path: string, body?: object): Promise<Response> {
    const response = await fetch(url + path, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    if (!response.ok) throw new Error(`The stand-in refused ${path}: ${await response.text()}`);
    return response;
  }

  /** Calls Stripe's own API as staff with a key would. */
  const api = (path: string, fields: Record<string, string> = {}) =>
    fetch(`${url}/v1/${path}`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_staff', 'stripe-version': '2026-10-28.endive' },
      body: new URLSearchParams(fields),
    });

  const events = async (sessionId?: string): Promise<StripeEvent[]> => {
    const all = (await (await ask('GET', '/_events')).json()) as StripeEvent[];
    return sessionId === undefined ? all : all.filter(({ data }) => data.object.id === sessionId);
  };

  /** The payment of a session, by which refunds and disputes name it. */
  const paymentOf = async (sessionId: string): Promise<string> => {
    const completed = (await events(sessionId)).find(({ data }) => data.object.payment_intent);
    if (!completed) throw new Error(`${sessionId} is not paid`);
    return String(completed.data.object.payment_intent);
  };

  const read = (seller: Seller, sessionId: string) =>
    seller.call<GetCheckoutResponse & Refusal>('GET', `/api/stripe/session?session_id=${sessionId}`);

  return {
    script: stripe.script,
    events,
    paymentOf,
    read,
    /** Opens a payment page; answers the session. */
    async order(
      seller: Seller,
      amount = 50,
      price = amount >= 50 ? (amount * 9) / 10 : amount,
      more: object = {},
    ): Promise<{ id: string; page: string }> {
      const { status, body } = await seller.call<CreateCheckoutResponse>('POST', '/api/stripe/checkout', { amount, price, ...more });
      if (status !== 200) throw new Error(`The checkout was refused: ${JSON.stringify(body)}`);
      return { id: String(new URL(body.url).pathname.split('/').at(-1)), page: body.url };
    },
    /** Presses a button of the page; answers where it leads, or the page. */
    async press(page: string, action: 'pay' | 'decline' | 'later'): Promise<{ status: number; location: string | null; text: string }> {
      const response = await fetch(page, { method: 'POST', body: new URLSearchParams({ action }), redirect: 'manual' });
      return { status: response.status, location: response.headers.get('location'), text: await response.text() };
    },
    /** The bank decides now, as the script says. */
    decide: (sessionId: string) => ask('POST', `/_bank/${sessionId}`),
    /** Sends a report now, whatever became of it before. */
    deliver: (eventId: string) => ask('POST', `/_events/${eventId}/deliver`),
    /** The one report of a kind about a session, a charge or a dispute of it. */
    async event(type: string, sessionId: string): Promise<string> {
      const payment = type.startsWith('checkout.') ? undefined : await paymentOf(sessionId);
      const found = (await events()).filter(
        (one) => one.type === type && (payment ? one.data.object.payment_intent === payment : one.data.object.id === sessionId),
      );
      if (found.length === 0) throw new Error(`Nobody reported ${type} of ${sessionId}`);
      return String(found.at(-1)?.id);
    },
    refund: async (sessionId: string, cents?: number) => {
      const response = await api('refunds', { payment_intent: await paymentOf(sessionId), ...(cents && { amount: String(cents) }) });
      if (!response.ok) throw new Error(`The refund was refused: ${await response.text()}`);
    },
    dispute: async (sessionId: string, cents?: number): Promise<string> => {
      const asked = { payment_intent: await paymentOf(sessionId), ...(cents && { amount: cents }) };
      return ((await (await ask('POST', '/_disputes', asked)).json()) as { id: string }).id;
    },
    endDispute: (id: string, how: 'won' | 'lost') => ask('POST', `/_disputes/${id}/${how}`),
    expire: (sessionId: string) => api(`checkout/sessions/${sessionId}/expire`),
    /** Waits until every report that is sent by itself has been taken, or given up. */
    async settled(): Promise<void> {
      for (const deadline = Date.now() + patienceMs; Date.now() < deadline; ) {
        if ((await events()).every(({ delivery }) => delivery !== 'due')) return;
        await new Promise((resolve) => setTimeout(resolve, pollMs));
      }
      throw new Error('The reports were not delivered');
    },
  };
}
