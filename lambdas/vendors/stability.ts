/**
 * Implements the outpaint port with Stability (facts: docs/vendors.md). This file solves three problems:
 * - Stability's content filter returns a blurred picture with status 200 and bills it.
 * - A redirect would send the key and the photo to another host.
 * - Responses have no size limit.
 */
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { isFreeStatus } from '../platform/unbilled.ts';
import { countRequests } from './count-requests.ts';
import type { OutpaintOrder, OutpaintVendor } from './outpaint-port.ts';
import { isJpegOrPng, readBodyUpTo } from './response-body.ts';
import { vendorAccess } from './vendor-access.ts';

const address = 'https://api.stability.ai';
/** Stability usually needs 5 to 20 s. */
const extendTimeoutMs = 60_000;
/** The limit is enough for a PNG of about 16 million pixels without compression. */
const pictureBytesMax = 48 * 1024 * 1024;
const errorBytesMax = 64 * 1024;

export const stabilityOutpaint = countRequests<OutpaintVendor>('stability', ['extend'], {
  async extend(order) {
    const { key, standIn: base = address } = await vendorAccess('stability');
    // The form is encoded before it is sent. A time-out while Node encodes a form would cause an unhandled rejection.
    const form = new Response(formOf(order));
    try {
      const response = await fetch(new URL('/v2beta/stable-image/edit/outpaint', base), {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, accept: 'image/*', 'content-type': form.headers.get('content-type') ?? '' },
        body: await form.arrayBuffer(),
        redirect: 'manual',
        signal: AbortSignal.timeout(order.timeoutMs ?? extendTimeoutMs),
      });
      return response.status === 200 ? await pictureOf(response) : await throwVendorError(response);
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw new AppError('VendorUnreachable', { cause: error });
    }
  },
});

function formOf({ photo, prompt, creativity, left, right, up, down }: OutpaintOrder): FormData {
  const form = new FormData();
  form.append('image', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg');
  for (const [side, pixels] of Object.entries({ left, right, up, down })) form.append(side, String(pixels));
  form.append('creativity', String(creativity));
  form.append('prompt', prompt);
  // A lossless format is better here. The photo is placed on the result, and then the result is encoded again.
  form.append('output_format', 'png');
  return form;
}

async function pictureOf(response: Response): Promise<Buffer> {
  const reason = response.headers.get('finish-reason');
  if (reason !== 'SUCCESS') {
    await response.body?.cancel();
    throw new AppError(reason === 'CONTENT_FILTERED' ? 'VendorRefused' : 'VendorMalformedAnswer', {
      cause: describeResponse(response, reason),
    });
  }
  const picture = await readBodyUpTo(response, pictureBytesMax);
  if (!picture || !isJpegOrPng(picture)) throw new AppError('VendorMalformedAnswer', { cause: describeResponse(response, 'no picture') });
  return picture;
}

async function throwVendorError(response: Response): Promise<never> {
  const name = nameIn((await readBodyUpTo(response, errorBytesMax))?.toString() ?? '');
  // A policy refusal has status 403, so it is free. Stability bills a blurred picture, but a response with such a picture has
  // status 200 and never reaches this function.
  const isUnbilled = isFreeStatus(response.status);
  throw new AppError(codeOf(response.status, name), { cause: describeResponse(response, name), isUnbilled });
}

/** The error name identifies a policy refusal, because a 403 can also mean a wrong key. */
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

/**
 * Describes a response for the log. Omits the field `errors`, because it quotes the prompt. Contains the request id, because Stability's
 * support needs it.
 */
const describeResponse = ({ status, headers }: Response, result: string | null | undefined): Error =>
  new Error(`Stability responded with ${status} (${result || 'no name'}), request ${headers.get('x-request-id') ?? 'without an id'}`);
