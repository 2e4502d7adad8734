/** Counts the calls of a user and of an IP address per time window. Each window has one row in the table of daily uses. The rows expire. */
import { AppError } from '#shared/errors.ts';
import { networkOf, type Rate, rateLimits, retryAfterSeconds, type UserRate, type VisitorRate, windowStart } from '#shared/rate-limits.ts';
import { requiredEnv } from '../platform/config.ts';
import { log } from '../platform/log.ts';
import { updateOnce } from './dynamo.ts';

/** The caller: the id of the user or another id of the person, and the IP address of the call. */
export type RateSubject = { userId: string; address: string };

const keptAfterWindowSeconds = 3600;

export const rateKey = (subject: string, rate: Rate, now: Date) => ({
  TableName: requiredEnv('TABLE_DAILY_USES'),
  Key: { user_id: subject, day_use: `${windowStart(rate, now)}#${rate}` },
});

export const subjectOfAddress = (network: string): string => `address#${network}`;

/** Counts a call without an account, for its IP address. @throws AppError TooManyRequests */
export async function countVisitorRate(rate: VisitorRate, address: string, now: Date): Promise<void> {
  const network = networkOf(address);
  if (network) await countUse(rate, subjectOfAddress(network), { limit: rateLimits[rate].address, weight: 1, now });
}

/**
 * Counts a call with `weight` uses for the limits of the user and of the IP address. Only one of two concurrent calls gets the last use. A
 * rejected call does not count for the user or for the address.
 * @throws AppError TooManyRequests, with the limit and the seconds until a retry is allowed.
 */
export async function countRate(rate: UserRate, { userId, address }: RateSubject, now: Date, weight = 1): Promise<void> {
  const network = networkOf(address);
  const limits = rateLimits[rate];
  await countUse(rate, userId, { limit: limits.user, weight, now });
  if (!network) return;
  try {
    await countUse(rate, subjectOfAddress(network), { limit: limits.address, weight, now });
  } catch (error) {
    await subtractFromUser().catch((cause) =>
      log('error', 'a rejected call could not be subtracted from its count', { rate, error: cause }),
    );
    throw error;
  }

  async function subtractFromUser(): Promise<void> {
    if (!(await changeCount(rate, userId, { amount: -weight, condition: 'used >= :weight', values: { ':weight': weight }, now })))
      throw new Error('Cannot subtract more than was counted');
  }
}

type Use = { limit: number; weight: number; now: Date };

async function countUse(rate: Rate, subject: string, { limit, weight, now }: Use): Promise<void> {
  const condition = 'attribute_not_exists(used) OR used <= :below';
  if (await changeCount(rate, subject, { amount: weight, condition, values: { ':below': limit - weight }, now })) return;
  log('warn', 'rate limit reached', { event: 'rate_limit', rate, subject, limit });
  throw new AppError('TooManyRequests', { details: { limit, retryAfterSeconds: retryAfterSeconds(rate, now) } });
}

type CountChange = { amount: number; condition: string; values: Record<string, number>; now: Date };

function changeCount(rate: Rate, subject: string, { amount, condition, values, now }: CountChange) {
  const end = windowStart(rate, now) + rateLimits[rate].windowSeconds + keptAfterWindowSeconds;
  return updateOnce({
    ...rateKey(subject, rate, now),
    UpdateExpression: 'SET expires_at = :end ADD used :by',
    ConditionExpression: condition,
    ExpressionAttributeValues: { ':by': amount, ':end': end, ...values },
  });
}
