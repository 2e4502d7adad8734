/**
 * Stability's outpainting behind the port (facts: docs/vendors.md). Three traps are closed here: a picture that its filter blurred
 * comes with 200 and is charged; a redirect would take the key and the photo elsewhere; and nothing limits what an answer weighs.
 */
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { requiredEnv, standInUrl } from '../platform/config.ts';
import { secret } from '../platform/secrets.ts';
import { isFreeStatus } from '../platform/unbilled.ts';
import type { OutpaintOrder, OutpaintVendor } from './outpaint-port.ts';
import { isJpegOrPng, readBodyUpTo } from './response-body.ts';

const address = 'https://api.stability.ai';
/** From 5 to 20 s are usual. */
const extendTimeoutMs = 60_000;
/** A PNG of some 16 million pixels that does not compress. */
const pictureBytesMax = 48 * 1024 * 1024;
const errorBytesMax = 64 * 1024;

type StabilityKeys = { STABILITY_API_KEY?: string };

async function connect(): Promise<{ base: string; key: string }> {
  const { STABILITY_API_KEY: key } = JSON.parse(await secret(requiredEnv('STABILITY_KEYS_SECRET_ARN'))) as StabilityKeys;
  const standIn = standInUrl('STABILITY');
  if (standIn) return { base: standIn, key: 'stand-in' };
  if (!key) throw new AppError('VendorMisconfigured', { details: { missing: 'STABILITY_API_KEY' } });
  return { base: address, key };
}

export const stabilityOutpaint: OutpaintVendor = {
  async extend(order) {
    const { base, key } = await connect();
    // As bytes: a form that is aborted before it is read throws where nobody can catch it, and would end the process.
    const form = new Response(formOf(order));
    try {
      const response = await fetch(new URL('/v2beta/stable-image/edit/outpaint', base), {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, accept: 'image/*', 'content-type': form.headers.get('content-type') ?? '' },
        body: await form.arrayBuffer(),
        redirect: 'manual',
        signal: AbortSignal.timeout(order.patienceMs ?? extendTimeoutMs),
      });
      return response.status === 200 ? await pictureOf(response) : await refuse(response);
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw new AppError('VendorUnreachable', { cause: error });
    }
  },
};

function formOf({ photo, prompt, creativity, left, right, up, down }: OutpaintOrder): FormData {
  const form = new FormData();
  form.append('image', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg');
  for (const [side, pixels] of Object.entries({ left, right, up, down })) form.append(side, String(pixels));
  form.append('creativity', String(creativity));
  form.append('prompt', prompt);
  // What is painted is encoded once more with the photo on top of it: it should not have been a JPEG before.
  form.append('output_format', 'png');
  return form;
}

async function pictureOf(response: Response): Promise<Buffer> {
  const reason = response.headers.get('finish-reason');
  if (reason !== 'SUCCESS') {
    await response.body?.cancel();
    throw new AppError(reason === 'CONTENT_FILTERED' ? 'VendorRefused' : 'VendorMalformedAnswer', { cause: told(response, reason) });
  }
  const picture = await readBodyUpTo(response, pictureBytesMax);
  if (!picture || !isJpegOrPng(picture)) throw new AppError('VendorMalformedAnswer', { cause: told(response, 'no picture') });
  return picture;
}

async function refuse(response: Response): Promise<never> {
  const name = nameIn((await readBodyUpTo(response, errorBytesMax))?.toString() ?? '');
  // Its policy's own refusal is free too; a picture that its filter blurred is not, and comes with 200.
  const isUnbilled = isFreeStatus(response.status);
  throw new AppError(codeOf(response.status, name), { cause: told(response, name), isUnbilled });
}

/** By the error's name where it is the policy's; a 403 may be a matter of the key as well. */
function codeOf(status: number, name: string | undefined): ErrorCode {
  if (name === 'content_moderation') return 'VendorRefused';
  if ([401, 402, 403, 404].includes(status)) return 'VendorMisconfigured';
  if (status === 429) return 'VendorBusy';
  if (status >= 500) return 'VendorServerError';
  return status >= 400 ? 'VendorRejectedInput' : 'VendorMalformedAnswer';
}

function nameIn(body: string): string | undefined {
  try {
    const { name } = JSON.parse(body) as { name?: unknown };
    return typeof name === 'string' ? name : undefined;
  } catch {
    return undefined;
  }
}

/** What an answer may show in a log: its `errors` quote the prompt. The request id is what Stability asks for. */
const told = ({ status, headers }: Response, what: string | null | undefined): Error =>
  new Error(`Stability answered ${status} (${what || 'no name'}), request ${headers.get('x-request-id') ?? 'without an id'}`);
