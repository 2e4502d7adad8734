/**
 * SPEC 7's calls about one picture or one video, at their own paths (checklist X10 to X15). The product's pages order by
 * POST /api/batches; whoever has only these calls gets the same videos by the same rules.
 * A picture or video is named by its key or its signed address, and is the caller's own (Q43).
 */
import * as z from 'zod';

import { singleCallItemId } from '../batch/batch.ts';
import { fallbackApiName, type VideoVendorName, videoModelNamed } from '../catalogue.ts';
import { type ErrorCode, errors } from '../errors.ts';
import { refuseOffer, videoItemRequest } from './api.ts';
import { processingStrategies } from './strategy.ts';

/** A signed address is about 500 characters long. */
const addressCharactersMax = 4096;
const address = z.string().min(1).max(addressCharactersMax);

/** Seconds: what is billed is ordered, so that a caller's 5, or nothing, is read as 8 (Q19). */
export const orderedDuration = z
  .literal([5, 8], { error: 'DurationUnsupported' })
  .optional()
  .transform(() => 8 as const);

/** A model by its id or its api name. */
const model = z.string().transform((name, ctx) => {
  const found = videoModelNamed(name);
  if (found) return found;
  ctx.addIssue({ code: 'custom', message: 'UnknownModel' satisfies ErrorCode });
  return z.NEVER;
});

const operationPrefix = 'operations/';
export const operationNameOf = (batchId: string): string => operationPrefix + batchId;

/** The batch behind an operation's name. */
export const batchIdOfOperation = (operationName: string): string | undefined =>
  operationName.startsWith(operationPrefix) ? operationName.slice(operationPrefix.length) : undefined;

/**
 * POST /api/fal/generate-video and POST /api/gemini/generate-video. Read as an item of a batch, and checked as one; its `uploadKey` is
 * filled in when the picture is known to be the caller's.
 */
export const generateVideoRequest = z
  .object({
    image: z
      .object(
        {
          url: address.optional(),
          base64: z.string().min(1).optional(),
          mimeType: z.string().optional(),
          title: z.string().optional(),
        },
        { error: 'ImageRequired' },
      )
      .refine(({ url, base64 }) => url ?? base64, { error: 'ImageRequired' }),
    prompt: z.string({ error: 'PromptRequired' }),
    model: model.prefault(fallbackApiName),
    duration: orderedDuration,
    aspectRatio: z.string().default('9:16'),
    resolution: z.string().optional(),
    generateAudio: z.boolean().default(false),
    /** Made by the caller: with it the call may be repeated, and orders once. */
    operationId: z.uuid().optional(),
  })
  .transform(({ image, operationId, model, resolution = model.specs.resolution, ...rest }, ctx) => {
    const { title = '', ...picture } = image;
    const item = videoItemRequest.safeParse({
      ...rest,
      model: model.id,
      resolution,
      title,
      itemId: singleCallItemId('video'),
      uploadKey: '-',
    });
    if (item.success) return { image: picture, operationId, item: item.data };
    for (const { path, message } of item.error.issues) ctx.addIssue({ code: 'custom', path, message });
    return z.NEVER;
  });
export type GenerateVideoRequest = z.infer<typeof generateVideoRequest>;

export const generateVideoResponse = z.object({ operationName: z.string() });
export type GenerateVideoResponse = z.infer<typeof generateVideoResponse>;

/** POST /api/gemini/generate-video: the same order as SPEC 7 has it for this path, with the picture's base64 and its words side by side. */
export const generateGeminiVideoRequest = z
  .looseObject({ image: z.string().min(1, { error: 'ImageRequired' }), title: z.string().optional(), mimeType: z.string().optional() })
  .transform(
    ({ image, title, mimeType, ...rest }) =>
      ({ ...rest, image: { base64: image, title, mimeType } }) as z.input<typeof generateVideoRequest>,
  )
  .pipe(generateVideoRequest);

/** POST /api/gemini/check-operation: how a video that one of the calls above ordered stands (Q27). */
export const checkOperationRequest = z.object({ operationName: z.string().min(1).max(200) });
export const checkOperationResponse = z.object({
  /** SPEC's two, and failed, so that nobody waits for what will not come (DESIGN 6). */
  status: z.enum(['in_progress', 'completed', 'failed']),
  success: z.boolean().optional(),
  videoUrl: z.string().optional(),
  /** Where the operation makes an image (shared/image/single-calls.ts). */
  imageUrl: z.string().optional(),
  code: z.enum(Object.keys(errors) as [ErrorCode]).optional(),
  message: z.string().optional(),
});
export type CheckOperationResponse = z.infer<typeof checkOperationResponse>;

/** SPEC 8 has words of its own for Gemini's videos (checklist Y3). */
const geminiMessages: Partial<Record<ErrorCode, string>> = {
  VendorTimeout: 'Gemini video generation timed out after 10 minutes',
  VendorMalformedAnswer: 'Video generation did not return a video URL',
};

/** What is said of an operation that failed. */
export const operationMessage = (code: ErrorCode, vendor: VideoVendorName = 'fal'): string =>
  (vendor === 'gemini' && geminiMessages[code]) || errors[code].message;

const pixels = z.int().min(0);
const rect = z.object({ x: pixels, y: pixels, width: pixels, height: pixels });
const sides = z.object({ left: pixels, right: pixels, up: pixels, down: pixels });

/** POST /api/image/preprocess: plans how a picture becomes a video's first frame, and carries the plan out as far as nothing is painted on. */
export const preprocessRequest = z
  .object({
    imageUrl: address,
    targetAspectRatio: z.string(),
    mimeType: z.literal('image/jpeg', { error: 'ImageTypeUnsupported' }).default('image/jpeg'),
    model: model.prefault(fallbackApiName),
    resolution: z.enum(['720p', '1080p'], { error: 'ResolutionUnsupported' }).optional(),
  })
  .transform(({ model, resolution = model.specs.resolution, ...rest }, ctx) => {
    const refusal = refuseOffer({ model: model.id, aspectRatio: rest.targetAspectRatio, resolution });
    if (refusal) ctx.addIssue({ code: 'custom', path: [refusal.field], message: refusal.code });
    return { ...rest, model: model.id, resolution };
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
  /** A signed address that the calls below take: the frame, or what POST /api/stability/outpaint is to extend to it. */
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

/** What Stability takes at one side (docs/vendors.md). */
const extensionPixelsMax = 2000;
const extension = pixels.max(extensionPixelsMax).default(0);

/** POST /api/stability/outpaint. What is painted is fixed (checklist L6): a prompt that comes with the call is not read. */
export const outpaintRequest = z.object({
  imageUrl: address,
  /** In the picture's own pixels, as POST /api/image/preprocess answers them. */
  outpaintParams: z
    .object({ left: extension, right: extension, up: extension, down: extension })
    .refine((params) => Object.values(params).some((side) => side > 0)),
  creativityStrength: z.number().min(0).max(1).optional(),
});
export type OutpaintRequest = z.infer<typeof outpaintRequest>;

export const outpaintResponse = z.object({ success: z.literal(true), imageUrl: z.string(), mimeType: z.literal('image/jpeg') });
export type OutpaintResponse = z.infer<typeof outpaintResponse>;

/**
 * POST /api/video/crop: crops one of the caller's results again, where it could not be cropped before. What is cut out is what was
 * ordered: `cropInfo` and `originalVideoUrl` are those of the item, and what a caller sends as such is not read.
 */
export const cropRequest = z.object({ videoUrl: address });
export const cropResponse = z.object({ croppedVideoUrl: z.string() });
export type CropResponse = z.infer<typeof cropResponse>;
