/** Starts a new batch, a retry, or other work that is a batch in the ledger. */
import type { CreateBatchResponse, DoneMailRequest } from '#shared/batch/api.ts';
import type { Mils } from '#shared/vendor-prices.ts';
import { type WorkKind, workKinds } from '#shared/work/kinds.ts';
import type { Batch, Item } from '../store/batch-rows.ts';
import { readBatchRow } from '../store/batches.ts';
import type { Action } from '../store/dynamo.ts';
import { holdForBatch, type RetrySource } from '../store/ledger.ts';
import type { CallingUser } from '../store/limited-call.ts';
import { redoLinkOf, redoPuts } from '../store/redos.ts';
import { doneMailOf, hashOf, newBatch, startWork, toBatchResponse } from './start-work.ts';

type Start<NewItem extends Item> = {
  user: CallingUser;
  batchId: string;
  kind: WorkKind;
  /** Set for a part of a large order. `write` returns the change of the row of the order. */
  largeOrder?: { orderId: string; write(): Action };
  /** Set for a single call (a call for one video or one image). */
  isOperation?: true;
  /** The complete request. The same batch id with a different request is refused. */
  request: object;
  /** Creates the items. This function is called only if the batch does not exist yet. */
  items(): Promise<NewItem[]>;
  /** Our cost of the vendor request for an item. */
  requestMils(item: NewItem): Mils;
  check?(items: NewItem[]): Promise<void>;
  /** Additional writes for the transaction of the batch row. */
  furtherWrites?(): Action[];
  retryOf?(): RetrySource;
  /** The batch whose results this batch makes again. */
  parentBatchId?: string | undefined;
  /** The mail that the seller requested about the end of the batch. */
  mail?: DoneMailRequest;
};

/** @throws AppError BatchNotFound for a parent that does not exist, and the errors of `startWork`. */
export async function startBatch<NewItem extends Item>(
  { user, batchId, kind, isOperation, largeOrder, request, requestMils, check, parentBatchId, mail = {}, ...start }: Start<NewItem>,
  now: Date,
): Promise<CreateBatchResponse> {
  const { userId } = user;
  const requestHash = hashOf(request);
  const [batch] = await startWork(
    {
      user,
      requestHash,
      async read() {
        const existing = await readBatchRow(userId, batchId);
        return existing && { requestHash: existing.requestHash, batches: [existing] };
      },
      async make() {
        const link = parentBatchId === undefined ? undefined : await redoLinkOf(userId, parentBatchId, kind);
        const items = await start.items();
        const isSingle = isOperation || workKinds[kind].countsAs === 'operation';
        const row = {
          ...{ userId, batchId, kind, requestHash, ...link },
          ...(isSingle && { isOperation: true as const }),
          ...(largeOrder && { orderId: largeOrder.orderId, isPartOfLargeOrder: true as const }),
        };
        return [{ batch: newBatch({ ...row, ...(mail.emailWhenDone && { emailWhenDone: true }) }, items, now), items }];
      },
      requestMils,
      check,
      hold: ([newRow]) =>
        holdForBatch(newRow as Batch, {
          retryOf: start.retryOf?.(),
          largeOrder: largeOrder?.write(),
          furtherActions: [...(start.furtherWrites?.() ?? []), ...redoPuts(newRow as Batch), ...doneMailOf([newRow as Batch], mail)],
        }),
    },
    now,
  );
  return toBatchResponse(batch as Batch);
}
