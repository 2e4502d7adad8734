/**
 * Counts what Step Functions and DynamoDB would bill for one video of a batch of 100. Reads the histories of the executions and the
 * requests of the functions. Polls of the page do not count, because their number depends on how long a seller watches the page.
 */
import { itemsPerBatchMax } from '#shared/batch/batch.ts';
import { startTestCloud, type TestCloud } from '#tests/fixtures/cloud.ts';
import { grant } from '#tests/fixtures/grant.ts';
import { batchRequest, createPhoto, type Seller, signIn } from '#tests/fixtures/seller.ts';
import { startCountingDynamoDb, type TableUsage } from './counting-dynamodb.ts';
import type { Report } from './report.ts';
import { roundTo } from './round-to.ts';

/**
 * List prices in us-east-1 in November 2026, in dollars (https://aws.amazon.com/step-functions/pricing/,
 * https://aws.amazon.com/dynamodb/pricing/on-demand/).
 */
const prices = { transition: 0.000025, writeUnit: 0.625e-6, readUnit: 0.125e-6 };
const dollarsNeeded = 200;
const timeLimitMs = 600_000;
const pollMs = 500;

export async function runOrchestrationBenchmark(report: Report): Promise<void> {
  const dynamoDb = await startCountingDynamoDb();
  process.env.AWS_ENDPOINT_URL_DYNAMODB = dynamoDb.url;
  const cloud = await startTestCloud();
  try {
    const seller = await signIn(cloud.origin);
    await grant(seller.userId, dollarsNeeded * 100);
    const before = dynamoDb.usage();
    const batchId = await runBatch(cloud, seller);
    reportCosts(report, { before, after: dynamoDb.usage(), transitions: transitionsOf(cloud, batchId) });
  } finally {
    await cloud.stop();
    await dynamoDb.stop();
  }
}

/** Polls the execution and not the API, because each poll of the API would be counted. */
async function runBatch({ cloud, fal }: TestCloud, seller: Seller): Promise<string> {
  await fal.script('', { kind: 'clip', width: 720, height: 1280 });
  const { key } = await seller.upload(await createPhoto());
  const request = batchRequest(Array.from({ length: itemsPerBatchMax }, () => ({ uploadKey: key })));
  const { status, body } = await seller.call('POST', '/api/batches', request);
  if (status !== 202) throw new Error(`The batch was rejected: ${JSON.stringify(body)}`);
  for (const deadline = Date.now() + timeLimitMs; Date.now() < deadline; await new Promise((resolve) => setTimeout(resolve, pollMs))) {
    const execution = cloud.states?.listExecutions().find(({ name }) => name.endsWith(request.batchId));
    if (execution?.stoppedAt === undefined) continue;
    const { counters } = await seller.until(request.batchId);
    if (counters.completed !== itemsPerBatchMax) throw new Error(`The batch ended with ${JSON.stringify(counters)}`);
    return request.batchId;
  }
  throw new Error('The batch did not end in time');
}

/** Counts the states that the execution of the batch and the executions of its items entered. */
const transitionsOf = ({ cloud }: TestCloud, batchId: string): number =>
  (cloud.states?.listExecutions() ?? [])
    .filter(({ name }) => name.includes(batchId))
    .flatMap(({ executionArn }) => cloud.states?.getExecutionHistory(executionArn) ?? [])
    .filter(({ type }) => type.endsWith('StateEntered')).length;

type Counts = { before: TableUsage; after: TableUsage; transitions: number };

function reportCosts(report: Report, { before, after, transitions }: Counts): void {
  const perVideo = (name: keyof TableUsage) => (after[name] - before[name]) / itemsPerBatchMax;
  const transitionsPerVideo = transitions / itemsPerBatchMax;
  const [writeUnits, readUnits] = [perVideo('writeUnits'), perVideo('readUnits')];
  const dollars = transitionsPerVideo * prices.transition + writeUnits * prices.writeUnit + readUnits * prices.readUnit;
  report('orchestration.transitions_per_video', roundTo(transitionsPerVideo), 'transitions');
  report('orchestration.table_requests_per_video', roundTo(perVideo('requests'), 1), 'requests');
  report('orchestration.write_units_per_video', roundTo(writeUnits, 1), 'units');
  report('orchestration.read_units_per_video', roundTo(readUnits, 1), 'units');
  report('orchestration.usd_per_video', roundTo(dollars, 6), 'USD');
}
