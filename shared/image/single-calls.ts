/**
 * The single calls for images (docs/spec.md 17.8). Each call orders a batch of one item, with a hold and a capture (decision 006).
 * Normally, the response contains the image. If the vendor needs too long, the response contains an operation for POST
 * /api/gemini/check-operation.
 */
import * as z from 'zod';
import { singleCallItemId } from '../batch/batch.ts';
import { promptText, ratioText } from '../batch/item-request.ts';
import type { ImageModelId } from '../catalogue.ts';
import type { ErrorCode } from '../errors.ts';
import { inlineCharactersMax } from '../upload/inline-image.ts';
import { imageItemRequest } from './api.ts';
import { imageDefaults } from './defaults.ts';

/** A signed address has about 350 characters, and more with a file name. */
const addressCharactersMax = 4096;
const address = z.string({ error: 'ImageRequired' }).min(1, { error: 'ImageRequired' }).max(addressCharactersMax);

const commonFields = {
  prompt: promptText.default(imageDefaults.prompt),
  aspectRatio: ratioText.default(imageDefaults.aspectRatio),
  /** The caller can create this id. Several calls with the same id make only one order. */
  operationId: z.uuid().optional(),
};

/** Converts the request to a batch item. The code sets `uploadKey` later, after it has checked that the caller owns the picture. */
function itemOf(model: ImageModelId, { prompt, aspectRatio }: { prompt: string; aspectRatio: string }, ctx: z.RefinementCtx) {
  const { data, error } = imageItemRequest.safeParse({
    ...imageDefaults,
    itemId: singleCallItemId('image'),
    uploadKey: '-',
    title: '',
    model,
    prompt,
    aspectRatio,
  });
  if (data) return data;
  for (const { path, message } of error.issues) ctx.addIssue({ code: 'custom', path, message });
  return z.NEVER;
}

/** POST /api/openai/generate-image. */
export const generateOpenaiImageRequest = z
  .object({
    imageBase64: z
      .string({ error: 'ImageRequired' })
      .min(1, { error: 'ImageRequired' })
      .max(inlineCharactersMax, { error: 'ImageNeedsUpload' }),
    model: z
      .string()
      .max(20, { error: 'UnknownModel' satisfies ErrorCode })
      .regex(/^gpt-image-1$/i, { error: 'UnknownModel' satisfies ErrorCode })
      .optional(),
    ...commonFields,
  })
  .transform(({ imageBase64, operationId, ...otherFields }, ctx) => ({
    image: { base64: imageBase64 },
    operationId,
    item: itemOf('GPT-Image-1', otherFields, ctx),
  }));

/** Fields of both Gemini calls, without the pictures. */
export const geminiFields = {
  /** Type of the picture. The server ignores this field, because it reads the type from the bytes of the picture. */
  mimeType: z.string().max(100).optional(),
  outputFormat: z.enum(['jpeg', 'jpg']).optional(),
  ...commonFields,
};

type GeminiFields = z.infer<z.ZodObject<typeof geminiFields>> & {
  imageUrl: string;
  beforeImageUrl?: string | undefined;
  afterImageUrl?: string | undefined;
};

export const geminiImageOrder = (
  { imageUrl, beforeImageUrl, afterImageUrl, operationId, ...otherFields }: GeminiFields,
  ctx: z.RefinementCtx,
): GenerateImageRequest => ({
  image: { url: imageUrl },
  ...(beforeImageUrl && afterImageUrl && { example: { before: beforeImageUrl, after: afterImageUrl } }),
  operationId,
  item: itemOf('gemini-2.5-flash-image', otherFields, ctx),
});

/** POST /api/gemini/generate-image. A before/after run also sends an example: another picture before and after its edit. */
export const generateGeminiImageRequest = z
  .object({ imageUrl: address, beforeImageUrl: address.optional(), afterImageUrl: address.optional(), ...geminiFields })
  .refine(({ beforeImageUrl, afterImageUrl }) => (beforeImageUrl === undefined) === (afterImageUrl === undefined), {
    error: 'ImageRequired',
  })
  .transform(geminiImageOrder);

export type GenerateImageRequest = {
  image: { url?: string; base64?: string };
  example?: { before: string; after: string };
  operationId?: string | undefined;
  item: z.infer<typeof imageItemRequest>;
};

export const generateImageResponse = z.union([
  z.object({ success: z.literal(true), imageUrl: z.string() }),
  /** The image is not finished yet. The HTTP status is 202. */
  z.object({ success: z.literal(false), operationName: z.string() }),
]);
export type GenerateImageResponse = z.infer<typeof generateImageResponse>;
