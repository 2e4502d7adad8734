/** Delivers webhooks as vendors do. Each attempt has a new signature. Attempts are repeated until the receiver responds with 2xx. */
import { setTimeout as pause } from 'node:timers/promises';
import { createBackgroundWork } from '../../base/background-work.ts';
import type { Chance } from '../../chance.ts';

const deliveryTimeoutMs = 15_000;
/** Vendors retry for hours or days. Six attempts within about a minute are enough for local tests. */
export const webhookRetryDelaysMs: readonly number[] = [250, 1_000, 4_000, 15_000, 40_000];
const retriesMax = 10;
/** In harsh mode, every message gets a random delay, so that two messages can arrive in reverse order. Some messages are sent twice. */
const firstDelayMsMax = 1_000;
const doubledShare = 0.3;

export type WebhookMessage = { requestId: string; url: string; body: string };
/** Signs a message with the current time. If `isForged` is true, the signature is invalid. */
export type Signer = { headersFor(requestId: string, body: string, now: Date, options?: { isForged?: boolean }): Record<string, string> };
export type WebhookSender = ReturnType<typeof createWebhookSender>;

/** @param chance delays and duplicates messages. Without `chance`, each message is sent once, immediately. */
export function createWebhookSender(signer: Signer, retryDelaysMs: readonly number[], chance?: Chance) {
  const stopController = new AbortController();
  const work = createBackgroundWork();

  const sendOnce = async ({ requestId, url, body }: WebhookMessage, isForged = false): Promise<boolean> => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signer.headersFor(requestId, body, new Date(), { isForged }) },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([stopController.signal, AbortSignal.timeout(deliveryTimeoutMs)]),
      });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  };

  type Outcome = 'delivered' | 'given-up' | 'interrupted';
  const deliverOnce = async (message: WebhookMessage, onAttempted?: () => void): Promise<Outcome> => {
    const firstDelayMs = chance ? chance('late message') * firstDelayMsMax : 0;
    for (const delayMs of [firstDelayMs, ...retryDelaysMs.slice(0, retriesMax)]) {
      if (delayMs > 0) await pause(delayMs, undefined, { signal: stopController.signal }).catch(() => {});
      if (stopController.signal.aborted) break;
      const isAccepted = await sendOnce(message);
      onAttempted?.();
      if (isAccepted) return 'delivered';
    }
    return stopController.signal.aborted ? 'interrupted' : 'given-up';
  };

  const deliver = async (message: WebhookMessage, onAttempted?: () => void): Promise<Outcome> => {
    const copy = chance && chance('doubled message') < doubledShare ? deliverOnce(message) : undefined;
    const outcome = await deliverOnce(message, onAttempted);
    await copy;
    return outcome;
  };

  return {
    /**
     * @param onAttempted called after each attempt
     * @returns 'interrupted' if stop() was called before the delivery. The caller must then deliver the message after the next start.
     */
    deliver: (message: WebhookMessage, onAttempted?: () => void) => work.track(deliver(message, onAttempted)),
    /** Sends the message once, with an invalid signature. */
    forge: (message: WebhookMessage) => work.track(sendOnce(message, true)),
    async stop(): Promise<void> {
      stopController.abort();
      await work.waitForAll();
    },
  };
}
