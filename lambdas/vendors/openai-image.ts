/**
 * OpenAI's image models behind the image port (facts and sums: docs/vendors.md). Traps closed here: the SDK would repeat a paid call
 * twice by itself, follow a redirect with the key and the photo, and read an answer of any size.
 */
import OpenAI, { APIConnectionError, APIError, toFile } from 'openai';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { sniffImageType } from '#shared/upload/image-file.ts';
import { setting, standInUrl } from '../platform/config.ts';
import { log } from '../platform/log.ts';
import { secret } from '../platform/secrets.ts';
import { readLimited } from './answer-body.ts';
import type { ImageOrder, ImageVendor, Picture } from './image-port.ts';

/** gpt-image-1 was switched off on 2026-10-23. Of its two named heirs the quick one; the other, -sunburst, costs the same. */
export const defaultOpenaiImageModel = 'gpt-image-2.5-flare';

/**
 * What the dearest order costs that one picture and 2,000 characters can make, against the 0.05 charged:
 * medium, 439 tokens × $30 = $0.0132; the picture, 1,536 × $8 = $0.0123; the prompt, 2,200 × $5 = $0.011 (each a million): $0.0365.
 * High would be $0.0527 before anything is read. Models before 2.5 draw four times the tokens at medium: low, $0.0059, is theirs.
 */
export const qualityOf = (model: string): 'low' | 'medium' => (/^gpt-image-2\.[5-9]/.test(model) ? 'medium' : 'low');

/** In pixels; each model of the family takes these. */
export const sizes = { '1:1': '1024x1024', '2:3': '1024x1536', '3:2': '1536x1024' } as const;

/** 10 to 60 s are usual. undici itself gives up after 300 s. */
const makeTimeoutMs = 150_000;
const answerBytesMax = 32 * 1024 * 1024;
const jpegQuality = 90;

type OpenaiKeys = { OPENAI_API_KEY?: string; OPENAI_IMAGE_MODEL?: string };

async function connect(): Promise<{ openai: OpenAI; model: string }> {
  const keys = JSON.parse(await secret(setting('OPENAI_KEYS_SECRET_ARN'))) as OpenaiKeys;
  const standIn = standInUrl('OPENAI');
  const apiKey = standIn ? 'stand-in' : keys.OPENAI_API_KEY;
  if (!apiKey) throw new AppError('VendorMisconfigured', { details: { missing: 'OPENAI_API_KEY' } });
  const openai = new OpenAI({
    apiKey,
    ...(standIn && { baseURL: `${standIn}/v1` }),
    maxRetries: 0,
    timeout: makeTimeoutMs,
    fetch: limited,
    fetchOptions: { redirect: 'manual' },
    // It would print requests, and with them the photo.
    logLevel: 'off',
  });
  return { openai, model: keys.OPENAI_IMAGE_MODEL || defaultOpenaiImageModel };
}

const limited: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const body = await readLimited(response, answerBytesMax);
  if (!body) throw new AppError('VendorMalformedAnswer', { cause: new Error(`OpenAI answered ${response.status} with too much`) });
  return new Response(new Uint8Array(body), response);
};

export const openaiImage: ImageVendor = {
  model: 'GPT-Image-1',
  async make(order) {
    const size = sizes[order.aspectRatio as keyof typeof sizes];
    if (!size) throw new AppError('RatioUnsupported', { details: { aspectRatio: order.aspectRatio } });
    const { openai, model } = await connect();
    try {
      const { data } = await openai.images.edit({
        model,
        image: await filesOf(order),
        prompt: order.prompt,
        size,
        quality: qualityOf(model),
        output_format: 'jpeg',
        output_compression: jpegQuality,
        n: 1,
      });
      return pictureIn(data?.[0]?.b64_json);
    } catch (error) {
      throw appErrorOf(error);
    }
  },
};

/** Without a type of its own a file would be refused. */
async function filesOf({ pictures }: ImageOrder) {
  const files = await Promise.all(
    pictures.map(({ bytes, contentType }, index) =>
      toFile(bytes, `picture-${index + 1}.${contentType.split('/')[1]}`, { type: contentType }),
    ),
  );
  const [first] = files;
  return files.length === 1 && first ? first : files;
}

function pictureIn(base64: unknown): Picture {
  const bytes = Buffer.from(typeof base64 === 'string' ? base64 : '', 'base64');
  const contentType = sniffImageType(bytes);
  if (!contentType) throw new AppError('VendorMalformedAnswer', { cause: new Error('OpenAI answered without a picture') });
  return { bytes, contentType };
}

const refusals = ['moderation_blocked', 'content_policy_violation', 'image_content_policy_violation'];
/** The account, not the moment: waiting does not help. */
const outOfMoney = ['insufficient_quota', 'billing_hard_limit_reached', 'billing_limit_reached', 'account_deactivated'];

function appErrorOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof APIConnectionError) {
    const { cause } = error;
    return cause instanceof AppError ? cause : new AppError('VendorUnreachable', { cause: error });
  }
  // No JSON, or no JSON of an answer.
  if (!(error instanceof APIError)) return new AppError('VendorMalformedAnswer', { cause: error });
  const { status, code, requestID } = error as APIError;
  const known = typeof code === 'string' && /^[\w.-]{1,64}$/.test(code) ? code : undefined;
  if (known && outOfMoney.includes(known))
    log('error', 'OpenAI refuses our account: look at its billing', { alert: 'vendor_credits', code: known });
  // Its message can quote the prompt.
  const cause = new Error(`OpenAI answered ${status} (${known ?? 'no code'}), request ${requestID ?? 'without an id'}`);
  return new AppError(codeOf(status, known), { cause });
}

function codeOf(status: number | undefined, code: string | undefined): ErrorCode {
  if (code && refusals.includes(code)) return 'VendorRefused';
  if (code && outOfMoney.includes(code)) return 'VendorMisconfigured';
  if (status === undefined || status < 400) return 'VendorMalformedAnswer';
  if ([401, 403, 404].includes(status)) return 'VendorMisconfigured';
  if (status === 429 || status === 503) return 'VendorBusy';
  if (status === 504) return 'VendorUnreachable';
  return status >= 500 ? 'VendorServerError' : 'VendorRejectedInput';
}
