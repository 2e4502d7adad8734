/** Implements the prompt port with Gemini's text models (facts: docs/vendors.md). */
import * as z from 'zod';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { countRequests } from './count-requests.ts';
import { connectToGemini } from './gemini-api.ts';
import { generateContent } from './gemini-content.ts';
import { finishReasonErrors } from './gemini-errors.ts';
import type { PromptVendor } from './prompt-port.ts';

/** Google's replacement for Gemini 2.5 Flash. It is the cheapest model that accepts images and has no announced shutdown date. */
const defaultModel = 'gemini-3.5-flash-lite';
/** This time is shorter than API Gateway's limit of 30 s, so that there is time for the response. */
const writeTimeoutMs = 24_000;
/** A prompt has about 500 tokens. The other tokens are for the model's thoughts, which cost the same. */
const outputTokensMax = 4096;
const responseBytesMax = 1024 * 1024;

const generation = z.object({
  candidates: z
    .array(
      z.object({
        content: z
          .object({ parts: z.array(z.object({ text: z.string().optional(), thought: z.boolean().optional() })).optional() })
          .optional(),
        finishReason: z.string().optional(),
      }),
    )
    .optional(),
  promptFeedback: z.object({ blockReason: z.string().optional() }).optional(),
});

/**
 * An incomplete sentence is not a usable prompt, so MAX_TOKENS is a failure. Reasons that are not in this list become
 * VendorMalformedAnswer.
 */
const failures: Record<string, ErrorCode> = {
  ...finishReasonErrors,
  OTHER: 'VendorServerError',
  MAX_TOKENS: 'VendorMalformedAnswer',
};

export const geminiPrompt = countRequests<PromptVendor>('gemini', ['write'], {
  async write({ photo, instruction, timeoutMs = writeTimeoutMs }) {
    const gemini = await connectToGemini();
    const response = await generateContent(
      gemini,
      {
        model: gemini.setting('GEMINI_TEXT_MODEL') ?? defaultModel,
        parts: [{ inlineData: { mimeType: photo.contentType, data: photo.bytes.toString('base64') } }, { text: instruction }],
        config: { maxOutputTokens: outputTokensMax },
      },
      { timeoutMs: Math.min(writeTimeoutMs, timeoutMs), responseBytesMax },
    );
    const { data } = generation.safeParse(response);
    if (!data) throw new AppError('VendorMalformedAnswer');
    return textOf(data);
  },
});

/** @throws AppError VendorRefused if the input or the text was refused; otherwise the code of the finish reason. */
function textOf({ candidates, promptFeedback }: z.infer<typeof generation>): string {
  const { blockReason } = promptFeedback ?? {};
  if (blockReason) throw new AppError('VendorRefused', { cause: new Error(`Gemini blocked the input (${blockReason})`) });
  const [candidate] = candidates ?? [];
  const { finishReason = 'none', content } = candidate ?? {};
  if (finishReason !== 'STOP')
    throw new AppError(failures[finishReason] ?? 'VendorMalformedAnswer', { cause: new Error(`Gemini ended with ${finishReason}`) });
  const text = (content?.parts ?? []).flatMap((part) => (part.thought ? [] : (part.text ?? []))).join('');
  if (!text.trim()) throw new AppError('VendorMalformedAnswer', { cause: new Error('Gemini returned no text') });
  return text.trim();
}
