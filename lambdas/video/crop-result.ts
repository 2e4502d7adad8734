/** Crops one of the caller's results to the part in the call, or to the ordered part (docs/spec.md 5.4, 17.7). */

import type { CropRequest, CropResponse } from '#shared/video/single-calls.ts';
import { withinDailyLimit } from '../store/daily-uses.ts';
import { keyFrom } from '../store/own-media.ts';
import { signedUrl } from '../store/signed-urls.ts';
import type { User } from '../store/users.ts';
import { cropToRequestedPart } from './crop-requested-part.ts';
import { recropItem } from './recrop-item.ts';

/** @throws AppError AddressNotAllowed, BadRequest for a part outside the video, NothingToCrop, DailyLimit or CropFailed. */
export async function cropResult(user: User, { videoUrl, cropInfo }: CropRequest, now: Date): Promise<CropResponse> {
  const { userId } = user;
  const requestedKey = await keyFrom(videoUrl);
  const { key } = await withinDailyLimit(user, 'crop', now, () =>
    cropInfo ? cropToRequestedPart(userId, requestedKey, cropInfo) : recropItem(userId, requestedKey),
  );
  return { croppedVideoUrl: await signedUrl(key, now) };
}
