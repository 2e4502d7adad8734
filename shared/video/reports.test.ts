import { describe, expect, test } from 'vitest';
import { classifyReport, type ReportClass, type ReportedItem } from './reports.ts';

const success = (attempt = 1, requestId = 'r1') => ({ attempt, requestId, isSuccess: true });
const failure = (attempt = 1, requestId = 'r1') => ({ attempt, requestId, isSuccess: false });
const running: ReportedItem = { status: 'generating', attempts: 1, requestId: 'r1' };
const secondAttempt: ReportedItem = { status: 'generating', attempts: 2, requestId: 'r2' };
const timedOutItem: ReportedItem = { status: 'failed', attempts: 1, requestId: 'r1', errorCode: 'VendorTimeout' };
const timedOutOutcome = { status: 'failed', code: 'VendorTimeout' } as const;

describe('classifyReport', () => {
  test.each<[string, ReportedItem, ReturnType<typeof success>, ReportClass]>([
    ['a success of the current attempt', running, success(), 'record-success'],
    ['a failure of the current attempt', running, failure(), 'record'],
    ['a failure before the request id is stored', { status: 'generating', attempts: 1 }, failure(), 'record'],
    ['a success with another request id', running, success(1, 'other'), 'drop'],
    ['a failure of an earlier attempt', secondAttempt, failure(1), 'drop'],
    ['a success of an earlier attempt', secondAttempt, success(1), 'record-success'],
    ['a success of an attempt that was never made', running, success(2), 'drop'],
    ['a success after the video is recorded', { ...running, outcome: { status: 'ready' } }, success(), 'drop'],
    ['a success after a cancel request', { ...running, cancelRequestedAt: 'now' }, success(), 'drop'],
    ['a failure after a cancel request', { ...running, cancelRequestedAt: 'now' }, failure(), 'drop'],
    ['a success of a cancelled item', { ...timedOutItem, status: 'cancelled', errorCode: 'Cancelled' }, success(), 'drop'],
    ['a success while the item is timing out', { ...running, outcome: timedOutOutcome }, success(), 'retry-later'],
    ['a failure while the item is timing out', { ...running, outcome: timedOutOutcome }, failure(), 'drop'],
    ['a success after the time-out', timedOutItem, success(), 'attach'],
    ['a repeated success after the time-out', { ...timedOutItem, result: {} }, success(), 'drop'],
    ['a failure after the time-out', timedOutItem, failure(), 'drop'],
    ['a success after another failure', { ...timedOutItem, errorCode: 'VendorRefused' }, success(), 'drop'],
    ['a success of a completed item', { ...running, status: 'completed' }, success(), 'drop'],
    ['a success of a queued item', { status: 'queued' }, success(), 'drop'],
  ])('returns the expected class for %s', (_, item, report, reportClass) => {
    expect(classifyReport(item, report)).toBe(reportClass);
  });
});
