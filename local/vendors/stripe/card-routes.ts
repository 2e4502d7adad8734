/** The routes for saved cards: customers, and payments without the buyer. */
import { randomBytes } from 'node:crypto';
import type { Call, VendorResponse } from '../kit/http.ts';
import { faultOf } from '../kit/script.ts';
import type { Route } from '../kit/server.ts';
import { fieldsOf, notFoundError, runOnce, stripeError } from './api-request.ts';
import { textOf } from './events.ts';
import { intentObject } from './objects.ts';
import type { Parts } from './parts.ts';
import { parseIntentInput } from './session-input.ts';
import type { Customer, Intent } from './store.ts';

const cancellable: readonly Intent['payment']['status'][] = ['requires_payment_method', 'processing'];

export function cardRoutes(parts: Parts): Route[] {
  const { store, script, payments } = parts;
  type Subject = Pick<Customer, 'id' | 'email'>;
  /** A call with a scripted status changes nothing. A call with a connection fault is processed, but its response can be lost. */
  const route = (
    name: string,
    { method, path }: Pick<Route, 'method' | 'path'>,
    subjectOf: (call: Call, id: string | undefined) => Subject | undefined,
    run: (call: Call, id: string | undefined) => VendorResponse,
  ): Route => ({
    name,
    method,
    path,
    respond(call, id) {
      const faults = script.take(textOf(name, subjectOf(call, id) ?? { id: id ?? '', email: null }));
      const { status } = faultOf(faults, 'status') ?? {};
      const response = status ? stripeError(status, `Scripted error ${status}`) : runOnce(call, store, () => run(call, id));
      return { ...response, headers: { 'request-id': `req_${randomBytes(7).toString('hex')}`, ...response.headers }, faults };
    },
  });

  const existingCustomer = (id: unknown): Customer | undefined => {
    const customer = store.customers.get(String(id));
    return customer?.isDeleted ? undefined : customer;
  };

  function chargeCard(call: Call): VendorResponse {
    const parsed = parseIntentInput(fieldsOf(call));
    if ('errorResponse' in parsed) return parsed.errorResponse;
    const { customer: customerId, payment_method: paymentMethodId } = parsed.input;
    const customer = existingCustomer(customerId);
    // Stripe responds with 400, not with 404, if a parameter names an object that does not exist.
    if (!customer) return missing('customer', customerId);
    if (customer.paymentMethodId !== paymentMethodId) return missing('payment_method', paymentMethodId);
    const intent = payments.charge(parsed.input, customer);
    if (!intent.errorCode) return { status: 200, json: intentObject(intent) };
    const message =
      intent.errorCode === 'card_declined'
        ? 'Your card was declined.'
        : 'Your card was declined. This transaction requires authentication.';
    return stripeError(402, message, { type: 'card_error', code: intent.errorCode, payment_intent: intentObject(intent) });
  }

  function listPayments({ query }: Call): VendorResponse {
    const since = Number(query.get('created[gte]') ?? 0);
    const found = store.intents.all().filter(({ customerId, created }) => customerId === query.get('customer') && created >= since);
    const data = found.reverse().slice(0, Number(query.get('limit') ?? 10));
    return {
      status: 200,
      json: { object: 'list', url: '/v1/payment_intents', has_more: data.length < found.length, data: data.map(intentObject) },
    };
  }

  function cancelPayment(id: string): VendorResponse {
    const intent = store.intents.get(id);
    if (!intent) return notFoundError('payment_intent', id);
    if (cancellable.includes(intent.payment.status)) return { status: 200, json: intentObject(payments.cancel(intent)) };
    return stripeError(400, `You cannot cancel this PaymentIntent because it has a status of ${intent.payment.status}.`, {
      code: 'payment_intent_unexpected_state',
    });
  }

  function deleteCustomer(id: string): VendorResponse {
    const customer = existingCustomer(id);
    if (!customer) return notFoundError('customer', id);
    store.customers.save({ ...customer, isDeleted: true });
    return { status: 200, json: { id, object: 'customer', deleted: true } };
  }

  const customerOf = (id: unknown) => store.customers.get(String(id));
  return [
    route('charge-card', { method: 'POST', path: /^\/v1\/payment_intents$/ }, (call) => customerOf(fieldsOf(call).customer), chargeCard),
    route(
      'list-payments',
      { method: 'GET', path: /^\/v1\/payment_intents$/ },
      ({ query }) => customerOf(query.get('customer')),
      listPayments,
    ),
    route(
      'cancel-payment',
      { method: 'POST', path: /^\/v1\/payment_intents\/(\w+)\/cancel$/ },
      (_, id) => store.intents.get(String(id)),
      (_, id) => cancelPayment(String(id)),
    ),
    route(
      'delete-customer',
      { method: 'DELETE', path: /^\/v1\/customers\/(\w+)$/ },
      (_, id) => customerOf(id),
      (_, id) => deleteCustomer(String(id)),
    ),
  ];
}

const missing = (param: string, id: string): VendorResponse =>
  stripeError(400, `No such ${param}: '${id}'`, { code: 'resource_missing', param });
