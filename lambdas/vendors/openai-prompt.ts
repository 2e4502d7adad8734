/** OpenAI's text models behind the prompt port (facts: docs/vendors.md). */
import { AppError } from '#shared/errors.ts';
import { asAppError, connectToOpenai } from './openai-api.ts';
import { answered, defaultTextModel, textOf } from './openai-text.ts';
import type { PromptVendor } from './prompt-port.ts';

/** Below the 30 s after which API Gateway gives a call up, with time left to answer. */
const writeTimeoutMs = 24_000;
/** A prompt is some 500 tokens; the rest is for the model's thoughts, which are billed alike. */
const outputTokensMax = 4096;
const answerBytesMax = 1024 * 1024;

export const openaiPrompt: PromptVendor = {
  async write({ photo, instruction, patienceMs = writeTimeoutMs }) {
    const { openai, keys } = await connectToOpenai({ timeoutMs: Math.min(writeTimeoutMs, patienceMs), answerBytesMax });
    const image = `data:${photo.contentType};base64,${photo.bytes.toString('base64')}`;
    const answer: unknown = await openai.responses
      .create({
        model: keys.OPENAI_TEXT_MODEL || defaultTextModel,
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
        // The photo is the seller's: OpenAI need not keep it.
        store: false,
      })
      .catch(asAppError);
    const { data } = answered.safeParse(answer);
    if (!data) throw new AppError('VendorMalformedAnswer', { cause: new Error('OpenAI answered something else than a response') });
    return textOf(data);
  },
};
