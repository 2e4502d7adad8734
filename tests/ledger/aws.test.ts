/** A shorter run of the suite on AWS's own DynamoDB, which may be stricter than the other emulator. Skipped without Java. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DynamoDb, startAwsDynamoDb } from '#local/aws/dynamodb/dynamodb.ts';
import { startTables } from '../fixtures/tables.ts';
import { interfere } from './fault-injection.ts';
import { runHistories } from './histories.ts';
import { runMishaps } from './mishaps/run-mishaps.ts';
import { withoutLogs } from './quiet.ts';

const count = 50;
const seed = Number(process.env.LEDGER_SEED ?? Math.floor(Math.random() * 2 ** 30));

let aws: DynamoDb | undefined;
let undo: (() => unknown)[] = [];
beforeAll(async () => {
  aws = await startAwsDynamoDb();
  if (!aws) return;
  process.env.AWS_ENDPOINT_URL_DYNAMODB = aws.url;
  const tables = await startTables();
  undo = [withoutLogs(), interfere(), tables.stop, aws.stop];
});
afterAll(async () => {
  for (const each of undo) await each();
});

test('no race and no inconsistent rows move money wrongly', async ({ skip }) => {
  skip(!aws, 'AWS’s own DynamoDB needs Java, which is not installed');
  expect(await runMishaps()).toEqual([]);
});

test(`after any of ${count} random histories every hold has ended once and the ledger is consistent`, async ({ skip }) => {
  skip(!aws, 'AWS’s own DynamoDB needs Java, which is not installed');
  const { histories, violation } = await runHistories({ seed, count });
  expect(violation, `LEDGER_SEED=${seed}`).toBeUndefined();
  expect(histories).toBe(count);
});
