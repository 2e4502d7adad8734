/** What a vendor's report is worth, by the state of its item when it comes (Q32; DESIGN 5 'Cancel'). */
import type { ItemStatus } from '../batch/batch.ts';
import type { ErrorCode } from '../errors.ts';

export type Report = {
  /** Which of the item's orders it is about. */
  attempt: number;
  requestId: string;
  isSuccess: boolean;
};

export type Reported = {
  status: ItemStatus;
  errorCode?: ErrorCode | null;
  attempts?: number;
  requestId?: string;
  cancelRequestedAt?: string;
  outcome?: { status: 'ready' | 'failed'; code?: ErrorCode };
  result?: object;
};

/**
 * record: it decides the order that runs.
 * record-success: an earlier order, taken for failed, delivered after all; the video is what was asked for, so it is used.
 * attach: the item was given up for its time; its video is a gift.
 * come-again: the item is being given up this moment; the vendor repeats its report, and finds it ended.
 * drop: nobody wants it any more, or it says nothing new.
 */
export type Worth = 'record' | 'record-success' | 'attach' | 'come-again' | 'drop';

export function classifyReport(item: Reported, { attempt, requestId, isSuccess }: Report): Worth {
  const attempts = item.attempts ?? 0;
  if (item.cancelRequestedAt || attempt > attempts) return 'drop';
  if (item.status === 'failed') return isSuccess && item.errorCode === 'VendorTimeout' && !item.result ? 'attach' : 'drop';
  if (item.status !== 'generating' || item.outcome?.status === 'ready') return 'drop';
  if (item.outcome?.code === 'VendorTimeout') return isSuccess ? 'come-again' : 'drop';
  if (attempt < attempts) return isSuccess ? 'record-success' : 'drop';
  if (item.requestId && item.requestId !== requestId) return 'drop';
  return isSuccess ? 'record-success' : 'record';
}
