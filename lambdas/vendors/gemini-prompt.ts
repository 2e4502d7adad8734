/** Gemini's text models behind the prompt port (facts: docs/vendors.md). */
import * as z from 'zod';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { connectToGemini } from './gemini-api.ts';
import { generateContent } from './gemini-content.ts';
import { unfinished } from './gemini-errors.ts';
import type { PromptVendor } from './prompt-port.ts';

/** Google's own replacement for 2.5 Flash: the cheapest that sees pictures, with no end announced. */
const defaultModel = 'gemini-3.5-flash-lite';
/** Below the 30 s after which API Gateway gives a call up, with time left to answer. */
const writeTimeoutMs = 24_000;
/** A prompt is some 500 tokens; the rest is for the model's thoughts, which are billed alike. */
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

/** A half sentence is no prompt, so that MAX_TOKENS stands here too. A reason that is not listed means nothing we know. */
const failures: Record<string, ErrorCode> = {
  ...unfinished,
  OTHER: 'VendorServerError',
  MAX_TOKENS: 'VendorMalformedAnswer',
};

export const geminiPrompt: PromptVendor = {
  async write({ photo, instruction, patienceMs = writeTimeoutMs }) {
    const gemini = await connectToGemini();
    const response = await generateContent(
      gemini,
      {
        model: gemini.keys.GEMINI_TEXT_MODEL || defaultModel,
        parts: [{ inlineData: { mimeType: photo.contentType, data: photo.bytes.toString('base64') } }, { text: instruction }],
        config: { maxOutputTokens: outputTokensMax },
      },
      { timeoutMs: Math.min(writeTimeoutMs, patienceMs), responseBytesMax },
    );
    const { data } = generation.safeParse(response);
    if (!data) throw new AppError('VendorMalformedAnswer');
    return textOf(data);
  },
};

/** @throws AppError VendorRefused where the input or the text was; otherwise what the reason for its end means. */
function textOf({ candidates, promptFeedback }: z.infer<typeof generation>): string {
  const { blockReason } = promptFeedback ?? {};
  if (blockReason) throw new AppError('VendorRefused', { cause: new Error(`Gemini blocked the input (${blockReason})`) });
  const [candidate] = candidates ?? [];
  const { finishReason = 'none', content } = candidate ?? {};
  if (finishReason !== 'STOP')
    throw new AppError(failures[finishReason] ?? 'VendorMalformedAnswer', { cause: new Error(`Gemini ended with ${finishReason}`) });
  const text = (content?.parts ?? []).flatMap((part) => (part.thought ? [] : (part.text ?? []))).join('');
  if (!text.trim()) throw new AppError('VendorMalformedAnswer', { cause: new Error('Gemini wrote nothing') });
  return text.trim();
}
