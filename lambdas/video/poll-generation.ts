/** Asks the vendor how a generation stands, when no webhook came in time; gives up when it is overdue. */
import { AppError } from '#shared/errors.ts';
import { isOverdue, pollEverySeconds } from '#shared/video/waiting.ts';
import type { ItemRef } from '../platform/task.ts';
import { changeItem, type Item } from '../store/batches.ts';
import type { VideoVendor } from '../vendors/video-port.ts';
import { throwIfFailed } from './outcome.ts';
import { runningItem } from './running-item.ts';

export type Verdict = { status: 'ready' | 'pending'; waitSeconds: number };

const ready: Verdict = { status: 'ready', waitSeconds: pollEverySeconds };
const pending: Verdict = { status: 'pending', waitSeconds: pollEverySeconds };

export async function pollGeneration(ref: ItemRef, vendor: VideoVendor, now: Date): Promise<Verdict> {
  const item = await runningItem(ref);
  if (!item.outcome && item.requestId) await ask(item, item.requestId);
  const { outcome, requestId, intentAt, workStartedAt } = await runningItem(ref);
  if (outcome) {
    throwIfFailed(outcome);
    return ready;
  }
  const since = (time: string | undefined) => (time === undefined ? undefined : (now.getTime() - Date.parse(time)) / 1000);
  if (!isOverdue({ sinceOrder: since(intentAt) ?? 0, sinceWork: since(workStartedAt) })) return pending;
  if (requestId) await vendor.cancel(item.model, requestId);
  throw new AppError('VendorTimeout');

  async function ask({ model }: Item, requestId: string): Promise<void> {
    const progress = await vendor.progress(model, requestId);
    if (progress.status === 'working') await changeItem(ref, { once: { workStartedAt: now.toISOString() } });
    if (progress.status === 'ready' || progress.status === 'failed')
      await changeItem(ref, { set: { outcome: progress }, unless: ['outcome'] });
  }
}
