/** Delivers webhooks as vendors do: signed anew at each attempt, repeated while the receiver does not answer with a 2xx. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from '../../chance.ts';
import { createBackgroundWork } from './background-work.ts';

const deliveryTimeoutMs = 15_000;
/** Vendors try for hours or days; at one desk six times within a minute tell the same story. */
export const webhookRetryDelaysMs: readonly number[] = [250, 1_000, 4_000, 15_000, 40_000];
const retriesMax = 10;
/** In harsh mode: every message is late, so that two may change places, and some come twice. */
const lateMsMax = 1_000;
const doubledShare = 0.3;

export type WebhookMessage = { requestId: string; url: string; body: string };
/** Signs a message now, or so that it does not hold. */
export type Signer = { headersFor(requestId: string, body: string, now: Date, options?: { forged?: boolean }): Record<string, string> };
export type WebhookSender = ReturnType<typeof createWebhookSender>;

/** @param chance makes messages late and doubled; each comes once, at once, unless given. */
export function createWebhookSender(signer: Signer, retryDelaysMs: readonly number[], chance?: Chance) {
  const stopped = new AbortController();
  const work = createBackgroundWork();

  const attempt = async ({ requestId, url, body }: WebhookMessage, forged = false): Promise<boolean> => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signer.headersFor(requestId, body, new Date(), { forged }) },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(deliveryTimeoutMs)]),
      });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  };

  type Outcome = 'delivered' | 'given-up' | 'cut-off';
  const deliver = async (message: WebhookMessage, onAttempted: () => void): Promise<Outcome> => {
    const copy = chance && chance('doubled message') < doubledShare ? deliverOnce(message, () => {}) : undefined;
    const outcome = await deliverOnce(message, onAttempted);
    await copy;
    return outcome;
  };

  const deliverOnce = async (message: WebhookMessage, onAttempted: () => void): Promise<Outcome> => {
    const lateMs = chance ? chance('late message') * lateMsMax : 0;
    for (const delayMs of [lateMs, ...retryDelaysMs.slice(0, retriesMax)]) {
      if (delayMs > 0) await pause(delayMs, undefined, { signal: stopped.signal }).catch(() => {});
      if (stopped.signal.aborted) break;
      const accepted = await attempt(message);
      onAttempted();
      if (accepted) return 'delivered';
    }
    return stopped.signal.aborted ? 'cut-off' : 'given-up';
  };

  return {
    /** @param onAttempted called after each try. 'cut-off' means that stop() came first: deliver again after the next start. */
    deliver: (message: WebhookMessage, onAttempted = () => {}) => work.track(deliver(message, onAttempted)),
    /** One try with a signature that does not hold. */
    forge: (message: WebhookMessage) => work.track(attempt(message, true)),
    async stop(): Promise<void> {
      stopped.abort();
      await work.settled();
    },
  };
}
