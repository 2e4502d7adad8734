/** Race scenarios (see race.ts) of batches, items and first visits. */
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
import { itemName, now, type Order } from '../test-state.ts';
import { busyFailure, hold, isRefused, makeVideo, oneItem, type RaceScenario, setField, violationUnless } from './race.ts';

const restoreItem = ({ userId, batchId, index }: Item) => setField(itemKey(userId, batchId, index), 'status', 'generating');

const endOrder = ({ batch }: Order) => {
  const { userId, batchId, createdAt } = batch;
  const row = { user_id: userId, batch_id: batchId, created_at: createdAt, total_images: 1 };
  return endBatch({ ...batch, status: 'failed' }, { table: historyTable(workKinds[batch.kind].history), row }, now);
};

export const racesOfBatches: Record<string, RaceScenario> = {
  'three batches in parallel, with credits for one': {
    requestedBatches: [300, 300, 300].map((cost) => ({ costs: [cost] })),
    async run({ orders }) {
      await Promise.allSettled(orders.filter(({ retryOf }) => !retryOf).map(hold));
      return [];
    },
  },
  'one batch more than the limit of running batches': {
    requestedBatches: Array.from({ length: activeBatchesMax + 1 }, () => ({ costs: [1] })),
    async run({ orders }) {
      const holdResults = await Promise.allSettled(orders.filter(({ retryOf }) => !retryOf).map(hold));
      return violationUnless(
        holdResults.filter(({ status }) => status === 'fulfilled').length === activeBatchesMax,
        'more batches run than the limit',
      );
    },
  },
  'one single call more than the limit of running calls': {
    requestedBatches: Array.from({ length: activeOperationsMax + 1 }, () => ({ costs: [1], isOperation: true })),
    async run({ orders, userId }) {
      const operations = orders.filter(({ retryOf }) => !retryOf);
      await setField(accountKey(userId), 'active_operations', activeOperationsMax - 1);
      const holdResults = await Promise.allSettled(operations.slice(0, 2).map(hold));
      return violationUnless(
        holdResults.filter(({ status }) => status === 'fulfilled').length === 1,
        'more single calls run than the limit',
      );
    },
    isLedgerInconsistent: true,
  },
  'a result that another seller keeps, or that is not delivered': {
    requestedBatches: [{ costs: [2], kind: 'edit' }],
    async run(testState, order, item) {
      await start(testState, order);
      const isQueuedKeepRefused = await isRefused(keep(testState, item, true).then(() => true));
      await begin(testState, item);
      await report(testState, item);
      await store(testState, item);
      // The file is stored, but the item is not charged yet.
      const isUnpaidKeepRefused = await isRefused(keep(testState, item, true).then(() => true));
      await capture(testState, item);
      await finish(testState, order.batch.batchId);
      const isForeignKeepRefused = await isRefused(keep({ ...testState, userId: randomUUID() }, item, true).then(() => true));
      await keep(testState, item, false);
      return [
        ...violationUnless(isQueuedKeepRefused && isUnpaidKeepRefused, 'a result was kept before it was delivered'),
        ...violationUnless(isForeignKeepRefused, 'a result was kept by another seller'),
      ];
    },
  },
  'one order that is sent twice in parallel and again after its end': {
    requestedBatches: [oneItem],
    async run(testState, order, item) {
      await Promise.all([hold(order), hold(order)]);
      await begin(testState, item);
      await release(testState, item, 'VendorBusy');
      await finish(testState, order.batch.batchId);
      await holdForBatch(order.batch);
      return [];
    },
  },
  'items that are written again while they run': {
    requestedBatches: [oneItem],
    async run(testState, order, item) {
      await makeVideo(testState, order, item);
      await capture(testState, item);
      const { request_hash: requestHash } = (await readItem(item.userId, item.batchId, 0)) as Item & { request_hash?: string };
      await putItems(order.items, String(requestHash)).catch(() => {});
      return [];
    },
  },
  'a capture of a queued item': {
    requestedBatches: [oneItem],
    async run(testState, order, item) {
      await start(testState, order);
      return violationUnless(await isRefused(captureItem(item, now)), 'a queued item was captured');
    },
  },
  'a capture of an item without a hold': {
    requestedBatches: [oneItem],
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
    requestedBatches: [oneItem],
    async run(testState, order, item) {
      await makeVideo(testState, order, item);
      const overpriced = { ...item, cents: 130 };
      return [
        ...violationUnless(await isRefused(captureItem(overpriced, now)), 'an item was captured at another price'),
        ...violationUnless(await isRefused(releaseItem(overpriced, busyFailure, now)), 'an item was released at another price'),
      ];
    },
  },
  'repeated captures and releases of an item in parallel': {
    requestedBatches: [{ costs: [120, 160] }],
    async run(testState, order, item) {
      await makeVideo(testState, order, item);
      await Promise.all([capture, capture].map((step) => step(testState, item)));
      await Promise.all([capture(testState, item), release(testState, item, 'VendorBusy'), release(testState, item, 'VendorBusy')]);
      return [];
    },
  },
  'an item restored to its state before the capture': {
    requestedBatches: [oneItem],
    async run(testState, order, item) {
      await makeVideo(testState, order, item);
      await capture(testState, item);
      await restoreItem(item);
      await isRefused(captureItem(item, now));
      const account = await readAccount(testState.userId);
      return violationUnless(account?.credits === testState.initialCents - item.cents, 'an item was charged twice');
    },
    isLedgerInconsistent: true,
  },
  'a charge that already exists although its item is not captured': {
    requestedBatches: [oneItem],
    async run(testState, order, item) {
      await makeVideo(testState, order, item);
      const { userId, batchId, itemId, cents } = item;
      const id = deductionId(batchId, itemId);
      await transact({
        row: ledgerPut({ userId, id, createdAt: now.toISOString(), amount: -cents, type: 'deduction', description: 'Video generation' }),
      });
      return violationUnless(await isRefused(captureItem(item, now)), 'a charge overwrote another one');
    },
    isLedgerInconsistent: true,
  },
  'a balance below the held credits': {
    requestedBatches: [oneItem],
    async run(testState, order, item) {
      await makeVideo(testState, order, item);
      await setField(accountKey(testState.userId), 'credits', item.cents - 1);
      await isRefused(captureItem(item, now));
      return violationUnless(((await readAccount(testState.userId))?.credits ?? 0) >= 0, 'a balance became negative');
    },
    isLedgerInconsistent: true,
  },
  'an account that is deleted while its item runs': {
    requestedBatches: [oneItem],
    async run(testState, order, item) {
      await start(testState, order);
      await dynamo().send(new DeleteCommand(accountKey(testState.userId)));
      await isRefused(releaseItem(item, busyFailure, now));
      return violationUnless((await readAccount(testState.userId)) === undefined, 'a release created an account');
    },
    isLedgerInconsistent: true,
  },
  'a batch that ends three times during another batch': {
    requestedBatches: [oneItem, oneItem],
    async run(testState, order, item) {
      for (const each of testState.orders.slice(0, 2)) await start(testState, each);
      await release(testState, item, 'VendorBusy');
      await Promise.all([endOrder(order), endOrder(order)]);
      await endOrder(order);
      const account = await readAccount(testState.userId);
      return violationUnless(account?.activeBatches === 1, 'a batch ended more than once');
    },
    isLedgerInconsistent: true,
  },
  'more ended batches than counted batches': {
    requestedBatches: [oneItem],
    async run(testState, order, item) {
      await start(testState, order);
      await release(testState, item, 'VendorBusy');
      await setField(accountKey(testState.userId), 'active_batches', 0);
      await isRefused(endOrder(order));
      return violationUnless(
        ((await readAccount(testState.userId))?.activeBatches ?? 0) >= 0,
        'the count of running batches became negative',
      );
    },
    isLedgerInconsistent: true,
  },
  'a cancel, followed by steps of the item': {
    requestedBatches: [oneItem],
    async run(testState, order, item) {
      await start(testState, order);
      const isMarked = (await markCancelled(item, now)) !== undefined;
      await begin(testState, item);
      await report(testState, item);
      const finalItem = await readItem(item.userId, item.batchId, 0);
      return [
        ...violationUnless(isMarked, 'a queued item could not be cancelled'),
        ...violationUnless(finalItem?.status === 'queued', 'a cancelled item was ordered'),
        ...violationUnless(!(finalItem && 'outcome' in finalItem), 'the video of a cancelled item was accepted'),
      ];
    },
  },
  'a cancel after the video is reported, stored, or paid': {
    requestedBatches: [oneItem],
    async run(testState, order, item) {
      await start(testState, order);
      const violations: string[] = [];
      for (const [step, videoState] of [
        [begin, undefined],
        [report, 'reported'],
        [store, 'stored'],
        [capture, 'paid'],
      ] as const) {
        await step(testState, item);
        if (videoState && (await markCancelled(item, now))) violations.push(`an item was cancelled although its video is ${videoState}`);
      }
      return violations;
    },
  },
  'a cancel of a stored image': {
    requestedBatches: [{ costs: [120], kind: 'image' }],
    async run(testState, order, item) {
      await makeVideo(testState, order, item);
      await dynamo().send(new UpdateCommand({ ...itemKey(item.userId, item.batchId, 0), UpdateExpression: 'REMOVE outcome' }));
      return violationUnless((await markCancelled(item, now)) === undefined, 'an item was cancelled although its image is stored');
    },
  },
  'a cancel of a failed item': {
    requestedBatches: [oneItem],
    async run(testState, order, item) {
      await start(testState, order);
      await release(testState, item, 'VendorBusy');
      return violationUnless((await markCancelled(item, now)) === undefined, 'a failed item was cancelled');
    },
  },
  'a late video, and a retry that was prepared before it arrived': {
    requestedBatches: [oneItem],
    async run(testState, order, item) {
      const retryOrder = testState.orders.find(({ retryOf }) => retryOf) as Order;
      await start(testState, order);
      await release(testState, item, 'VendorTimeout');
      await finish(testState, order.batch.batchId);
      const source = (await readBatch(testState.userId, order.batch.batchId))?.batch as Batch;
      await deliverLate(testState, item);
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
    requestedBatches: [oneItem],
    async run(testState, order, item) {
      await start(testState, order);
      await release(testState, item, 'VendorTimeout');
      await finish(testState, order.batch.batchId);
      await retry(testState, testState.orders.find(({ retryOf }) => retryOf) as Order);
      await deliverLate(testState, item);
      return [];
    },
  },
  'a retry that crashes before its hold, a late video, and the same retry again': {
    requestedBatches: [{ costs: [120, 160] }],
    async run(testState, order, item) {
      const retryOrder = testState.orders.find(({ retryOf }) => retryOf) as Order;
      const otherItem = order.items[1] as Item;
      await start(testState, order);
      for (const each of order.items) await release(testState, each, 'VendorTimeout');
      await finish(testState, order.batch.batchId);
      const crashAtHold: Parameters<typeof invokeLambda>[1] = ({ command }, send, crash) =>
        command === 'TransactWriteItems' ? crash() : send();
      await invokeLambda(testState, crashAtHold, () => retry(testState, retryOrder)).catch(() => {});
      await deliverLate(testState, item);
      await retry(testState, retryOrder);
      const retriedItem = { ...otherItem, batchId: retryOrder.batch.batchId };
      await makeVideo(testState, retryOrder, retriedItem);
      await capture(testState, retriedItem);
      await finish(testState, retriedItem.batchId);
      return violationUnless(
        testState.acknowledgedChanges.settled.get(itemName(retriedItem))?.[0] === 'completed',
        'the other item was not retried',
      );
    },
  },
  'a late video for a delivered item': {
    requestedBatches: [oneItem],
    async run(testState, order, item) {
      await makeVideo(testState, order, item);
      await capture(testState, item);
      const deliveredItem = (await readItem(item.userId, item.batchId, 0)) as Item & { result: never };
      const otherVideo = { ...(deliveredItem.result as object), key: 'videos/other.mp4' } as never;
      return violationUnless(await isRefused(attachLateVideo(item, { result: otherVideo })), 'a late video replaced the paid one');
    },
  },
  'an execution that resumes an ended batch': {
    requestedBatches: [oneItem],
    async run(testState, order, item) {
      await start(testState, order);
      await release(testState, item, 'VendorBusy');
      await finish(testState, order.batch.batchId);
      await changeItem(item, { set: { status: 'generating' } });
      return violationUnless(!(await incrementResumeCount(order.batch)), 'an ended batch was resumed');
    },
  },
  'a repeated first visit after credits were spent': {
    requestedBatches: [oneItem],
    async run(testState, order, item) {
      await makeVideo(testState, order, item);
      await capture(testState, item);
      const visit = () => createAccount({ userId: testState.userId, email: 'a@b.c', name: 'A' }, now);
      await Promise.all([visit(), visit()]);
      return [];
    },
  },
  'a first visit if the profile is deleted but the ledger remains': {
    requestedBatches: [oneItem],
    async run({ userId }) {
      await dynamo().send(new DeleteCommand(accountKey(userId)));
      await createAccount({ userId, email: 'a@b.c', name: 'A' }, now);
      return violationUnless((await readAccount(userId)) === undefined, 'the bonus was given twice');
    },
    isLedgerInconsistent: true,
  },
  'a first visit if the ledger has no bonus row': {
    requestedBatches: [oneItem],
    boughtCents: 100,
    async run({ userId }) {
      const { TableName } = ledgerPut({ userId, id: bonusId, createdAt: '', amount: 0, type: 'bonus', description: '' }).Put;
      await dynamo().send(new DeleteCommand({ TableName, Key: { user_id: userId, id: bonusId } }));
      await createAccount({ userId, email: 'a@b.c', name: 'A' }, now);
      return violationUnless((await readAccount(userId))?.credits === signupBonusCents + 100, 'an existing account was overwritten');
    },
    isLedgerInconsistent: true,
  },
};
