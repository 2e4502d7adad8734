/** Makes the next image of a run: sends one paid vendor request, then decodes and measures the result, and stores it with a thumbnail. */
import { createHash } from 'node:crypto';
import { vendorPrices } from '#shared/vendor-prices.ts';
import { countedRequest } from '../batch/counted-request.ts';
import { runningItem } from '../batch/running-item.ts';
import { storeVendorImage } from '../batch/store-vendor-image.ts';
import { smallJpeg } from '../platform/picture.ts';
import { iterationKeys } from '../store/media-keys.ts';
import { readObject } from '../store/objects.ts';
import { type Pictures, type Run, readIteration } from '../store/pipeline-runs.ts';
import { examplePictureSideMax, type ImageVendor, type Picture } from '../vendors/image-port.ts';
import { planOf } from './prompt.ts';
import { type RunRef, runningRun } from './run.ts';

/** Maximum number of requests (docs/spec.md 10.7). */
const generationAttemptsMax = 2;
const hashLength = 8;

/**
 * @throws AppError Cancelled, ResultNotAsOrdered, GenerationFailed if the maximum number of requests is reached, and any error of the
 * vendor.
 */
export async function makeImage(ref: RunRef, vendor: ImageVendor, now: Date): Promise<void> {
  const run = await runningRun(ref);
  const plan = planOf(run);
  if (!plan || !run.item || !run.pictures || !run.aspectRatio) return;
  const itemRef = { ...ref, ...run.item };
  if ((await runningItem(itemRef, 'pipeline')).result) return;
  const pictures = await picturesOf(run, run.pictures, plan.madeFrom);
  const { aspectRatio } = run;
  const outcome = await countedRequest(itemRef, { mils: vendorPrices.image, now, attemptsMax: generationAttemptsMax }, () =>
    vendor.make({ pictures, prompt: plan.prompt, aspectRatio }),
  );
  if (!outcome) return;
  await storeVendorImage(itemRef, outcome.value.bytes, aspectRatio, (image) =>
    iterationKeys(itemRef, createHash('sha256').update(image).digest('hex').slice(0, hashLength)),
  );
}

/**
 * Returns the picture to edit and the two example pictures. All three are scaled down. Otherwise, the vendor would bill more than the price
 * of the image.
 */
async function picturesOf({ userId, runId }: Run, { before, after, input }: Pictures, madeFrom: number | undefined) {
  const source = madeFrom === undefined ? input : (await readIteration(userId, runId, madeFrom))?.image.key;
  if (!source) throw new Error('The iteration to improve does not exist');
  return Promise.all([smallPicture(source), smallPicture(before), smallPicture(after)]);
}

const smallPicture = async (key: string): Promise<Picture> => ({
  bytes: await smallJpeg(await readObject(key), { sideMax: examplePictureSideMax }),
  contentType: 'image/jpeg',
});
