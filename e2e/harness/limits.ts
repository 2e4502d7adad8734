/** Limits that are nearly used up, so that a test need not make all the calls before. */
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { dailyUseKey } from '#lambdas/store/daily-uses.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';
import { rateKey } from '#lambdas/store/rates.ts';
import { readUser } from '#lambdas/store/users.ts';
import { type DailyUse, dailyLimits } from '#shared/daily-limits.ts';
import { type Rate, rateLimits } from '#shared/rate-limits.ts';

/** How often a user used something today. */
export async function usesToday(userId: string, use: DailyUse): Promise<number> {
  const { person } = await readUser(userId);
  const { Item } = await dynamo().send(new GetCommand({ ...dailyUseKey(person, use, new Date()), ConsistentRead: true }));
  return Number(Item?.used ?? 0);
}

/** Leaves a user so many uses for today. Answers the limit. */
export async function leaveToday(userId: string, use: DailyUse, left: number): Promise<number> {
  const { person, tier } = await readUser(userId);
  const limit = dailyLimits[use][tier];
  const { TableName, Key } = dailyUseKey(person, use, new Date());
  await dynamo().send(new PutCommand({ TableName, Item: { ...Key, used: limit - left } }));
  return limit;
}

/** Leaves a user so many calls in this window of time. Answers the limit. */
export async function leaveInWindow(userId: string, rate: Rate, left: number): Promise<number> {
  const { person } = await readUser(userId);
  const limit = rateLimits[rate].user;
  const { TableName, Key } = rateKey(person, rate, new Date());
  await dynamo().send(new PutCommand({ TableName, Item: { ...Key, used: limit - left } }));
  return limit;
}
