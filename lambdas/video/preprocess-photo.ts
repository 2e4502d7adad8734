/** Plans the frame of a video and renders its first picture, which is the input of the model or of the outpainting vendor. */
import { AppError } from '#shared/errors.ts';
import { planFrame } from '#shared/video/strategy.ts';
import { runningItem } from '../batch/running-item.ts';
import type { ItemRef } from '../platform/task.ts';
import type { VideoItem } from '../store/batch-rows.ts';
import { changeItem } from '../store/batches.ts';
import { frameKey, outpaintSourceKey } from '../store/media-keys.ts';
import { objectExists, putObject, readObject } from '../store/objects.ts';
import { renderFrame } from './frame-image.ts';

/** The optional later steps that a video needs. */
export type RemainingSteps = { outpaint: boolean; crop: boolean };

export async function preprocessPhoto(ref: ItemRef): Promise<RemainingSteps> {
  const item = await runningItem(ref, 'video');
  const plan = planOf(item);
  const needsOutpainting = plan.processingStrategy === 'OUTPAINTING_REQUIRED';
  const remainingSteps = { outpaint: false, crop: plan.cropInfo !== null };
  // This item, or the failed item that it retries, may already have a frame. The frame of an old item may have expired.
  if (item.frameKey && (await objectExists(item.frameKey))) return remainingSteps;
  const key = needsOutpainting ? outpaintSourceKey(item) : frameKey(item);
  const { photoKey } = item;
  if (!photoKey) throw new AppError('ImageUnreadable');
  await putObject(key, await renderFrame(await readObject(photoKey), plan), 'image/jpeg');
  await changeItem(ref, { set: { plan, ...(!needsOutpainting && { frameKey: key }) }, ...(needsOutpainting && { remove: ['frameKey'] }) });
  return { ...remainingSteps, outpaint: needsOutpainting };
}

function planOf({ plan, photoSize, aspectRatio, model, resolution }: VideoItem) {
  if (plan) return plan;
  if (!photoSize) throw new AppError('ImageUnreadable');
  return planFrame({ photo: photoSize, aspectRatio, model, resolution });
}
