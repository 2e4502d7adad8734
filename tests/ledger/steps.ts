/**
 * The steps that move money, as the calls and the state machines take them, each through the product's own functions. Of the steps in
 * between (a photo taken in, a video fetched) only what they write to the item is done.
 */
import { cancelBatch } from '#lambdas/batch/cancel-batch.ts';
import { finishBatch } from '#lambdas/batch/finish-batch.ts';
import { retryBatch } from '#lambdas/batch/retry-batch.ts';
import { runningItem } from '#lambdas/batch/running-item.ts';
import { startBatch } from '#lambdas/batch/start-batch.ts';
import type { ItemRef } from '#lambdas/platform/task.ts';
import type { Item, StoredVideo } from '#lambdas/store/batch-rows.ts';
import { changeItem, readItem } from '#lambdas/store/batches.ts';
import { attachLateVideo, recordLateVideo } from '#lambdas/store/ended-items.ts';
import { captureItem, releaseItem } from '#lambdas/store/ledger.ts';
import { changePayment, creditPurchase, type Purchase } from '#lambdas/store/payments.ts';
import { applyDispute, applyRefund } from '#shared/credits/payments.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { Cents } from '#shared/money.ts';
import { itemName, now, type Order, type World } from './world.ts';

const ready = { status: 'ready', url: 'https://v3.fal.media/files/clip.mp4' } as const;
const stored: StoredVideo = {
  key: 'videos/clip.mp4',
  posterKey: 'videos/clip.jpg',
  width: 720,
  height: 1280,
  sizeBytes: 1_000_000,
  seconds: 8,
  codec: 'h264',
};

/** Whose limits are far away. */
const userOf = (userId: string) => ({ userId, person: userId, tier: 'paid' as const, address: '127.0.0.1' });

export async function start({ userId, said }: World, { batch, items }: Order): Promise<void> {
  const { batchId, kind, isOperation } = batch;
  const request = { batchId, kind, items };
  await startBatch({ user: userOf(userId), batchId, kind, ...(isOperation && { isOperation }), request, items: async () => items }, now);
  said.started.add(batchId);
}

export async function retry({ userId, said }: World, { batch: { batchId }, retryOf = '' }: Order): Promise<void> {
  await retryBatch({ user: userOf(userId), sourceId: retryOf, batchId }, now);
  said.started.add(batchId);
}

export async function cancel({ userId, said }: World, { batchId, itemId }: ItemRef): Promise<void> {
  await cancelBatch({ userId, batchId, itemIds: [itemId] }, now);
  said.cancelled.add(itemName({ batchId, itemId }));
}

/** The item is ordered, as `startGeneration` writes it. */
export const begin = (_: World, ref: ItemRef): Promise<unknown> =>
  changeItem(ref, {
    set: { status: 'generating', intentAt: now.toISOString() },
    increment: ['attempts'],
    ifAbsent: ['intentAt', 'cancelRequestedAt', 'outcome'],
  });

/** The vendor says that it is there, as `recordOutcome` writes it. */
export const report = (_: World, ref: ItemRef): Promise<unknown> =>
  changeItem(ref, { set: { outcome: ready }, ifAbsent: ['outcome', 'cancelRequestedAt'] });

/** What was made is stored, as `storeResult` writes it. */
export async function store(_: World, ref: ItemRef): Promise<void> {
  const item = await runningItem(ref);
  const { outcome } = item as { outcome?: { status: string } };
  if (outcome?.status === 'ready') await changeItem(ref, { set: { result: stored }, ifAbsent: ['result'] });
}

/** As captureItem's entry point does it. */
export async function capture(world: World, ref: ItemRef): Promise<void> {
  const item = await readItem(ref.userId, ref.batchId, ref.index);
  if (item?.result && (await captureItem(item, now))) settle(world, item, 'completed');
}

/** As releaseItem's entry point does it. */
export async function release(world: World, ref: ItemRef, code: ErrorCode): Promise<void> {
  const item = await readItem(ref.userId, ref.batchId, ref.index);
  if (!item) return;
  const errorCode = item.cancelRequestedAt ? 'Cancelled' : code;
  const status = errorCode === 'Cancelled' ? 'cancelled' : 'failed';
  if (await releaseItem(item, { status, errorCode }, now)) settle(world, item, status);
}

function settle({ said }: World, item: Item, end: string): void {
  const name = itemName(item);
  said.settled.set(name, [...(said.settled.get(name) ?? []), end]);
}

export const finish = ({ userId }: World, batchId: string): Promise<unknown> => finishBatch({ userId, batchId }, now);

/** The video comes after all, as the webhook and `storeLateResult` write it. */
export async function deliverLate(_: World, ref: ItemRef): Promise<void> {
  const noted = await recordLateVideo(ref, ready);
  if (noted) await attachLateVideo(noted, { result: stored });
}

/** A settlement by who knows the item at another price: nothing may come of it. */
export async function settleAtAnotherPrice(world: World, ref: ItemRef): Promise<void> {
  const item = await readItem(ref.userId, ref.batchId, ref.index);
  if (!item) return;
  const dearer = { ...item, cents: item.cents + 10 };
  if (await captureItem(dearer, now)) settle(world, item, 'completed at another price');
  if (await releaseItem(dearer, { status: 'failed' }, now)) settle(world, item, 'failed at another price');
}

/** The vendor reports that a payment was made, which the page may find out as well. */
export async function pay({ said }: World, purchase: Purchase, reporter: 'vendor' | 'page' = 'vendor'): Promise<void> {
  const done = await creditPurchase(purchase, { now, ...(reporter === 'vendor' && { eventId: `paid#${purchase.sessionId}` }) });
  if (done !== 'account-gone') said.credited.add(purchase.sessionId);
}

/** The vendor reports how much of a payment is refunded by now, in all. */
export async function refund({ said }: World, { paymentId }: Purchase, cents: Cents): Promise<void> {
  await changePayment(paymentId, (payment) => applyRefund(payment, cents), { now, eventId: `refunded#${paymentId}#${cents}` });
  said.refunded.set(paymentId, Math.max(cents, said.refunded.get(paymentId) ?? 0));
}

/** The vendor reports what a bank holds back of a payment since then: nothing, once the dispute is won. */
export async function dispute({ said }: World, { paymentId }: Purchase, at: number, cents: Cents): Promise<void> {
  await changePayment(paymentId, (payment) => applyDispute(payment, 'dp', { cents, at }), { now, eventId: `disputed#${paymentId}#${at}` });
  said.disputed.set(paymentId, Math.max(at, said.disputed.get(paymentId) ?? 0));
}
