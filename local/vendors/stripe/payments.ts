/** Applies the actions of buyers, banks and support to a session, and emits the events of these actions. */
import { setTimeout as pause } from 'node:timers/promises';
import { createBackgroundWork } from '../../base/background-work.ts';
import { faultOf } from '../kit/script.ts';
import { type Events, textOf } from './events.ts';
import type { StripeScript } from './faults.ts';
import { chargeObject, disputeObject, sessionObject } from './objects.ts';
import type { SessionInput } from './session-input.ts';
import { type Dispute, newId, type Payment, type Session, type Store, secondsNow } from './store.ts';

const sessionSeconds = 24 * 3600;
/**
 * Time until the bank decides about a delayed payment. A real bank transfer takes days. This time is short, so that a demo can show the
 * decision.
 */
const bankMs = 10_000;

type Parts = { store: Store; script: StripeScript; events: Events; baseUrl: string };
export type Payments = ReturnType<typeof createPayments>;
export type PaidSession = Session & { payment: Payment };

export function createPayments({ store, script, events, baseUrl }: Parts) {
  const work = createBackgroundWork();
  const stopController = new AbortController();

  function save<Changed extends Session>(session: Changed): Changed {
    store.sessions.save(session);
    return session;
  }

  const savePayment = (session: PaidSession, changes: Partial<Payment>): PaidSession =>
    save({ ...session, payment: { ...session.payment, ...changes } });

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
    create({ line_items, customer_email, metadata, payment_intent_data, success_url, cancel_url }: SessionInput): Session {
      const { unit_amount: amount, product_data } = line_items[0].price_data;
      return save({
        id: newId('cs_test'),
        number: store.sessions.nextNumber(),
        created: secondsNow(),
        expiresAt: secondsNow() + sessionSeconds,
        status: 'open',
        payment_status: 'unpaid',
        amount,
        ...product_data,
        email: customer_email ?? null,
        metadata,
        paymentMetadata: payment_intent_data.metadata,
        successUrl: success_url,
        cancelUrl: cancel_url,
      });
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

    refund(session: PaidSession, amount: number): void {
      const refundedSession = savePayment(session, { refunded: session.payment.refunded + amount });
      events.emit('charge.refunded', refundedSession, chargeObject(refundedSession, refundedSession.payment));
    },

    /** Opens the dispute, or changes the dispute with the same id. */
    dispute(session: PaidSession, dispute: Dispute): void {
      const otherDisputes = session.payment.disputes.filter(({ id }) => id !== dispute.id);
      const type = otherDisputes.length < session.payment.disputes.length ? 'charge.dispute.closed' : 'charge.dispute.created';
      const { payment } = savePayment(session, { disputes: [...otherDisputes, dispute] });
      events.emit(type, session, disputeObject(payment, dispute));
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
