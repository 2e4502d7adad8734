/**
 * SPEC 7's calls about one picture or one video, at their own paths (checklist X10 to X15). The product's pages order by
 * POST /api/batches; whoever has only these calls gets the same videos by the same rules.
 * A picture or video is named by its key or its signed address, and is the caller's own (Q43).
 */
import * as z from 'zod';

import { fallbackApiName, videoModelNamed } from '../catalogue.ts';
import { type ErrorCode, errors } from '../errors.ts';
import { videoItemRequest } from './api.ts';

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

/** The one item of a single call's batch. */
const operationItemId = 'video';
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
    const item = videoItemRequest.safeParse({ ...rest, model: model.id, resolution, title, itemId: operationItemId, uploadKey: '-' });
    if (item.success) return { image: picture, operationId, item: item.data };
    for (const { path, message } of item.error.issues) ctx.addIssue({ code: 'custom', path, message });
    return z.NEVER;
  });
export type GenerateVideoRequest = z.infer<typeof generateVideoRequest>;

export const generateVideoResponse = z.object({ operationName: z.string() });
export type GenerateVideoResponse = z.infer<typeof generateVideoResponse>;

/** POST /api/gemini/check-operation: how a video that one of the calls above ordered stands (Q27). */
export const checkOperationRequest = z.object({ operationName: z.string().min(1).max(200) });
export const checkOperationResponse = z.object({
  /** SPEC's two, and failed, so that nobody waits for what will not come (DESIGN 6). */
  status: z.enum(['in_progress', 'completed', 'failed']),
  success: z.boolean().optional(),
  videoUrl: z.string().optional(),
  code: z.enum(Object.keys(errors) as [ErrorCode]).optional(),
  message: z.string().optional(),
});
export type CheckOperationResponse = z.infer<typeof checkOperationResponse>;
