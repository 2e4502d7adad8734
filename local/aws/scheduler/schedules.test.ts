import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { systemClock } from '../step-functions/clock.ts';
import { openSchedules, type Schedule } from './schedules.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder('schedules');
});
afterEach(() => folder.remove());

const target: Schedule['Target'] = {
  Arn: 'the-function',
  RoleArn: 'the-role',
  Input: '{"orderId":"1"}',
  RetryPolicy: { MaximumEventAgeInSeconds: 900, MaximumRetryAttempts: 3 },
};
const start = Date.parse('2026-11-26T10:00:00Z');
const request = (changes: object = {}) => ({
  Name: 'one',
  GroupName: 'orders',
  ActionAfterCompletion: 'DELETE',
  FlexibleTimeWindow: { Mode: 'OFF' },
  ScheduleExpression: 'at(2026-11-26T10:00:05)',
  ScheduleExpressionTimezone: 'UTC',
  Target: target,
  ...changes,
});

function open(nowMs = start) {
  let now = nowMs;
  const sleeps: { ms: number; wake(): void }[] = [];
  const invoke = vi.fn(async () => {});
  const clock = {
    now: () => now,
    sleep: (ms: number, signal: AbortSignal) =>
      ms <= 0
        ? systemClock.sleep(0, signal)
        : new Promise<void>((resolve, reject) => {
            sleeps.push({ ms, wake: resolve });
            signal.addEventListener('abort', () => reject(signal.reason));
          }),
  };
  const schedules = openSchedules({ file: join(folder.path, 'schedules.json'), groups: ['orders'], clock, invoke });
  const pass = (ms: number) => {
    now += ms;
    for (const sleep of sleeps.splice(0)) sleep.wake();
  };
  return { schedules, invoke, sleeps, pass };
}

test('a timer that ends early does not invoke the target before its time', async () => {
  const { schedules, invoke, sleeps, pass } = open();
  schedules.handleCall('CreateSchedule', request());
  pass(4999);
  await vi.waitFor(() => expect(sleeps).toMatchObject([{ ms: 1 }]));
  expect(invoke).not.toHaveBeenCalled();
  pass(1);
  await vi.waitFor(() => expect(invoke).toHaveBeenCalledTimes(1));
});

test('a schedule invokes its target once at its time, and is then deleted', async () => {
  const { schedules, invoke, sleeps, pass } = open();
  expect(schedules.handleCall('CreateSchedule', request())).toMatchObject({ status: 200 });
  expect(sleeps).toMatchObject([{ ms: 5000 }]);
  expect(invoke).not.toHaveBeenCalled();
  pass(5000);
  await vi.waitFor(() => expect(invoke).toHaveBeenCalledTimes(1));
  expect(invoke).toHaveBeenCalledWith(target);
  await schedules.stop();
  const again = open();
  expect(again.sleeps).toEqual([]);
  await again.schedules.stop();
});

test('a schedule whose time passes while the cloud is stopped runs after the next start', async () => {
  const first = open();
  first.schedules.handleCall('CreateSchedule', request());
  await first.schedules.stop();
  expect(first.invoke).not.toHaveBeenCalled();
  expect(existsSync(join(folder.path, 'schedules.json'))).toBe(true);
  const second = open(start + 3_600_000);
  await vi.waitFor(() => expect(second.invoke).toHaveBeenCalledTimes(1));
  await second.schedules.stop();
});

describe('a refused schedule', () => {
  test.each<[string, object, number, string]>([
    ['in the past', { ScheduleExpression: 'at(2026-11-26T09:59:59)' }, 400, 'ValidationException'],
    ['with a rate', { ScheduleExpression: 'rate(5 minutes)' }, 400, 'ValidationException'],
    ['in another zone', { ScheduleExpressionTimezone: 'Europe/Berlin' }, 400, 'ValidationException'],
    ['with an unknown property', { State: 'ENABLED' }, 400, 'ValidationException'],
    ['with a name that AWS does not accept', { Name: 'a/b' }, 400, 'ValidationException'],
    ['of an unknown group', { GroupName: 'others' }, 404, 'ResourceNotFoundException'],
  ])('a schedule %s is not stored', async (_, changes, status, type) => {
    const { schedules, sleeps } = open();
    expect(schedules.handleCall('CreateSchedule', request(changes))).toMatchObject({ status, body: { __type: type } });
    expect(sleeps).toEqual([]);
    await schedules.stop();
  });

  test('a second schedule with the same name causes a conflict', async () => {
    const { schedules, sleeps } = open();
    schedules.handleCall('CreateSchedule', request());
    expect(schedules.handleCall('CreateSchedule', request())).toMatchObject({ status: 409, body: { __type: 'ConflictException' } });
    expect(sleeps).toHaveLength(1);
    await schedules.stop();
  });
});
