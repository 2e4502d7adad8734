/** The schema of a response of OpenAI's text models, and a function that returns its text. */
import * as z from 'zod';
import { codeOf, failure } from './openai-api.ts';

/** The cheapest model that accepts images and has no announced shutdown date. */
export const defaultTextModel = 'gpt-6-luna';

export const textResponse = z.object({
  status: z.string(),
  error: z.object({ code: z.string() }).nullish(),
  incomplete_details: z.object({ reason: z.string().optional() }).nullish(),
  output: z.array(z.object({ type: z.string(), content: z.array(z.object({ type: z.string(), text: z.string().optional() })).optional() })),
});

/** @throws AppError VendorRefused if the model refused. Otherwise, the code of the reason why the model stopped. */
export function textOf({ status, error, incomplete_details: incomplete, output }: z.infer<typeof textResponse>): string {
  const contents = output.flatMap(({ type, content }) => (type === 'message' ? (content ?? []) : []));
  if (contents.some(({ type }) => type === 'refusal')) throw failure('VendorRefused', 'refused');
  if (status === 'failed') throw failure(codeOf(error?.code) ?? 'VendorRejectedInput', `failed with ${error?.code}`);
  if (status !== 'completed')
    throw failure(codeOf(incomplete?.reason) ?? 'VendorMalformedAnswer', `ended ${status} (${incomplete?.reason})`);
  const text = contents
    .flatMap((content) => (content.type === 'output_text' ? (content.text ?? []) : []))
    .join('')
    .trim();
  if (!text) throw failure('VendorMalformedAnswer', 'returned no text');
  return text;
}
