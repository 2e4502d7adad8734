/** Orders the video: an intent is written before the paid call and the vendor's id right after, so that no crash can pay twice. */
import { AppError } from '#shared/errors.ts';
import { firstWaitWithWebhookSeconds, pollEverySeconds } from '#shared/video/waiting.ts';
import { setting, vendorsReachUs } from '../platform/config.ts';
import { log } from '../platform/log.ts';
import { parameter, secret } from '../platform/secrets.ts';
import type { ItemRef } from '../platform/task.ts';
import { changeItem, type Item } from '../store/batches.ts';
import { linkForVendor, readObject } from '../store/media.ts';
import { SubmitUnclear, type VideoVendor } from '../vendors/video-port.ts';
import { runningItem } from './running-item.ts';
import { webhookAddress } from './webhook-address.ts';

/** The vendor fetches the photo when a runner starts, which its queue may delay. */
const photoLinkSeconds = 2 * 3600;

export type Wait = { waitSeconds: number };

export async function startGeneration(ref: ItemRef, vendor: VideoVendor, now: Date): Promise<Wait> {
  const wait: Wait = { waitSeconds: vendorsReachUs() ? firstWaitWithWebhookSeconds : pollEverySeconds };
  const at = now.toISOString();
  const item = await runningItem(ref);
  const intent = await changeItem(ref, { set: { status: 'generating', intentAt: at }, once: { startedAt: at }, unless: ['intentAt'] });
  // Someone has been here: the order was placed, or nobody knows. Either way it is waited for, and never placed again.
  if (!intent) return { waitSeconds: item.requestId ? wait.waitSeconds : pollEverySeconds };
  try {
    const { requestId } = await vendor.start(await orderOf(item));
    await changeItem(ref, { set: { requestId } });
    return wait;
  } catch (error) {
    if (error instanceof SubmitUnclear) {
      log('warn', 'the vendor may have taken an order', { batchId: ref.batchId, itemId: ref.itemId, error });
      return wait;
    }
    // A refusal is the one case in which the order surely was not taken, so that it may be placed again.
    if (error instanceof AppError) await changeItem(ref, { remove: ['intentAt'], unless: ['requestId'] });
    throw error;
  }

  async function orderOf({ photoKey, model, prompt, aspectRatio, durationSeconds, resolution, generateAudio }: Item) {
    if (!photoKey) throw new AppError('ImageUnreadable');
    const photoUrl = vendorsReachUs()
      ? await linkForVendor(photoKey, photoLinkSeconds)
      : await vendor.hold(await readObject(photoKey), 'image/jpeg');
    const webhookUrl = vendorsReachUs()
      ? webhookAddress(await parameter(setting('SITE_ORIGIN_PARAMETER')), ref, await secret(setting('WEBHOOK_SECRET_ARN')))
      : undefined;
    return { model, prompt, photoUrl, aspectRatio, durationSeconds, resolution, generateAudio, webhookUrl };
  }
}
