/** Starts a new batch, a retry, or other work that counts as a batch. */
import type { CreateBatchResponse, DoneMailRequest } from '#shared/batch/api.ts';
import type { Mils } from '#shared/vendor-prices.ts';
import { type WorkKind, workKinds } from '#shared/work/kinds.ts';
import type { Batch, Item } from '../store/batch-rows.ts';
import { readBatchRow } from '../store/batches.ts';
import type { Action } from '../store/dynamo.ts';
import { holdForBatch, type RetrySource } from '../store/ledger.ts';
import type { CallingUser } from '../store/limited-call.ts';
import { batchAnswer, doneMailOf, hashOf, newBatch, startWork } from './start-work.ts';

type Start<One extends Item> = {
  user: CallingUser;
  batchId: string;
  kind: WorkKind;
  /** Set for a single call of a video or an image. */
  isOperation?: true;
  /** The complete request. The same batch id with another request is refused. */
  request: object;
  /** Makes the items; called only if the batch does not exist yet. */
  items(): Promise<One[]>;
  /** Our cost of the vendor request for an item. */
  requestMils(item: One): Mils;
  check?(items: One[]): Promise<void>;
  /** Further writes in the transaction of the batch row. */
  also?(): Action[];
  retryOf?(): RetrySource;
  /** The mail that the seller wants when the batch has ended. */
  mail?: DoneMailRequest;
};

/** @throws AppError the errors of `startWork`. */
export async function startBatch<One extends Item>(
  { user, batchId, kind, isOperation, request, requestMils, check, mail = {}, ...start }: Start<One>,
  now: Date,
): Promise<CreateBatchResponse> {
  const { userId } = user;
  const requestHash = hashOf(request);
  const [batch] = await startWork(
    {
      user,
      requestHash,
      async read() {
        const there = await readBatchRow(userId, batchId);
        return there && { requestHash: there.requestHash, batches: [there] };
      },
      async make() {
        const items = await start.items();
        const isSingle = isOperation || workKinds[kind].countsAs === 'operation';
        const row = { userId, batchId, kind, requestHash, ...(isSingle && { isOperation: true as const }) };
        return [{ batch: newBatch({ ...row, ...(mail.emailWhenDone && { emailWhenDone: true }) }, items, now), items }];
      },
      requestMils,
      check,
      hold: ([made]) =>
        holdForBatch(made as Batch, {
          retryOf: start.retryOf?.(),
          also: [...(start.also?.() ?? []), ...doneMailOf([made as Batch], mail)],
        }),
    },
    now,
  );
  return batchAnswer(batch as Batch);
}
