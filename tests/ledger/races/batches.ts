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
import { itemName, now, type OrderedBatch } from '../test-state.ts';
import { busyFailure, hold, isRefused, makeVideo, oneItem, type RaceScenario, setField, violationUnless } from './race.ts';

const restoreItem = ({ userId, batchId, index }: Item) => setField(itemKey(userId, batchId, index), 'status', 'generating');

const endOrderedBatch = ({ batch }: OrderedBatch) => {
  const { userId, batchId, createdAt } = batch;
  const row = { user_id: userId, batch_id: batchId, created_at: createdAt, total_images: 1 };
  return endBatch({ ...batch, status: 'failed' }, { table: historyTable(workKinds[batch.kind].history), row }, now);
};

export const racesOfBatches: Record<string, RaceScenario> = {
  'three batches in parallel, with credits for one': {
    requestedBatches: [300, 300, 300].map((cost) => ({ costs: [cost] })),
    async run({ orderedBatches }) {
      await Promise.allSettled(orderedBatches.filter(({ retryOf }) => !retryOf).map(hold));
      return [];
    },
  },
  'one batch more than the limit of running batches': {
    requestedBatches: Array.from({ length: activeBatchesMax + 1 }, () => ({ costs: [1] })),
    async run({ orderedBatches }) {
      const holdResults = await Promise.allSettled(orderedBatches.filter(({ retryOf }) => !retryOf).map(hold));
      return violationUnless(
        holdResults.filter(({ status }) => status === 'fulfilled').length === activeBatchesMax,
        'more batches run than the limit',
      );
    },
  },
  'a number of running single calls that is one above the limit': {
    requestedBatches: Array.from({ length: activeOperationsMax + 1 }, () => ({ costs: [1], isOperation: true })),
    async run({ orderedBatches, userId }) {
      const operations = orderedBatches.filter(({ retryOf }) => !retryOf);
      await setField(accountKey(userId), 'active_operations', activeOperationsMax - 1);
      const holdResults = await Promise.allSettled(operations.slice(0, 2).map(hold));
      return violationUnless(
        holdResults.filter(({ status }) => status === 'fulfilled').length === 1,
        'more single calls run than the limit',
      );
    },
    isLedgerInconsistent: true,
  },
  "a keep mark on another seller's result, or on a result that is not delivered yet": {
    requestedBatches: [{ costs: [2], kind: 'edit' }],
    async run(testState, orderedBatch, item) {
      await start(testState, orderedBatch);
      const isQueuedKeepRefused = await isRefused(keep(testState, item, true).then(() => true));
      await begin(testState, item);
      await report(testState, item);
      await store(testState, item);
      // The file is stored, but the item is not charged yet.
      const isUnpaidKeepRefused = await isRefused(keep(testState, item, true).then(() => true));
      await capture(testState, item);
      await finish(testState, orderedBatch.batch.batchId);
      const isForeignKeepRefused = await isRefused(keep({ ...testState, userId: randomUUID() }, item, true).then(() => true));
      await keep(testState, item, false);
      return [
        ...violationUnless(isQueuedKeepRefused && isUnpaidKeepRefused, 'a result was kept before it was delivered'),
        ...violationUnless(isForeignKeepRefused, 'a seller kept the result of another seller'),
      ];
    },
  },
  'one order that is sent twice in parallel and again after its end': {
    requestedBatches: [oneItem],
    async run(testState, orderedBatch, item) {
      await Promise.all([hold(orderedBatch), hold(orderedBatch)]);
      await begin(testState, item);
      await release(testState, item, 'VendorBusy');
      await finish(testState, orderedBatch.batch.batchId);
      await holdForBatch(orderedBatch.batch);
      return [];
    },
  },
  'running items whose rows are written again': {
    requestedBatches: [oneItem],
    async run(testState, orderedBatch, item) {
      await makeVideo(testState, orderedBatch, item);
      await capture(testState, item);
      const { request_hash: requestHash } = (await readItem(item.userId, item.batchId, 0)) as Item & { request_hash?: string };
      await putItems(orderedBatch.items, String(requestHash)).catch(() => {});
      return [];
    },
  },
  'a capture of a queued item': {
    requestedBatches: [oneItem],
    async run(testState, orderedBatch, item) {
      await start(testState, orderedBatch);
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
  'a capture or a release of an item at another price': {
    requestedBatches: [oneItem],
    async run(testState, orderedBatch, item) {
      await makeVideo(testState, orderedBatch, item);
      const overpriced = { ...item, cents: 130 };
      return [
        ...violationUnless(await isRefused(captureItem(overpriced, now)), 'an item was captured at another price'),
        ...violationUnless(await isRefused(releaseItem(overpriced, busyFailure, now)), 'an item was released at another price'),
      ];
    },
  },
  'repeated captures and releases of an item in parallel': {
    requestedBatches: [{ costs: [120, 160] }],
    async run(testState, orderedBatch, item) {
      await makeVideo(testState, orderedBatch, item);
      await Promise.all([capture, capture].map((step) => step(testState, item)));
      await Promise.all([capture(testState, item), release(testState, item, 'VendorBusy'), release(testState, item, 'VendorBusy')]);
      return [];
    },
  },
  'an item restored to its state before the capture': {
    requestedBatches: [oneItem],
    async run(testState, orderedBatch, item) {
      await makeVideo(testState, orderedBatch, item);
      await capture(testState, item);
      await restoreItem(item);
      await isRefused(captureItem(item, now));
      const account = await readAccount(testState.userId);
      return violationUnless(account?.credits === testState.initialCents - item.cents, 'an item was charged twice');
    },
    isLedgerInconsistent: true,
  },
  'a charge in the ledger for an item that is not captured yet': {
    requestedBatches: [oneItem],
    async run(testState, orderedBatch, item) {
      await makeVideo(testState, orderedBatch, item);
      const { userId, batchId, itemId, cents } = item;
      const id = deductionId(batchId, itemId);
      await transact({
        row: ledgerPut({ userId, id, createdAt: now.toISOString(), amount: -cents, type: 'deduction', description: 'Video generation' }),
      });
      return violationUnless(await isRefused(captureItem(item, now)), 'a capture overwrote an existing charge');
    },
    isLedgerInconsistent: true,
  },
  'a balance that is smaller than the held credits': {
    requestedBatches: [oneItem],
    async run(testState, orderedBatch, item) {
      await makeVideo(testState, orderedBatch, item);
      await setField(accountKey(testState.userId), 'credits', item.cents - 1);
      await isRefused(captureItem(item, now));
      return violationUnless(((await readAccount(testState.userId))?.credits ?? 0) >= 0, 'a balance became negative');
    },
    isLedgerInconsistent: true,
  },
  'an account that is deleted while its item runs': {
    requestedBatches: [oneItem],
    async run(testState, orderedBatch, item) {
      await start(testState, orderedBatch);
      await dynamo().send(new DeleteCommand(accountKey(testState.userId)));
      await isRefused(releaseItem(item, busyFailure, now));
      return violationUnless((await readAccount(testState.userId)) === undefined, 'a release created an account');
    },
    isLedgerInconsistent: true,
  },
  'a batch that is ended three times while another batch runs': {
    requestedBatches: [oneItem, oneItem],
    async run(testState, orderedBatch, item) {
      for (const each of testState.orderedBatches.slice(0, 2)) await start(testState, each);
      await release(testState, item, 'VendorBusy');
      await Promise.all([endOrderedBatch(orderedBatch), endOrderedBatch(orderedBatch)]);
      await endOrderedBatch(orderedBatch);
      const account = await readAccount(testState.userId);
      return violationUnless(account?.activeBatches === 1, 'a batch ended more than once');
    },
    isLedgerInconsistent: true,
  },
  'a batch that ends although the account has zero running batches': {
    requestedBatches: [oneItem],
    async run(testState, orderedBatch, item) {
      await start(testState, orderedBatch);
      await release(testState, item, 'VendorBusy');
      await setField(accountKey(testState.userId), 'active_batches', 0);
      await isRefused(endOrderedBatch(orderedBatch));
      return violationUnless(
        ((await readAccount(testState.userId))?.activeBatches ?? 0) >= 0,
        'the count of running batches became negative',
      );
    },
    isLedgerInconsistent: true,
  },
  'a cancelled item whose next steps still run': {
    requestedBatches: [oneItem],
    async run(testState, orderedBatch, item) {
      await start(testState, orderedBatch);
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
    async run(testState, orderedBatch, item) {
      await start(testState, orderedBatch);
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
    async run(testState, orderedBatch, item) {
      await makeVideo(testState, orderedBatch, item);
      await dynamo().send(new UpdateCommand({ ...itemKey(item.userId, item.batchId, 0), UpdateExpression: 'REMOVE outcome' }));
      return violationUnless((await markCancelled(item, now)) === undefined, 'an item was cancelled although its image is stored');
    },
  },
  'a cancel of a failed item': {
    requestedBatches: [oneItem],
    async run(testState, orderedBatch, item) {
      await start(testState, orderedBatch);
      await release(testState, item, 'VendorBusy');
      return violationUnless((await markCancelled(item, now)) === undefined, 'a failed item was cancelled');
    },
  },
  'a retry that was prepared before a late video arrived': {
    requestedBatches: [oneItem],
    async run(testState, orderedBatch, item) {
      const retryOfBatch = testState.orderedBatches.find(({ retryOf }) => retryOf) as OrderedBatch;
      await start(testState, orderedBatch);
      await release(testState, item, 'VendorTimeout');
      await finish(testState, orderedBatch.batch.batchId);
      const source = (await readBatch(testState.userId, orderedBatch.batch.batchId))?.batch as Batch;
      await deliverLate(testState, item);
      const retryWithItem = { ...retryOfBatch, items: [{ ...item, batchId: retryOfBatch.batch.batchId }] };
      const batch = { ...retryOfBatch.batch, totalCents: item.cents, items: orderedBatch.batch.items };
      await putItems(retryWithItem.items, batch.requestHash);
      return violationUnless(
        await isRefused(holdForBatch(batch, { retryOf: source }).then(() => true)),
        'a retry started although the video had arrived',
      );
    },
  },
  'a retry, followed by a late video': {
    requestedBatches: [oneItem],
    async run(testState, orderedBatch, item) {
      await start(testState, orderedBatch);
      await release(testState, item, 'VendorTimeout');
      await finish(testState, orderedBatch.batch.batchId);
      await retry(testState, testState.orderedBatches.find(({ retryOf }) => retryOf) as OrderedBatch);
      await deliverLate(testState, item);
      return [];
    },
  },
  'a retry that crashes before it holds credits, then a late video, then the same retry again': {
    requestedBatches: [{ costs: [120, 160] }],
    async run(testState, orderedBatch, item) {
      const retryOfBatch = testState.orderedBatches.find(({ retryOf }) => retryOf) as OrderedBatch;
      const otherItem = orderedBatch.items[1] as Item;
      await start(testState, orderedBatch);
      for (const each of orderedBatch.items) await release(testState, each, 'VendorTimeout');
      await finish(testState, orderedBatch.batch.batchId);
      const crashAtHold: Parameters<typeof invokeLambda>[1] = ({ command }, send, crash) =>
        command === 'TransactWriteItems' ? crash() : send();
      await invokeLambda(testState, crashAtHold, () => retry(testState, retryOfBatch)).catch(() => {});
      await deliverLate(testState, item);
      await retry(testState, retryOfBatch);
      const retriedItem = { ...otherItem, batchId: retryOfBatch.batch.batchId };
      await makeVideo(testState, retryOfBatch, retriedItem);
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
    async run(testState, orderedBatch, item) {
      await makeVideo(testState, orderedBatch, item);
      await capture(testState, item);
      const deliveredItem = (await readItem(item.userId, item.batchId, 0)) as Item & { result: never };
      const otherVideo = { ...(deliveredItem.result as object), key: 'videos/other.mp4' } as never;
      return violationUnless(await isRefused(attachLateVideo(item, { result: otherVideo })), 'a late video replaced the delivered video');
    },
  },
  'an ended batch that the reconcile job tries to resume': {
    requestedBatches: [oneItem],
    async run(testState, orderedBatch, item) {
      await start(testState, orderedBatch);
      await release(testState, item, 'VendorBusy');
      await finish(testState, orderedBatch.batch.batchId);
      await changeItem(item, { set: { status: 'generating' } });
      return violationUnless(!(await incrementResumeCount(orderedBatch.batch)), 'an ended batch was resumed');
    },
  },
  'two more calls that create the account, after the seller has spent credits': {
    requestedBatches: [oneItem],
    async run(testState, orderedBatch, item) {
      await makeVideo(testState, orderedBatch, item);
      await capture(testState, item);
      const visit = () => createAccount({ userId: testState.userId, email: 'a@b.c', name: 'A' }, now);
      await Promise.all([visit(), visit()]);
      return [];
    },
  },
  'a first visit after the account row is deleted but the ledger rows remain': {
    requestedBatches: [oneItem],
    async run({ userId }) {
      await dynamo().send(new DeleteCommand(accountKey(userId)));
      await createAccount({ userId, email: 'a@b.c', name: 'A' }, now);
      return violationUnless((await readAccount(userId)) === undefined, 'the bonus was given twice');
    },
    isLedgerInconsistent: true,
  },
  'a first visit if the account exists but the ledger has no bonus row': {
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
