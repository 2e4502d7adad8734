/**
 * A lease prevents two invocations from doing the same work at the same time. Two invocations are possible for two reasons: EventBridge may
 * deliver an event twice, and a run of a job may continue when the next run starts. A lease can expire, so the work must still be safe if
 * it is repeated.
 */
import { randomUUID } from 'node:crypto';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { requiredEnv } from '../platform/config.ts';
import { log } from '../platform/log.ts';
import { dynamo, isWritten } from './dynamo.ts';

/** Time after which DynamoDB may delete the row of a crashed invocation. */
const rowExpiresAfterSeconds = 24 * 3600;

type LeaseTerm = { now: Date; until: Date };

const leaseKey = (name: string) => ({ TableName: requiredEnv('TABLE_DAILY_USES'), Key: { user_id: `lease#${name}`, day_use: 'lease' } });

/**
 * Runs the work if no other invocation holds the lease, and then releases the lease.
 * @param term `until` is the latest end of the invocation. After this time, a crashed invocation does not block other invocations.
 * @returns whether the work ran.
 */
export async function withLease(name: string, term: LeaseTerm, run: () => Promise<void>): Promise<boolean> {
  const holderId = randomUUID();
  if (!(await acquire(name, holderId, term))) return false;
  try {
    await run();
  } finally {
    await release(name, holderId).catch((error) => log('warn', 'a lease could not be released', { name, error }));
  }
  return true;
}

function acquire(name: string, holderId: string, { now, until }: LeaseTerm): Promise<boolean> {
  const { TableName, Key } = leaseKey(name);
  return isWritten(
    dynamo().send(
      new PutCommand({
        TableName,
        Item: {
          ...Key,
          holder: holderId,
          ends_at: until.toISOString(),
          expires_at: Math.floor(until.getTime() / 1000) + rowExpiresAfterSeconds,
        },
        // The last condition allows the SDK to repeat a write whose response was lost. In this case, this invocation already has the lease.
        ConditionExpression: 'attribute_not_exists(user_id) OR ends_at <= :now OR holder = :holder',
        ExpressionAttributeValues: { ':now': now.toISOString(), ':holder': holderId },
      }),
    ),
  );
}

/** The release has no effect if the lease expired and another invocation acquired it. */
const release = (name: string, holderId: string): Promise<boolean> =>
  isWritten(
    dynamo().send(
      new DeleteCommand({ ...leaseKey(name), ConditionExpression: 'holder = :holder', ExpressionAttributeValues: { ':holder': holderId } }),
    ),
  );
