/**
 * How often a person used a helper today: a row for each person, UTC day and helper, in a table of its own, so that a function that
 * counts needs no access to a balance. The rows expire.
 */
import { attemptsPerUse, type DailyUse, dailyLimits, utcDate } from '#shared/daily-limits.ts';
import { AppError } from '#shared/errors.ts';
import { requiredEnv } from '../platform/config.ts';
import { log } from '../platform/log.ts';
import { surelyUnbilled } from '../platform/unbilled.ts';
import { updateOnce } from './dynamo.ts';
import type { User } from './users.ts';

export const keptSeconds = 3 * 24 * 3600;
/** Tries beside those for each use, so that a small limit leaves room for a bad hour of the vendor's. */
const attemptsBeside = 10;

export const dailyRow = (person: string, day: string, name: string) => ({
  TableName: requiredEnv('TABLE_DAILY_USES'),
  Key: { user_id: person, day_use: `${day}#${name}` },
});

export const dailyUseKey = (person: string, use: DailyUse, now: Date) => dailyRow(person, utcDate(now), use);

/** Runs a request that its vendor may bill. */
export type AtVendor = <Answer>(request: () => Promise<Answer>) => Promise<Answer>;

/**
 * Runs something that counts against the day. The use is taken first, so that of two calls at once at most one takes the last. Where
 * `run` fails, the use is given back unless a vendor may have billed a request: those go through `atVendor`. The attempt is never
 * given back. A crash costs the user the use.
 * @throws AppError DailyLimit, with the limit, and whatever `run` throws.
 */
export async function withinDailyLimit<Value>(
  user: User,
  use: DailyUse,
  now: Date,
  run: (atVendor: AtVendor) => Promise<Value>,
): Promise<Value> {
  await takeDailyUse(user, use, now);
  let mayBeBilled = false;
  const atVendor: AtVendor = async (request) => {
    const before = mayBeBilled;
    mayBeBilled = true;
    try {
      return await request();
    } catch (error) {
      if (surelyUnbilled(error)) mayBeBilled = before;
      throw error;
    }
  };
  try {
    return await run(atVendor);
  } catch (error) {
    if (!mayBeBilled)
      await giveBack(user, use, now).catch((cause) => log('error', 'a daily use could not be given back', { use, error: cause }));
    throw error;
  }
}

/** Counts a use for good, or several at once: all or none. @throws AppError DailyLimit, with the limit. */
export async function takeDailyUse(user: User, use: DailyUse, now: Date, count = 1): Promise<void> {
  const limit = dailyLimits[use][user.tier];
  const taken = await updateOnce({
    ...dailyUseKey(user.person, use, now),
    UpdateExpression: 'SET expires_at = :end ADD used :count, attempts :count',
    ConditionExpression:
      '(attribute_not_exists(used) OR used <= :below) AND (attribute_not_exists(attempts) OR attempts <= :attempts_below)',
    ExpressionAttributeValues: {
      ':count': count,
      ':below': limit - count,
      ':attempts_below': attemptsPerUse * limit + attemptsBeside - count,
      ':end': Math.floor(now.getTime() / 1000) + keptSeconds,
    },
  });
  if (taken) return;
  const { userId, person, tier } = user;
  log('warn', 'daily limit reached', { event: 'daily_limit', use, userId, person, tier, limit });
  throw new AppError('DailyLimit', { details: { limit } });
}

async function giveBack({ person }: User, use: DailyUse, now: Date): Promise<void> {
  const given = await updateOnce({
    ...dailyUseKey(person, use, now),
    UpdateExpression: 'ADD used :minus',
    ConditionExpression: 'used > :none',
    ExpressionAttributeValues: { ':minus': -1, ':none': 0 },
  });
  if (!given) throw new Error('No use is counted');
}

/** Takes what an account has once in its life, and returns whether it was still there to take. */
export async function claimOnce(userId: string, what: 'welcomeMail', now: Date): Promise<boolean> {
  const taken = await updateOnce({
    TableName: requiredEnv('TABLE_DAILY_USES'),
    Key: { user_id: userId, day_use: `once#${what}` },
    UpdateExpression: 'SET created_at = :now',
    ConditionExpression: 'attribute_not_exists(user_id)',
    ExpressionAttributeValues: { ':now': now.toISOString() },
  });
  return taken !== undefined;
}
