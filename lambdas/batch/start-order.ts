/** Starts the batches of an order together. */
import type { DoneMailRequest } from '#shared/batch/api.ts';
import type { CreateOrderResponse } from '#shared/batch/order.ts';
import { AppError } from '#shared/errors.ts';
import { dollarsFromCents } from '#shared/money.ts';
import type { Mils } from '#shared/vendor-prices.ts';
import type { WorkKind } from '#shared/work/kinds.ts';
import type { Item } from '../store/batch-rows.ts';
import { holdForOrder } from '../store/ledger.ts';
import type { CallingUser } from '../store/limited-call.ts';
import { readOrder } from '../store/orders.ts';
import { doneMailOf, hashOf, newBatch, startWork, toBatchResponse } from './start-work.ts';

type Start<NewItem extends Item> = {
  user: CallingUser;
  orderId: string;
  /** The complete request. The same id with a different request is refused. */
  request: object;
  /** `items` creates the items of a batch. This function is called only if the order does not exist yet. */
  batches: { batchId: string; kind: WorkKind; items(): NewItem[] }[];
  requestMils(item: NewItem): Mils;
  check?(items: NewItem[]): Promise<void>;
  mail: DoneMailRequest;
};

/** @throws AppError BatchNotFound if the account is being deleted; the errors of `startWork`, with the amounts of the whole order. */
export async function startOrder<NewItem extends Item>(
  { user, orderId, request, batches: ordered, requestMils, check, mail }: Start<NewItem>,
  now: Date,
): Promise<CreateOrderResponse> {
  const { userId } = user;
  const requestHash = hashOf(request);
  const batchIds = ordered.map(({ batchId }) => batchId);
  const common = { userId, orderId, requestHash, ...(mail.emailWhenDone && { emailWhenDone: true as const }) };
  const batches = await startWork(
    {
      user,
      requestHash,
      async read() {
        const existing = await readOrder(userId, orderId);
        // If a row is missing, the account is being deleted, because only the deletion removes rows.
        if (existing && existing.batches.length < existing.order.batchIds.length) throw new AppError('BatchNotFound');
        return existing && { requestHash: existing.order.requestHash, batches: existing.batches };
      },
      make: async () =>
        ordered.map(({ batchId, kind, ...batch }) => {
          const items = batch.items();
          return { batch: newBatch({ ...common, batchId, kind }, items, now), items };
        }),
      requestMils,
      check,
      hold: (newBatches) =>
        holdForOrder({ userId, orderId, batchIds, createdAt: now.toISOString(), requestHash }, newBatches, doneMailOf(newBatches, mail)),
    },
    now,
  );
  return {
    orderId,
    batches: batches.map(toBatchResponse),
    total: dollarsFromCents(batches.reduce((sum, { totalCents }) => sum + totalCents, 0)),
  };
}
