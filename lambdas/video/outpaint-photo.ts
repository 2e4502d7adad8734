/** Extends the photo to the model's frame. */
import { outpaintLane } from '#shared/admission/lanes.ts';
import { AppError, errors } from '#shared/errors.ts';
import { type Mils, vendorPrices } from '#shared/vendor-prices.ts';
import { countedRequest } from '../batch/counted-request.ts';
import { runningItem } from '../batch/running-item.ts';
import { returnSlotIn } from '../batch/slots.ts';
import { repeatAfterOutage } from '../platform/outage.ts';
import type { ItemRef } from '../platform/task.ts';
import type { Item } from '../store/batch-rows.ts';
import { changeItem } from '../store/batches.ts';
import { clearVendorFailures } from '../store/installation.ts';
import { frameKey, outpaintSourceKey } from '../store/media-keys.ts';
import { putObject, readObject } from '../store/objects.ts';
import type { OutpaintVendor } from '../vendors/outpaint-port.ts';
import { extendPhoto } from './extend-photo.ts';

/** Maximum number of paid requests for one item. */
export const outpaintAttemptsMax = 3;

export async function outpaintPhoto(ref: ItemRef, vendor: OutpaintVendor, now: Date): Promise<void> {
  const item = await runningItem(ref, 'video');
  if (item.frameKey) return returnOutpaintSlot(item, now);
  const { outpaintParams } = item.plan ?? {};
  if (!outpaintParams) throw new AppError('PreprocessingFailed', { details: { reason: 'There is no plan to extend the photo.' } });
  const source = await readObject(outpaintSourceKey(item));
  const requestOptions = {
    mils: vendorPrices.outpaint,
    now,
    attemptsMax: outpaintAttemptsMax,
    counter: 'outpaintAttempts',
    resultField: 'frameKey',
    exhausted: 'OutpaintingFailed',
  } as const;
  const outcome = await countedRequest(ref, requestOptions, () =>
    extendPhoto(source, outpaintParams, vendor).catch((error) => {
      throw isLastAttempt((item.outpaintAttempts ?? 0) + 1) && isBusy(error) ? new AppError('OutpaintingFailed', { cause: error }) : error;
    }),
  );
  if (!outcome) return;
  const key = frameKey(item);
  await putObject(key, outcome.value, 'image/jpeg');
  // Without this repetition, an outage would cause a second paid request.
  const changedItem = await repeatAfterOutage(() => changeItem(ref, { set: { frameKey: key } }));
  await clearVendorFailures('stability');
  await returnOutpaintSlot(changedItem ?? item, now, { isCompleted: true, billedMils: changedItem?.vendorMils });
}

/** Returns the slot, because the next request of the item waits in another lane. */
const returnOutpaintSlot = (
  { userId, batchId, index }: Item,
  now: Date,
  options?: { isCompleted: true; billedMils: Mils | undefined },
): Promise<void> => returnSlotIn({ lane: outpaintLane, userId, batchId, index }, now, options);

const isLastAttempt = (attempt: number): boolean => attempt >= outpaintAttemptsMax;

const isBusy = (error: unknown): boolean => error instanceof AppError && errors[error.code].retry === 'vendor-busy';
