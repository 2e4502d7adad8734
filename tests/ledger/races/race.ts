/**
 * A race scenario is one of two things: a race that random histories rarely produce, or a start with inconsistent rows, for example after a
 * table was restored to an earlier time. This module contains the type of a race scenario, and shared helpers.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Item } from '#lambdas/store/batch-rows.ts';
import { putItems } from '#lambdas/store/batches.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';
import { holdForBatch } from '#lambdas/store/ledger.ts';
import type { Purchase } from '#lambdas/store/payments.ts';
import { invokeLambda, runInTest } from '../fault-injection.ts';
import { begin, pay, report, start, store } from '../steps.ts';
import type { OrderedBatch, RequestedBatch, TestState } from '../test-state.ts';

export type RaceScenario = {
  requestedBatches: RequestedBatch[];
  /** Credits that the seller has bought, in cents, in addition to the bonus. */
  boughtCents?: number;
  /** Runs the scenario and returns descriptions of the violations. `orderedBatch` and `item` are the first batch and its first item. */
  run(testState: TestState, orderedBatch: OrderedBatch, item: Item): Promise<string[]>;
  /** True if the scenario makes the ledger inconsistent on purpose. Otherwise, `runRaces` checks the ledger after the scenario. */
  isLedgerInconsistent?: true;
};

export const busyFailure = { status: 'failed', errorCode: 'VendorBusy' } as const;
export const violationUnless = (isMet: boolean, violation: string): string[] => (isMet ? [] : [violation]);
export const oneItem: RequestedBatch = { costs: [120] };

export async function hold({ batch, items }: OrderedBatch): Promise<unknown> {
  await putItems(items, batch.requestHash);
  return holdForBatch(batch);
}

/** Starts the batch (unless it is a retry), and processes one item until its video is stored. */
export async function makeVideo(testState: TestState, orderedBatch: OrderedBatch, item: Item): Promise<void> {
  if (!orderedBatch.retryOf) await start(testState, orderedBatch);
  for (const step of [begin, report, store]) await step(testState, item);
}

export const setField = (key: { TableName: string; Key: Record<string, unknown> }, field: string, value: unknown) =>
  dynamo().send(
    new UpdateCommand({
      ...key,
      UpdateExpression: 'SET #field = :value',
      ExpressionAttributeNames: { '#field': field },
      ExpressionAttributeValues: { ':value': value },
    }),
  );

/** A call is refused if it fails or returns false or undefined. */
export const isRefused = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    (result) => result === false || result === undefined,
    () => true,
  );

/** Runs `work`. Just before the first transaction of `work`, runs `competingWork` and waits until it has ended. */
export async function runBeforeTransaction(
  testState: TestState,
  work: () => Promise<unknown>,
  competingWork: () => Promise<unknown>,
): Promise<void> {
  let isDone = false;
  await invokeLambda(
    testState,
    async ({ command }, send) => {
      if (command === 'TransactWriteItems' && !isDone) {
        isDone = true;
        await runInTest(testState, competingWork);
      }
      return send();
    },
    work,
  );
}

/** Credits a payment. Just before the transaction, runs `competingWork` and waits until it has ended. */
export const payAfter = (testState: TestState, payment: Purchase, competingWork: () => Promise<unknown>): Promise<void> =>
  runBeforeTransaction(testState, () => pay(testState, payment), competingWork);
