/** Implements the image port with OpenAI's image models (facts and costs: docs/vendors.md). */
import { toFile } from 'openai';
import * as z from 'zod';
import { AppError } from '#shared/errors.ts';
import { countRequests } from './count-requests.ts';
import type { ImageOrder, ImageVendor, Picture } from './image-port.ts';
import { connectToOpenai, failure, throwAppError } from './openai-api.ts';
import { pictureTypeOf } from './response-body.ts';

/**
 * gpt-image-1 was shut down on 2026-10-23. This model is the faster one of its two official successors. The other successor,
 * gpt-image-2.5-sunburst, costs the same.
 */
export const defaultOpenaiImageModel = 'gpt-image-2.5-flare';

/**
 * The charged price is $0.05. The most expensive order has one picture and a prompt of 2,000 characters. This order costs us $0.0365. The
 * prices are per million tokens. A result of medium quality has 439 tokens × $30 = $0.0132. The ordered picture has 1,536 tokens × $8 =
 * $0.0123. The prompt has at most 2,200 tokens × $5 = $0.011. The quality `high` would cost $0.0527 even without input. Models before 2.5
 * use four times as many tokens for `medium`, so their quality is `low`, which costs $0.0059.
 */
export const qualityOf = (model: string): 'low' | 'medium' => (/^gpt-image-2\.[5-9]/.test(model) ? 'medium' : 'low');

/** Sizes in pixels. Each model of the family supports these sizes. */
export const sizes = { '1:1': '1024x1024', '2:3': '1024x1536', '3:2': '1536x1024' } as const;

const isRatio = (text: string): text is keyof typeof sizes => Object.hasOwn(sizes, text);

/** OpenAI usually needs 10 to 60 s. We wait at most 150 s. The default of the HTTP client (undici) is 300 s, which is too long. */
const makeTimeoutMs = 150_000;
const responseBytesMax = 32 * 1024 * 1024;
const jpegQuality = 90;

export const openaiImage = countRequests<ImageVendor>('openai', ['make'], {
  // The id of this model in our catalogue. OpenAI receives `defaultOpenaiImageModel` or the configured model.
  model: 'GPT-Image-1',
  async make(order) {
    if (!isRatio(order.aspectRatio)) throw new AppError('RatioUnsupported', { details: { aspectRatio: order.aspectRatio } });
    const size = sizes[order.aspectRatio];
    const { openai, setting } = await connectToOpenai({ timeoutMs: makeTimeoutMs, responseBytesMax });
    const model = setting('OPENAI_IMAGE_MODEL') ?? defaultOpenaiImageModel;
    const image = await filesOf(order);
    const response: unknown = await openai.images
      .edit({
        model,
        image,
        prompt: order.prompt,
        size,
        quality: qualityOf(model),
        output_format: 'jpeg',
        output_compression: jpegQuality,
        n: 1,
      })
      .catch(throwAppError);
    return pictureIn(responseSchema.safeParse(response).data);
  },
});

/** OpenAI rejects a file without a type. */
async function filesOf({ pictures }: ImageOrder) {
  const files = await Promise.all(
    pictures.map(({ bytes, contentType }, index) =>
      toFile(bytes, `picture-${index + 1}.${contentType.split('/')[1]}`, { type: contentType }),
    ),
  );
  const [first] = files;
  return files.length === 1 && first ? first : files;
}

const responseSchema = z.object({ data: z.array(z.object({ b64_json: z.string() })).min(1) });

function pictureIn(response: z.infer<typeof responseSchema> | undefined): Picture {
  const bytes = Buffer.from(response?.data[0]?.b64_json ?? '', 'base64');
  const contentType = pictureTypeOf(bytes);
  if (!contentType) throw failure('VendorMalformedAnswer', 'returned no picture');
  return { bytes, contentType };
}
