/** Orders the video: an intent is written before the paid call and the vendor's id right after, so that no crash can pay twice. */
import { AppError } from '#shared/errors.ts';
import { videoPriceMils } from '#shared/vendor-prices.ts';
import { attemptsMax } from '#shared/video/retry-policy.ts';
import { firstWaitWithWebhookSeconds, pollEverySeconds } from '#shared/video/waiting.ts';
import { requiredEnv } from '../platform/config.ts';
import { log } from '../platform/log.ts';
import { parameter, secret } from '../platform/secrets.ts';
import type { ItemRef } from '../platform/task.ts';
import type { VideoItem } from '../store/batch-rows.ts';
import { type Changes, changeItem } from '../store/batches.ts';
import { readObject, signedUrlForVendor } from '../store/media.ts';
import { claimRequest } from '../store/vendor-requests.ts';
import { requestForItem } from '../store/vendor-work.ts';
import { AmbiguousSubmitError, type VideoOrder, type VideoVendor } from '../vendors/video-port.ts';
import { canReachUs } from '../vendors/video-vendor.ts';
import { runningVideo } from './running-video.ts';
import { webhookAddress } from './webhook-address.ts';

/** The vendor fetches the photo when a runner starts, which its queue may delay. */
const photoLinkSeconds = 2 * 3600;

export type Wait = { waitSeconds: number };

export async function startGeneration(ref: ItemRef, vendor: VideoVendor, now: Date): Promise<Wait> {
  const item = await runningVideo(ref);
  // Someone has been here: the order was placed, or nobody knows, or its video is there. It is waited for, and never placed again.
  if (item.intentAt || item.outcome) return { waitSeconds: pollEverySeconds };
  const attempts = item.attempts ?? 0;
  // The crash came between the last refusal and the end of the item.
  if (attempts >= attemptsMax) throw new AppError('VendorServerError');
  // Made before the intent: the less happens between it and the paid call, the less a crash can leave in doubt.
  await vendor.prepare();
  const order = await orderOf(item, vendor, attempts + 1);
  const at = now.toISOString();
  const intent: Changes = {
    set: { status: 'generating', intentAt: at, vendor: vendor.name },
    once: { startedAt: at },
    increment: ['attempts'],
    ifAbsent: ['intentAt', 'cancelRequestedAt', 'outcome', ...(attempts === 0 ? (['attempts'] as const) : [])],
    ifEquals: attempts > 0 ? { attempts } : {},
  };
  const mils = videoPriceMils(item, vendor.name);
  const placed = await requestForItem(ref, { mils, now, changes: intent }, () => place(order));
  // Cancelled since, or ordered by another run of this step: the wait that follows sees which.
  if (!placed) return { waitSeconds: pollEverySeconds };
  const requestId = await ownRequest(placed.answer);
  if (requestId && (await changeItem(ref, { set: { requestId } }))?.cancelRequestedAt) throw new AppError('Cancelled');
  return { waitSeconds: canReachUs(vendor) ? firstWaitWithWebhookSeconds : pollEverySeconds };

  /** Answers undefined where nobody knows whether the vendor took the order. */
  async function place(order: VideoOrder): Promise<string | undefined> {
    try {
      return (await vendor.start(order)).requestId;
    } catch (error) {
      if (error instanceof AmbiguousSubmitError) {
        log('warn', 'the vendor may have taken an order', { batchId: ref.batchId, itemId: ref.itemId, error });
        return undefined;
      }
      // A refusal is the one case in which the order surely was not taken, so that it may be placed again.
      if (error instanceof AppError) await changeItem(ref, { remove: ['intentAt'], ifAbsent: ['requestId'] });
      throw error;
    }
  }

  /** An id that another order has is none: by it, one seller would be given another's video. Nobody knows what became of this order. */
  async function ownRequest(requestId: string | undefined): Promise<string | undefined> {
    if (!requestId || (await claimRequest(vendor.name, requestId, { ...ref, attempt: attempts + 1 }))) return requestId;
    log('error', 'the vendor answered an order with the request id of another', { batchId: ref.batchId, itemId: ref.itemId, requestId });
    return undefined;
  }

  async function orderOf({ frameKey, plan, ...item }: VideoItem, vendor: VideoVendor, attempt: number): Promise<VideoOrder> {
    if (!frameKey || !plan) throw new AppError('PreprocessingFailed');
    const { model, prompt, durationSeconds, resolution, generateAudio } = item;
    const photoUrl = canReachUs(vendor)
      ? await signedUrlForVendor(frameKey, photoLinkSeconds)
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
