/**
 * Reads the state of a generation from the vendor if no webhook has arrived in time. If the generation is overdue, the item gets the
 * outcome VendorTimeout.
 */
import { AppError } from '#shared/errors.ts';
import { isOverdue, pollIntervalSeconds } from '#shared/video/waiting.ts';
import { runningItem } from '../batch/running-item.ts';
import { log } from '../platform/log.ts';
import type { ItemRef } from '../platform/task.ts';
import type { VideoItem } from '../store/batch-rows.ts';
import { changeItem } from '../store/batches.ts';
import type { VideoVendor } from '../vendors/video-port.ts';
import { canReachUs } from '../vendors/video-vendor.ts';
import { throwIfFailed } from './outcome.ts';

export type PollResult = { status: 'ready' | 'pending'; waitSeconds: number };

const readyResult: PollResult = { status: 'ready', waitSeconds: pollIntervalSeconds };
const pendingResult: PollResult = { status: 'pending', waitSeconds: pollIntervalSeconds };

type Vendor = Pick<VideoVendor, 'progress' | 'cancel' | 'supportsWebhook'>;

export async function pollGeneration(ref: ItemRef, vendorOf: (item: Pick<VideoItem, 'vendor'>) => Vendor, now: Date): Promise<PollResult> {
  const item = await runningItem(ref, 'video');
  if (!item.outcome && item.requestId) await poll(item, item.requestId).catch(ignoreVendorError);
  const polledItem = await runningItem(ref, 'video');
  const vendor = vendorOf(polledItem);
  if (polledItem.outcome) return resultOf(polledItem.outcome);
  // An order without a request id cannot be polled. If the vendor cannot send a webhook either, no report can ever arrive.
  const isLost = !polledItem.requestId && !canReachUs(vendor);
  if (!isLost && !isOverdue(waitingTimes(polledItem))) return pendingResult;
  // The time-out is stored before the cancel, because a cancelled order is reported as failed. If a success is stored at the same time, only
  // one of the two writes has an effect. If a success arrives later, its video is attached as a late video.
  await changeItem(ref, { set: { outcome: { status: 'failed', code: 'VendorTimeout' } }, ifAbsent: ['outcome', 'cancelRequestedAt'] });
  const { outcome } = await runningItem(ref, 'video');
  return outcome ? resultOf(outcome) : pendingResult;

  async function resultOf(outcome: NonNullable<VideoItem['outcome']>): Promise<PollResult> {
    // A repeated step cancels again, because the earlier step may have ended before its cancel.
    const isTimedOut = outcome.status === 'failed' && outcome.code === 'VendorTimeout';
    if (isTimedOut && polledItem.requestId) await vendor.cancel(polledItem.model, polledItem.requestId);
    throwIfFailed(outcome);
    return readyResult;
  }

  function secondsSince(time: string | undefined): number {
    return time === undefined ? 0 : (now.getTime() - Date.parse(time)) / 1000;
  }

  function waitingTimes({ intentAt, admittedAt, workStartedAt, requestId }: VideoItem): Parameters<typeof isOverdue>[0] {
    return {
      secondsSinceOrder: Math.max(secondsSince(intentAt), secondsSince(admittedAt)),
      secondsSinceWork: workStartedAt === undefined ? undefined : secondsSince(workStartedAt),
      isInDoubt: requestId === undefined,
    };
  }

  async function poll({ model, attempts, ...item }: VideoItem, requestId: string): Promise<void> {
    const progress = await vendorOf(item).progress(model, requestId);
    if (progress.status === 'working') await changeItem(ref, { once: { workStartedAt: now.toISOString() } });
    if (progress.status === 'ready' || progress.status === 'failed')
      await changeItem(ref, {
        set: { outcome: progress },
        ifAbsent: ['outcome', 'cancelRequestedAt'],
        ifEquals: attempts === undefined ? {} : { attempts },
      });
  }

  /** Ignores a vendor error. A failed poll does not show the state of the order, so polling continues until the order is overdue. */
  function ignoreVendorError(error: unknown): void {
    if (!(error instanceof AppError)) throw error;
    log('warn', 'the vendor could not be polled', { batchId: ref.batchId, itemId: ref.itemId, error });
  }
}
