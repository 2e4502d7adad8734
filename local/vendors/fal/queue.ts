/** Life of a request: accepted, waiting for one of two slots, rendered (or failed by the script), announced. */
import { randomInt, randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { createQuickClips } from '../../demo/clips/quick-clips.ts';
import type { RenderFailure } from '../../demo/clips/render-error.ts';
import type { RenderJob } from '../../demo/clips/render-job.ts';
import { type Render, startRender } from '../../demo/clips/render-process.ts';
import { createBackgroundWork } from '../kit/background-work.ts';
import type { Answer } from '../kit/http.ts';
import { faultOf } from '../kit/script.ts';
import type { WebhookSender } from '../kit/webhook-sender.ts';
import { cancelledOutcome, modelFailure, webhookBody } from './answers.ts';
import type { Fault } from './faults.ts';
import type { VideoInput } from './input.ts';
import type { MediaFiles } from './media-files.ts';
import { ModelError } from './model-error.ts';
import type { LogLine, Outcome, RequestStore, VideoRequest } from './request-store.ts';

/** Concurrency of a new fal account. */
const rendersMax = 2;
const seedMax = 2 ** 31;
const sides = { '720p': { longSide: 1280, shortSide: 720 }, '1080p': { longSide: 1920, shortSide: 1080 } } as const;

type Parts = {
  store: RequestStore;
  media: MediaFiles;
  quickClips: ReturnType<typeof createQuickClips>;
  webhooks: WebhookSender;
  baseUrl: string;
};
export type Queue = ReturnType<typeof createQueue>;

export function createQueue({ store, media, quickClips, webhooks, baseUrl }: Parts) {
  const renders = new Map<string, Render>();
  const work = createBackgroundWork();
  const attempted = new EventEmitter();
  const stopped = new AbortController();
  const waiting = (): VideoRequest[] => store.inOrder().filter(({ state }) => state === 'queued');

  const begin = (request: VideoRequest): void => {
    const clip = faultOf(request.faults, 'clip');
    const failure = faultOf(request.faults, 'completed-with-error');
    if (faultOf(request.faults, 'refuse')) finish(request, refusalOf(request.input));
    else if (failure) {
      markRunning(request, 'The runner started');
      finish(request, modelFailure(new ModelError(failure.type, ['body'], generationMessages[failure.type]).detail));
    } else if (faultOf(request.faults, 'never')) markRunning(request, 'The runner started');
    else if (clip) {
      markRunning(request, 'The runner started');
      background(request, copyClip(request, clip));
    } else {
      request.state = 'queued';
      store.save(request);
      startNext();
    }
  };

  const startNext = (): void => {
    if (stopped.signal.aborted) return;
    for (const request of waiting().slice(0, rendersMax - renders.size)) background(request, render(request));
  };

  const render = async (request: VideoRequest): Promise<void> => {
    const fileName = `${request.id}.mp4`;
    const running = startRender(jobOf(request, media.pathOf(fileName)), (percent) => {
      request.logs.push(logLine(`Rendered ${percent} %`));
    });
    renders.set(request.id, running);
    markRunning(request, `Runner ${running.pid} started`);
    const outcome = await running.outcome;
    renders.delete(request.id);
    // A render that stop() interrupted stays stored as running, and restarts with the next start.
    if (stopped.signal.aborted) return;
    // A cancel may arrive between the last frame and this line.
    if (request.state === 'cancelled') media.remove(fileName);
    else if (outcome.status === 'failed') finish(request, renderFailure(outcome.failure));
    else finish(request, clipOutcome(fileName));
    startNext();
  };

  const copyClip = async (request: VideoRequest, fault: Extract<Fault, { kind: 'clip' }>): Promise<void> => {
    const fileName = `${request.id}.mp4`;
    const { duration, aspect_ratio: ratio, generate_audio: generateAudio } = request.input;
    const order = { isUpright: ratio === '9:16', seconds: Number.parseInt(duration, 10), generateAudio };
    await quickClips.copyTo(media.pathOf(fileName), fault, order);
    // All slow work is done before the wait, so that many clips can be on time within a few milliseconds.
    const outcome = clipOutcome(fileName);
    const remainingMs = Date.parse(request.submittedAt) + (fault.afterMs ?? 0) - Date.now();
    if (remainingMs > 0) await pause(remainingMs, undefined, { signal: stopped.signal });
    if (stopped.signal.aborted) return;
    if (request.state === 'cancelled') media.remove(fileName);
    else finish(request, outcome);
  };

  const clipOutcome = (fileName: string): Outcome => ({ status: 'ok', fileName, fileSize: statSync(media.pathOf(fileName)).size });

  /** Reports an internal error as a model error, so that the caller sees it. */
  const background = (request: VideoRequest, running: Promise<void>): void => {
    const guarded = running.catch((cause) => {
      if (stopped.signal.aborted) return;
      finish(request, modelFailure(new ModelError('internal_server_error', ['body'], `Internal server error: ${cause}`).detail));
    });
    void work.track(guarded);
  };

  const markRunning = (request: VideoRequest, message: string): void => {
    request.state = 'running';
    request.startedAt = new Date().toISOString();
    request.logs = [logLine(message)];
    store.save(request);
  };

  const finish = (request: VideoRequest, outcome: Outcome): void => {
    request.state = 'completed';
    request.completedAt = new Date().toISOString();
    request.outcome = outcome;
    if (outcome.status === 'failed') request.logs.push(logLine(outcome.error, 'ERROR'));
    if (request.webhookUrl && !faultOf(request.faults, 'lost-webhook')) {
      request.webhook = faultOf(request.faults, 'late-webhook') ? 'held' : 'due';
    }
    store.save(request);
    if (request.webhook === 'due') void work.track(announce(request));
  };

  const announce = async (request: VideoRequest): Promise<void> => {
    const message = { requestId: request.id, url: request.webhookUrl as string, body: webhookBody(request, baseUrl) };
    if (faultOf(request.faults, 'forged-webhook')) {
      await webhooks.forge(message);
      request.webhook = 'given-up';
    } else {
      const copies = faultOf(request.faults, 'doubled-webhook') ? 2 : 1;
      const deliver = () => webhooks.deliver(message, () => attempted.emit(request.id));
      const results = await Promise.all(Array.from({ length: copies }, deliver));
      if (results.includes('cut-off')) return;
      request.webhook = results.includes('delivered') ? 'delivered' : 'given-up';
    }
    store.save(request);
  };

  return {
    /** Resolves immediately, or after the first webhook attempt if an early webhook is scripted. */
    async submit(order: { endpoint: string; input: VideoInput; webhookUrl?: string; faults: Fault[] }): Promise<VideoRequest> {
      const request: VideoRequest = {
        ...order,
        id: randomUUID(),
        seed: order.input.seed ?? randomInt(seedMax),
        number: store.nextNumber(),
        state: 'queued',
        submittedAt: new Date().toISOString(),
        logs: [],
        webhook: 'none',
      };
      const early = order.webhookUrl && faultOf(order.faults, 'early-webhook');
      const announced = early && once(attempted, request.id, { signal: stopped.signal }).catch(() => {});
      begin(request);
      await announced;
      return request;
    },
    /** Number of requests that will start before this one. */
    positionOf: (request: VideoRequest): number => Math.max(waiting().indexOf(request), 0),
    /** A cancelled request sends no webhook. */
    cancel(request: VideoRequest): Answer {
      const { state } = request;
      if (state === 'completed' || state === 'cancelled') return { status: 400, json: { status: 'ALREADY_COMPLETED' } };
      Object.assign(request, { state: 'cancelled', completedAt: new Date().toISOString(), outcome: cancelledOutcome });
      store.save(request);
      renders.get(request.id)?.kill();
      return state === 'queued'
        ? { status: 200, json: { status: 'CANCELLED' } }
        : { status: 202, json: { status: 'CANCELLATION_REQUESTED' } };
    },
    /** Continues the requests that the last stop or a kill left unfinished. */
    resume(): void {
      for (const request of store.inOrder()) {
        if (request.state === 'queued' || request.state === 'running') begin(request);
        else if (request.webhook === 'due') void work.track(announce(request));
      }
    },
    /** Sends the held webhooks and returns their number. */
    releaseHeld(): number {
      const held = store.inOrder().filter(({ webhook }) => webhook === 'held');
      for (const request of held) {
        request.webhook = 'due';
        store.save(request);
        void work.track(announce(request));
      }
      return held.length;
    },
    async stop(): Promise<void> {
      stopped.abort();
      for (const running of renders.values()) running.kill();
      await Promise.all([quickClips.stop(), webhooks.stop()]);
      await work.settled();
    },
  };
}

function jobOf({ input, seed }: VideoRequest, file: string): RenderJob {
  return {
    photoUrl: input.image_url,
    prompt: input.prompt,
    seed,
    seconds: Number.parseInt(input.duration, 10),
    ...sides[input.resolution],
    aspectRatio: input.aspect_ratio,
    generateAudio: input.generate_audio,
    still: false,
    file,
  };
}

const generationMessages: Record<Extract<Fault, { kind: 'completed-with-error' }>['type'], string> = {
  internal_server_error: 'Internal server error',
  generation_timeout: 'The generation timed out',
  downstream_service_unavailable: 'A service that this model depends on is not available',
  downstream_service_error: 'A service that this model depends on answered with an error',
  no_media_generated: 'No media was generated for this input',
};

/** fal reports every problem with the photo as an error of its address field. */
function renderFailure({ reason, message, sizeBytesMax }: RenderFailure): Outcome {
  const isOfThePhoto = reason !== 'internal_server_error' && reason !== 'generation_timeout';
  const context = sizeBytesMax === undefined ? {} : { context: { max_size: sizeBytesMax } };
  return modelFailure(new ModelError(reason, isOfThePhoto ? ['body', 'image_url'] : ['body'], message, context).detail);
}

function refusalOf(input: VideoInput): Outcome {
  const message = 'The content could not be processed because it was flagged by a content checker.';
  return modelFailure({ ...new ModelError('content_policy_violation', ['body', 'prompt'], message).detail, input });
}

const logLine = (message: string, level: LogLine['level'] = 'INFO'): LogLine => ({
  message,
  level,
  source: 'USER',
  timestamp: new Date().toISOString(),
});
