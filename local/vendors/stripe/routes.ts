/** The routes of api.stripe.com and checkout.stripe.com, and the test-only routes under `/_`. */
import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { Answer, Call } from '../kit/http.ts';
import { faultOf } from '../kit/script.ts';
import { controlRoute, type Route } from '../kit/server.ts';
import { fieldsOf, idempotently, noSuch, stripeError } from './api-request.ts';
import type { Events } from './events.ts';
import type { StripeScript } from './faults.ts';
import { arrivalOf, closedPage, paymentPage, unknownPage } from './hosted-page.ts';
import { eventObject, sessionObject } from './objects.ts';
import type { Paid, Payments } from './payments.ts';
import { sessionInput } from './session-input.ts';
import { newId, type Session, type Store } from './store.ts';

type Parts = { store: Store; script: StripeScript; events: Events; payments: Payments; baseUrl: string };

export const stripeRoutes = (parts: Parts): Route[] => [
  ...apiRoutes(parts),
  hostedPage(parts, 'GET'),
  hostedPage(parts, 'POST'),
  ...controlRoutes(parts),
];

function apiRoutes(parts: Parts): Route[] {
  const { payments, baseUrl, script, store } = parts;
  /** If the path has a group, the group is a session id, and `run` gets this session. */
  const api = (name: string, method: string, path: RegExp, run: (call: Call, session: Session) => Answer): Route => ({
    name,
    method,
    path,
    answer(call, id) {
      const session = id === undefined ? undefined : payments.read(id);
      const faults = script.take(`${name} ${session?.email ?? fieldsOf(call).customer_email ?? ''} ${session?.id ?? ''}`);
      const { status } = faultOf(faults, 'status') ?? {};
      const made = (): Answer => (id !== undefined && !session ? noSuch('checkout.session', id) : run(call, session as Session));
      const answer = status ? stripeError(status, `Scripted error ${status}`) : idempotently(call, store, made);
      const json = faultOf(faults, 'no-url') ? { ...(answer.json as object), url: null } : answer.json;
      return { ...answer, json, headers: { 'request-id': `req_${randomBytes(7).toString('hex')}`, ...answer.headers }, faults };
    },
  });
  const shown = (session: Session, options = {}): Answer => ({ status: 200, json: sessionObject(session, baseUrl, options) });
  return [
    api('create-session', 'POST', /^\/v1\/checkout\/sessions$/, (call) => {
      const asked = sessionInput(fieldsOf(call));
      return 'refusal' in asked ? asked.refusal : shown(payments.create(asked.input));
    }),
    api('read-session', 'GET', /^\/v1\/checkout\/sessions\/(\w+)$/, ({ query }, session) =>
      shown(session, { expandPayment: query.get('expand[0]') === 'payment_intent' }),
    ),
    api('expire-session', 'POST', /^\/v1\/checkout\/sessions\/(\w+)\/expire$/, (_, session) =>
      session.status === 'open'
        ? shown(payments.expire(session))
        : stripeError(400, 'Only Checkout Sessions with a status in ["open"] can be expired.'),
    ),
    api('refund', 'POST', /^\/v1\/refunds$/, (call) => refund(call, parts)),
  ];
}

const sessionOf = ({ store }: Parts, isMeant: (session: Paid) => boolean): Paid | undefined =>
  store.sessions.all().find((session): session is Paid => session.payment !== undefined && isMeant(session as Paid));

function refund(call: Call, parts: Parts): Answer {
  const { payment_intent: id, amount: wanted } = fieldsOf(call);
  const session = sessionOf(parts, ({ payment }) => payment.id === id);
  if (session?.payment.status !== 'succeeded') return noSuch('payment_intent', String(id));
  const left = session.amount - session.payment.refunded;
  const amount = wanted === undefined ? left : Number(wanted);
  if (!Number.isInteger(amount) || amount < 1 || amount > left)
    return stripeError(400, `Refund amount (${wanted}) is greater than unrefunded amount on charge (${left})`, { param: 'amount' });
  parts.payments.refund(session, amount);
  return { status: 200, json: { id: newId('re'), object: 'refund', amount, currency: 'usd', payment_intent: id, status: 'succeeded' } };
}

const buyerMay = z.enum(['pay', 'decline', 'later']);

const hostedPage = ({ payments }: Parts, method: 'GET' | 'POST'): Route => ({
  name: 'hosted-page',
  method,
  path: /^\/c\/pay\/(\w+)$/,
  isPublic: true,
  answer(call, id = '') {
    const session = payments.read(id);
    if (!session) return unknownPage();
    if (session.status !== 'open') return closedPage(session);
    if (method === 'GET') return paymentPage(session);
    const action = buyerMay.safeParse(fieldsOf(call).action).data;
    if (!action) return { status: 400 };
    if (action === 'decline') return paymentPage(session, { declined: true });
    const done = action === 'pay' ? payments.pay(session) : payments.payLater(session);
    return { status: 303, headers: { location: arrivalOf(done) } };
  },
});

const disputeRequest = z.strictObject({
  payment_intent: z.string(),
  amount: z.int().min(1).optional(),
  status: z.string().default('needs_response'),
});

function controlRoutes(parts: Parts): Route[] {
  const { store, events, payments } = parts;
  return [
    controlRoute('GET', /^\/_events$/, () => ({
      status: 200,
      json: store.events.all().map((event) => ({ ...eventObject(event), delivery: event.delivery })),
    })),
    controlRoute('POST', /^\/_events\/(\w+)\/deliver$/, async (_, id = '') => {
      const event = store.events.get(id);
      if (!event) return { status: 404 };
      await events.deliverNow(event);
      return { status: 200, json: { delivery: store.events.get(id)?.delivery } };
    }),
    controlRoute('POST', /^\/_bank\/(\w+)$/, (_, id = '') => ({ status: payments.decide(id) ? 204 : 404 })),
    controlRoute('POST', /^\/_disputes$/, ({ json }) => {
      const { data: asked } = disputeRequest.safeParse(json);
      const session = asked && sessionOf(parts, ({ payment }) => payment.id === asked.payment_intent);
      if (!session) return { status: 400 };
      const dispute = { id: newId('dp'), amount: asked.amount ?? session.amount, status: asked.status };
      payments.dispute(session, dispute);
      return { status: 200, json: dispute };
    }),
    controlRoute('POST', /^\/_disputes\/(\w+)\/(won|lost)$/, (_, id = '', status = '') => {
      const session = sessionOf(parts, ({ payment }) => payment.disputes.some((one) => one.id === id));
      const dispute = session?.payment.disputes.find((one) => one.id === id);
      if (!session || !dispute) return { status: 404 };
      payments.dispute(session, { ...dispute, status });
      return { status: 204 };
    }),
  ];
}
