/**
 * Checks whether a user signed out on all devices after a token was issued. API Gateway itself accepts an access token until it expires, up
 * to an hour later.
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { requiredEnv } from './config.ts';

let client: DynamoDBDocumentClient | undefined;

/** The row is in the table of daily counters, so that the check needs no permission on balances. */
export const sessionsEndedKey = (userId: string) => ({
  TableName: requiredEnv('TABLE_DAILY_USES'),
  Key: { user_id: userId, day_use: 'session#ended' },
});

/** @param issuedAtSeconds the token's `iat`. If the token was issued in the same second as the sign-out, it is also rejected. */
export async function isSessionEnded(userId: string, issuedAtSeconds: number): Promise<boolean> {
  client ??= DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const { Item: row } = await client.send(new GetCommand({ ...sessionsEndedKey(userId), ConsistentRead: true }));
  return row !== undefined && !(issuedAtSeconds > row.ended_at);
}
