/** Implements the prompt port with OpenAI's text models (facts: docs/vendors.md). */
import { AppError } from '#shared/errors.ts';
import { countRequests } from './count-requests.ts';
import { connectToOpenai, throwAppError } from './openai-api.ts';
import { defaultTextModel, textOf, textResponse } from './openai-text.ts';
import type { PromptVendor } from './prompt-port.ts';

/** This time is shorter than API Gateway's limit of 30 s, so that there is time for the response. */
const writeTimeoutMs = 24_000;
/** A prompt has about 500 tokens. The other tokens are for the model's thoughts, which cost the same. */
const outputTokensMax = 4096;
const responseBytesMax = 1024 * 1024;

export const openaiPrompt = countRequests<PromptVendor>('openai', ['write'], {
  async write({ photo, instruction, timeoutMs = writeTimeoutMs }) {
    const { openai, setting } = await connectToOpenai({ timeoutMs: Math.min(writeTimeoutMs, timeoutMs), responseBytesMax });
    const image = `data:${photo.contentType};base64,${photo.bytes.toString('base64')}`;
    const response: unknown = await openai.responses
      .create({
        model: setting('OPENAI_TEXT_MODEL') ?? defaultTextModel,
        input: [
          {
            role: 'user',
            content: [
              { type: 'input_text', text: instruction },
              { type: 'input_image', image_url: image, detail: 'auto' },
            ],
          },
        ],
        max_output_tokens: outputTokensMax,
        // OpenAI must not store the photo, because it belongs to the seller.
        store: false,
      })
      .catch(throwAppError);
    const { data } = textResponse.safeParse(response);
    if (!data) throw new AppError('VendorMalformedAnswer', { cause: new Error('OpenAI returned an unexpected response') });
    return textOf(data);
  },
});
