/**
 * Measures the overhead of the product in a batch of 50 videos, five at a time. The vendor delivers each video after exactly ten seconds.
 */
import { systemClock } from '#local/aws/step-functions/clock.ts';
import { concurrentVideosMax } from '#shared/video/defaults.ts';
import { startTestCloud, type TestCloud } from '#tests/fixtures/cloud.ts';
import { grant } from '#tests/fixtures/grant.ts';
import { batchRequest, createPhoto, type Seller, signIn } from '#tests/fixtures/seller.ts';
import type { Report } from './report.ts';
import { roundTo } from './round-to.ts';

const videoCount = 50;
const clipSeconds = 10;
const idealSeconds = (videoCount / concurrentVideosMax) * clipSeconds;
const dollarsNeeded = 100;
/** Time limit: twice the ideal time. If the batch takes longer, the benchmark fails and reports no number. */
const timeLimitMs = idealSeconds * 2 * 1000;
/** The batch page polls at the same interval. A shorter interval would need processor time, and this would change the measurement. */
const pollIntervalMs = 2_000;

export async function runBatchBenchmark(report: Report): Promise<void> {
  const cloud = await startTestCloud({ clock: systemClock });
  try {
    await cloud.fal.script('', { kind: 'clip', width: 720, height: 1280, afterMs: clipSeconds * 1000 });
    const seller = await signIn(cloud.origin);
    await grant(seller.userId, dollarsNeeded * 100);
    // Every parallel slot makes one video before the measurement, so that no cold starts are measured. In production, the functions are
    // usually warm.
    await runBatch(cloud, seller, concurrentVideosMax);
    const { seconds, batchId } = await runBatch(cloud, seller, videoCount);
    report('batch.makespan_ratio', roundTo(seconds / idealSeconds, 3), 'ratio');
    report('batch.vs_browser_queue_ratio', roundTo(seconds / browserQueueSeconds(), 3), 'ratio');
    report('batch.overhead_ms_per_item', roundTo(((seconds - idealSeconds) * 1000) / videoCount, 0), 'ms');
    report('batch.transitions_per_video', transitionsPerVideo(cloud, batchId), 'transitions');
  } finally {
    await cloud.stop();
  }
}

/** Measures the time until the execution of the batch ends. The page detects the end with its next poll, at most two seconds later. */
async function runBatch({ cloud }: TestCloud, seller: Seller, count: number): Promise<{ seconds: number; batchId: string }> {
  const { key } = await seller.upload(await createPhoto());
  const request = batchRequest(Array.from({ length: count }, () => ({ uploadKey: key })));
  const startedAt = Date.now();
  const response = await seller.call('POST', '/api/batches', request);
  if (response.status !== 202) throw new Error(`The batch was rejected: ${JSON.stringify(response.body)}`);
  const batch = await seller.until(request.batchId, undefined, timeLimitMs, pollIntervalMs);
  if (batch.status !== 'completed') throw new Error(`The batch ended with the status ${batch.status}`);
  const execution = cloud.states?.listExecutions().find(({ name }) => name.endsWith(request.batchId));
  if (execution?.stoppedAt === undefined) throw new Error('The batch is completed, but its execution has not ended');
  return { seconds: (execution.stoppedAt - startedAt) / 1000, batchId: request.batchId };
}

/**
 * Returns the duration of the same work without the server, with a queue in the browser. The queue has the delays of docs/spec.md 5.6: 0.5
 * s before the first start, 100 ms between starts, 200 ms before each next start, and 100 ms at the end.
 */
function browserQueueSeconds(): number {
  const slots = Array.from({ length: concurrentVideosMax }, (_, slot) => 0.5 + slot * 0.1);
  for (let started = 0; started < videoCount; started++) {
    const next = slots.indexOf(Math.min(...slots));
    slots[next] = (slots[next] ?? 0) + clipSeconds + 0.2;
  }
  return Math.max(...slots) - 0.2 + 0.1;
}

/** Returns the mean number of states that an item's execution enters. AWS bills each of these states. */
function transitionsPerVideo({ cloud }: TestCloud, batchId: string): number {
  const executions = (cloud.states?.listExecutions() ?? []).filter(({ name }) => name.includes(`${batchId}-`));
  const enteredStates = executions.flatMap(({ executionArn }) =>
    (cloud.states?.getExecutionHistory(executionArn) ?? []).filter(({ type }) => type.endsWith('StateEntered')),
  );
  return roundTo(enteredStates.length / executions.length, 1);
}
