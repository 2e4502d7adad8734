/**
 * OpenAI's text models as judges of pictures (facts: docs/vendors.md). The answer is bound to a schema twice: by OpenAI, which writes
 * nothing else, and here, for nothing that comes from outside is believed.
 */
import * as z from 'zod';
import { AppError } from '#shared/errors.ts';
import { analysis, evaluation } from '#shared/pipeline/judgement.ts';
import type { JudgeOrder, JudgeVendor } from './judge-port.ts';
import { asAppError, connectToOpenai, failure } from './openai-api.ts';
import { answered, defaultTextModel, textOf } from './openai-text.ts';

/** Below the 30 s after which API Gateway gives a call up; a step of a run has the same, and its tries beside. */
const judgeTimeoutMs = 25_000;
/** A judgement is some 600 tokens; the rest is for the model's thoughts, which are billed alike. */
const outputTokensMax = 6000;
const answerBytesMax = 1024 * 1024;

export const openaiJudge: JudgeVendor = {
  evaluate: (order) => ask('evaluation', evaluation, order),
  analyze: (order) => ask('analysis', analysis, order),
};

async function ask<Value>(
  name: string,
  schema: z.ZodType<Value>,
  { rules, instruction, pictures, patienceMs = judgeTimeoutMs }: JudgeOrder,
): Promise<Value> {
  const { openai, keys } = await connectToOpenai({ timeoutMs: Math.min(judgeTimeoutMs, patienceMs), answerBytesMax });
  const answer: unknown = await openai.responses
    .create({
      model: keys.OPENAI_TEXT_MODEL || defaultTextModel,
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
      // The pictures are the seller's: OpenAI need not keep them.
      store: false,
    })
    .catch(asAppError);
  const { data: response } = answered.safeParse(answer);
  if (!response) throw failure('VendorMalformedAnswer', 'answered something else than a response');
  const judged = schema.safeParse(jsonIn(textOf(response)));
  if (!judged.success)
    throw new AppError('VendorMalformedAnswer', { cause: new Error(`OpenAI answered outside of the schema at ${pathsIn(judged.error)}`) });
  return judged.data;
}

/** What `strict` takes: no lengths, which are checked here. */
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
    throw failure('VendorMalformedAnswer', 'answered no JSON');
  }
}

/** Where an answer is wrong; never what it says, which may be anything. */
const pathsIn = ({ issues }: z.ZodError): string => issues.map(({ path }) => path.join('.') || 'its root').join(', ');
