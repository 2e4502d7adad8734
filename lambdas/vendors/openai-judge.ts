/**
 * Implements the judge port with OpenAI's text models (facts: docs/vendors.md). OpenAI enforces the schema. This file checks it again,
 * because external data is not trusted.
 */
import * as z from 'zod';
import { AppError } from '#shared/errors.ts';
import { analysis, evaluation } from '#shared/pipeline/judgement.ts';
import { countRequests } from './count-requests.ts';
import type { JudgeOrder, JudgeVendor } from './judge-port.ts';
import { connectToOpenai, failure, throwAppError } from './openai-api.ts';
import { defaultTextModel, textOf, textResponse } from './openai-text.ts';

/** This time is shorter than API Gateway's limit of 30 s. Steps of a run use the same limit for each attempt. */
const judgeTimeoutMs = 25_000;
/** A judgement has about 600 tokens. The other tokens are for the model's thoughts, which cost the same. */
const outputTokensMax = 6000;
const responseBytesMax = 1024 * 1024;

export const openaiJudge = countRequests<JudgeVendor>('openai', ['evaluate', 'analyze'], {
  evaluate: (order) => sendRequest('evaluation', evaluation, order),
  analyze: (order) => sendRequest('analysis', analysis, order),
});

async function sendRequest<Value>(
  name: string,
  schema: z.ZodType<Value>,
  { rules, instruction, pictures, timeoutMs = judgeTimeoutMs }: JudgeOrder,
): Promise<Value> {
  const { openai, setting } = await connectToOpenai({ timeoutMs: Math.min(judgeTimeoutMs, timeoutMs), responseBytesMax });
  const response: unknown = await openai.responses
    .create({
      model: setting('OPENAI_TEXT_MODEL') ?? defaultTextModel,
      instructions: rules,
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: instruction },
            ...pictures.flatMap(({ name, bytes, contentType }) => [
              { type: 'input_text' as const, text: `${name} (untrusted picture):` },
              {
                type: 'input_image' as const,
                image_url: `data:${contentType};base64,${bytes.toString('base64')}`,
                detail: 'high' as const,
              },
            ]),
          ],
        },
      ],
      text: { format: { type: 'json_schema', name, strict: true, schema: wireSchema(schema) } },
      max_output_tokens: outputTokensMax,
      // OpenAI must not store the pictures, because they belong to the seller.
      store: false,
    })
    .catch(throwAppError);
  const { data } = textResponse.safeParse(response);
  if (!data) throw failure('VendorMalformedAnswer', 'returned an unexpected response');
  const judgement = schema.safeParse(jsonIn(textOf(data)));
  if (!judgement.success)
    throw new AppError('VendorMalformedAnswer', { cause: new Error(`OpenAI violated the schema at ${pathsIn(judgement.error)}`) });
  return judgement.data;
}

/** OpenAI's strict schemas do not support lengths, so only this file checks the lengths. */
const lengths = ['minLength', 'maxLength', '$schema'];

function wireSchema(schema: z.ZodType): Record<string, unknown> {
  const json = z.toJSONSchema(schema, { io: 'input', target: 'draft-7' });
  return JSON.parse(JSON.stringify(json, (name, value: unknown) => (lengths.includes(name) ? undefined : value))) as Record<
    string,
    unknown
  >;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw failure('VendorMalformedAnswer', 'returned no JSON');
  }
}

/** Returns the paths of the invalid fields. Their values are not returned, because a value can be any text. */
const pathsIn = ({ issues }: z.ZodError): string => issues.map(({ path }) => path.join('.') || 'its root').join(', ');
