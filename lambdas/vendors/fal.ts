/**
 * Implements the video port with fal.ai's queue (facts: docs/vendors.md). This file solves two problems:
 * - The SDK sends an order up to three times. After a network failure with an unknown result, this could cause a second paid order.
 * - The model ids of fal and of the product differ.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { createFalClient } from '@fal-ai/client';
import type { VideoModelId } from '#shared/catalogue.ts';
import { AppError, codesOf, type ErrorCode } from '#shared/errors.ts';
import { standInUrl } from '../platform/config.ts';
import { log } from '../platform/log.ts';
import { wasNotSent } from '../platform/unbilled.ts';
import { countRequests } from './count-requests.ts';
import { codeOfFalError, describeFalError, isRejectedByFal } from './fal-errors.ts';
import { vendorAccess } from './vendor-access.ts';
import { AmbiguousSubmitError, type VideoEnd, type VideoProgress, type VideoVendor } from './video-port.ts';

const submitTimeoutMs = 20_000;
const readTimeoutMs = 15_000;
const cancelTimeoutMs = 5_000;
const cancelAttemptsMax = 3;
const cancelPauseMs = 500;
/**
 * The time for which fal stores a result. It is long enough to copy the result after an outage of our service. It is not longer, because a
 * photo can show an unreleased product.
 */
const resultLifeSeconds = 24 * 3600;

const defaultEndpoints: Record<VideoModelId, string> = {
  veo3: 'fal-ai/veo3.1/image-to-video',
  'veo3-fast': 'fal-ai/veo3.1/fast/image-to-video',
};

/** Wraps the first response in an error without code, cause or status. Because of this, the SDK does not retry. */
class FirstResponse extends Error {
  readonly response: Response | undefined;
  readonly failure: unknown;
  constructor(response: Response | undefined, failure?: unknown) {
    super('first response');
    this.response = response;
    this.failure = failure;
  }
}

/** Makes one request per call. After any failure, the SDK stops immediately. */
const fetchOnce: typeof fetch = async (input, init) => {
  const response = await fetch(input, init).catch((failure) => {
    throw new FirstResponse(undefined, failure);
  });
  if (!response.ok) throw new FirstResponse(response);
  return response;
};

async function connect(): Promise<{ fal: ReturnType<typeof createFalClient>; endpointOf(model: VideoModelId): string }> {
  const { key, standIn, setting } = await vendorAccess('fal');
  const endpoints: Record<VideoModelId, string> = {
    veo3: setting('FAL_ENDPOINT_VEO3') ?? defaultEndpoints.veo3,
    'veo3-fast': setting('FAL_ENDPOINT_VEO3_FAST') ?? defaultEndpoints['veo3-fast'],
  };
  const fal = createFalClient({
    credentials: key,
    fetch: fetchOnce,
    suppressLocalCredentialsWarning: true,
    ...(standIn && { requestMiddleware: async (request) => ({ ...request, url: toStandIn(request.url, standIn) }) }),
  });
  return { fal, endpointOf: (model) => endpoints[model] };
}

const toStandIn = (url: string, base: string): string => {
  const { pathname, search } = new URL(url);
  return new URL(pathname + search, base).href;
};

type SdkResult<Value> = { value: Value } | { code: ErrorCode; cause: unknown; isUnclear: boolean };

/** Runs one SDK call and maps its failure to our codes. `isUnclear` means that the vendor may have accepted the request. */
async function resultOf<Value>(call: Promise<Value>): Promise<SdkResult<Value>> {
  try {
    return { value: await call };
  } catch (error) {
    if (!(error instanceof FirstResponse)) return { code: 'VendorMalformedAnswer', cause: error, isUnclear: true };
    if (!error.response) return { code: 'VendorUnreachable', cause: error.failure, isUnclear: !wasNotSent(error.failure) };
    const { status } = error.response;
    const body = await error.response.text().catch(() => '');
    return {
      code: codeOfFalError(status, body),
      cause: new Error(describeFalError(status, body)),
      isUnclear: !isRejectedByFal(status, body),
    };
  }
}

/** Codes of errors in our request, not in the generation: a wrong key or URL, or too many requests. */
const requestErrors: readonly ErrorCode[] = ['VendorMisconfigured', 'VendorBusy'];

async function valueOrThrow<Value>(call: Promise<Value>): Promise<Value> {
  const result = await resultOf(call);
  if ('value' in result) return result.value;
  throw new AppError(result.code, { cause: result.cause });
}

export const falVideo = countRequests<VideoVendor>('fal', ['start', 'progress', 'uploadPhoto'], {
  name: 'fal',
  supportsWebhook: true,

  async prepare() {
    await connect();
  },

  async start(order) {
    const { fal, endpointOf } = await connect();
    const submission = await resultOf(
      fal.queue.submit(endpointOf(order.model), {
        input: {
          prompt: order.prompt,
          image_url: order.photoUrl,
          aspect_ratio: order.aspectRatio,
          duration: `${order.durationSeconds}s`,
          resolution: order.resolution,
          generate_audio: order.generateAudio,
        },
        ...(order.webhookUrl && { webhookUrl: order.webhookUrl }),
        // fal must not store the prompt and the photo's URL, because they belong to the seller.
        headers: { 'x-fal-store-io': '0' },
        storageSettings: { expiresIn: resultLifeSeconds },
        abortSignal: AbortSignal.timeout(submitTimeoutMs),
      }),
    );
    if ('code' in submission && submission.isUnclear)
      throw new AmbiguousSubmitError('It is unknown whether fal accepted the order', { cause: submission.cause });
    // fal rejected the order.
    if ('code' in submission) throw new AppError(submission.code, { cause: submission.cause, isUnbilled: true });
    // A response without an id may belong to an accepted order.
    if (!submission.value?.request_id) throw new AmbiguousSubmitError('fal responded to an order without a request id');
    return { requestId: submission.value.request_id };
  },

  async progress(model, requestId): Promise<VideoProgress> {
    const { fal, endpointOf } = await connect();
    const status = await valueOrThrow(fal.queue.status(endpointOf(model), { requestId, abortSignal: AbortSignal.timeout(readTimeoutMs) }));
    if (status.status === 'IN_QUEUE') return { status: 'queued' };
    if (status.status === 'IN_PROGRESS') return { status: 'working' };
    const result = await resultOf(fal.queue.result(endpointOf(model), { requestId, abortSignal: AbortSignal.timeout(readTimeoutMs) }));
    // Only an error of the model ends a generation. If the result cannot be read now, the next poll reads it again.
    if ('code' in result && (result.isUnclear || requestErrors.includes(result.code)))
      throw new AppError(result.code, { cause: result.cause });
    if ('code' in result) return { status: 'failed', code: result.code };
    return progressOfPayload(result.value.data);
  },

  async cancel(model, requestId) {
    const { fal, endpointOf } = await connect();
    // A cancel is free and can be repeated safely. If it is lost, fal continues the order and bills it.
    for (let attempt = 1; ; attempt++) {
      const abortSignal = AbortSignal.timeout(cancelTimeoutMs);
      const result = await resultOf(fal.queue.cancel(endpointOf(model), { requestId, abortSignal }));
      // fal rejects the cancel of an order that has ended.
      if ('value' in result || result.code === 'VendorRejectedInput') return;
      if (attempt === cancelAttemptsMax || !codesOf('vendor-busy').includes(result.code))
        return log('warn', 'fal may continue a cancelled order', { requestId, error: result.cause });
      await pause(cancelPauseMs * attempt);
    }
  },

  async uploadPhoto(photo, contentType) {
    const { fal } = await connect();
    return valueOrThrow(
      fal.storage.upload(new Blob([new Uint8Array(photo)], { type: contentType }), { lifecycle: { expiresIn: resultLifeSeconds } }),
    );
  },

  resultAt: (url) => {
    const standIn = standInUrl('fal');
    return standIn && url.hostname === new URL(standIn).hostname ? new URL(toStandIn(url.href, standIn)) : url;
  },

  owns: (url) => {
    const standIn = standInUrl('fal');
    if (standIn) return url.origin === new URL(standIn).origin;
    return url.protocol === 'https:' && url.port === '' && /(^|\.)fal\.(media|ai|run)$/.test(url.hostname);
  },

  headersFor: async () => ({}),
});

/** Interprets the payload of a finished request, from a webhook or from the result call. */
export function progressOfPayload(payload: unknown): VideoEnd {
  const url = (payload as { video?: { url?: unknown } } | null)?.video?.url;
  return typeof url === 'string' && URL.canParse(url) ? { status: 'ready', url } : { status: 'failed', code: 'VendorMalformedAnswer' };
}
