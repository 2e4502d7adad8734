/** Stripe's routes: those of api.stripe.com and checkout.stripe.com, and the test-only routes under `/_`. */
import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { CallLog } from '../kit/call-log.ts';
import { controlRoute, controlRoutes } from '../kit/control-routes.ts';
import { type Answer, type Call, jsonOf } from '../kit/http.ts';
import type { Refusals, Route } from '../kit/router.ts';
import { faultOf } from '../kit/script.ts';
import { applyWireFaults } from '../kit/wire-faults.ts';
import { noSuch, scriptedError, stripeError } from './errors.ts';
import type { Events } from './events.ts';
import type { StripeScript } from './faults.ts';
import { fieldsOf } from './fields.ts';
import { arrivalOf, closedPage, paymentPage, unknownPage } from './hosted-page.ts';
import { idempotently } from './idempotency.ts';
import { eventObject, sessionObject } from './objects.ts';
import type { Payments } from './payments.ts';
import { sessionInput } from './session-input.ts';
import type { Session, Store } from './store.ts';

export type Parts = {
  store: Store;
  script: StripeScript;
  events: Events;
  payments: Payments;
  log: CallLog;
  baseUrl: string;
  stopping: AbortSignal;
};

const formType = 'application/x-www-form-urlencoded';

export const stripeRefusals: Refusals = {
  keyless: ({ headers, method }) => {
    if (!/^Bearer [rs]k_(test|live)_\w+/.test(headers.authorization ?? '')) return scriptedError(401);
    if (!headers['stripe-version']) return stripeError(400, 'The stand-in asks for a Stripe-Version.');
    if (method === 'POST' && !headers['content-type']?.startsWith(formType))
      return stripeError(400, `Invalid request: send ${formType}, not JSON.`);
    return undefined;
  },
  unknown: (status) => stripeError(status, 'Unrecognized request URL.'),
  tooLarge: () => stripeError(413, 'The request is too large.'),
  failed: (error) => stripeError(500, `An unexpected error occurred: ${error}`, { type: 'api_error' }),
};

/** Every API response has a request id. */
const withRequestId = (answer: Answer): Answer => ({
  ...answer,
  headers: { 'request-id': `req_${randomBytes(7).toString('hex')}`, ...answer.headers },
});

export const stripeRoutes = (parts: Parts): Route[] => [
  ...controlRoutes(parts),
  ...apiRoutes(parts),
  ...hostedRoutes(parts),
  ...eventRoutes(parts),
];

function apiRoutes(parts: Parts): Route[] {
  const { store, payments, baseUrl } = parts;
  const api = (name: string, method: string, path: RegExp, answer: Route['answer']): Route => ({
    name,
    method,
    path,
    access: 'key',
    answer: async (call, ...groups) => withRequestId(await faulty(name, call, groups[0], parts, () => answer(call, ...groups))),
  });
  const found = (id: string, run: (session: Session) => Answer): Answer => {
    const session = payments.read(id);
    return session ? run(session) : noSuch('checkout.session', id);
  };
  return [
    api('create-session', 'POST', /^\/v1\/checkout\/sessions$/, (call) =>
      idempotently(call, store, () => {
        const fields = fieldsOf(call);
        const asked = fields ? sessionInput(fields) : { refusal: stripeError(400, 'Invalid form') };
        return 'refusal' in asked ? asked.refusal : { status: 200, json: sessionObject(payments.create(asked.input), baseUrl) };
      }),
    ),
    api('read-session', 'GET', /^\/v1\/checkout\/sessions\/(\w+)$/, ({ query }, id = '') =>
      found(id, (session) => {
        const expandPayment = query.getAll('expand[0]').concat(query.getAll('expand[]')).includes('payment_intent');
        return { status: 200, json: sessionObject(session, baseUrl, { expandPayment }) };
      }),
    ),
    api('expire-session', 'POST', /^\/v1\/checkout\/sessions\/(\w+)\/expire$/, (_, id = '') =>
      found(id, (session) =>
        session.status === 'open'
          ? { status: 200, json: sessionObject(payments.expire(session), baseUrl) }
          : stripeError(400, 'Only Checkout Sessions with a status in ["open"] can be expired.'),
      ),
    ),
    api('refund', 'POST', /^\/v1\/refunds$/, (call) => idempotently(call, store, () => refund(call, parts))),
  ];
}

/** Runs an API call with its scripted faults. */
async function faulty(
  name: string,
  call: Call,
  sessionId: string | undefined,
  { script, store, stopping }: Parts,
  run: () => Answer | Promise<Answer>,
): Promise<Answer> {
  const known = sessionId === undefined ? undefined : store.sessions.get(sessionId);
  const email = known?.email ?? fieldsOf(call)?.customer_email ?? '';
  const faults = script.take(`${name} ${email} ${known?.id ?? ''}`);
  const status = faultOf(faults, 'status')?.status;
  if (status !== undefined) return scriptedError(status);
  const answer = await run();
  const changed = faultOf(faults, 'no-url') ? { ...answer, json: { ...(answer.json as object), url: null } } : answer;
  return applyWireFaults(changed, faults, stopping);
}

function refund(call: Call, { store, payments }: Parts): Answer {
  const { payment_intent: paymentId, amount: wanted } = fieldsOf(call) ?? {};
  const session = store.sessionOfPayment(String(paymentId));
  if (session?.payment?.status !== 'succeeded') return noSuch('payment_intent', String(paymentId));
  const left = session.amount - session.payment.refunded;
  const amount = wanted === undefined ? left : Number(wanted);
  if (!Number.isInteger(amount) || amount < 1 || amount > left)
    return stripeError(400, `Refund amount (${wanted}) is greater than unrefunded amount on charge (${left})`, { param: 'amount' });
  const id = payments.refund(session, session.payment, amount);
  return { status: 200, json: { id, object: 'refund', amount, currency: 'usd', payment_intent: paymentId, status: 'succeeded' } };
}

const buyerMay = z.enum(['pay', 'decline', 'later']);

function hostedRoutes({ payments }: Parts): Route[] {
  const page = (method: string, run: (session: Session, call: Call) => Answer): Route => ({
    name: 'hosted-page',
    method,
    path: /^\/c\/pay\/(\w+)$/,
    access: 'anyone',
    answer: (call, id = '') => {
      const session = payments.read(id);
      if (!session) return unknownPage();
      return session.status === 'open' ? run(session, call) : closedPage(session);
    },
  });
  return [
    page('GET', (session) => paymentPage(session)),
    page('POST', (session, { body }) => {
      const action = buyerMay.safeParse(new URLSearchParams(body.toString()).get('action'));
      if (!action.success || action.data === 'decline') return paymentPage(session, { declined: action.success });
      const done = action.data === 'pay' ? payments.pay(session) : payments.payLater(session);
      return { status: 303, headers: { location: arrivalOf(done) } };
    }),
  ];
}

const disputeRequest = z.strictObject({
  payment_intent: z.string(),
  amount: z.int().min(1).optional(),
  status: z.string().default('needs_response'),
});

function eventRoutes({ store, events, payments }: Parts): Route[] {
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
    controlRoute('POST', /^\/_disputes$/, ({ body }) => {
      const asked = disputeRequest.safeParse(jsonOf(body));
      const session = asked.success ? store.sessionOfPayment(asked.data.payment_intent) : undefined;
      if (!asked.success || !session?.payment) return { status: 400 };
      const { amount = session.amount, status } = asked.data;
      return { status: 200, json: payments.openDispute(session, session.payment, amount, status) };
    }),
    controlRoute('POST', /^\/_disputes\/(\w+)\/(won|lost)$/, (_, id = '', status = '') => {
      const session = store.sessionOfDispute(id);
      if (!session?.payment) return { status: 404 };
      payments.closeDispute(session, session.payment, id, status);
      return { status: 204 };
    }),
  ];
}
