import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { sessionsEndedKey } from '../platform/session-check.ts';
import { dynamo } from './dynamo.ts';

/** Access tokens are valid for one hour (auth-stack.ts). The row must exist longer than every token that it revokes. */
const keptSeconds = 2 * 3600;

/** Ends all sessions of a user. Access tokens that were issued before this call are rejected. */
export async function endSessions(userId: string, now: Date): Promise<void> {
  const { TableName, Key } = sessionsEndedKey(userId);
  const endedAt = Math.floor(now.getTime() / 1000);
  await dynamo().send(new PutCommand({ TableName, Item: { ...Key, ended_at: endedAt, expires_at: endedAt + keptSeconds } }));
}
