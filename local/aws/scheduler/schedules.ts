/**
 * EventBridge Scheduler with one-time schedules. The schedules are on disk. A schedule whose time has passed while the local cloud was
 * stopped starts immediately. https://docs.aws.amazon.com/scheduler/latest/APIReference/API_CreateSchedule.html
 */
import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { writeAtomically } from '../../base/write-atomically.ts';
import type { CallResponse } from '../secrets-manager/secrets.ts';
import type { Clock } from '../step-functions/clock.ts';

/** The only form of a schedule that the product uses. Each other value is refused. */
const scheduleRequest = z.strictObject({
  Name: z.string().regex(/^[0-9a-zA-Z-_.]{1,64}$/),
  GroupName: z.string(),
  ActionAfterCompletion: z.literal('DELETE'),
  FlexibleTimeWindow: z.strictObject({ Mode: z.literal('OFF') }),
  ScheduleExpression: z.string().regex(/^at\(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\)$/),
  ScheduleExpressionTimezone: z.literal('UTC'),
  Target: z.strictObject({
    Arn: z.string(),
    RoleArn: z.string(),
    Input: z.string(),
    RetryPolicy: z.strictObject({
      MaximumEventAgeInSeconds: z.int().min(60).max(86_400),
      MaximumRetryAttempts: z.int().min(0).max(185),
    }),
  }),
});
export type Schedule = z.infer<typeof scheduleRequest>;

export type Schedules = {
  handleCall(operation: string, body: Record<string, unknown>): CallResponse;
  /** Stops all timers. The schedules stay on disk. */
  stop(): Promise<void>;
};

type Options = {
  file: string;
  groups: readonly string[];
  clock: Clock;
  /** Invokes the target with the role of the schedule. */
  invoke(target: Schedule['Target']): Promise<void>;
};

const refusal = (status: number, type: string, message: string): CallResponse => ({ status, body: { __type: type, message } });

export function openSchedules({ file, groups, clock, invoke }: Options): Schedules {
  const stored: Record<string, Schedule> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const schedules = new Map(Object.entries(stored));
  const stopController = new AbortController();
  const running = new Set<Promise<void>>();
  const save = () => writeAtomically(file, JSON.stringify(Object.fromEntries(schedules)));
  const keyOf = ({ GroupName, Name }: Schedule) => `${GroupName}/${Name}`;
  const dueMs = ({ ScheduleExpression }: Schedule) => Date.parse(`${ScheduleExpression.slice(3, -1)}Z`);

  async function run(schedule: Schedule): Promise<void> {
    // A timer can end some milliseconds early, but AWS never invokes a target before its time.
    // (https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html)
    do await clock.sleep(Math.max(0, dueMs(schedule) - clock.now()), stopController.signal);
    while (clock.now() < dueMs(schedule));
    await invoke(schedule.Target);
    schedules.delete(keyOf(schedule));
    save();
  }

  function watch(schedule: Schedule): void {
    // A stopped cloud runs the schedule after its next start.
    const watched = run(schedule)
      .catch((error: unknown) => {
        if (!stopController.signal.aborted) throw error;
      })
      .finally(() => running.delete(watched));
    running.add(watched);
  }

  for (const schedule of schedules.values()) watch(schedule);

  return {
    handleCall(operation, body) {
      if (operation !== 'CreateSchedule') return refusal(501, 'NotImplemented', operation);
      const { data: schedule, error } = scheduleRequest.safeParse(body);
      if (!schedule) return refusal(400, 'ValidationException', error.message);
      if (!groups.includes(schedule.GroupName))
        return refusal(404, 'ResourceNotFoundException', `Schedule group ${schedule.GroupName} does not exist.`);
      if (!(dueMs(schedule) > clock.now())) return refusal(400, 'ValidationException', 'The time of the schedule has passed.');
      if (schedules.has(keyOf(schedule))) return refusal(409, 'ConflictException', `Schedule ${schedule.Name} already exists.`);
      schedules.set(keyOf(schedule), schedule);
      save();
      watch(schedule);
      return { status: 200, body: { ScheduleArn: keyOf(schedule) } };
    },
    async stop() {
      stopController.abort();
      await Promise.all(running);
    },
  };
}
