/** Actions of buyers, banks and staff on a session, and the events that they cause. */
import { setTimeout as pause } from 'node:timers/promises';
import { createBackgroundWork } from '../kit/background-work.ts';
import { faultOf } from '../kit/script.ts';
import { type Events, textOf } from './events.ts';
import type { StripeScript } from './faults.ts';
import { chargeObject, disputeObject, sessionObject } from './objects.ts';
import type { SessionInput } from './session-input.ts';
import { type Dispute, newId, type Payment, type Session, type Store } from './store.ts';

const sessionSeconds = 24 * 3600;
/** A real transfer takes days. This is short enough to watch. */
const bankMs = 10_000;

export type Payments = ReturnType<typeof createPayments>;

export function createPayments({
  store,
  script,
  events,
  baseUrl,
}: {
  store: Store;
  script: StripeScript;
  events: Events;
  baseUrl: string;
}) {
  const work = createBackgroundWork();
  const stopped = new AbortController();

  function save(session: Session): Session {
    store.sessions.save(session);
    return session;
  }

  const tell = (type: string, session: Session) => events.emit(`checkout.session.${type}`, session, sessionObject(session, baseUrl));

  const paymentOf = (session: Session, status: Payment['status'], metadata: Record<string, string>): Payment => ({
    id: newId('pi'),
    chargeId: newId('ch'),
    status,
    metadata,
    refunded: 0,
    disputes: [],
    ...session.payment,
  });

  function decide(sessionId: string): Session | undefined {
    const session = store.sessions.get(sessionId);
    if (session?.payment?.status !== 'processing' || !session.bank) return undefined;
    const isPaid = session.bank.outcome === 'succeeded';
    const decided = save({
      ...session,
      payment_status: isPaid ? 'paid' : 'unpaid',
      payment: { ...session.payment, status: isPaid ? 'succeeded' : 'requires_payment_method' },
    });
    tell(`async_payment_${session.bank.outcome}`, decided);
    return decided;
  }

  async function awaitBank({ id, bank }: Session): Promise<void> {
    await pause(Math.max(0, (bank?.at ?? 0) - Date.now()), undefined, { signal: stopped.signal }).catch(() => {});
    if (!stopped.signal.aborted) decide(id);
  }

  return {
    create({ amount, line_items, customer_email, client_reference_id, success_url, cancel_url, ...input }: SessionInput): Session {
      const created = Math.floor(Date.now() / 1000);
      const { name, description } = line_items[0].price_data.product_data;
      return save({
        id: newId('cs_test'),
        number: store.sessions.nextNumber(),
        created,
        expiresAt: created + sessionSeconds,
        status: 'open',
        payment_status: 'unpaid',
        amount,
        name,
        ...(description && { description }),
        email: customer_email ?? null,
        clientReferenceId: client_reference_id ?? null,
        metadata: input.metadata,
        paymentMetadata: input.payment_intent_data.metadata,
        successUrl: success_url,
        ...(cancel_url && { cancelUrl: cancel_url }),
      });
    },

    /** Returns the current session. An unpaid session past its time has expired. */
    read(id: string): Session | undefined {
      const session = store.sessions.get(id);
      if (session?.status === 'open' && session.expiresAt * 1000 <= Date.now()) return this.expire(session);
      return session;
    },

    expire(session: Session): Session {
      const expired = save({ ...session, status: 'expired' });
      tell('expired', expired);
      return expired;
    },

    pay(session: Session): Session {
      const payment = paymentOf(session, 'succeeded', session.paymentMetadata);
      const paid = save({ ...session, status: 'complete', payment_status: 'paid', payment });
      tell('completed', paid);
      return paid;
    },

    /** Completes the session while the payment is still processing. */
    payLater(session: Session): Session {
      const fault = faultOf(script.take(textOf('pay-later', session)), 'bank');
      const bank = { outcome: fault?.outcome ?? ('succeeded' as const), at: Date.now() + (fault?.afterMs ?? bankMs) };
      const payment = paymentOf(session, 'processing', session.paymentMetadata);
      const promised = save({ ...session, status: 'complete', payment, bank });
      tell('completed', promised);
      void work.track(awaitBank(promised));
      return promised;
    },

    decide,

    refund(session: Session, payment: Payment, amount: number): string {
      const refunded = { ...payment, refunded: payment.refunded + amount };
      const changed = save({ ...session, payment: refunded });
      events.emit('charge.refunded', changed, chargeObject(refunded, changed));
      return newId('re');
    },

    openDispute(session: Session, payment: Payment, amount: number, status: string): Dispute {
      const dispute: Dispute = { id: newId('dp'), amount, status, created: Math.floor(Date.now() / 1000) };
      const disputed = { ...payment, disputes: [...payment.disputes, dispute] };
      const changed = save({ ...session, payment: disputed });
      events.emit('charge.dispute.created', changed, disputeObject(dispute, disputed));
      return dispute;
    },

    closeDispute(session: Session, payment: Payment, id: string, status: string): void {
      const disputes = payment.disputes.map((dispute) => (dispute.id === id ? { ...dispute, status } : dispute));
      const changed = save({ ...session, payment: { ...payment, disputes } });
      const dispute = disputes.find((one) => one.id === id);
      if (dispute) events.emit('charge.dispute.closed', changed, disputeObject(dispute, payment));
    },

    /** Continues the bank decisions that were pending when the stand-in stopped. */
    resume(): void {
      for (const session of store.sessions.all()) if (session.payment?.status === 'processing') void work.track(awaitBank(session));
    },

    async stop(): Promise<void> {
      stopped.abort();
      await work.settled();
    },
  };
}
