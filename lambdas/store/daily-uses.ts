/**
 * How often a user used a free helper today: a row for each user, UTC day and helper, in a table of its own, so that who may count is
 * near no balance. The rows end by themselves.
 */
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type DailyUse, dailyLimits, dayOf } from '#shared/daily-limits.ts';
import { AppError } from '#shared/errors.ts';
import { setting } from '../platform/config.ts';
import { log } from '../platform/log.ts';
import { dynamo, wasRefused } from './dynamo.ts';

const keptSeconds = 3 * 24 * 3600;

export const dailyUseKey = (userId: string, use: DailyUse, now: Date) => ({
  TableName: setting('TABLE_DAILY_USES'),
  Key: { user_id: userId, day_use: `${dayOf(now)}#${use}` },
});

/**
 * Runs something that counts against the day. The use is taken first, for two calls at once must not both be the last, and given
 * back where it came to nothing; a crash in between costs the user that one.
 * @throws AppError DailyLimit, with the limit, and whatever `run` throws.
 */
export async function withinDailyLimit<Value>(userId: string, use: DailyUse, now: Date, run: () => Promise<Value>): Promise<Value> {
  await take(userId, use, now);
  try {
    return await run();
  } catch (error) {
    await giveBack(userId, use, now).catch((cause) => log('error', 'a daily use could not be given back', { use, error: cause }));
    throw error;
  }
}

async function take(userId: string, use: DailyUse, now: Date): Promise<void> {
  const limit = dailyLimits[use];
  try {
    await dynamo().send(
      new UpdateCommand({
        ...dailyUseKey(userId, use, now),
        UpdateExpression: 'ADD used :one SET expires_at = :end',
        ConditionExpression: 'attribute_not_exists(used) OR used < :limit',
        ExpressionAttributeValues: { ':one': 1, ':limit': limit, ':end': Math.floor(now.getTime() / 1000) + keptSeconds },
      }),
    );
  } catch (cause) {
    throw wasRefused(cause) ? new AppError('DailyLimit', { cause, details: { limit } }) : cause;
  }
}

const giveBack = (userId: string, use: DailyUse, now: Date) =>
  dynamo().send(
    new UpdateCommand({
      ...dailyUseKey(userId, use, now),
      UpdateExpression: 'ADD used :minus',
      ConditionExpression: 'used > :none',
      ExpressionAttributeValues: { ':minus': -1, ':none': 0 },
    }),
  );

/** Takes what an account has once in its life; answers false where it is taken. */
export async function takeForGood(userId: string, what: 'welcomeMail', now: Date): Promise<boolean> {
  try {
    await dynamo().send(
      new PutCommand({
        TableName: setting('TABLE_DAILY_USES'),
        Item: { user_id: userId, day_use: `once#${what}`, created_at: now.toISOString() },
        ConditionExpression: 'attribute_not_exists(user_id)',
      }),
    );
    return true;
  } catch (error) {
    if (wasRefused(error)) return false;
    throw error;
  }
}
