/**
 * OpenAI's text models behind the prompt port (facts: docs/vendors.md). Three traps are closed here: the SDK repeats a call twice by
 * itself; its time-out ends with the first byte of the answer; and it reads an answer of any size.
 */
import OpenAI, { APIConnectionError, APIError } from 'openai';
import * as z from 'zod';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { setting, standInUrl } from '../platform/config.ts';
import { secret } from '../platform/secrets.ts';
import { readLimited } from './answer-body.ts';
import type { PromptVendor } from './prompt-port.ts';

const address = 'https://api.openai.com/v1';
/** The cheapest that sees pictures and has no announced end. */
const defaultModel = 'gpt-6-luna';
/** Below the 30 s after which API Gateway gives a call up, with time left to answer. */
const writeTimeoutMs = 24_000;
/** A prompt is some 500 tokens; the rest is for the model's thoughts, which are billed alike. */
const outputTokensMax = 4096;
const answerBytesMax = 1024 * 1024;

type OpenaiKeys = { OPENAI_API_KEY?: string; OPENAI_TEXT_MODEL?: string };

/** Reads the whole answer within the call, so that the SDK's time-out covers it, and no more of it than an answer may weigh. */
const whole: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' });
  const body = await readLimited(response, answerBytesMax);
  if (!body) throw new AppError('VendorMalformedAnswer', { details: { reason: `The answer is larger than ${answerBytesMax} bytes.` } });
  const { status, headers } = response;
  return new Response(body.length > 0 ? new Uint8Array(body) : null, { status, headers });
};

async function connect(): Promise<{ openai: OpenAI; model: string }> {
  const keys = JSON.parse(await secret(setting('OPENAI_KEYS_SECRET_ARN'))) as OpenaiKeys;
  const standIn = standInUrl('OPENAI');
  if (!keys.OPENAI_API_KEY && !standIn) throw new AppError('VendorMisconfigured', { details: { missing: 'OPENAI_API_KEY' } });
  const openai = new OpenAI({
    apiKey: standIn ? 'stand-in' : (keys.OPENAI_API_KEY as string),
    baseURL: standIn ? `${standIn}/v1` : address,
    // What the SDK would otherwise take from the environment.
    organization: null,
    project: null,
    logLevel: 'off',
    maxRetries: 0,
    timeout: writeTimeoutMs,
    fetch: whole,
  });
  return { openai, model: keys.OPENAI_TEXT_MODEL || defaultModel };
}

export const openaiPrompt: PromptVendor = {
  async write({ photo, instruction }) {
    const { openai, model } = await connect();
    const image = `data:${photo.contentType};base64,${photo.bytes.toString('base64')}`;
    const answer: unknown = await openai.responses
      .create({
        model,
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

/** By code, wherever it stands: an error's status and a failed response's code are not told apart by its meaning. */
const byCode: Record<string, ErrorCode> = {
  content_policy_violation: 'VendorRefused',
  image_content_policy_violation: 'VendorRefused',
  moderation_blocked: 'VendorRefused',
  // The policy's word for an instruction that it flagged.
  invalid_prompt: 'VendorRefused',
  content_filter: 'VendorRefused',
  insufficient_quota: 'VendorMisconfigured',
  billing_hard_limit_reached: 'VendorMisconfigured',
  model_not_found: 'VendorMisconfigured',
  invalid_api_key: 'VendorMisconfigured',
  rate_limit_exceeded: 'VendorBusy',
  server_error: 'VendorServerError',
  // A half sentence is no prompt.
  max_output_tokens: 'VendorMalformedAnswer',
};

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

/** An error of the SDK's as ours. Messages are left out: they quote what was sent. */
function asAppError(error: unknown): never {
  if (error instanceof APIConnectionError) {
    if (error.cause instanceof AppError) throw error.cause;
    throw new AppError('VendorUnreachable', { cause: error.cause ?? error });
  }
  // A 200 that the SDK cannot read ends here as well.
  if (!(error instanceof APIError) || error.status === undefined) throw new AppError('VendorMalformedAnswer', { cause: error });
  const { status, code, type, requestID } = error;
  const known = codeOf(code) ?? codeOf(type) ?? byStatus(status);
  throw failure(known, `answered ${status} (${code ?? type ?? 'no code'}), request ${requestID ?? 'without an id'}`);
}

function byStatus(status: number): ErrorCode {
  if ([401, 403, 404].includes(status)) return 'VendorMisconfigured';
  if (status === 429) return 'VendorBusy';
  if (status === 408) return 'VendorUnreachable';
  if (status >= 500) return 'VendorServerError';
  return status >= 400 ? 'VendorRejectedInput' : 'VendorMalformedAnswer';
}

const codeOf = (word: string | null | undefined): ErrorCode | undefined => (word && Object.hasOwn(byCode, word) ? byCode[word] : undefined);

const failure = (code: ErrorCode, what: string): AppError => new AppError(code, { cause: new Error(`OpenAI ${what}`) });
