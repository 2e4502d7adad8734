import { describe, expect, test } from 'vitest';
import { classifyReport, type Reported, type Worth } from './reports.ts';

const success = (attempt = 1, requestId = 'r1') => ({ attempt, requestId, isSuccess: true });
const failure = (attempt = 1, requestId = 'r1') => ({ attempt, requestId, isSuccess: false });
const running: Reported = { status: 'generating', attempts: 1, requestId: 'r1' };
const second: Reported = { status: 'generating', attempts: 2, requestId: 'r2' };
const givenUp: Reported = { status: 'failed', attempts: 1, requestId: 'r1', errorCode: 'VendorTimeout' };
const timedOut = { status: 'failed', code: 'VendorTimeout' } as const;

describe('a report', () => {
  test.each<[string, Reported, ReturnType<typeof success>, Worth]>([
    ['of success for the order that runs', running, success(), 'record-success'],
    ['of failure for the order that runs', running, failure(), 'record'],
    ['before the vendor’s id was stored', { status: 'generating', attempts: 1 }, failure(), 'record'],
    ['under another id than the order’s', running, success(1, 'other'), 'drop'],
    ['of failure for an earlier order', second, failure(1), 'drop'],
    ['of success for an earlier order', second, success(1), 'record-success'],
    ['for an order that was never placed', running, success(2), 'drop'],
    ['once the video is there', { ...running, outcome: { status: 'ready' } }, success(), 'drop'],
    ['of success after a cancel', { ...running, cancelRequestedAt: 'now' }, success(), 'drop'],
    ['of failure after a cancel', { ...running, cancelRequestedAt: 'now' }, failure(), 'drop'],
    ['of success once it was cancelled', { ...givenUp, status: 'cancelled', errorCode: 'Cancelled' }, success(), 'drop'],
    ['of success while it is being given up', { ...running, outcome: timedOut }, success(), 'come-again'],
    ['of failure while it is being given up', { ...running, outcome: timedOut }, failure(), 'drop'],
    ['of success after the time was up', givenUp, success(), 'attach'],
    ['of success after the time was up, again', { ...givenUp, result: {} }, success(), 'drop'],
    ['of failure after the time was up', givenUp, failure(), 'drop'],
    ['of success after another failure', { ...givenUp, errorCode: 'VendorRefused' }, success(), 'drop'],
    ['for a completed item', { ...running, status: 'completed' }, success(), 'drop'],
    ['for an item that was never ordered', { status: 'queued' }, success(), 'drop'],
  ])('%s', (_, item, report, worth) => {
    expect(classifyReport(item, report)).toBe(worth);
  });
});
