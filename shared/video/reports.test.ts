import { describe, expect, test } from 'vitest';
import { classifyReport, type Reported, type Worth } from './reports.ts';

const success = (attempt = 1, requestId = 'r1') => ({ attempt, requestId, isSuccess: true });
const failure = (attempt = 1, requestId = 'r1') => ({ attempt, requestId, isSuccess: false });
const running: Reported = { status: 'generating', attempts: 1, requestId: 'r1' };
const second: Reported = { status: 'generating', attempts: 2, requestId: 'r2' };
const givenUp: Reported = { status: 'failed', attempts: 1, requestId: 'r1', errorCode: 'VendorTimeout' };
const timedOut = { status: 'failed', code: 'VendorTimeout' } as const;

describe('classifyReport', () => {
  test.each<[string, Reported, ReturnType<typeof success>, Worth]>([
    ['a success of the current order', running, success(), 'record-success'],
    ['a failure of the current order', running, failure(), 'record'],
    ['a failure before the request id is stored', { status: 'generating', attempts: 1 }, failure(), 'record'],
    ['a success with another request id', running, success(1, 'other'), 'drop'],
    ['a failure of an earlier order', second, failure(1), 'drop'],
    ['a success of an earlier order', second, success(1), 'record-success'],
    ['a success of an order that was never placed', running, success(2), 'drop'],
    ['a success after the video is recorded', { ...running, outcome: { status: 'ready' } }, success(), 'drop'],
    ['a success after a cancel request', { ...running, cancelRequestedAt: 'now' }, success(), 'drop'],
    ['a failure after a cancel request', { ...running, cancelRequestedAt: 'now' }, failure(), 'drop'],
    ['a success of a cancelled item', { ...givenUp, status: 'cancelled', errorCode: 'Cancelled' }, success(), 'drop'],
    ['a success while the item is timing out', { ...running, outcome: timedOut }, success(), 'come-again'],
    ['a failure while the item is timing out', { ...running, outcome: timedOut }, failure(), 'drop'],
    ['a success after the time-out', givenUp, success(), 'attach'],
    ['a repeated success after the time-out', { ...givenUp, result: {} }, success(), 'drop'],
    ['a failure after the time-out', givenUp, failure(), 'drop'],
    ['a success after another failure', { ...givenUp, errorCode: 'VendorRefused' }, success(), 'drop'],
    ['a success of a completed item', { ...running, status: 'completed' }, success(), 'drop'],
    ['a success of a queued item', { status: 'queued' }, success(), 'drop'],
  ])('returns the expected class for %s', (_, item, report, worth) => {
    expect(classifyReport(item, report)).toBe(worth);
  });
});
