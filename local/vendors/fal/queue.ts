/** Accepts requests, renders their videos or applies a scripted fault, and reports the end of each request by webhook. */
import { randomInt, randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { statSync } from 'node:fs';
import { createBackgroundWork } from '../../base/background-work.ts';
import type { createClips } from '../kit/clips.ts';
import type { VendorResponse } from '../kit/http.ts';
import type { Records } from '../kit/records.ts';
import { faultOf } from '../kit/script.ts';
import type { WebhookSender } from '../kit/webhook-sender.ts';
import { cancelledOutcome, modelFailure, type Outcome, type VideoRequest, webhookBody } from './responses.ts';

const seedMax = 2 ** 31;
const policyMessage = 'The content could not be processed because it was flagged by a content checker.';

type Parts = { requests: Records<VideoRequest>; clips: ReturnType<typeof createClips>; webhooks: WebhookSender; baseUrl: string };
export type Queue = ReturnType<typeof createQueue>;

export function createQueue({ requests, clips, webhooks, baseUrl }: Parts) {
  const work = createBackgroundWork();
  const webhookAttempts = new EventEmitter();
  const stopController = new AbortController();

  const save = (request: VideoRequest, changes: Partial<VideoRequest>): void => requests.save(Object.assign(request, changes));

  const begin = (request: VideoRequest): void => {
    const { id, input, seed, faults, submittedAt } = request;
    const markStarted = () => save(request, { state: 'running', startedAt: new Date().toISOString() });
    const failure = faultOf(faults, 'completed-with-error');
    if (faultOf(faults, 'refuse')) finish(request, modelFailure('content_policy_violation', policyMessage, 'prompt', input));
    else if (failure) finish(request, modelFailure(failure.type, `The generation failed: ${failure.type}`));
    else if (faultOf(faults, 'never')) markStarted();
    else {
      request.state = 'queued';
      clips.startClip({
        id,
        photoUrl: input.image_url,
        prompt: input.prompt,
        seed,
        seconds: Number.parseInt(input.duration, 10),
        resolution: input.resolution,
        aspectRatio: input.aspect_ratio,
        generateAudio: input.generate_audio,
        submittedAt,
        quickClip: faultOf(faults, 'clip'),
        onStarted: markStarted,
        onEnded(cause) {
          if (!cause) return finish(request, { status: 'ok', fileSize: statSync(clips.pathOf(id)).size });
          // fal reports every problem with the photo as an error of the field `image_url`.
          const isPhotoError = cause.reason !== 'internal_server_error' && cause.reason !== 'generation_timeout';
          finish(request, modelFailure(cause.reason, cause.message, isPhotoError ? 'image_url' : undefined));
        },
      });
      requests.save(request);
    }
  };

  const finish = (request: VideoRequest, outcome: Outcome): void => {
    const sendsWebhook = request.webhookUrl && !faultOf(request.faults, 'lost-webhook');
    const webhook = !sendsWebhook ? 'none' : faultOf(request.faults, 'late-webhook') ? 'delayed' : 'due';
    save(request, { state: 'completed', completedAt: new Date().toISOString(), outcome, webhook });
    if (webhook === 'due') void work.track(sendWebhook(request));
  };

  const sendWebhook = async (request: VideoRequest): Promise<void> => {
    const message = { requestId: request.id, url: request.webhookUrl as string, body: webhookBody(request, baseUrl) };
    if (faultOf(request.faults, 'forged-webhook')) {
      await webhooks.forge(message);
      return save(request, { webhook: 'given-up' });
    }
    const copies = faultOf(request.faults, 'doubled-webhook') ? 2 : 1;
    const deliver = () => webhooks.deliver(message, () => webhookAttempts.emit(request.id));
    const results = await Promise.all(Array.from({ length: copies }, deliver));
    if (!results.includes('interrupted')) save(request, { webhook: results.includes('delivered') ? 'delivered' : 'given-up' });
  };

  return {
    /**
     * Accepts a request. The promise resolves immediately. With a scripted early webhook, it resolves after the first attempt to send the
     * webhook.
     */
    async submit(order: Pick<VideoRequest, 'endpoint' | 'input' | 'webhookUrl' | 'faults'>): Promise<VideoRequest> {
      const request: VideoRequest = {
        ...order,
        id: randomUUID(),
        number: requests.nextNumber(),
        seed: randomInt(seedMax),
        state: 'queued',
        submittedAt: new Date().toISOString(),
        webhook: 'none',
      };
      const isEarly = order.webhookUrl && faultOf(order.faults, 'early-webhook');
      const firstAttempt = isEarly && once(webhookAttempts, request.id, { signal: stopController.signal }).catch(() => {});
      begin(request);
      await firstAttempt;
      return request;
    },
    /** A cancelled request sends no webhook. */
    cancel(request: VideoRequest): VendorResponse {
      const { state } = request;
      if (state === 'completed' || state === 'cancelled') return { status: 400, json: { status: 'ALREADY_COMPLETED' } };
      save(request, { state: 'cancelled', completedAt: new Date().toISOString(), outcome: cancelledOutcome() });
      clips.cancel(request.id);
      if (state === 'queued') return { status: 200, json: { status: 'CANCELLED' } };
      return { status: 202, json: { status: 'CANCELLATION_REQUESTED' } };
    },
    /** Continues the requests that were unfinished when the stand-in was stopped or killed. */
    resume(): void {
      for (const request of requests.all()) {
        if (request.state === 'queued' || request.state === 'running') begin(request);
        else if (request.webhook === 'due') void work.track(sendWebhook(request));
      }
    },
    /** Sends the delayed webhooks and returns their number. */
    sendDelayedWebhooks(): number {
      const delayedRequests = requests.all().filter(({ webhook }) => webhook === 'delayed');
      for (const request of delayedRequests) {
        save(request, { webhook: 'due' });
        void work.track(sendWebhook(request));
      }
      return delayedRequests.length;
    },
    async stop(): Promise<void> {
      stopController.abort();
      await Promise.all([clips.stop(), webhooks.stop()]);
      await work.waitForAll();
    },
  };
}
