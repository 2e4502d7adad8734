/**
 * Prepares a picture for a video in a single call (docs/spec.md 17.7). Returns the same plan and the same picture as the step of the state
 * machine.
 */

import { type PreprocessRequest, type PreprocessResponse, preprocessResponse } from '#shared/video/single-calls.ts';
import { planFrame } from '#shared/video/strategy.ts';
import { decode } from '../batch/ingest-photo.ts';
import { withinDailyLimit } from '../store/daily-uses.ts';
import { uploadKey } from '../store/media-keys.ts';
import { putObject } from '../store/objects.ts';
import { readOwnPicture } from '../store/own-media.ts';
import { signedUrl } from '../store/signed-urls.ts';
import type { User } from '../store/users.ts';
import { renderFrame } from './frame-image.ts';

type Call = { user: User; request: PreprocessRequest; newId: string; now: Date };

/** @throws AppError any error of the picture; DailyLimit; PreprocessingFailed. */
export const preprocessImage = ({ user, request, newId, now }: Call): Promise<PreprocessResponse> =>
  withinDailyLimit(user, 'preprocess', now, async () => {
    const { userId } = user;
    const { imageUrl, targetAspectRatio, model, resolution } = request;
    const { bytes, ...rules } = await readOwnPicture(userId, imageUrl);
    const { jpeg, size } = await decode(bytes, rules);
    const plan = planFrame({ photo: size, aspectRatio: targetAspectRatio, model, resolution });
    const frame = await renderFrame(jpeg, plan);
    const key = uploadKey(userId, 'frames', newId, 'jpg');
    await putObject(key, frame, 'image/jpeg');
    // The response contains only those fields of the plan that are in docs/spec.md 17.7.
    return preprocessResponse.parse({ ...plan, processedImageUrl: await signedUrl(key, now) });
  });
