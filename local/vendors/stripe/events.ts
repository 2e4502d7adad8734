/**
 * Sends signed events to the webhook. Without a scripted fault, each event is sent at least once. Scripted faults can change the order and
 * the number of the events.
 */
import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createBackgroundWork } from '../../base/background-work.ts';
import type { Chance } from '../../chance.ts';
import { faultOf } from '../kit/script.ts';
import { createWebhookSender, type Signer } from '../kit/webhook-sender.ts';
import type { Fault, StripeScript } from './faults.ts';
import { eventObject } from './objects.ts';
import { type Event, newId, type Session, type Store, secondsNow } from './store.ts';

/** A session, or a payment without a session. */
type Subject = Pick<Session, 'email' | 'id'>;

export type Events = ReturnType<typeof createEvents>;

/** Creates the header `Stripe-Signature`. It contains the time, and an HMAC of the time and the exact bytes of the body. */
export const stripeSigner = (secret: string): Signer => ({
  headersFor(_, body, now, { isForged = false } = {}) {
    const time = Math.floor(now.getTime() / 1000);
    const signature = createHmac('sha256', isForged ? `${secret}?` : secret)
      .update(`${time}.${body}`)
      .digest('hex');
    return { 'stripe-signature': `t=${time},v1=${signature}` };
  },
});

/** Returns the text about a session or a payment. The rules of the script are compared with this text. */
export const textOf = (name: string, { email, id }: Subject): string => `${name} ${email ?? ''} ${id}`;

type Options = {
  store: Store;
  script: StripeScript;
  webhook: { url: string; secret: string };
  retryDelaysMs: readonly number[];
  chance?: Chance | undefined;
};

export function createEvents({ store, script, webhook, retryDelaysMs, chance }: Options) {
  const sender = createWebhookSender(stripeSigner(webhook.secret), retryDelaysMs, chance);
  const work = createBackgroundWork();
  const stopController = new AbortController();

  const messageOf = (event: Event) => ({ requestId: event.id, url: webhook.url, body: JSON.stringify(eventObject(event)) });

  async function deliver(event: Event, copies = 1): Promise<void> {
    const outcomes = await Promise.all(Array.from({ length: copies }, () => sender.deliver(messageOf(event))));
    const outcome = outcomes.find((result) => result !== 'delivered') ?? 'delivered';
    if (outcome !== 'interrupted') store.events.save({ ...event, delivery: outcome });
  }

  async function send(event: Event, faults: Fault[]): Promise<void> {
    const delayMs = faultOf(faults, 'delayed')?.ms ?? 0;
    if (delayMs > 0) await pause(delayMs, undefined, { signal: stopController.signal }).catch(() => {});
    if (stopController.signal.aborted) return;
    if (faultOf(faults, 'forged')) await sender.forge(messageOf(event));
    await deliver(event, 1 + (faultOf(faults, 'doubled')?.times ?? 0));
  }

  return {
    emit(type: string, subject: Subject, object: unknown): void {
      const faults = script.take(textOf(type, subject));
      const delivery = faultOf(faults, 'lost') ? 'kept' : 'due';
      const event: Event = { id: newId('evt'), number: store.events.nextNumber(), created: secondsNow(), type, object, delivery };
      store.events.save(event);
      if (delivery === 'due') void work.track(send(event, faults));
    },
    /** Sends an event now, regardless of its state. Resolves when the receiver has accepted the event or all attempts have failed. */
    deliverNow: (event: Event): Promise<void> => work.track(deliver(event)),
    /** Sends the events that stop() interrupted. */
    resume(): void {
      for (const event of store.events.all()) if (event.delivery === 'due') void work.track(deliver(event));
    },
    async stop(): Promise<void> {
      stopController.abort();
      await sender.stop();
      await work.waitForAll();
    },
  };
}
