/** Crops one of the caller's results again, by its key or address (X13; Q24). */
import type { CropResponse } from '#shared/video/single-calls.ts';
import { withinDailyLimit } from '../store/daily-uses.ts';
import { link } from '../store/media.ts';
import { namedKey } from '../store/own-media.ts';
import { recropItem } from './recrop-item.ts';

/** @throws AppError AddressNotAllowed, NothingToCrop, DailyLimit or CropFailed. */
export async function cropResult(userId: string, videoUrl: string, now: Date): Promise<CropResponse> {
  const named = await namedKey(videoUrl, now);
  const { key } = await withinDailyLimit(userId, 'crop', now, () => recropItem(userId, named));
  return { croppedVideoUrl: await link(key, now) };
}
