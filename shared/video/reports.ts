/** Classifies a vendor report by the current state of its item (docs/spec.md 5.7, 5.9). */
import type { ItemStatus } from '../batch/batch.ts';
import type { ErrorCode } from '../errors.ts';

export type Report = {
  /** Number of the item's attempt, from 1. */
  attempt: number;
  requestId: string;
  isSuccess: boolean;
};

export type ReportedItem = {
  status: ItemStatus;
  errorCode?: ErrorCode | null;
  attempts?: number;
  requestId?: string;
  cancelRequestedAt?: string;
  outcome?: { status: 'ready' | 'failed'; code?: ErrorCode };
  result?: object;
};

/**
 * - `record`: store the failure of the current attempt.
 * - `record-success`: store the video of the current attempt, or of an earlier attempt that seemed to have failed.
 * - `attach`: the item has timed out. Attach the video without a charge.
 * - `retry-later`: the time-out is recorded, but the item has not ended yet. Return an error, so that the vendor sends the report again
 *   later.
 * - `drop`: ignore the report, because it is not new or no longer needed.
 */
export type ReportClass = 'record' | 'record-success' | 'attach' | 'retry-later' | 'drop';

export function classifyReport(item: ReportedItem, { attempt, requestId, isSuccess }: Report): ReportClass {
  const attempts = item.attempts ?? 0;
  if (item.cancelRequestedAt || attempt > attempts) return 'drop';
  if (item.status === 'failed') return isSuccess && item.errorCode === 'VendorTimeout' && !item.result ? 'attach' : 'drop';
  if (item.status !== 'generating' || item.outcome?.status === 'ready') return 'drop';
  if (item.outcome?.code === 'VendorTimeout') return isSuccess ? 'retry-later' : 'drop';
  if (attempt < attempts) return isSuccess ? 'record-success' : 'drop';
  if (item.requestId && item.requestId !== requestId) return 'drop';
  return isSuccess ? 'record-success' : 'record';
}
