/**
 * The steps of a batch. Steps that change balances call the functions of the product. Other steps, for example `store`, only make the same
 * writes to the item as the product.
 */
import { cancelBatch } from '#lambdas/batch/cancel-batch.ts';
import { finishBatch } from '#lambdas/batch/finish-batch.ts';
import { keepItem } from '#lambdas/batch/keep-item.ts';
import { retryBatch } from '#lambdas/batch/retry-batch.ts';
import { runningItem } from '#lambdas/batch/running-item.ts';
import { startBatch } from '#lambdas/batch/start-batch.ts';
import { startOrder } from '#lambdas/batch/start-order.ts';
import type { ItemRef } from '#lambdas/platform/task.ts';
import type { Item, StoredVideo } from '#lambdas/store/batch-rows.ts';
import { changeItem, readItem } from '#lambdas/store/batches.ts';
import { attachLateVideo, recordLateVideo } from '#lambdas/store/ended-items.ts';
import { captureItem, releaseItem } from '#lambdas/store/ledger.ts';
import { changePayment, creditPurchase, type Purchase } from '#lambdas/store/payments.ts';
import type { DoneMailRequest } from '#shared/batch/api.ts';
import { orderedKinds } from '#shared/batch/batch.ts';
import { applyDispute, applyRefund } from '#shared/credits/payments.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { Cents } from '#shared/money.ts';
import { itemName, now, type OrderedBatch, type TestState } from './test-state.ts';

const readyReport = { status: 'ready', url: 'https://v3.fal.media/files/clip.mp4' } as const;
const storedVideo: StoredVideo = {
  key: 'videos/clip.mp4',
  posterKey: 'videos/clip.jpg',
  width: 720,
  height: 1280,
  sizeBytes: 1_000_000,
  seconds: 8,
  codec: 'h264',
};

/** A user with the limits of a paid account. */
const userOf = (userId: string) => ({ userId, person: userId, tier: 'paid' as const, address: '127.0.0.1' });

export async function start({ userId, acknowledgedChanges }: TestState, { batch, items }: OrderedBatch): Promise<void> {
  const { batchId, kind, isOperation } = batch;
  const request = { batchId, kind, items };
  await startBatch(
    { user: userOf(userId), batchId, kind, ...(isOperation && { isOperation }), request, items: async () => items, requestMils: () => 0 },
    now,
  );
  acknowledgedChanges.started.add(batchId);
}

/** Starts several batches as one order. By default, the seller requests a mail, so the transaction also writes the row of a mail. */
export async function startTogether(
  { userId, acknowledgedChanges }: TestState,
  orderedBatches: OrderedBatch[],
  mail: DoneMailRequest = { emailWhenDone: true },
): Promise<void> {
  const orderId = orderedBatches[0]?.batch.orderId ?? '';
  await startOrder(
    {
      user: userOf(userId),
      orderId,
      request: { orderId, batches: orderedBatches.map(({ batch: { batchId, kind }, items }) => ({ batchId, kind, items })) },
      batches: orderedBatches.map(({ batch: { batchId, kind }, items }) => ({ batchId, kind, items: () => items })),
      requestMils: () => 0,
      mail,
    },
    now,
  );
  for (const { batch } of orderedBatches) acknowledgedChanges.started.add(batch.batchId);
}

export async function retry({ userId, acknowledgedChanges }: TestState, { batch: { batchId }, retryOf = '' }: OrderedBatch): Promise<void> {
  await retryBatch({ user: userOf(userId), sourceId: retryOf, batchId }, now);
  acknowledgedChanges.started.add(batchId);
}

export async function cancel({ userId, acknowledgedChanges }: TestState, { batchId, itemId }: ItemRef): Promise<void> {
  await cancelBatch({ userId, batchId, itemIds: [itemId] }, now);
  acknowledgedChanges.cancelled.add(itemName({ batchId, itemId }));
}

/** Marks a result as kept, or removes the mark. */
export async function keep({ userId, acknowledgedChanges }: TestState, { batchId, itemId }: ItemRef, isKept: boolean): Promise<void> {
  await keepItem({ userId, batchId, itemId, keep: isKept, kinds: orderedKinds });
  acknowledgedChanges.kept.set(itemName({ batchId, itemId }), isKept);
}

/** Begins the order of the item at the vendor, with the same write as `startGeneration`. */
export const begin = (_: TestState, ref: ItemRef): Promise<unknown> =>
  changeItem(ref, {
    set: { status: 'generating', intentAt: now.toISOString() },
    increment: ['attempts'],
    ifAbsent: ['intentAt', 'cancelRequestedAt', 'outcome'],
  });

/** Records the vendor's success report, with the same write as `recordOutcome`. */
export const report = (_: TestState, ref: ItemRef): Promise<unknown> =>
  changeItem(ref, { set: { outcome: readyReport }, ifAbsent: ['outcome', 'cancelRequestedAt'] });

/** Stores the result, with the same write as `storeResult`. */
export async function store(_: TestState, ref: ItemRef): Promise<void> {
  const item = await runningItem(ref, 'video', 'image', 'edit');
  const { outcome } = item as { outcome?: { status: string } };
  if (outcome?.status === 'ready') await changeItem(ref, { set: { result: storedVideo }, ifAbsent: ['result'] });
}

/** Captures an item, like the Lambda capture-item. */
export async function capture(testState: TestState, ref: ItemRef): Promise<void> {
  const item = await readItem(ref.userId, ref.batchId, ref.index);
  if (item?.result && (await captureItem(item, now))) recordSettlement(testState, item, 'completed');
}

/** Releases an item, like the Lambda release-item. */
export async function release(testState: TestState, ref: ItemRef, code: ErrorCode): Promise<void> {
  const item = await readItem(ref.userId, ref.batchId, ref.index);
  if (!item) return;
  const errorCode = item.cancelRequestedAt ? 'Cancelled' : code;
  const status = errorCode === 'Cancelled' ? 'cancelled' : 'failed';
  if (await releaseItem(item, { status, errorCode }, now)) recordSettlement(testState, item, status);
}

function recordSettlement({ acknowledgedChanges }: TestState, item: Item, status: string): void {
  const name = itemName(item);
  acknowledgedChanges.settled.set(name, [...(acknowledgedChanges.settled.get(name) ?? []), status]);
}

export const finish = ({ userId }: TestState, batchId: string): Promise<unknown> => finishBatch({ userId, batchId }, now);

/** Delivers a late video, with the same writes as the webhook and `storeLateResult`. */
export async function deliverLate(_: TestState, ref: ItemRef): Promise<void> {
  const recordedItem = await recordLateVideo(ref, readyReport);
  if (recordedItem) await attachLateVideo(recordedItem, { result: storedVideo });
}

/** Tries to capture and to release an item at another price. Both calls must have no effect. */
export async function settleAtAnotherPrice(testState: TestState, ref: ItemRef): Promise<void> {
  const item = await readItem(ref.userId, ref.batchId, ref.index);
  if (!item) return;
  const overpriced = { ...item, cents: item.cents + 10 };
  if (await captureItem(overpriced, now)) recordSettlement(testState, item, 'completed at another price');
  if (await releaseItem(overpriced, { status: 'failed' }, now)) recordSettlement(testState, item, 'failed at another price');
}

/** Records a payment that the vendor or the page reports. */
export async function pay({ acknowledgedChanges }: TestState, purchase: Purchase, reporter: 'vendor' | 'page' = 'vendor'): Promise<void> {
  const outcome = await creditPurchase(purchase, { now, ...(reporter === 'vendor' && { eventId: `paid#${purchase.sessionId}` }) });
  if (outcome !== 'account-gone') acknowledgedChanges.credited.add(purchase.sessionId);
}

/** Records the vendor's report of the total refund of a payment. */
export async function refund({ acknowledgedChanges }: TestState, { paymentId }: Purchase, cents: Cents): Promise<void> {
  await changePayment(paymentId, (payment) => applyRefund(payment, cents), { now, eventId: `refunded#${paymentId}#${cents}` });
  acknowledgedChanges.refunded.set(paymentId, Math.max(cents, acknowledgedChanges.refunded.get(paymentId) ?? 0));
}

/** Records the vendor's report of the amount that the bank has taken back so far. The amount is 0 after the seller has won the dispute. */
export async function dispute({ acknowledgedChanges }: TestState, { paymentId }: Purchase, time: number, cents: Cents): Promise<void> {
  const eventId = `disputed#${paymentId}#${time}`;
  await changePayment(paymentId, (payment) => applyDispute(payment, 'dp', { cents, at: time }), { now, eventId });
  acknowledgedChanges.disputed.set(paymentId, Math.max(time, acknowledgedChanges.disputed.get(paymentId) ?? 0));
}
