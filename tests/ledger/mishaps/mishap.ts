/** The type of a mishap (see run-mishaps.ts), and shared helpers. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Item } from '#lambdas/store/batch-rows.ts';
import { putItems } from '#lambdas/store/batches.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';
import { holdForBatch } from '#lambdas/store/ledger.ts';
import type { Purchase } from '#lambdas/store/payments.ts';
import { invokeLambda, runInWorld } from '../fault-injection.ts';
import { begin, pay, report, start, store } from '../steps.ts';
import type { Order, RequestedBatch, World } from '../world.ts';

export type Mishap = {
  requested: RequestedBatch[];
  /** Credits that the seller has bought, in cents, in addition to the bonus. */
  bought?: number;
  /** Returns the violations. The ledger is also checked, unless `isContradiction` is set. */
  run(world: World, order: Order, item: Item): Promise<string[]>;
  /** The mishap makes the ledger inconsistent on purpose, so the ledger is not checked. */
  isContradiction?: true;
};

export const busyFailure = { status: 'failed', errorCode: 'VendorBusy' } as const;
export const violationUnless = (holds: boolean, violation: string): string[] => (holds ? [] : [violation]);
export const oneItem: RequestedBatch = { costs: [120] };

export async function hold({ batch, items }: Order): Promise<unknown> {
  await putItems(items, batch.requestHash);
  return holdForBatch(batch);
}

/** Starts the order and processes one item until its video is stored. */
export async function makeVideo(world: World, order: Order, item: Item): Promise<void> {
  if (!order.retryOf) await start(world, order);
  for (const step of [begin, report, store]) await step(world, item);
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

export const isRefused = (attempt: Promise<unknown>): Promise<boolean> =>
  attempt.then(
    (result) => result === false || result === undefined,
    () => true,
  );

/** Runs `work`. The function `meanwhile` runs completely, directly before the first transaction of `work`. */
export async function rightBefore(world: World, work: () => Promise<unknown>, meanwhile: () => Promise<unknown>): Promise<void> {
  let isDone = false;
  await invokeLambda(
    world,
    async ({ command }, send) => {
      if (command === 'TransactWriteItems' && !isDone) {
        isDone = true;
        await runInWorld(world, meanwhile);
      }
      return send();
    },
    work,
  );
}

/** Credits a payment. The function `meanwhile` runs completely, directly before the transaction. */
export const payWhile = (world: World, payment: Purchase, meanwhile: () => Promise<unknown>): Promise<void> =>
  rightBefore(world, () => pay(world, payment), meanwhile);
