/** The routes of api.stripe.com and checkout.stripe.com, and the test-only routes under `/_`. */
import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { Call, VendorResponse } from '../kit/http.ts';
import { faultOf } from '../kit/script.ts';
import { controlRoute, type Route } from '../kit/server.ts';
import { fieldsOf, notFoundError, runOnce, stripeError } from './api-request.ts';
import { cardRoutes } from './card-routes.ts';
import { cardPage, closedPage, paymentPage, returnUrlOf, unknownPage } from './hosted-page.ts';
import { eventObject, sessionObject } from './objects.ts';
import type { Parts } from './parts.ts';
import type { Paid } from './payments.ts';
import { parseSessionInput } from './session-input.ts';
import { newId, type Session } from './store.ts';

export const stripeRoutes = (parts: Parts): Route[] => [
  ...apiRoutes(parts),
  ...cardRoutes(parts),
  hostedPage(parts, 'GET'),
  hostedPage(parts, 'POST'),
  ...controlRoutes(parts),
];

function apiRoutes(parts: Parts): Route[] {
  const { payments, baseUrl, script, store } = parts;
  /** A group in the path is a session id. `run` receives this session. */
  const apiRoute = (name: string, method: string, path: RegExp, run: (call: Call, session: Session) => VendorResponse): Route => ({
    name,
    method,
    path,
    respond(call, id) {
      const session = id === undefined ? undefined : payments.read(id);
      const faults = script.take(`${name} ${session?.email ?? fieldsOf(call).customer_email ?? ''} ${session?.id ?? ''}`);
      const { status } = faultOf(faults, 'status') ?? {};
      const runCall = (): VendorResponse =>
        id !== undefined && !session ? notFoundError('checkout.session', id) : run(call, session as Session);
      const response = status ? stripeError(status, `Scripted error ${status}`) : runOnce(call, store, runCall);
      const json = faultOf(faults, 'no-url') ? { ...(response.json as object), url: null } : response.json;
      return { ...response, json, headers: { 'request-id': `req_${randomBytes(7).toString('hex')}`, ...response.headers }, faults };
    },
  });
  const sessionResponse = (session: Session, options = {}): VendorResponse => ({
    status: 200,
    json: sessionObject(session, baseUrl, options),
  });
  const expansionOf = (name: string | null, { customerId = '' }: Session) => ({
    expandPayment: name === 'payment_intent',
    customer: name === 'setup_intent.payment_method' ? store.customers.get(customerId) : undefined,
  });
  return [
    apiRoute('create-session', 'POST', /^\/v1\/checkout\/sessions$/, (call) => {
      const parsed = parseSessionInput(fieldsOf(call));
      return 'errorResponse' in parsed ? parsed.errorResponse : sessionResponse(payments.create(parsed.input));
    }),
    apiRoute('read-session', 'GET', /^\/v1\/checkout\/sessions\/(\w+)$/, ({ query }, session) =>
      sessionResponse(session, expansionOf(query.get('expand[0]'), session)),
    ),
    apiRoute('expire-session', 'POST', /^\/v1\/checkout\/sessions\/(\w+)\/expire$/, (_, session) =>
      session.status === 'open'
        ? sessionResponse(payments.expire(session))
        : stripeError(400, 'Only Checkout Sessions with a status in ["open"] can be expired.'),
    ),
    apiRoute('refund', 'POST', /^\/v1\/refunds$/, (call) => refund(call, parts)),
  ];
}

const findPaid = ({ store }: Parts, isMatch: (paid: Paid) => boolean): Paid | undefined =>
  [...store.sessions.all(), ...store.intents.all()].find((one): one is Paid => one.payment !== undefined && isMatch(one as Paid));

function refund(call: Call, parts: Parts): VendorResponse {
  const { payment_intent: id, amount: requestedAmount } = fieldsOf(call);
  const paid = findPaid(parts, ({ payment }) => payment.id === id);
  if (paid?.payment.status !== 'succeeded') return notFoundError('payment_intent', String(id));
  const refundableAmount = paid.amount - paid.payment.refunded;
  const amount = requestedAmount === undefined ? refundableAmount : Number(requestedAmount);
  if (!Number.isInteger(amount) || amount < 1 || amount > refundableAmount)
    return stripeError(400, `Refund amount (${requestedAmount}) is greater than unrefunded amount on charge (${refundableAmount})`, {
      param: 'amount',
    });
  parts.payments.refund(paid, amount);
  return { status: 200, json: { id: newId('re'), object: 'refund', amount, currency: 'usd', payment_intent: id, status: 'succeeded' } };
}

const buyerAction = z.enum(['pay', 'decline', 'later']);
const cardAction = z.enum(['accepted', 'declined', 'authentication']);

const hostedPage = ({ payments }: Parts, method: 'GET' | 'POST'): Route => ({
  name: 'hosted-page',
  method,
  path: /^\/c\/pay\/(\w+)$/,
  isPublic: true,
  respond(call, id = '') {
    const session = payments.read(id);
    if (!session) return unknownPage();
    if (session.status !== 'open') return closedPage(session);
    if (session.mode === 'setup') {
      if (method === 'GET') return cardPage(session);
      const cardKind = cardAction.safeParse(fieldsOf(call).action).data;
      return cardKind ? { status: 303, headers: { location: returnUrlOf(payments.saveCard(session, cardKind)) } } : { status: 400 };
    }
    if (method === 'GET') return paymentPage(session);
    const action = buyerAction.safeParse(fieldsOf(call).action).data;
    if (!action) return { status: 400 };
    if (action === 'decline') return paymentPage(session, { isDeclined: true });
    const completedSession = action === 'pay' ? payments.pay(session) : payments.payLater(session);
    return { status: 303, headers: { location: returnUrlOf(completedSession) } };
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
    controlRoute('GET', /^\/_customers\/(\w+)$/, (_, id = '') => ({
      status: store.customers.get(id)?.isDeleted === undefined && store.customers.get(id) ? 204 : 404,
    })),
    controlRoute('POST', /^\/_bank\/(\w+)$/, (_, id = '') => ({ status: payments.applyBankDecision(id) ? 204 : 404 })),
    controlRoute('POST', /^\/_disputes$/, ({ json }) => {
      const { data: request } = disputeRequest.safeParse(json);
      const paid = request && findPaid(parts, ({ payment }) => payment.id === request.payment_intent);
      if (!paid) return { status: 400 };
      const dispute = { id: newId('dp'), amount: request.amount ?? paid.amount, status: request.status };
      payments.dispute(paid, dispute);
      return { status: 200, json: dispute };
    }),
    controlRoute('POST', /^\/_disputes\/(\w+)\/(won|lost)$/, (_, id = '', status = '') => {
      const paid = findPaid(parts, ({ payment }) => payment.disputes.some((dispute) => dispute.id === id));
      const dispute = paid?.payment.disputes.find((entry) => entry.id === id);
      if (!paid || !dispute) return { status: 404 };
      payments.dispute(paid, { ...dispute, status });
      return { status: 204 };
    }),
  ];
}
