/** A picture painted on beyond its edges, by a call of its own: the machine's own way of doing it, within a daily limit (X11; Q13). */

import { AppError, errors } from '#shared/errors.ts';
import { extensionError } from '#shared/video/outpaint-limits.ts';
import type { OutpaintRequest, OutpaintResponse } from '#shared/video/single-calls.ts';
import type { Deadline } from '../platform/deadline.ts';
import { type AtVendor, withinDailyLimit } from '../store/daily-uses.ts';
import { putObject, signedUrl, uploadKey } from '../store/media.ts';
import { readOwnPicture } from '../store/own-media.ts';
import type { User } from '../store/users.ts';
import type { OutpaintVendor } from '../vendors/outpaint-port.ts';
import { extendPhoto } from './extend-photo.ts';
import { decode } from './ingest-photo.ts';

/** 5 to 20 s are usual: without at least these the request would be paid for nothing. */
const vendorMsMin = 10_000;
/** The answer is decoded, measured and laid around the photo. */
const finishMsMax = 5_000;

type Call = { user: User; request: OutpaintRequest; newId: string; now: Date; deadline: Deadline };

/**
 * Counts the use before it decodes the picture, because decoding is what a hostile picture makes expensive.
 * @throws AppError DailyLimit; as the picture is refused; OutpaintingRefused, OutpaintingInvalid or OutpaintingFailed.
 */
export const outpaintImage = ({ user, request, newId, now, deadline }: Call, vendor: OutpaintVendor): Promise<OutpaintResponse> =>
  withinDailyLimit(user, 'outpaint', now, async (atVendor) => {
    const { userId } = user;
    const { imageUrl, outpaintParams, creativityStrength } = request;
    const { jpeg, size } = await decode(await readOwnPicture(userId, imageUrl, now), deadline.leftMs(vendorMsMin + finishMsMax));
    const reason = extensionError(size, outpaintParams);
    if (reason) throw new AppError('BadRequest', { details: { reason } });
    const extended = await extendPhoto(jpeg, outpaintParams, inTime(vendor, atVendor, deadline, creativityStrength)).catch(asFailed);
    const key = uploadKey(userId, 'frames', newId, 'jpg');
    await putObject(key, extended, 'image/jpeg');
    return { success: true, imageUrl: await signedUrl(key, now), mimeType: 'image/jpeg' };
  });

/** A call is answered within half a minute, or not at all; what the caller says about creativity goes before the machine's own. */
const inTime = ({ extend }: OutpaintVendor, atVendor: AtVendor, deadline: Deadline, creativity?: number): OutpaintVendor => ({
  async extend(order) {
    const patienceMs = deadline.leftMs(finishMsMax);
    return atVendor(() => extend({ ...order, ...(creativity !== undefined && { creativity }), patienceMs }));
  },
});

/** The machine tries again while the vendor is busy; who calls by hand is told that it failed, and may do so too. */
function asFailed(cause: unknown): never {
  if (cause instanceof AppError && errors[cause.code].retry === 'vendor-busy')
    throw new AppError('OutpaintingFailed', { cause, details: { reason: cause.code } });
  throw cause;
}
