/**
 * Extends a picture at its edges for a call without a batch (a _single call_). The step `outpaint` of the state machine extends a picture
 * in the same way. The call has a daily limit (docs/spec.md 17.7).
 */

import { AppError, errors } from '#shared/errors.ts';
import { extensionError } from '#shared/video/outpaint-limits.ts';
import type { OutpaintRequest, OutpaintResponse } from '#shared/video/single-calls.ts';
import { decode } from '../batch/ingest-photo.ts';
import type { Deadline } from '../platform/deadline.ts';
import { type RunBillableRequest, withinDailyLimit } from '../store/daily-uses.ts';
import { uploadKey } from '../store/media-keys.ts';
import { putObject } from '../store/objects.ts';
import { readOwnPicture } from '../store/own-media.ts';
import { signedUrl } from '../store/signed-urls.ts';
import type { User } from '../store/users.ts';
import type { OutpaintVendor } from '../vendors/outpaint-port.ts';
import { extendPhoto } from './extend-photo.ts';

/** Minimum time for the vendor. A vendor usually needs 5 to 20 s. With less time, the paid request would often time out. */
const vendorMsMin = 10_000;
/** Time to decode and measure the result, and to place the photo on the result. */
const finishMsMax = 5_000;

type Call = { user: User; request: OutpaintRequest; newId: string; now: Date; deadline: Deadline };

/**
 * Counts the call for the daily limit before the picture is decoded, because a malicious picture can make the decoding expensive.
 * @throws AppError DailyLimit; any rejection of the picture; OutpaintingRefused, OutpaintingInvalid or OutpaintingFailed.
 */
export const outpaintImage = ({ user, request, newId, now, deadline }: Call, vendor: OutpaintVendor): Promise<OutpaintResponse> =>
  withinDailyLimit(user, 'outpaint', now, async (runBillableRequest) => {
    const { userId } = user;
    const { imageUrl, outpaintParams, creativityStrength } = request;
    const { bytes, ...rules } = await readOwnPicture(userId, imageUrl);
    const { jpeg, size } = await decode(bytes, { ...rules, decodeTimeoutMs: deadline.leftMs(vendorMsMin + finishMsMax) });
    const reason = extensionError(size, outpaintParams);
    if (reason) throw new AppError('BadRequest', { details: { reason } });
    const extendedPhoto = await extendPhoto(
      jpeg,
      outpaintParams,
      withTimeout(vendor, runBillableRequest, deadline, creativityStrength),
    ).catch(reportAsFailed);
    const key = uploadKey(userId, 'frames', newId, 'jpg');
    await putObject(key, extendedPhoto, 'image/jpeg');
    return { success: true, imageUrl: await signedUrl(key, now), mimeType: 'image/jpeg' };
  });

/**
 * Returns the vendor with the remaining time as the time-out, because a call must respond within 30 s. If the caller sets `creativity`,
 * this value replaces the default value.
 */
const withTimeout = (
  { extend }: OutpaintVendor,
  runBillableRequest: RunBillableRequest,
  deadline: Deadline,
  creativity?: number,
): OutpaintVendor => ({
  async extend(order) {
    const timeoutMs = deadline.leftMs(finishMsMax);
    return runBillableRequest(() => extend({ ...order, ...(creativity !== undefined && { creativity }), timeoutMs }));
  },
});

/**
 * The step of the state machine is retried while a vendor is busy. A single call reports the failure instead, so that the caller can retry.
 */
function reportAsFailed(cause: unknown): never {
  if (cause instanceof AppError && errors[cause.code].retry === 'vendor-busy')
    throw new AppError('OutpaintingFailed', { cause, details: { reason: cause.code } });
  throw cause;
}
