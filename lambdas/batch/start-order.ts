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
import { batchAnswer, doneMailOf, hashOf, newBatch, startWork } from './start-work.ts';

type Start<One extends Item> = {
  user: CallingUser;
  orderId: string;
  /** The complete request. The same id with another request is refused. */
  request: object;
  /** `items` makes the items of a batch; called only if the order does not exist yet. */
  batches: { batchId: string; kind: WorkKind; items(): One[] }[];
  requestMils(item: One): Mils;
  check?(items: One[]): Promise<void>;
  mail: DoneMailRequest;
};

/** @throws AppError BatchNotFound if the account is being deleted; the errors of `startWork`, with the amounts of the whole order. */
export async function startOrder<One extends Item>(
  { user, orderId, request, batches: ordered, requestMils, check, mail }: Start<One>,
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
        const found = await readOrder(userId, orderId);
        // A row is missing: only the deletion of the account removes rows.
        if (found && found.batches.length < found.order.batchIds.length) throw new AppError('BatchNotFound');
        return found && { requestHash: found.order.requestHash, batches: found.batches };
      },
      make: async () =>
        ordered.map(({ batchId, kind, ...batch }) => {
          const items = batch.items();
          return { batch: newBatch({ ...common, batchId, kind }, items, now), items };
        }),
      requestMils,
      check,
      hold: (made) => holdForOrder({ userId, orderId, batchIds, createdAt: now.toISOString(), requestHash }, made, doneMailOf(made, mail)),
    },
    now,
  );
  return {
    orderId,
    batches: batches.map(batchAnswer),
    total: dollarsFromCents(batches.reduce((sum, { totalCents }) => sum + totalCents, 0)),
  };
}
