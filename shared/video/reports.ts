/** Classifies a vendor report by the current state of its item (docs/spec.md 5.7, 5.9). */
import type { ItemStatus } from '../batch/batch.ts';
import type { ErrorCode } from '../errors.ts';

export type Report = {
  /** Number of the item's order, from 1. */
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
 * `record`: store the failure of the current order. `record-success`: store the video of the current order, or of an earlier order that
 * seemed to have failed. `attach`: the item has timed out; attach the video without a charge. `come-again`: the item is timing out; return
 * an error, so that the vendor sends the report again after the item has ended. `drop`: ignore the report, because it is not new or no
 * longer needed.
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
