/**
 * The single calls for one picture or one video (docs/spec.md 17.7). The pages of the site send their orders to POST /api/batches instead.
 * The same rules apply to both. A call identifies a picture or a video by its key or its signed URL. The file must belong to the caller
 * (docs/spec.md 4.8).
 */
import * as z from 'zod';

import { singleCallItemId } from '../batch/batch.ts';
import { promptText, ratioText } from '../batch/item-request.ts';
import { fallbackApiName, videoModelNamed } from '../catalogue.ts';
import type { ErrorCode } from '../errors.ts';
import { inlineCharactersMax } from '../upload/inline-image.ts';
import { findUnsupportedField, videoItemRequest } from './api.ts';
import { processingStrategies } from './strategy.ts';

/** A signed address has about 350 characters, and more with a file name. */
const addressCharactersMax = 4096;
const address = z.string().min(1).max(addressCharactersMax);

/**
 * Seconds, with or without a unit. The values 5 and '5s' are accepted for compatibility. But every video has 8 seconds, and 8 seconds are
 * charged (docs/spec.md 5.2).
 */
export const orderedDuration = z
  .literal([5, 8, '5s', '8s'], { error: 'DurationUnsupported' })
  .optional()
  .transform(() => 8 as const);

/** Cards send 'off' and 'on', other callers send false and true. */
export const audioChoice = z.union([z.boolean(), z.literal('off').transform(() => false), z.literal('on').transform(() => true)]);

const modelNameCharactersMax = 100;
/** Id or API name of a model. */
const model = z
  .string()
  .max(modelNameCharactersMax, { error: 'UnknownModel' satisfies ErrorCode })
  .transform((name, ctx) => {
    const videoModel = videoModelNamed(name);
    if (videoModel) return videoModel;
    ctx.addIssue({ code: 'custom', message: 'UnknownModel' satisfies ErrorCode });
    return z.NEVER;
  });

const inlineText = z.string().min(1, { error: 'ImageRequired' }).max(inlineCharactersMax, { error: 'ImageNeedsUpload' });
const pictureFields = { mimeType: z.string().max(100).optional(), title: z.string().max(255).optional() };

/** Fields of a video order, without the picture. */
const videoFields = {
  prompt: promptText,
  model: model.prefault(fallbackApiName),
  duration: orderedDuration,
  aspectRatio: ratioText.default('9:16'),
  resolution: z.string().max(20, { error: 'ResolutionUnsupported' }).optional(),
  generateAudio: audioChoice.default(false),
  /** The caller can create this id. Several calls with the same id make only one order. */
  operationId: z.uuid().optional(),
};

type VideoFields = z.infer<z.ZodObject<typeof videoFields>> & {
  image: { url?: string | undefined; base64?: string | undefined; mimeType?: string | undefined; title?: string | undefined };
};

/** Converts an order to a valid batch item. The code sets `uploadKey` later, after it has checked that the caller owns the picture. */
function videoOrder({ image, operationId, model, resolution = model.specs.resolution, ...otherFields }: VideoFields, ctx: z.RefinementCtx) {
  const { title = '', ...picture } = image;
  const item = videoItemRequest.safeParse({
    ...otherFields,
    model: model.id,
    resolution,
    title,
    itemId: singleCallItemId('video'),
    uploadKey: '-',
  });
  if (item.success) return { image: picture, operationId, item: item.data };
  for (const { path, message } of item.error.issues) ctx.addIssue({ code: 'custom', path, message });
  return z.NEVER;
}

/** POST /api/fal/generate-video. */
export const generateVideoRequest = z
  .object({
    image: z
      .object({ url: address.optional(), base64: inlineText.optional(), ...pictureFields }, { error: 'ImageRequired' })
      .refine(({ url, base64 }) => url ?? base64, { error: 'ImageRequired' }),
    ...videoFields,
  })
  .transform(videoOrder);
export type GenerateVideoRequest = z.infer<typeof generateVideoRequest>;

export const generateVideoResponse = z.object({ operationName: z.string() });
export type GenerateVideoResponse = z.infer<typeof generateVideoResponse>;

/**
 * POST /api/gemini/generate-video. It is the same order, but `image` is the base64 text of the picture, and `mimeType` and `title` are
 * separate fields.
 */
export const generateGeminiVideoRequest = z
  .object({ image: inlineText, ...pictureFields, ...videoFields })
  .transform(({ image, title, mimeType, ...otherFields }, ctx) =>
    videoOrder({ ...otherFields, image: { base64: image, title, mimeType } }, ctx),
  );

/** Largest side of any frame or picture. */
const pixelsMax = 8192;
const pixels = z.int().min(0).max(pixelsMax);
const rect = z.object({ x: pixels, y: pixels, width: pixels.min(1), height: pixels.min(1) });
const sides = z.object({ left: pixels, right: pixels, up: pixels, down: pixels });

/** POST /api/image/preprocess: plans the first frame of a video and prepares the picture for it, but does not extend the picture. */
export const preprocessRequest = z
  .object({
    imageUrl: address,
    targetAspectRatio: ratioText,
    mimeType: z.literal('image/jpeg', { error: 'ImageTypeUnsupported' }).default('image/jpeg'),
    model: model.prefault(fallbackApiName),
    resolution: z.enum(['720p', '1080p'], { error: 'ResolutionUnsupported' }).optional(),
  })
  .transform(({ model, resolution = model.specs.resolution, ...otherFields }, ctx) => {
    const refusal = findUnsupportedField({ model: model.id, aspectRatio: otherFields.targetAspectRatio, resolution });
    const field = refusal?.field === 'aspectRatio' ? 'targetAspectRatio' : refusal?.field;
    if (refusal && field) ctx.addIssue({ code: 'custom', path: [field], message: refusal.code });
    return { ...otherFields, model: model.id, resolution };
  });
export type PreprocessRequest = z.infer<typeof preprocessRequest>;

export const preprocessResponse = z.object({
  processingStrategy: z.enum(processingStrategies),
  modelAspectRatio: z.enum(['9:16', '16:9']),
  outpaintTargetRatio: z.string().nullable(),
  finalTargetRatio: z.string(),
  needsCropAfterOutpainting: z.boolean(),
  cropInfo: rect.nullable(),
  needsPostProcessing: z.boolean(),
  outpaintParams: sides.nullable(),
  /** Signed address of the frame, or of the picture that POST /api/stability/outpaint must extend to the frame. */
  processedImageUrl: z.string(),
  modelConfig: z.object({
    model: z.enum(['veo3', 'veo3-fast']),
    apiName: z.string(),
    aspectRatio: z.enum(['9:16', '16:9']),
    resolution: z.enum(['720p', '1080p']),
    durationSeconds: z.literal(8),
  }),
});
export type PreprocessResponse = z.infer<typeof preprocessResponse>;

/** Stability's limit for the extension of one side, in pixels (docs/vendors.md). */
const extensionPixelsMax = 2000;
const extension = pixels.max(extensionPixelsMax).default(0);

/** POST /api/stability/outpaint. The prompt is fixed (docs/spec.md 5.4): a prompt in the request is ignored. */
export const outpaintRequest = z.object({
  imageUrl: address,
  /** Number of pixels to add on each side. The format is the same as for `outpaintParams` in the response of POST /api/image/preprocess. */
  outpaintParams: z
    .object({ left: extension, right: extension, up: extension, down: extension })
    .refine((params) => Object.values(params).some((side) => side > 0)),
  creativityStrength: z.number().min(0).max(1).optional(),
});
export type OutpaintRequest = z.infer<typeof outpaintRequest>;

export const outpaintResponse = z.object({ success: z.literal(true), imageUrl: z.string(), mimeType: z.literal('image/jpeg') });
export type OutpaintResponse = z.infer<typeof outpaintResponse>;

/**
 * POST /api/video/crop: crops a finished video of the caller to the rectangle `cropInfo`. The format is the same as for `cropInfo` in the
 * response of POST /api/image/preprocess. Without `cropInfo`, the call uses the crop from the order of the video. So a caller can retry a
 * failed crop.
 */
export const cropRequest = z.object({
  videoUrl: address,
  /** Pixels of the video. All values must be even, because video codecs need this. */
  cropInfo: rect
    .refine((lengths) => Object.values(lengths).every((length) => length % 2 === 0), { error: 'All lengths must be even' })
    .nullish(),
  /** The field is accepted for compatibility, but has no effect. */
  originalVideoUrl: address.optional(),
});
export type CropRequest = z.infer<typeof cropRequest>;
export const cropResponse = z.object({ croppedVideoUrl: z.string() });
export type CropResponse = z.infer<typeof cropResponse>;
