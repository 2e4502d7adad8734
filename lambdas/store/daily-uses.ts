/**
 * Counts how often a person uses each limited function per day. There is one row per person, UTC day and function. The rows are in a
 * separate table, so counting needs no permission on balances. The rows expire.
 */
import { attemptsPerUse, type DailyUse, dailyLimits, utcDate } from '#shared/daily-limits.ts';
import { AppError } from '#shared/errors.ts';
import { requiredEnv } from '../platform/config.ts';
import { log } from '../platform/log.ts';
import { isCertainlyNotBilled } from '../platform/unbilled.ts';
import { updateOnce } from './dynamo.ts';
import type { User } from './users.ts';

export const keptSeconds = 3 * 24 * 3600;
/** Additional attempts per day. They allow a user with a small limit to get results even if the vendor often fails. */
const extraAttempts = 10;

export const dailyRow = (person: string, day: string, name: string) => ({
  TableName: requiredEnv('TABLE_DAILY_USES'),
  Key: { user_id: person, day_use: `${day}#${name}` },
});

export const dailyUseKey = (person: string, use: DailyUse, now: Date) => dailyRow(person, utcDate(now), use);

/** Runs a request that the vendor may bill. */
export type RunBillableRequest = <Value>(request: () => Promise<Value>) => Promise<Value>;

/**
 * Runs work that has a daily limit, and counts `count` uses. The uses are counted first, so that two concurrent calls cannot both take the
 * last use. If `run` fails, the uses are subtracted again. They are not subtracted if the vendor may have billed a request of
 * `runBillableRequest`, or after a crash. The attempts are always counted.
 * @throws AppError DailyLimit, with the limit, and any error of `run`.
 */
export async function withinDailyLimit<Value>(
  user: User,
  use: DailyUse,
  now: Date,
  run: (runBillableRequest: RunBillableRequest) => Promise<Value>,
  count = 1,
): Promise<Value> {
  await takeDailyUse(user, use, now, count);
  let mayBeBilled = false;
  const runBillableRequest: RunBillableRequest = async (request) => {
    const mayEarlierRequestBeBilled = mayBeBilled;
    mayBeBilled = true;
    try {
      return await request();
    } catch (error) {
      if (isCertainlyNotBilled(error)) mayBeBilled = mayEarlierRequestBeBilled;
      throw error;
    }
  };
  try {
    return await run(runBillableRequest);
  } catch (error) {
    if (!mayBeBilled)
      await subtractUses(user, use, now, count).catch((cause) =>
        log('error', 'counted daily uses could not be subtracted', { use, error: cause }),
      );
    throw error;
  }
}

/**
 * Counts one or several uses permanently. If the limit is not enough for all of them, counts none of them.
 * @throws AppError DailyLimit, with the limit.
 */
export async function takeDailyUse(user: User, use: DailyUse, now: Date, count = 1): Promise<void> {
  const limit = dailyLimits[use][user.tier];
  // The condition does not limit the first count of a day. So a count above the limit must be refused before the write.
  const isCounted =
    count <= limit &&
    (await updateOnce({
      ...dailyUseKey(user.person, use, now),
      UpdateExpression: 'SET expires_at = :end ADD used :count, attempts :count',
      ConditionExpression:
        '(attribute_not_exists(used) OR used <= :below) AND (attribute_not_exists(attempts) OR attempts <= :attempts_below)',
      ExpressionAttributeValues: {
        ':count': count,
        ':below': limit - count,
        ':attempts_below': attemptsPerUse * limit + extraAttempts - count,
        ':end': Math.floor(now.getTime() / 1000) + keptSeconds,
      },
    }));
  if (isCounted) return;
  const { userId, person, tier } = user;
  log('warn', 'daily limit reached', { event: 'daily_limit', use, userId, person, tier, limit });
  throw new AppError('DailyLimit', { details: { limit } });
}

/**
 * Counts an upload and its bytes permanently, because S3 does not report whether an upload permission was used.
 * @throws AppError DailyLimit
 */
export async function takeUpload(user: User, sizeBytes: number, now: Date): Promise<void> {
  await takeDailyUse(user, 'upload', now);
  await takeDailyUse(user, 'uploadBytes', now, sizeBytes);
}

async function subtractUses({ person }: User, use: DailyUse, now: Date, count: number): Promise<void> {
  const changedRow = await updateOnce({
    ...dailyUseKey(person, use, now),
    UpdateExpression: 'ADD used :minus',
    ConditionExpression: 'used >= :count',
    ExpressionAttributeValues: { ':minus': -count, ':count': count },
  });
  if (!changedRow) throw new Error('There are no counted uses to subtract');
}

/**
 * Claims a benefit that each account can have only once.
 * @returns false if the benefit was claimed before.
 */
export async function claimOnce(userId: string, benefit: 'welcomeMail', now: Date): Promise<boolean> {
  const claimRow = await updateOnce({
    TableName: requiredEnv('TABLE_DAILY_USES'),
    Key: { user_id: userId, day_use: `once#${benefit}` },
    UpdateExpression: 'SET created_at = :now',
    ConditionExpression: 'attribute_not_exists(user_id)',
    ExpressionAttributeValues: { ':now': now.toISOString() },
  });
  return claimRow !== undefined;
}
