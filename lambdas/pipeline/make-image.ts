/**
 * Makes the next image of a run: the vendor's one paid call, its answer decoded and measured, stored with a thumbnail. Requests are
 * counted on the item before each, as those of every image (docs/decisions/005).
 */
import { createHash } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import { hasRatio } from '#shared/image/measure.ts';
import { vendorPrices } from '#shared/vendor-prices.ts';
import { runningItem } from '../batch/running-item.ts';
import { decodeVendorImage, smallJpeg } from '../platform/picture.ts';
import { type Changes, changeItem } from '../store/batches.ts';
import { iterationKeys, putObject, readObject } from '../store/media.ts';
import { type Pictures, type Run, readIteration } from '../store/pipeline-runs.ts';
import { requestForItem } from '../store/vendor-work.ts';
import { examplePictureSideMax, type ImageVendor, type Picture } from '../vendors/image-port.ts';
import { planOf } from './prompt.ts';
import { type RunRef, runningRun } from './run-id.ts';

/** SPEC 7 'Pipeline HTTP helper' (checklist P16). */
const generationTriesMax = 2;
const hashLength = 8;

/** @throws AppError Cancelled, ResultNotAsOrdered, GenerationFailed where the requests are used up, or what the vendor throws. */
export async function makeImage(ref: RunRef, vendor: ImageVendor, now: Date): Promise<void> {
  const run = await runningRun(ref);
  const plan = planOf(run);
  if (!plan || !run.item || !run.pictures || !run.aspectRatio) return;
  const itemRef = { ...ref, ...run.item };
  if ((await runningItem(itemRef)).result) return;
  const pictures = await picturesOf(run, run.pictures, plan.madeFrom);
  const { aspectRatio } = run;
  const changes: Changes = {
    set: { status: 'generating' },
    once: { startedAt: now.toISOString() },
    increment: ['attempts'],
    ifLessThan: { attempts: generationTriesMax },
    ifAbsent: ['cancelRequestedAt', 'result'],
  };
  const made = await requestForItem(itemRef, { mils: vendorPrices.image, now, changes }, () =>
    vendor.make({ pictures, prompt: plan.prompt, aspectRatio }),
  );
  if (!made) {
    // Cancelled, ended, or made by another run of this step; otherwise the requests are used up.
    if ((await runningItem(itemRef)).result) return;
    throw new AppError('GenerationFailed', { details: { tries: generationTriesMax } });
  }
  const { image, thumbnail, size } = await decodeVendorImage(made.answer.bytes);
  if (!hasRatio(size, aspectRatio)) throw new AppError('ResultNotAsOrdered', { details: { aspectRatio, ...size } });
  const keys = iterationKeys(itemRef, createHash('sha256').update(image).digest('hex').slice(0, hashLength));
  await Promise.all([putObject(keys.key, image, 'image/jpeg'), putObject(keys.posterKey, thumbnail, 'image/jpeg')]);
  // From here on it is too late for a stop to drop the image; before, it is nobody's and is not charged.
  const stored = await changeItem(itemRef, {
    set: { result: { ...keys, ...size, sizeBytes: image.length } },
    ifAbsent: ['cancelRequestedAt', 'result'],
  });
  if (!stored) await runningItem(itemRef);
}

/** What is edited, and the example: each small enough that the image costs us less than it costs the seller. */
async function picturesOf({ userId, runId }: Run, { before, after, input }: Pictures, madeFrom: number | undefined) {
  const source = madeFrom === undefined ? input : (await readIteration(userId, runId, madeFrom))?.image.key;
  if (!source) throw new Error('The iteration to be improved is not there');
  return Promise.all([small(source), small(before), small(after)]);
}

const small = async (key: string): Promise<Picture> => ({
  bytes: await smallJpeg(await readObject(key), { sideMax: examplePictureSideMax }),
  contentType: 'image/jpeg',
});
