/**
 * SPEC 7's calls about one picture or one video, at their own paths (checklist X10 to X15). The product's pages order by
 * POST /api/batches; whoever has only these calls gets the same videos by the same rules.
 * A picture or video is named by its key or its signed address, and is the caller's own (Q43).
 */
import * as z from 'zod';

import { singleCallItemId } from '../batch/batch.ts';
import { promptText, ratioText } from '../batch/item-request.ts';
import { fallbackApiName, type VideoVendorName, videoModelNamed } from '../catalogue.ts';
import { type ErrorCode, errors } from '../errors.ts';
import { inlineCharactersMax } from '../upload/inline-image.ts';
import { offerError, videoItemRequest } from './api.ts';
import { processingStrategies } from './strategy.ts';

/** A signed address is about 500 characters long. */
const addressCharactersMax = 4096;
const address = z.string().min(1).max(addressCharactersMax);

/** Seconds, with or without their unit: what is billed is ordered, so that a caller's 5, or nothing, is read as 8 (Q19). */
export const orderedDuration = z
  .literal([5, 8, '5s', '8s'], { error: 'DurationUnsupported' })
  .optional()
  .transform(() => 8 as const);

/** SPEC's cards say off and on, its calls false and true. */
export const audioChoice = z.union([z.boolean(), z.literal('off').transform(() => false), z.literal('on').transform(() => true)]);

const modelNameCharactersMax = 100;
/** A model by its id or its api name. */
const model = z
  .string()
  .max(modelNameCharactersMax, { error: 'UnknownModel' satisfies ErrorCode })
  .transform((name, ctx) => {
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

const inlineText = z.string().min(1, { error: 'ImageRequired' }).max(inlineCharactersMax, { error: 'ImageNeedsUpload' });
const pictureWords = { mimeType: z.string().max(100).optional(), title: z.string().max(255).optional() };

/** What an order of a video says beside its picture. */
const videoWishes = {
  prompt: promptText,
  model: model.prefault(fallbackApiName),
  duration: orderedDuration,
  aspectRatio: ratioText.default('9:16'),
  resolution: z.string().max(20, { error: 'ResolutionUnsupported' }).optional(),
  generateAudio: audioChoice.default(false),
  /** Made by the caller: with it the call may be repeated, and orders once. */
  operationId: z.uuid().optional(),
};

type VideoWishes = z.infer<z.ZodObject<typeof videoWishes>> & {
  image: { url?: string | undefined; base64?: string | undefined; mimeType?: string | undefined; title?: string | undefined };
};

/** Reads an order as an item of a batch, and checks it as one; its `uploadKey` is filled in when the picture is known to be the caller's. */
function videoOrder({ image, operationId, model, resolution = model.specs.resolution, ...rest }: VideoWishes, ctx: z.RefinementCtx) {
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
}

/** POST /api/fal/generate-video. */
export const generateVideoRequest = z
  .object({
    image: z
      .object({ url: address.optional(), base64: inlineText.optional(), ...pictureWords }, { error: 'ImageRequired' })
      .refine(({ url, base64 }) => url ?? base64, { error: 'ImageRequired' }),
    ...videoWishes,
  })
  .transform(videoOrder);
export type GenerateVideoRequest = z.infer<typeof generateVideoRequest>;

export const generateVideoResponse = z.object({ operationName: z.string() });
export type GenerateVideoResponse = z.infer<typeof generateVideoResponse>;

/** POST /api/gemini/generate-video: the same order as SPEC 7 has it for this path, with the picture's base64 and its words side by side. */
export const generateGeminiVideoRequest = z
  .object({ image: inlineText, ...pictureWords, ...videoWishes })
  .transform(({ image, title, mimeType, ...rest }, ctx) => videoOrder({ ...rest, image: { base64: image, title, mimeType } }, ctx));

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

/** More than any frame or picture has on a side. */
const pixelsMax = 8192;
const pixels = z.int().min(0).max(pixelsMax);
const rect = z.object({ x: pixels, y: pixels, width: pixels.min(1), height: pixels.min(1) });
const sides = z.object({ left: pixels, right: pixels, up: pixels, down: pixels });

/** POST /api/image/preprocess: plans how a picture becomes a video's first frame, and carries the plan out as far as nothing is painted on. */
export const preprocessRequest = z
  .object({
    imageUrl: address,
    targetAspectRatio: ratioText,
    mimeType: z.literal('image/jpeg', { error: 'ImageTypeUnsupported' }).default('image/jpeg'),
    model: model.prefault(fallbackApiName),
    resolution: z.enum(['720p', '1080p'], { error: 'ResolutionUnsupported' }).optional(),
  })
  .transform(({ model, resolution = model.specs.resolution, ...rest }, ctx) => {
    const refusal = offerError({ model: model.id, aspectRatio: rest.targetAspectRatio, resolution });
    const field = refusal?.field === 'aspectRatio' ? 'targetAspectRatio' : refusal?.field;
    if (refusal && field) ctx.addIssue({ code: 'custom', path: [field], message: refusal.code });
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
 * POST /api/video/crop: cuts a part out of one of the caller's results, as POST /api/image/preprocess answered it in `cropInfo`.
 * Without `cropInfo` it is what was ordered with the video: so a video that could not be cropped is cropped again.
 */
export const cropRequest = z.object({
  videoUrl: address,
  /** In pixels of the video, all even, as video codecs need them. */
  cropInfo: rect
    .refine((lengths) => Object.values(lengths).every((length) => length % 2 === 0), { error: 'All lengths must be even' })
    .nullish(),
  /** SPEC names the video before it was cropped as well; it is not read. */
  originalVideoUrl: address.optional(),
});
export type CropRequest = z.infer<typeof cropRequest>;
export const cropResponse = z.object({ croppedVideoUrl: z.string() });
export type CropResponse = z.infer<typeof cropResponse>;
