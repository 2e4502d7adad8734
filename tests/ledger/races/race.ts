/**
 * A race scenario is a race that random histories rarely produce, or a set of inconsistent rows. For example, a table was restored to an
 * earlier time. This module contains the type of a race scenario, and shared helpers.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Item } from '#lambdas/store/batch-rows.ts';
import { putItems } from '#lambdas/store/batches.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';
import { holdForBatch } from '#lambdas/store/ledger.ts';
import type { Purchase } from '#lambdas/store/payments.ts';
import { invokeLambda, runInTest } from '../fault-injection.ts';
import { begin, pay, report, start, store } from '../steps.ts';
import type { Order, RequestedBatch, TestState } from '../test-state.ts';

export type RaceScenario = {
  requestedBatches: RequestedBatch[];
  /** Credits that the seller has bought, in cents, in addition to the bonus. */
  boughtCents?: number;
  /** Returns descriptions of its violations. `runRaces` also checks the ledger, unless `isLedgerInconsistent` is set. */
  run(testState: TestState, order: Order, item: Item): Promise<string[]>;
  /** The scenario makes the ledger inconsistent on purpose, so `runRaces` does not check the ledger. */
  isLedgerInconsistent?: true;
};

export const busyFailure = { status: 'failed', errorCode: 'VendorBusy' } as const;
export const violationUnless = (isMet: boolean, violation: string): string[] => (isMet ? [] : [violation]);
export const oneItem: RequestedBatch = { costs: [120] };

export async function hold({ batch, items }: Order): Promise<unknown> {
  await putItems(items, batch.requestHash);
  return holdForBatch(batch);
}

/** Starts the order and processes one item until its video is stored. */
export async function makeVideo(testState: TestState, order: Order, item: Item): Promise<void> {
  if (!order.retryOf) await start(testState, order);
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

/** Runs `work`. Just before the first transaction of `work`, runs the function `competingWork` to its end. */
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

/** Credits a payment. Just before the transaction, runs the function `competingWork` to its end. */
export const payAfter = (testState: TestState, payment: Purchase, competingWork: () => Promise<unknown>): Promise<void> =>
  runBeforeTransaction(testState, () => pay(testState, payment), competingWork);
