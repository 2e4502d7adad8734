/**
 * Runs fewer ledger tests on AWS's own DynamoDB, which may be stricter than the emulator of the local cloud. The tests are skipped if Java
 * is not installed.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DynamoDb, startAwsDynamoDb } from '#local/aws/dynamodb/dynamodb.ts';
import { startTables } from '../fixtures/tables.ts';
import { interceptAwsCalls } from './fault-injection.ts';
import { runHistories } from './histories.ts';
import { runMishaps } from './mishaps/run-mishaps.ts';
import { withoutLogs } from './quiet.ts';

const count = 50;
const seed = Number(process.env.LEDGER_SEED ?? Math.floor(Math.random() * 2 ** 30));

let aws: DynamoDb | undefined;
let cleanUp: (() => unknown)[] = [];
beforeAll(async () => {
  aws = await startAwsDynamoDb();
  if (!aws) return;
  process.env.AWS_ENDPOINT_URL_DYNAMODB = aws.url;
  const tables = await startTables();
  cleanUp = [withoutLogs(), interceptAwsCalls(), tables.stop, aws.stop];
});
afterAll(async () => {
  for (const stop of cleanUp) await stop();
});

test('no race and no inconsistent row causes a wrong balance', async ({ skip }) => {
  skip(!aws, 'AWS’s own DynamoDB needs Java, which is not installed');
  expect(await runMishaps()).toEqual([]);
});

test(`after each of ${count} random histories, every hold has ended once and the ledger is consistent`, async ({ skip }) => {
  skip(!aws, 'AWS’s own DynamoDB needs Java, which is not installed');
  const { histories, violation } = await runHistories({ seed, count });
  expect(violation, `LEDGER_SEED=${seed}`).toBeUndefined();
  expect(histories).toBe(count);
});
