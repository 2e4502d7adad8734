/**
 * How often a user, or an address, did something in this window of time: a row for each, beside the daily uses. The rows end by
 * themselves. A call that is refused is not counted.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { AppError } from '#shared/errors.ts';
import { networkOf, type Rate, rateLimits, retryAfterSeconds, windowStart } from '#shared/rate-limits.ts';
import { setting } from '../platform/config.ts';
import { dynamo, wasRefused } from './dynamo.ts';

/** Who does it: the user's id, or another name that stands for one person, and where the call came from. */
export type Doer = { userId: string; address: string };

const keptSeconds = 3600;

export const rateKey = (subject: string, rate: Rate, now: Date) => ({
  TableName: setting('TABLE_DAILY_USES'),
  Key: { user_id: subject, day_use: `${windowStart(rate, now)}#${rate}` },
});

export const subjectOfAddress = (network: string): string => `address#${network}`;

/**
 * Counts a call against the limits of its user and of its address; two at once are never both the last.
 * @throws AppError TooManyRequests, with the limit, and the seconds until it may be tried again.
 */
export async function countRate(rate: Rate, { userId, address }: Doer, now: Date): Promise<void> {
  const network = networkOf(address);
  const limits = rateLimits[rate];
  await count(userId, limits.user);
  if (network) await count(subjectOfAddress(network), limits.address);

  async function count(subject: string, limit: number): Promise<void> {
    const end = windowStart(rate, now) + limits.windowSeconds + keptSeconds;
    try {
      await dynamo().send(
        new UpdateCommand({
          ...rateKey(subject, rate, now),
          UpdateExpression: 'ADD used :one SET expires_at = :end',
          ConditionExpression: 'attribute_not_exists(used) OR used < :limit',
          ExpressionAttributeValues: { ':one': 1, ':limit': limit, ':end': end },
        }),
      );
    } catch (cause) {
      if (!wasRefused(cause)) throw cause;
      throw new AppError('TooManyRequests', { cause, details: { limit, retryAfterSeconds: retryAfterSeconds(rate, now) } });
    }
  }
}
