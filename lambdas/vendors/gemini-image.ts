/** Implements the image port with Gemini's image models (facts and costs: docs/vendors.md). */
import * as z from 'zod';
import { imageModel } from '#shared/catalogue.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { countRequests } from './count-requests.ts';
import { connectToGemini } from './gemini-api.ts';
import { generateContent } from './gemini-content.ts';
import { finishReasonErrors } from './gemini-errors.ts';
import type { ImageOrder, ImageVendor, Picture } from './image-port.ts';
import { pictureTypeOf } from './response-body.ts';

const model = 'gemini-2.5-flash-image';
/**
 * gemini-2.5-flash-image was shut down on 2026-10-02. An image of this successor always costs less than the charged $0.05: a 1K image has
 * 1,120 tokens, which cost $0.0336 at $30 per million. All other tokens (input, text, thoughts) cost less than $0.003.
 * gemini-nano-banana-2.1 is more expensive: its thoughts cost $0.007 per image. With three pictures and a long prompt, one of its images
 * costs $0.05 in total.
 */
export const defaultGeminiImageModel = 'gemini-3.1-flash-lite-image';
/** The size is set explicitly, because a larger image costs more. */
const imageSize = '1K';
/** Gemini usually needs 10 to 30 s. */
const makeTimeoutMs = 120_000;
/** Maximum size of a response. A 1K picture in base64 has at most 4 MB, but some models return a draft before the picture. */
const responseBytesMax = 32 * 1024 * 1024;

const generation = z.object({
  candidates: z
    .array(
      z.object({
        content: z
          .object({
            parts: z.array(z.object({ inlineData: z.object({ data: z.string() }).optional(), thought: z.boolean().optional() })).optional(),
          })
          .optional(),
        finishReason: z.string().optional(),
      }),
    )
    .optional(),
  promptFeedback: z.object({ blockReason: z.string().optional() }).optional(),
});

/** Other reasons, such as STOP, are not failures. In these cases, the picture is used. */
const failures: Record<string, ErrorCode> = {
  ...finishReasonErrors,
  // The model failed, and a retry can succeed.
  NO_IMAGE: 'VendorServerError',
  IMAGE_OTHER: 'VendorServerError',
  OTHER: 'VendorServerError',
  MALFORMED_RESPONSE: 'VendorServerError',
};

export const geminiImage = countRequests<ImageVendor>('gemini', ['make'], {
  model,
  async make(order) {
    if (!imageModel(model)?.aspectRatios.includes(order.aspectRatio))
      throw new AppError('RatioUnsupported', { details: { aspectRatio: order.aspectRatio } });
    const gemini = await connectToGemini();
    const response = await generateContent(
      gemini,
      {
        model: gemini.setting('GEMINI_IMAGE_MODEL') ?? defaultGeminiImageModel,
        parts: partsOf(order),
        config: { responseModalities: ['IMAGE'], imageConfig: { aspectRatio: order.aspectRatio, imageSize } },
      },
      { timeoutMs: makeTimeoutMs, responseBytesMax },
    );
    const { data } = generation.safeParse(response);
    if (!data) throw new AppError('VendorMalformedAnswer');
    return pictureIn(data);
  },
});

const partsOf = ({ pictures, prompt }: ImageOrder) => [
  ...pictures.map(({ bytes, contentType }) => ({ inlineData: { mimeType: contentType, data: bytes.toString('base64') } })),
  { text: prompt },
];

/**
 * @throws AppError VendorRefused if the input or the image was refused; VendorMalformedAnswer if the model returned text instead of an
 * image.
 */
function pictureIn({ candidates, promptFeedback }: z.infer<typeof generation>): Picture {
  const { blockReason } = promptFeedback ?? {};
  if (blockReason) throw new AppError('VendorRefused', { cause: new Error(`Gemini blocked the input (${blockReason})`) });
  const [candidate] = candidates ?? [];
  const { finishReason = 'none', content } = candidate ?? {};
  const cause = new Error(`Gemini ended with ${finishReason}`);
  const failure = failures[finishReason];
  if (failure) throw new AppError(failure, { cause });
  // The last image is used. Earlier images, and images that are marked as thoughts, are drafts.
  const image = content?.parts?.findLast(({ inlineData, thought }) => inlineData && !thought)?.inlineData;
  const bytes = Buffer.from(image?.data ?? '', 'base64');
  const contentType = pictureTypeOf(bytes);
  if (!contentType) throw new AppError('VendorMalformedAnswer', { cause });
  return { bytes, contentType };
}
