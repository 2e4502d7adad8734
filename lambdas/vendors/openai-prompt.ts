/** OpenAI's text models behind the prompt port (facts: docs/vendors.md). */
import * as z from 'zod';
import { AppError } from '#shared/errors.ts';
import { asAppError, codeOf, connectToOpenai, failure } from './openai-api.ts';
import type { PromptVendor } from './prompt-port.ts';

/** The cheapest that sees pictures and has no announced end. */
const defaultModel = 'gpt-6-luna';
/** Below the 30 s after which API Gateway gives a call up, with time left to answer. */
const writeTimeoutMs = 24_000;
/** A prompt is some 500 tokens; the rest is for the model's thoughts, which are billed alike. */
const outputTokensMax = 4096;
const answerBytesMax = 1024 * 1024;

export const openaiPrompt: PromptVendor = {
  async write({ photo, instruction }) {
    const { openai, keys } = await connectToOpenai({ timeoutMs: writeTimeoutMs, answerBytesMax });
    const image = `data:${photo.contentType};base64,${photo.bytes.toString('base64')}`;
    const answer: unknown = await openai.responses
      .create({
        model: keys.OPENAI_TEXT_MODEL || defaultModel,
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

const answered = z.object({
  status: z.string(),
  error: z.object({ code: z.string() }).nullish(),
  incomplete_details: z.object({ reason: z.string().optional() }).nullish(),
  output: z.array(z.object({ type: z.string(), content: z.array(z.object({ type: z.string(), text: z.string().optional() })).optional() })),
});

/** @throws AppError VendorRefused where the model refused; otherwise what the reason for its end means. */
function textOf({ status, error, incomplete_details: incomplete, output }: z.infer<typeof answered>): string {
  const contents = output.flatMap(({ type, content }) => (type === 'message' ? (content ?? []) : []));
  if (contents.some(({ type }) => type === 'refusal')) throw failure('VendorRefused', 'refused');
  if (status === 'failed') throw failure(codeOf(error?.code) ?? 'VendorRejectedInput', `failed with ${error?.code}`);
  if (status !== 'completed')
    throw failure(codeOf(incomplete?.reason) ?? 'VendorMalformedAnswer', `ended ${status} (${incomplete?.reason})`);
  const text = contents
    .flatMap((content) => (content.type === 'output_text' ? (content.text ?? []) : []))
    .join('')
    .trim();
  if (!text) throw failure('VendorMalformedAnswer', 'wrote nothing');
  return text;
}
