import { describe, expect, test, vi } from 'vitest';
import type { Resource } from '../../template/assembly.ts';
import type { Cloud } from '../../template/resource-type.ts';
import type { Clock } from '../step-functions/clock.ts';
import { eventsRule } from './resource.ts';

const rule = (ScheduleExpression: string, State = 'ENABLED'): Resource => ({
  stack: 'runs',
  id: 'Reconcile',
  type: 'AWS::Events::Rule',
  properties: { ScheduleExpression, State, Targets: [{ Arn: 'the-function' }] },
  metadata: {},
});

const permission = (changes: Record<string, string> = {}): Resource => ({
  stack: 'runs',
  id: 'Permission',
  type: 'AWS::Lambda::Permission',
  properties: {
    FunctionName: 'the-function',
    Principal: 'events.amazonaws.com',
    SourceArn: 'arn:aws:events:us-east-1:000000000000:rule/runs-Reconcile',
    ...changes,
  },
  metadata: {},
});

function cloudWith(error?: object, permissions = [permission()]) {
  const sleeps: number[] = [];
  const stops: (() => Promise<void> | void)[] = [];
  const lines: string[] = [];
  const invoke = vi.fn(async () => (error ? { error } : { payload: null }));
  // The clock lets the schedule run three times, and then waits until the test ends.
  const clock: Clock = {
    now: () => 0,
    sleep: (ms, signal) => {
      sleeps.push(ms);
      return sleeps.length < 3
        ? Promise.resolve()
        : new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
  };
  const cloud = {
    assembly: { resources: permissions },
    resolver: { resolve: (_: string, value: unknown) => value },
    invoke,
    scheduleClock: clock,
    log: (source: string, text: string) => lines.push(`${source} ${text}`),
    onStop: (stop: () => Promise<void> | void) => stops.push(stop),
  } as unknown as Cloud;
  return { cloud, invoke, sleeps, lines, stop: async () => Promise.all(stops.map((end) => end())) };
}

describe('a schedule', () => {
  test.each([
    ['rate(5 minutes)', 300_000],
    ['rate(1 hour)', 3_600_000],
    ['rate(2 days)', 172_800_000],
  ])('the schedule %s runs immediately, and then every %i ms until the cloud stops', async (schedule, ms) => {
    const { cloud, invoke, sleeps, stop } = cloudWith();
    eventsRule.startAll?.([rule(schedule)], cloud);
    await vi.waitFor(() => expect(sleeps).toEqual([ms, ms, ms]));
    expect(invoke).toHaveBeenCalledTimes(3);
    expect(invoke).toHaveBeenCalledWith('the-function', expect.objectContaining({ source: 'aws.events' }));
    await stop();
    expect(invoke).toHaveBeenCalledTimes(3);
  });

  test('a schedule continues after a failed invocation and logs the failure', async () => {
    const { cloud, lines, stop } = cloudWith({ errorType: 'Error', errorMessage: 'no table' });
    eventsRule.startAll?.([rule('rate(1 minute)')], cloud);
    await vi.waitFor(() => expect(lines).toHaveLength(3));
    expect(lines[0]).toContain('no table');
    await stop();
  });

  test.each([
    ['for another function', { FunctionName: 'another' }],
    ['for another service', { Principal: 'apigateway.amazonaws.com' }],
    ['for another rule', { SourceArn: 'arn:aws:events:us-east-1:000000000000:rule/runs-Other' }],
  ])('a schedule does not invoke the function if the only permission is %s, and logs the denial', async (_, changes) => {
    const { cloud, invoke, lines, stop } = cloudWith(undefined, [permission(changes)]);
    eventsRule.startAll?.([rule('rate(1 minute)')], cloud);
    await vi.waitFor(() => expect(lines[0]).toContain('events.amazonaws.com is not authorized to perform: lambda:InvokeFunction'));
    expect(invoke).not.toHaveBeenCalled();
    await stop();
  });

  test.each([
    ['cron(0 12 * * ? *)', 'ENABLED'],
    ['rate(5 minutes)', 'DISABLED'],
    ['', 'ENABLED'],
  ])('a schedule with the expression %j and the state %s causes an error at the start', (schedule, state) => {
    expect(() => eventsRule.startAll?.([rule(schedule, state)], cloudWith().cloud)).toThrow('does not know the schedule');
  });

  test.each([
    ['delivers some events twice in harsh mode, and the two invocations overlap', 0.29, 2],
    ['delivers the other events once', 0.3, 1],
  ])('a schedule %s', async (_, chance, deliveries) => {
    const { cloud, invoke, stop } = cloudWith();
    cloud.chance = (topic) => (topic === 'event of Reconcile' ? chance : Number.NaN);
    let runningCount = 0;
    let runningMax = 0;
    invoke.mockImplementation(async () => {
      runningCount += 1;
      runningMax = Math.max(runningMax, runningCount);
      await Promise.resolve();
      runningCount -= 1;
      return { payload: null };
    });
    eventsRule.startAll?.([rule('rate(5 minutes)')], cloud);
    await vi.waitFor(() => expect(invoke).toHaveBeenCalledTimes(3 * deliveries));
    await stop();
    expect(invoke).toHaveBeenCalledTimes(3 * deliveries);
    const events = invoke.mock.calls as unknown[][];
    expect(events.map(([, event]) => event)).toEqual(Array(3 * deliveries).fill(events[0]?.[1]));
    expect(runningMax).toBe(deliveries);
  });

  test('a schedule retries a throttled event, and doubles each pause', async () => {
    const { cloud, invoke, sleeps, stop } = cloudWith();
    const throttledResults = [0, 1].map(() => ({ error: { errorType: 'Lambda.TooManyRequestsException', errorMessage: '' } }));
    for (const result of throttledResults) invoke.mockResolvedValueOnce(result);
    eventsRule.startAll?.([rule('rate(5 minutes)')], cloud);
    await vi.waitFor(() => expect(sleeps).toEqual([1000, 2000, 300_000]));
    expect(invoke).toHaveBeenCalledTimes(3);
    await stop();
  });
});
