/** The same suite, shorter, on AWS's own DynamoDB: what the other emulator lets pass, this one might not. Left out where there is no Java. */
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

test('no race and no contradiction between rows moves money that it may not', async ({ skip }) => {
  skip(!aws, 'There is no Java here, which AWS’s own DynamoDB needs');
  expect(await runMishaps()).toEqual([]);
});

test(`after any of ${count} random histories every hold has ended once and the books balance`, async ({ skip }) => {
  skip(!aws, 'There is no Java here, which AWS’s own DynamoDB needs');
  const { histories, violation } = await runHistories({ seed, count });
  expect(violation, `LEDGER_SEED=${seed}`).toBeUndefined();
  expect(histories).toBe(count);
});
