/**
 * Runs some of the ledger tests on AWS's own DynamoDB (DynamoDB local). It may be stricter than the emulator of the local cloud. Without
 * Java, the tests are skipped.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DynamoDb, startAwsDynamoDb } from '#local/aws/dynamodb/dynamodb.ts';
import { startTables } from '../fixtures/tables.ts';
import { interceptAwsCalls } from './fault-injection.ts';
import { runHistories } from './histories.ts';
import { muteLogs } from './mute-logs.ts';
import { runRaces } from './races/run-races.ts';

const count = 50;
const seed = Number(process.env.LEDGER_SEED ?? Math.floor(Math.random() * 2 ** 30));

let aws: DynamoDb | undefined;
let cleanupSteps: (() => unknown)[] = [];
beforeAll(async () => {
  aws = await startAwsDynamoDb();
  if (!aws) return;
  process.env.AWS_ENDPOINT_URL_DYNAMODB = aws.url;
  const tables = await startTables();
  cleanupSteps = [muteLogs(), interceptAwsCalls(), tables.stop, aws.stop];
});
afterAll(async () => {
  for (const stop of cleanupSteps) await stop();
});

test('no race and no inconsistent row causes a wrong balance', async ({ skip }) => {
  skip(!aws, 'AWS’s own DynamoDB needs Java, which is not installed');
  expect(await runRaces()).toEqual([]);
});

test(`every hold is captured or released exactly once, and the ledger is consistent, after each of ${count} random histories`, async ({
  skip,
}) => {
  skip(!aws, 'AWS’s own DynamoDB needs Java, which is not installed');
  const { histories, violation } = await runHistories({ seed, count });
  expect(violation, `LEDGER_SEED=${seed}`).toBeUndefined();
  expect(histories).toBe(count);
});
