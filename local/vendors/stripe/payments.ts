/** Applies the actions of buyers, banks and support to a session, and emits the events of these actions. */
import { setTimeout as pause } from 'node:timers/promises';
import { createBackgroundWork } from '../../base/background-work.ts';
import { faultOf } from '../kit/script.ts';
import { type Events, textOf } from './events.ts';
import type { StripeScript } from './faults.ts';
import { chargeObject, disputeObject, intentObject, sessionObject } from './objects.ts';
import type { IntentInput, SessionInput } from './session-input.ts';
import {
  type CardKind,
  type Customer,
  type Dispute,
  type Intent,
  newId,
  type Payment,
  type Session,
  type Store,
  secondsNow,
} from './store.ts';

const sessionSeconds = 24 * 3600;
/**
 * Time until the bank decides about a delayed payment. A real bank transfer takes days. This time is short, so that a demo can show the
 * decision.
 */
const bankMs = 10_000;

type Parts = { store: Store; script: StripeScript; events: Events; baseUrl: string };
export type Payments = ReturnType<typeof createPayments>;
/** A paid session, or a payment with a saved card. */
export type Paid = (Session & { payment: Payment }) | Intent;

export function createPayments({ store, script, events, baseUrl }: Parts) {
  const work = createBackgroundWork();
  const stopController = new AbortController();

  function save<Changed extends Session>(session: Changed): Changed {
    store.sessions.save(session);
    return session;
  }

  function saveIntent(intent: Intent): Intent {
    store.intents.save(intent);
    return intent;
  }

  function savePayment(paid: Paid, changes: Partial<Payment>): Paid {
    const payment = { ...paid.payment, ...changes };
    return 'customerId' in paid && !('mode' in paid) ? saveIntent({ ...paid, payment }) : save({ ...(paid as Session), payment });
  }

  function emitSessionEvent(type: string, session: Session): Session {
    events.emit(`checkout.session.${type}`, session, sessionObject(session, baseUrl));
    return session;
  }

  const newPayment = (status: Payment['status']): Payment => ({
    id: newId('pi'),
    chargeId: newId('ch'),
    status,
    refunded: 0,
    disputes: [],
  });

  function expire(session: Session): Session {
    return emitSessionEvent('expired', save({ ...session, status: 'expired' }));
  }

  function applyBankDecision(sessionId: string): Session | undefined {
    const session = store.sessions.get(sessionId);
    if (session?.payment?.status !== 'processing' || !session.bank) return undefined;
    const isPaid = session.bank.outcome === 'succeeded';
    const status = isPaid ? 'succeeded' : 'requires_payment_method';
    const decidedSession = save({
      ...session,
      payment_status: isPaid ? 'paid' : 'unpaid',
      payment: { ...session.payment, status },
    } as const);
    return emitSessionEvent(`async_payment_${session.bank.outcome}`, decidedSession);
  }

  async function awaitBank({ id, bank }: Session): Promise<void> {
    await pause(Math.max(0, (bank?.at ?? 0) - Date.now()), undefined, { signal: stopController.signal }).catch(() => {});
    if (!stopController.signal.aborted) applyBankDecision(id);
  }

  return {
    create(input: SessionInput): Session {
      const { customer_email, metadata, success_url, cancel_url } = input;
      return save({
        id: newId('cs_test'),
        number: store.sessions.nextNumber(),
        created: secondsNow(),
        expiresAt: secondsNow() + sessionSeconds,
        status: 'open',
        email: customer_email ?? null,
        metadata,
        successUrl: success_url,
        cancelUrl: cancel_url,
        mode: input.mode,
        ...(input.mode === 'setup'
          ? { payment_status: 'no_payment_required', amount: 0, name: 'Save a card', paymentMetadata: {} }
          : {
              payment_status: 'unpaid',
              amount: input.line_items[0].price_data.unit_amount,
              ...input.line_items[0].price_data.product_data,
              paymentMetadata: input.payment_intent_data.metadata,
            }),
      });
    },

    /** Completes a session with the mode `setup`. Creates a customer with the card. */
    saveCard(session: Session, cardKind: CardKind): Session {
      const customer: Customer = {
        id: newId('cus'),
        number: store.customers.nextNumber(),
        email: session.email,
        paymentMethodId: newId('pm'),
        cardKind,
      };
      store.customers.save(customer);
      return emitSessionEvent('completed', save({ ...session, status: 'complete', customerId: customer.id }));
    },

    /** Charges a saved card immediately. The bank of the card declines the payment or demands an authentication, depending on the card. */
    charge({ amount, metadata }: IntentInput, { id: customerId, email, cardKind }: Customer): Intent {
      const isPaid = cardKind === 'accepted';
      const payment = newPayment(isPaid ? 'succeeded' : 'requires_payment_method');
      const intent = saveIntent({
        id: payment.id,
        number: store.intents.nextNumber(),
        created: secondsNow(),
        amount,
        email,
        customerId,
        paymentMetadata: metadata,
        payment,
        ...(!isPaid && { errorCode: cardKind === 'declined' ? 'card_declined' : 'authentication_required' }),
      });
      events.emit(`payment_intent.${isPaid ? 'succeeded' : 'payment_failed'}`, intent, intentObject(intent));
      return intent;
    },

    cancel(intent: Intent): Intent {
      const canceled = saveIntent({ ...intent, payment: { ...intent.payment, status: 'canceled' } });
      events.emit('payment_intent.canceled', canceled, intentObject(canceled));
      return canceled;
    },

    /** Returns the current session. If an open session has reached its end time, it is marked as expired first. */
    read(id: string): Session | undefined {
      const session = store.sessions.get(id);
      return session?.status === 'open' && session.expiresAt <= secondsNow() ? expire(session) : session;
    },

    expire,

    pay: (session: Session): Session =>
      emitSessionEvent('completed', save({ ...session, status: 'complete', payment_status: 'paid', payment: newPayment('succeeded') })),

    /** Completes the session while the payment is still processing. */
    payLater(session: Session): Session {
      const fault = faultOf(script.take(textOf('pay-later', session)), 'bank');
      const bank = { outcome: fault?.outcome ?? ('succeeded' as const), at: Date.now() + (fault?.afterMs ?? bankMs) };
      const completedSession = emitSessionEvent(
        'completed',
        save({ ...session, status: 'complete', payment: newPayment('processing'), bank }),
      );
      void work.track(awaitBank(completedSession));
      return completedSession;
    },

    applyBankDecision,

    refund(paid: Paid, amount: number): void {
      const refunded = savePayment(paid, { refunded: paid.payment.refunded + amount });
      events.emit('charge.refunded', refunded, chargeObject(refunded, refunded.payment));
    },

    /** Opens the dispute, or changes the dispute with the same id. */
    dispute(paid: Paid, dispute: Dispute): void {
      const otherDisputes = paid.payment.disputes.filter(({ id }) => id !== dispute.id);
      const type = otherDisputes.length < paid.payment.disputes.length ? 'charge.dispute.closed' : 'charge.dispute.created';
      const { payment } = savePayment(paid, { disputes: [...otherDisputes, dispute] });
      events.emit(type, paid, disputeObject(payment, dispute));
    },

    /** Continues the bank decisions that were pending when the stand-in stopped. */
    resume(): void {
      for (const session of store.sessions.all()) if (session.payment?.status === 'processing') void work.track(awaitBank(session));
    },

    async stop(): Promise<void> {
      stopController.abort();
      await work.waitForAll();
    },
  };
}
