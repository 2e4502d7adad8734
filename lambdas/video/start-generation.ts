/**
 * Orders the video. The step writes an intent before the paid call, and the request id of the vendor directly after it. So a crash can
 * never cause a second paid order.
 */
import { AppError } from '#shared/errors.ts';
import { videoPriceMils } from '#shared/vendor-prices.ts';
import { attemptsMax } from '#shared/video/retry-policy.ts';
import { firstWaitWithWebhookSeconds, pollIntervalSeconds } from '#shared/video/waiting.ts';
import { runningItem } from '../batch/running-item.ts';
import { requiredEnv } from '../platform/config.ts';
import { log } from '../platform/log.ts';
import { repeatAfterOutage } from '../platform/outage.ts';
import { parameter } from '../platform/parameters.ts';
import { secret } from '../platform/secrets.ts';
import type { AdmittedItemRef } from '../platform/task.ts';
import type { VideoItem } from '../store/batch-rows.ts';
import { type Changes, changeItem } from '../store/batches.ts';
import { readObject } from '../store/objects.ts';
import { claimRequest } from '../store/vendor-requests.ts';
import { signedUrlForVendor } from '../store/vendor-urls.ts';
import { requestForItem } from '../store/vendor-work.ts';
import { AmbiguousSubmitError, type VideoOrder, type VideoVendor } from '../vendors/video-port.ts';
import { canReachUs } from '../vendors/video-vendor.ts';
import { webhookAddress } from './webhook-address.ts';

/** The time for which the URL of the photo is valid. The vendor fetches the photo only after the order leaves the queue of the vendor. */
const photoUrlSeconds = 2 * 3600;

export type Wait = { waitSeconds: number };

export async function startGeneration({ admittedAt, ...ref }: AdmittedItemRef, vendor: VideoVendor, now: Date): Promise<Wait> {
  const item = await runningItem(ref, 'video');
  // An earlier run of this step has placed the order or may have placed it, or a result is stored. So the step only waits and never orders
  // twice.
  if (item.intentAt || item.outcome) return { waitSeconds: pollIntervalSeconds };
  const attempts = item.attempts ?? 0;
  // This happens only if the process crashed after the last attempt was rejected and before the item ended.
  if (attempts >= attemptsMax) throw new AppError('VendorServerError');
  // `prepare` and `orderOf` run before the intent is written. A shorter time between the intent and the paid call means that fewer crashes
  // cause an order with unknown state.
  await vendor.prepare();
  const order = await orderOf(item, vendor, attempts + 1);
  const intentAt = now.toISOString();
  const intent: Changes = {
    set: { status: 'generating', admittedAt, intentAt, vendor: vendor.name },
    once: { startedAt: intentAt },
    increment: ['attempts'],
    ifAbsent: ['intentAt', 'cancelRequestedAt', 'outcome', ...(attempts === 0 ? (['attempts'] as const) : [])],
    ifEquals: attempts > 0 ? { attempts } : {},
  };
  const mils = videoPriceMils(item, vendor.name);
  const outcome = await requestForItem(ref, { mils, now, changes: intent }, () => placeOrder(order));
  // The item was cancelled, or another run of this step placed the order. The following wait handles both cases.
  if (!outcome) return { waitSeconds: pollIntervalSeconds };
  // Without its id, the order can be neither polled nor cancelled. So an outage must not prevent these two writes.
  const requestId = await repeatAfterOutage(() => claimedRequestId(outcome.value));
  const orderedItem = requestId ? await repeatAfterOutage(() => changeItem(ref, { set: { requestId } })) : undefined;
  if (orderedItem?.cancelRequestedAt) throw new AppError('Cancelled');
  return { waitSeconds: canReachUs(vendor) ? firstWaitWithWebhookSeconds : pollIntervalSeconds };

  /**
   * Places the order.
   * @returns the request id, or undefined if it is unknown whether the vendor accepted the order.
   */
  async function placeOrder(order: VideoOrder): Promise<string | undefined> {
    try {
      return (await vendor.start(order)).requestId;
    } catch (error) {
      if (error instanceof AmbiguousSubmitError) {
        log('warn', 'the vendor may have accepted an order', { batchId: ref.batchId, itemId: ref.itemId, error });
        return undefined;
      }
      // Only a rejection proves that the order was not accepted. Only in this case may the order be placed again.
      if (error instanceof AppError) await changeItem(ref, { remove: ['intentAt'], ifAbsent: ['requestId'] });
      throw error;
    }
  }

  /**
   * Returns the request id, or undefined if the id belongs to another attempt. With such an id, a seller could get the video of another
   * seller. The state of the current attempt is then unknown.
   */
  async function claimedRequestId(requestId: string | undefined): Promise<string | undefined> {
    if (!requestId || (await claimRequest(vendor.name, requestId, { ...ref, attempt: attempts + 1 }))) return requestId;
    log('error', 'the vendor returned the request id of another order', { batchId: ref.batchId, itemId: ref.itemId, requestId });
    return undefined;
  }

  async function orderOf({ frameKey, plan, ...item }: VideoItem, vendor: VideoVendor, attempt: number): Promise<VideoOrder> {
    if (!frameKey || !plan) throw new AppError('PreprocessingFailed');
    const { model, prompt, durationSeconds, resolution, generateAudio } = item;
    const photoUrl = canReachUs(vendor)
      ? await signedUrlForVendor(frameKey, photoUrlSeconds)
      : await vendor.uploadPhoto(await readObject(frameKey), 'image/jpeg');
    const webhookUrl = canReachUs(vendor)
      ? webhookAddress(
          await parameter(requiredEnv('SITE_ORIGIN_PARAMETER')),
          { ...ref, attempt },
          await secret(requiredEnv('WEBHOOK_SECRET_ARN')),
        )
      : undefined;
    return { model, prompt, photoUrl, aspectRatio: plan.modelAspectRatio, durationSeconds, resolution, generateAudio, webhookUrl };
  }
}
