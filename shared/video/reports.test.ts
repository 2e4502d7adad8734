import { describe, expect, test } from 'vitest';
import { classifyReport, type ReportClass, type ReportedItem } from './reports.ts';

const success = (attempt = 1, requestId = 'r1') => ({ attempt, requestId, isSuccess: true });
const failure = (attempt = 1, requestId = 'r1') => ({ attempt, requestId, isSuccess: false });
const running: ReportedItem = { status: 'generating', attempts: 1, requestId: 'r1' };
const secondAttempt: ReportedItem = { status: 'generating', attempts: 2, requestId: 'r2' };
const timedOutItem: ReportedItem = { status: 'failed', attempts: 1, requestId: 'r1', errorCode: 'VendorTimeout' };
const timedOutOutcome = { status: 'failed', code: 'VendorTimeout' } as const;

describe('classifyReport', () => {
  test.each<[string, ReportClass, ReportedItem, ReturnType<typeof success>]>([
    ['a success of the current attempt', 'record-success', running, success()],
    ['a failure of the current attempt', 'record', running, failure()],
    ['a failure before the request id is stored', 'record', { status: 'generating', attempts: 1 }, failure()],
    ['a success with another request id', 'drop', running, success(1, 'other')],
    ['a failure of an earlier attempt', 'drop', secondAttempt, failure(1)],
    ['a success of an earlier attempt', 'record-success', secondAttempt, success(1)],
    ['a success of an attempt that was never made', 'drop', running, success(2)],
    ['a success after the video is recorded', 'drop', { ...running, outcome: { status: 'ready' } }, success()],
    ['a success after a cancel request', 'drop', { ...running, cancelRequestedAt: 'now' }, success()],
    ['a failure after a cancel request', 'drop', { ...running, cancelRequestedAt: 'now' }, failure()],
    ['a success of a cancelled item', 'drop', { ...timedOutItem, status: 'cancelled', errorCode: 'Cancelled' }, success()],
    [
      'a success after the time-out is recorded, but before the item has ended',
      'retry-later',
      { ...running, outcome: timedOutOutcome },
      success(),
    ],
    [
      'a failure after the time-out is recorded, but before the item has ended',
      'drop',
      { ...running, outcome: timedOutOutcome },
      failure(),
    ],
    ['a success after the item has ended with a time-out', 'attach', timedOutItem, success()],
    ['a repeated success after the item has ended with a time-out', 'drop', { ...timedOutItem, result: {} }, success()],
    ['a failure after the item has ended with a time-out', 'drop', timedOutItem, failure()],
    ['a success after another failure', 'drop', { ...timedOutItem, errorCode: 'VendorRefused' }, success()],
    ['a success of a completed item', 'drop', { ...running, status: 'completed' }, success()],
    ['a success of a queued item', 'drop', { status: 'queued' }, success()],
  ])('for %s, the class is %s', (_, reportClass, item, report) => {
    expect(classifyReport(item, report)).toBe(reportClass);
  });
});
