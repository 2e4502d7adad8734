/** Creates the schedule that starts an order at its time. */
import { createHash } from 'node:crypto';
import { AwsError, sendToAws } from '../platform/aws-request.ts';
import { requiredEnv } from '../platform/config.ts';
import { log } from '../platform/log.ts';
import type { OrderRef } from '../store/large-orders.ts';

const attemptsMax = 3;
/** After this time, the job for orders has started the order. */
const eventAgeSecondsMax = 15 * 60;

/**
 * The row of the order contains the time, so the schedule only makes the start exact: without a schedule, the job for orders starts the
 * order a few minutes later. So an error is only logged.
 * @param startAt a time in UTC
 */
export async function scheduleStart({ userId, orderId }: OrderRef, startAt: string): Promise<void> {
  const request = {
    ActionAfterCompletion: 'DELETE',
    FlexibleTimeWindow: { Mode: 'OFF' },
    GroupName: requiredEnv('ORDER_SCHEDULE_GROUP'),
    ScheduleExpression: `at(${startAt.slice(0, 19)})`,
    ScheduleExpressionTimezone: 'UTC',
    Target: {
      Arn: requiredEnv('ORDER_SCHEDULE_FUNCTION_ARN'),
      RoleArn: requiredEnv('ORDER_SCHEDULE_ROLE_ARN'),
      Input: JSON.stringify({ userId, orderId }),
      RetryPolicy: { MaximumEventAgeInSeconds: eventAgeSecondsMax, MaximumRetryAttempts: attemptsMax },
    },
  };
  try {
    const path = `/schedules/${scheduleName(userId, orderId)}`;
    await sendToAws({ service: 'schedules', path, headers: { 'content-type': 'application/json' }, body: request, attemptsMax });
  } catch (error) {
    // An earlier attempt has created the schedule, and its response was lost.
    if (error instanceof AwsError && error.name === 'ConflictException') return;
    log('error', 'the start of an order could not be scheduled', { orderId, error });
  }
}

/** Two users can use the same order id, and a name has at most 64 characters. */
const scheduleName = (userId: string, orderId: string): string =>
  createHash('sha256').update(`${userId} ${orderId}`).digest('hex').slice(0, 40);
