/** Extends the photo to the model's frame. We pay for it, so the item counts each request before it is sent (docs/decisions/005). */
import { AppError, errors } from '#shared/errors.ts';
import { vendorPrices } from '#shared/vendor-prices.ts';
import { runningItem } from '../batch/running-item.ts';
import type { ItemRef } from '../platform/task.ts';
import { type Changes, changeItem } from '../store/batches.ts';
import { frameKey, outpaintSourceKey, putObject, readObject } from '../store/media.ts';
import { requestForItem } from '../store/vendor-work.ts';
import type { OutpaintVendor } from '../vendors/outpaint-port.ts';
import { extendPhoto } from './extend-photo.ts';

/** Maximum requests for one item, even after crashes: the vendor has no idempotency key and may bill each one. */
export const outpaintTriesMax = 3;

export async function outpaintPhoto(ref: ItemRef, vendor: OutpaintVendor, now: Date): Promise<void> {
  const item = await runningItem(ref, 'video');
  if (item.frameKey) return;
  const { outpaintParams } = item.plan ?? {};
  if (!outpaintParams) throw new AppError('PreprocessingFailed', { details: { reason: 'There is no plan to extend the photo.' } });
  const source = await readObject(outpaintSourceKey(item));
  const changes: Changes = {
    // Shows the seller that the work has started.
    set: { status: 'generating' },
    once: { startedAt: now.toISOString() },
    increment: ['outpaintTries'],
    ifLessThan: { outpaintTries: outpaintTriesMax },
    ifAbsent: ['cancelRequestedAt', 'frameKey'],
  };
  const extended = await requestForItem(ref, { mils: vendorPrices.outpaint, now, changes }, () =>
    extendPhoto(source, outpaintParams, vendor),
  ).catch((error) => {
    throw isLast((item.outpaintTries ?? 0) + 1) && isBusy(error) ? new AppError('OutpaintingFailed', { cause: error }) : error;
  });
  if (!extended) {
    // The item was cancelled, has ended, or another run of this step extended the photo; otherwise no requests are left.
    if ((await runningItem(ref, 'video')).frameKey) return;
    throw new AppError('OutpaintingFailed', { details: { tries: outpaintTriesMax } });
  }
  const key = frameKey(item);
  await putObject(key, extended.answer, 'image/jpeg');
  await changeItem(ref, { set: { frameKey: key } });
}

const isLast = (tries: number): boolean => tries >= outpaintTriesMax;

const isBusy = (error: unknown): boolean => error instanceof AppError && errors[error.code].retry === 'vendor-busy';
