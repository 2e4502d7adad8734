/**
 * Makes the next image of a run: one paid vendor call, then the result is decoded, measured and stored with a thumbnail. The item counts
 * each request before it is sent, as for every image (docs/decisions/005).
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

/** Maximum requests (docs/spec.md 10.7). */
const generationTriesMax = 2;
const hashLength = 8;

/** @throws AppError Cancelled, ResultNotAsOrdered, GenerationFailed if no requests are left, and any error of the vendor. */
export async function makeImage(ref: RunRef, vendor: ImageVendor, now: Date): Promise<void> {
  const run = await runningRun(ref);
  const plan = planOf(run);
  if (!plan || !run.item || !run.pictures || !run.aspectRatio) return;
  const itemRef = { ...ref, ...run.item };
  if ((await runningItem(itemRef, 'pipeline')).result) return;
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
    // The item was cancelled, has ended, or another run of this step made the image; otherwise no requests are left.
    if ((await runningItem(itemRef, 'pipeline')).result) return;
    throw new AppError('GenerationFailed', { details: { tries: generationTriesMax } });
  }
  const { image, thumbnail, size } = await decodeVendorImage(made.answer.bytes);
  if (!hasRatio(size, aspectRatio)) throw new AppError('ResultNotAsOrdered', { details: { aspectRatio, ...size } });
  const keys = iterationKeys(itemRef, createHash('sha256').update(image).digest('hex').slice(0, hashLength));
  await Promise.all([putObject(keys.key, image, 'image/jpeg'), putObject(keys.posterKey, thumbnail, 'image/jpeg')]);
  // After this write, a stop no longer drops the image. Before it, the image is not delivered and not charged.
  const stored = await changeItem(itemRef, {
    set: { result: { ...keys, ...size, sizeBytes: image.length } },
    ifAbsent: ['cancelRequestedAt', 'result'],
  });
  if (!stored) await runningItem(itemRef, 'pipeline');
}

/** Returns the picture to edit and the example pair, all small, so that the image costs less than its price. */
async function picturesOf({ userId, runId }: Run, { before, after, input }: Pictures, madeFrom: number | undefined) {
  const source = madeFrom === undefined ? input : (await readIteration(userId, runId, madeFrom))?.image.key;
  if (!source) throw new Error('The iteration to improve does not exist');
  return Promise.all([small(source), small(before), small(after)]);
}

const small = async (key: string): Promise<Picture> => ({
  bytes: await smallJpeg(await readObject(key), { sideMax: examplePictureSideMax }),
  contentType: 'image/jpeg',
});
