/**
 * Implements the video port with Veo through the Gemini API (facts: docs/vendors.md). The API has no webhook, so the operation is polled.
 * The order contains the bytes of the photo. A download of a result needs the key. No other host may get this key.
 */
import * as z from 'zod';
import type { VideoModelId } from '#shared/catalogue.ts';
import { AppError } from '#shared/errors.ts';
import { standInUrl } from '../platform/config.ts';
import { log } from '../platform/log.ts';
import { countRequests } from './count-requests.ts';
import { connectToGemini, type Gemini, sendToGemini, valueOrThrow } from './gemini-api.ts';
import { codeOfOperationError } from './gemini-errors.ts';
import { AmbiguousSubmitError, type VideoProgress, type VideoVendor } from './video-port.ts';

/** The request contains the photo, up to 11 MB as base64. */
const submitTimeoutMs = 40_000;
const readTimeoutMs = 15_000;

const defaultModels: Record<VideoModelId, string> = {
  veo3: 'veo-3.1-generate-preview',
  'veo3-fast': 'veo-3.1-fast-generate-preview',
};

const modelOf = ({ setting }: Gemini, model: VideoModelId): string =>
  setting(model === 'veo3' ? 'GEMINI_VIDEO_MODEL_VEO3' : 'GEMINI_VIDEO_MODEL_VEO3_FAST') ?? defaultModels[model];

/** An operation name is used as a path, so only names of this form are accepted. */
const operationName = z.string().regex(/^models\/[\w.-]+\/operations\/[\w.-]+$/);
const acceptedSchema = z.object({ name: operationName });

const operationSchema = z.object({
  done: z.boolean().optional(),
  error: z.object({ code: z.number().optional(), message: z.string().optional() }).optional(),
  response: z
    .object({
      generateVideoResponse: z
        .object({
          generatedSamples: z.array(z.object({ video: z.object({ uri: z.url() }) })).optional(),
          raiMediaFilteredCount: z.number().optional(),
          raiMediaFilteredReasons: z.array(z.unknown()).optional(),
        })
        .optional(),
    })
    .optional(),
});

export const geminiVideo = countRequests<VideoVendor>('gemini', ['start', 'progress'], {
  name: 'gemini',
  supportsWebhook: false,

  async prepare() {
    await connectToGemini();
  },

  async start(order) {
    const gemini = await connectToGemini();
    const { mimeType, data } = partsOf(order.photoUrl);
    // Veo always generates audio, and the API cannot disable it.
    if (!order.generateAudio) log('warn', 'the vendor does not support this option', { vendor: 'gemini', option: 'generateAudio: false' });
    const result = await sendToGemini(gemini, `models/${modelOf(gemini, order.model)}:predictLongRunning`, {
      json: {
        instances: [{ prompt: order.prompt, image: { bytesBase64Encoded: data, mimeType } }],
        parameters: { aspectRatio: order.aspectRatio, durationSeconds: order.durationSeconds, resolution: order.resolution },
      },
      timeoutMs: submitTimeoutMs,
    });
    if ('code' in result && result.isUnclear)
      throw new AmbiguousSubmitError('It is unknown whether Gemini accepted the order', { cause: result.cause });
    const { data: acceptedOrder } = acceptedSchema.safeParse(valueOrThrow(result));
    // A response without a name may belong to an accepted order.
    if (!acceptedOrder) throw new AmbiguousSubmitError('Gemini responded to an order without the name of an operation');
    return { requestId: acceptedOrder.name };
  },

  async progress(_, requestId): Promise<VideoProgress> {
    const gemini = await connectToGemini();
    const response = valueOrThrow(await sendToGemini(gemini, operationName.parse(requestId), { timeoutMs: readTimeoutMs }));
    const { data: state } = operationSchema.safeParse(response);
    if (!state) {
      // If the operation still runs or is not readable, the next poll reads it again.
      if ((response as { done?: unknown } | null)?.done !== true) throw new AppError('VendorMalformedAnswer');
      return { status: 'failed', code: 'VendorMalformedAnswer' };
    }
    return progressOf(state);
  },

  /** The API has no cancel call. */
  async cancel(_, requestId) {
    log('warn', 'the vendor does not support this option', { vendor: 'gemini', option: 'cancel', requestId });
  },

  uploadPhoto: async (photo, contentType) => `data:${contentType};base64,${photo.toString('base64')}`,

  resultAt: (url) => {
    const standIn = standInUrl('gemini');
    return standIn && url.hostname === new URL(standIn).hostname ? new URL(url.pathname + url.search, standIn) : url;
  },

  owns: (url) => {
    const standIn = standInUrl('gemini');
    if (standIn) return url.origin === new URL(standIn).origin;
    return url.protocol === 'https:' && url.port === '' && /(^|\.)googleapis\.com$/.test(url.hostname);
  },

  /** A download may be redirected to other hosts of Google. These hosts do not get the key. */
  async headersFor(url) {
    const { base, headers } = await connectToGemini();
    return url.origin === new URL(base).origin ? headers : {};
  },
});

function progressOf({ done, error, response }: z.infer<typeof operationSchema>): VideoProgress {
  if (!done) return { status: 'working' };
  if (error) return { status: 'failed', code: codeOfOperationError(error) };
  const { generatedSamples, raiMediaFilteredCount = 0, raiMediaFilteredReasons = [] } = response?.generateVideoResponse ?? {};
  const [sample] = generatedSamples ?? [];
  if (sample) return { status: 'ready', url: sample.video.uri };
  const isRefused = raiMediaFilteredCount > 0 || raiMediaFilteredReasons.length > 0;
  return { status: 'failed', code: isRefused ? 'VendorRefused' : 'VendorMalformedAnswer' };
}

/** Parses the data URL that `uploadPhoto` returned. */
function partsOf(photoUrl: string): { mimeType: string; data: string } {
  const [, mimeType, data] = /^data:([^;,]+);base64,(.+)$/s.exec(photoUrl) ?? [];
  if (!mimeType || !data) throw new Error('Gemini needs the photo as a data URL, but got another URL');
  return { mimeType, data };
}
