/**
 * The state of one test: a seller with an account, some batches, and the results of the calls so far. Each test has a separate state, so
 * that many tests can run in parallel.
 */
import { randomUUID } from 'node:crypto';
import { createAccount } from '#lambdas/store/accounts.ts';
import type { BatchOfPage, EditItem, Item, VideoItem } from '#lambdas/store/batch-rows.ts';
import type { Purchase } from '#lambdas/store/payments.ts';
import type { OrderedKind } from '#shared/batch/batch.ts';
import { signupBonusCents } from '#shared/credits/ledger.ts';
import type { Cents } from '#shared/money.ts';
import { photoEditSettings } from '#shared/photo-edit/settings.ts';
import { createBatchRows } from '../fixtures/batch-rows.ts';
import { grant } from '../fixtures/grant.ts';
import { createExecutions, type Executions } from './executions.ts';
import { runInTest, type TestContext } from './fault-injection.ts';
import type { Mutation } from './mutation.ts';

export const now = new Date('2026-11-21T08:00:00Z');

/** One batch of an order, with its items. */
export type OrderedBatch = {
  batch: BatchOfPage;
  items: Item[];
  /** The original batch, if this batch is a retry. */
  retryOf?: string;
};

export type TestState = TestContext & {
  executions: Executions;
  /** Every batch that may exist, including the retries. */
  orderedBatches: OrderedBatch[];
  /** Purchases that may happen. */
  payments: Purchase[];
  /** The initial credits of the account: the bonus and earlier purchases. */
  initialCents: Cents;
  /** Changes that a call has reported as successful. No later event may undo these changes. */
  acknowledgedChanges: {
    started: Set<string>;
    cancelled: Set<string>;
    credited: Set<string>;
    /** The last successful value of `kept` for each item. */
    kept: Map<string, boolean>;
    /** The total refund of each payment. */
    refunded: Map<string, Cents>;
    /** The time of the latest dispute report of each payment. */
    disputed: Map<string, number>;
    /** The final statuses of all successful captures and releases of each item. */
    settled: Map<string, string[]>;
  };
};

/** A batch that the test wants to order. Batches with the same `orderId` are ordered together. */
export type RequestedBatch = { costs: Cents[]; kind?: OrderedKind; isOperation?: boolean; orderId?: string };

/** Creates the state of one test. Each requested batch may be retried once. */
export async function createTestState(requestedBatches: RequestedBatch[], grantedCents: Cents, mutation?: Mutation): Promise<TestState> {
  const userId = randomUUID();
  const orderedBatches = requestedBatches.map((requestedBatch) => createOrderedBatch(userId, requestedBatch));
  const retries = orderedBatches.map(({ batch }) => ({ ...createOrderedBatch(userId, { costs: [] }), retryOf: batch.batchId }));
  const testState: TestState = {
    userId,
    executions: createExecutions(),
    orderedBatches: [...orderedBatches, ...retries],
    initialCents: signupBonusCents + grantedCents,
    payments: [0, 1].map(() => ({ userId, sessionId: `cs_${randomUUID()}`, paymentId: `pi_${randomUUID()}`, credits: 500, paid: 450 })),
    acknowledgedChanges: {
      started: new Set(),
      cancelled: new Set(),
      credited: new Set(),
      kept: new Map(),
      refunded: new Map(),
      disputed: new Map(),
      settled: new Map(),
    },
    mutation,
  };
  await runInTest(testState, async () => {
    await createAccount({ userId, email: 'ada@example.com', name: 'Ada' }, now);
    if (grantedCents > 0) await grant(userId, grantedCents, 0);
  });
  return testState;
}

function createOrderedBatch(userId: string, { costs, kind = 'video', isOperation, orderId }: RequestedBatch): OrderedBatch {
  const { batch, items } = createBatchRows(userId, costs, now);
  return {
    batch: { ...batch, kind, ...(isOperation && { isOperation }), ...(orderId && { orderId }) },
    items: items.map({ video: (item: VideoItem) => item, image: toImage, edit: toEdit }[kind]),
  };
}

const toImage = ({ userId, batchId, itemId, index, uploadKey, title, prompt, aspectRatio, cents, status }: VideoItem): Item => ({
  ...{ userId, batchId, itemId, index, uploadKey, title, prompt, aspectRatio, cents, status },
  kind: 'image',
  model: 'gemini-2.5-flash-image',
  outputFormat: 'jpeg',
  numImages: 1,
});

const toEdit = ({ userId, batchId, itemId, index, uploadKey, title, cents, status }: VideoItem): EditItem => ({
  ...{ userId, batchId, itemId, index, uploadKey, title, cents, status },
  ...{ kind: 'edit', prompt: '', aspectRatio: 'originalImage', model: 'remove-background', settings: photoEditSettings.parse({}) },
});

export const itemName = ({ batchId, itemId }: Pick<Item, 'batchId' | 'itemId'>): string => `${batchId} ${itemId}`;
