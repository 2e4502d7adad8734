/** The type of a mishap, and shared helpers. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Item } from '#lambdas/store/batch-rows.ts';
import { putItems } from '#lambdas/store/batches.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';
import { holdForBatch } from '#lambdas/store/ledger.ts';
import type { Purchase } from '#lambdas/store/payments.ts';
import { inside, invocation } from '../fault-injection.ts';
import { begin, pay, report, start, store } from '../steps.ts';
import type { Order, Wanted, World } from '../world.ts';

export type Mishap = {
  wanted: Wanted[];
  /** Credits that the seller has bought, in cents, in addition to the bonus. */
  bought?: number;
  /** Returns the violations. The ledger is checked too, unless the mishap makes it inconsistent on purpose. */
  run(world: World, order: Order, item: Item): Promise<string[]>;
  isContradiction?: true;
};

export const failed = { status: 'failed', errorCode: 'VendorBusy' } as const;
export const unless = (holds: boolean, fault: string): string[] => (holds ? [] : [fault]);
export const one: Wanted = { costs: [120] };

export async function hold({ batch, items }: Order): Promise<unknown> {
  await putItems(items, batch.requestHash);
  return holdForBatch(batch);
}

/** Starts the order and processes one item until its video is stored. */
export async function makeVideo(world: World, order: Order, item: Item): Promise<void> {
  if (!order.retryOf) await start(world, order);
  for (const step of [begin, report, store]) await step(world, item);
}

export const change = (key: { TableName: string; Key: Record<string, unknown> }, field: string, value: unknown) =>
  dynamo().send(
    new UpdateCommand({
      ...key,
      UpdateExpression: 'SET #field = :value',
      ExpressionAttributeNames: { '#field': field },
      ExpressionAttributeValues: { ':value': value },
    }),
  );

export const refused = (attempt: Promise<unknown>): Promise<boolean> =>
  attempt.then(
    (done) => done === false || done === undefined,
    () => true,
  );

/** Runs `work`, and runs all of `meanwhile` immediately before the first transaction of `work`. */
export async function rightBefore(world: World, work: () => Promise<unknown>, meanwhile: () => Promise<unknown>): Promise<void> {
  let isDone = false;
  await invocation(
    world,
    async (io, pass) => {
      if (io.command === 'TransactWriteItems' && !isDone) {
        isDone = true;
        await inside(world, meanwhile);
      }
      return pass();
    },
    work,
  );
}

/** Credits a payment, and runs `meanwhile` as a whole right before the transaction. */
export const payWhile = (world: World, payment: Purchase, meanwhile: () => Promise<unknown>): Promise<void> =>
  rightBefore(world, () => pay(world, payment), meanwhile);
