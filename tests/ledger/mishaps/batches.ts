/** Mishaps (see run-mishaps.ts) of batches, items and first visits. */
import { randomUUID } from 'node:crypto';
import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { accountKey, createAccount, ledgerPut, readAccount } from '#lambdas/store/accounts.ts';
import { type Batch, type Item, itemKey } from '#lambdas/store/batch-rows.ts';
import { changeItem, putItems, readBatch, readItem } from '#lambdas/store/batches.ts';
import { markCancelled } from '#lambdas/store/cancelled-items.ts';
import { dynamo, transact } from '#lambdas/store/dynamo.ts';
import { attachLateVideo } from '#lambdas/store/ended-items.ts';
import { historyTable } from '#lambdas/store/history.ts';
import { captureItem, endBatch, holdForBatch, releaseItem } from '#lambdas/store/ledger.ts';
import { incrementResumeCount } from '#lambdas/store/open-holds.ts';
import { activeBatchesMax, activeOperationsMax, bonusId, deductionId, signupBonusCents } from '#shared/credits/ledger.ts';
import { workKinds } from '#shared/work/kinds.ts';
import { invokeLambda } from '../fault-injection.ts';
import { begin, capture, deliverLate, finish, keep, release, report, retry, start, store } from '../steps.ts';
import { itemName, now, type Order } from '../world.ts';
import { busyFailure, hold, isRefused, type Mishap, makeVideo, oneItem, setField, violationUnless } from './mishap.ts';

const restoreItem = ({ userId, batchId, index }: Item) => setField(itemKey(userId, batchId, index), 'status', 'generating');

const endOrder = ({ batch }: Order) => {
  const { userId, batchId, createdAt } = batch;
  const row = { user_id: userId, batch_id: batchId, created_at: createdAt, total_images: 1 };
  return endBatch({ ...batch, status: 'failed' }, { table: historyTable(workKinds[batch.kind].history), row }, now);
};

export const mishapsOfBatches: Record<string, Mishap> = {
  'three batches in parallel, with credits for one': {
    requested: [300, 300, 300].map((cost) => ({ costs: [cost] })),
    async run({ orders }) {
      await Promise.allSettled(orders.filter(({ retryOf }) => !retryOf).map(hold));
      return [];
    },
  },
  'one batch more than the limit of running batches': {
    requested: Array.from({ length: activeBatchesMax + 1 }, () => ({ costs: [1] })),
    async run({ orders }) {
      const holdResults = await Promise.allSettled(orders.filter(({ retryOf }) => !retryOf).map(hold));
      return violationUnless(
        holdResults.filter(({ status }) => status === 'fulfilled').length === activeBatchesMax,
        'more batches run than the limit',
      );
    },
  },
  'one single call more than the limit of running calls': {
    requested: Array.from({ length: activeOperationsMax + 1 }, () => ({ costs: [1], isOperation: true })),
    async run({ orders, userId }) {
      const operations = orders.filter(({ retryOf }) => !retryOf);
      await setField(accountKey(userId), 'active_operations', activeOperationsMax - 1);
      const holdResults = await Promise.allSettled(operations.slice(0, 2).map(hold));
      return violationUnless(
        holdResults.filter(({ status }) => status === 'fulfilled').length === 1,
        'more single calls run than the limit',
      );
    },
    isContradiction: true,
  },
  'a result that another seller keeps, or that is not delivered': {
    requested: [{ costs: [2], kind: 'edit' }],
    async run(world, order, item) {
      await start(world, order);
      const isQueuedKeepRefused = await isRefused(keep(world, item, true).then(() => true));
      await begin(world, item);
      await report(world, item);
      await store(world, item);
      // The file is stored, but the item is not charged yet.
      const isUnpaidKeepRefused = await isRefused(keep(world, item, true).then(() => true));
      await capture(world, item);
      await finish(world, order.batch.batchId);
      const isForeignKeepRefused = await isRefused(keep({ ...world, userId: randomUUID() }, item, true).then(() => true));
      await keep(world, item, false);
      return [
        ...violationUnless(isQueuedKeepRefused && isUnpaidKeepRefused, 'a result was kept before it was delivered'),
        ...violationUnless(isForeignKeepRefused, 'a result was kept by another seller'),
      ];
    },
  },
  'one order that is sent twice in parallel and again after its end': {
    requested: [oneItem],
    async run(world, order, item) {
      await Promise.all([hold(order), hold(order)]);
      await begin(world, item);
      await release(world, item, 'VendorBusy');
      await finish(world, order.batch.batchId);
      await holdForBatch(order.batch);
      return [];
    },
  },
  'items that are written again while they run': {
    requested: [oneItem],
    async run(world, order, item) {
      await makeVideo(world, order, item);
      await capture(world, item);
      const { request_hash: requestHash } = (await readItem(item.userId, item.batchId, 0)) as Item & { request_hash?: string };
      await putItems(order.items, String(requestHash)).catch(() => {});
      return [];
    },
  },
  'a capture of a queued item': {
    requested: [oneItem],
    async run(world, order, item) {
      await start(world, order);
      return violationUnless(await isRefused(captureItem(item, now)), 'a queued item was captured');
    },
  },
  'a capture of an item without a hold': {
    requested: [oneItem],
    async run(_, { items, batch }, item) {
      await putItems(items, batch.requestHash);
      await changeItem(item, { set: { status: 'generating' } });
      return [
        ...violationUnless(await isRefused(captureItem(item, now)), 'an item without a hold was captured'),
        ...violationUnless(await isRefused(releaseItem(item, busyFailure, now)), 'an item without a hold was released'),
      ];
    },
  },
  'a settlement at another price': {
    requested: [oneItem],
    async run(world, order, item) {
      await makeVideo(world, order, item);
      const overpriced = { ...item, cents: 130 };
      return [
        ...violationUnless(await isRefused(captureItem(overpriced, now)), 'an item was captured at another price'),
        ...violationUnless(await isRefused(releaseItem(overpriced, busyFailure, now)), 'an item was released at another price'),
      ];
    },
  },
  'repeated captures and releases of an item in parallel': {
    requested: [{ costs: [120, 160] }],
    async run(world, order, item) {
      await makeVideo(world, order, item);
      await Promise.all([capture, capture].map((step) => step(world, item)));
      await Promise.all([capture(world, item), release(world, item, 'VendorBusy'), release(world, item, 'VendorBusy')]);
      return [];
    },
  },
  'an item restored to its state before the capture': {
    requested: [oneItem],
    async run(world, order, item) {
      await makeVideo(world, order, item);
      await capture(world, item);
      await restoreItem(item);
      await isRefused(captureItem(item, now));
      const account = await readAccount(world.userId);
      return violationUnless(account?.credits === world.initialCents - item.cents, 'an item was charged twice');
    },
    isContradiction: true,
  },
  'a charge that already exists although its item is not captured': {
    requested: [oneItem],
    async run(world, order, item) {
      await makeVideo(world, order, item);
      const { userId, batchId, itemId, cents } = item;
      const id = deductionId(batchId, itemId);
      await transact({
        row: ledgerPut({ userId, id, createdAt: now.toISOString(), amount: -cents, type: 'deduction', description: 'Video generation' }),
      });
      return violationUnless(await isRefused(captureItem(item, now)), 'a charge overwrote another one');
    },
    isContradiction: true,
  },
  'a balance below the held credits': {
    requested: [oneItem],
    async run(world, order, item) {
      await makeVideo(world, order, item);
      await setField(accountKey(world.userId), 'credits', item.cents - 1);
      await isRefused(captureItem(item, now));
      return violationUnless(((await readAccount(world.userId))?.credits ?? 0) >= 0, 'a balance became negative');
    },
    isContradiction: true,
  },
  'an account that is deleted while its item runs': {
    requested: [oneItem],
    async run(world, order, item) {
      await start(world, order);
      await dynamo().send(new DeleteCommand(accountKey(world.userId)));
      await isRefused(releaseItem(item, busyFailure, now));
      return violationUnless((await readAccount(world.userId)) === undefined, 'a release created an account');
    },
    isContradiction: true,
  },
  'a batch that ends three times during another batch': {
    requested: [oneItem, oneItem],
    async run(world, order, item) {
      for (const each of world.orders.slice(0, 2)) await start(world, each);
      await release(world, item, 'VendorBusy');
      await Promise.all([endOrder(order), endOrder(order)]);
      await endOrder(order);
      const account = await readAccount(world.userId);
      return violationUnless(account?.activeBatches === 1, 'a batch ended more than once');
    },
    isContradiction: true,
  },
  'more ended batches than counted batches': {
    requested: [oneItem],
    async run(world, order, item) {
      await start(world, order);
      await release(world, item, 'VendorBusy');
      await setField(accountKey(world.userId), 'active_batches', 0);
      await isRefused(endOrder(order));
      return violationUnless(((await readAccount(world.userId))?.activeBatches ?? 0) >= 0, 'the count of running batches became negative');
    },
    isContradiction: true,
  },
  'a cancel, followed by steps of the item': {
    requested: [oneItem],
    async run(world, order, item) {
      await start(world, order);
      const isMarked = (await markCancelled(item, now)) !== undefined;
      await begin(world, item);
      await report(world, item);
      const finalItem = await readItem(item.userId, item.batchId, 0);
      return [
        ...violationUnless(isMarked, 'a queued item could not be cancelled'),
        ...violationUnless(finalItem?.status === 'queued', 'a cancelled item was ordered'),
        ...violationUnless(!(finalItem && 'outcome' in finalItem), 'the video of a cancelled item was accepted'),
      ];
    },
  },
  'a cancel after the video is reported, stored, or paid': {
    requested: [oneItem],
    async run(world, order, item) {
      await start(world, order);
      const violations: string[] = [];
      for (const [step, videoState] of [
        [begin, undefined],
        [report, 'reported'],
        [store, 'stored'],
        [capture, 'paid'],
      ] as const) {
        await step(world, item);
        if (videoState && (await markCancelled(item, now))) violations.push(`an item was cancelled although its video is ${videoState}`);
      }
      return violations;
    },
  },
  'a cancel of a stored image': {
    requested: [{ costs: [120], kind: 'image' }],
    async run(world, order, item) {
      await makeVideo(world, order, item);
      await dynamo().send(new UpdateCommand({ ...itemKey(item.userId, item.batchId, 0), UpdateExpression: 'REMOVE outcome' }));
      return violationUnless((await markCancelled(item, now)) === undefined, 'an item was cancelled although its image is stored');
    },
  },
  'a cancel of a failed item': {
    requested: [oneItem],
    async run(world, order, item) {
      await start(world, order);
      await release(world, item, 'VendorBusy');
      return violationUnless((await markCancelled(item, now)) === undefined, 'a failed item was cancelled');
    },
  },
  'a late video, and a retry that was prepared before it arrived': {
    requested: [oneItem],
    async run(world, order, item) {
      const retryOrder = world.orders.find(({ retryOf }) => retryOf) as Order;
      await start(world, order);
      await release(world, item, 'VendorTimeout');
      await finish(world, order.batch.batchId);
      const source = (await readBatch(world.userId, order.batch.batchId))?.batch as Batch;
      await deliverLate(world, item);
      const retryWithItem = { ...retryOrder, items: [{ ...item, batchId: retryOrder.batch.batchId }] };
      const batch = { ...retryOrder.batch, totalCents: item.cents, items: order.batch.items };
      await putItems(retryWithItem.items, batch.requestHash);
      return violationUnless(
        await isRefused(holdForBatch(batch, { retryOf: source }).then(() => true)),
        'a retry started although the video had arrived',
      );
    },
  },
  'a retry, followed by a late video': {
    requested: [oneItem],
    async run(world, order, item) {
      await start(world, order);
      await release(world, item, 'VendorTimeout');
      await finish(world, order.batch.batchId);
      await retry(world, world.orders.find(({ retryOf }) => retryOf) as Order);
      await deliverLate(world, item);
      return [];
    },
  },
  'a retry that crashes before its hold, a late video, and the same retry again': {
    requested: [{ costs: [120, 160] }],
    async run(world, order, item) {
      const retryOrder = world.orders.find(({ retryOf }) => retryOf) as Order;
      const otherItem = order.items[1] as Item;
      await start(world, order);
      for (const each of order.items) await release(world, each, 'VendorTimeout');
      await finish(world, order.batch.batchId);
      const crashAtHold: Parameters<typeof invokeLambda>[1] = ({ command }, send, crash) =>
        command === 'TransactWriteItems' ? crash() : send();
      await invokeLambda(world, crashAtHold, () => retry(world, retryOrder)).catch(() => {});
      await deliverLate(world, item);
      await retry(world, retryOrder);
      const retriedItem = { ...otherItem, batchId: retryOrder.batch.batchId };
      await makeVideo(world, retryOrder, retriedItem);
      await capture(world, retriedItem);
      await finish(world, retriedItem.batchId);
      return violationUnless(world.acknowledged.settled.get(itemName(retriedItem))?.[0] === 'completed', 'the other item was not retried');
    },
  },
  'a late video for a delivered item': {
    requested: [oneItem],
    async run(world, order, item) {
      await makeVideo(world, order, item);
      await capture(world, item);
      const deliveredItem = (await readItem(item.userId, item.batchId, 0)) as Item & { result: never };
      const otherVideo = { ...(deliveredItem.result as object), key: 'videos/other.mp4' } as never;
      return violationUnless(await isRefused(attachLateVideo(item, { result: otherVideo })), 'a late video replaced the paid one');
    },
  },
  'an execution that resumes an ended batch': {
    requested: [oneItem],
    async run(world, order, item) {
      await start(world, order);
      await release(world, item, 'VendorBusy');
      await finish(world, order.batch.batchId);
      await changeItem(item, { set: { status: 'generating' } });
      return violationUnless(!(await incrementResumeCount(order.batch)), 'an ended batch was resumed');
    },
  },
  'a repeated first visit after credits were spent': {
    requested: [oneItem],
    async run(world, order, item) {
      await makeVideo(world, order, item);
      await capture(world, item);
      const visit = () => createAccount({ userId: world.userId, email: 'a@b.c', name: 'A' }, now);
      await Promise.all([visit(), visit()]);
      return [];
    },
  },
  'a first visit if the profile is deleted but the ledger remains': {
    requested: [oneItem],
    async run({ userId }) {
      await dynamo().send(new DeleteCommand(accountKey(userId)));
      await createAccount({ userId, email: 'a@b.c', name: 'A' }, now);
      return violationUnless((await readAccount(userId)) === undefined, 'the bonus was given twice');
    },
    isContradiction: true,
  },
  'a first visit if the ledger has no bonus row': {
    requested: [oneItem],
    bought: 100,
    async run({ userId }) {
      const { TableName } = ledgerPut({ userId, id: bonusId, createdAt: '', amount: 0, type: 'bonus', description: '' }).Put;
      await dynamo().send(new DeleteCommand({ TableName, Key: { user_id: userId, id: bonusId } }));
      await createAccount({ userId, email: 'a@b.c', name: 'A' }, now);
      return violationUnless((await readAccount(userId))?.credits === signupBonusCents + 100, 'an existing account was overwritten');
    },
    isContradiction: true,
  },
};
