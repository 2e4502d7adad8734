/** Race scenarios (see race.ts) for orders that consist of several batches. Either all batches of an order must exist, or none of them. */
import { readAccount } from '#lambdas/store/accounts.ts';
import { activeBatchesMax } from '#shared/credits/ledger.ts';
import { start, startTogether } from '../steps.ts';
import type { OrderedBatch, RequestedBatch, TestState } from '../test-state.ts';
import { isRefused, type RaceScenario, runBeforeTransaction, violationUnless } from './race.ts';

const requestOrderOf = (...costs: number[]): RequestedBatch[] => costs.map((cost) => ({ costs: [cost], orderId: 'order' }));
const listOriginalBatches = ({ orderedBatches }: TestState) => orderedBatches.filter(({ retryOf }) => !retryOf);
const batchesWithOrderId = (testState: TestState, orderId: string): OrderedBatch[] =>
  listOriginalBatches(testState).filter(({ batch }) => batch.orderId === orderId);
/**
 * On success, `startTogether` returns undefined, but `isRefused` treats undefined as a refusal. So this function replaces undefined with
 * true.
 */
const isOrderRefused = (pendingStart: Promise<void>) => isRefused(pendingStart.then(() => true));

export const racesOfOrders: Record<string, RaceScenario> = {
  'an order of three batches, with credits for two': {
    requestedBatches: requestOrderOf(200, 200, 200),
    async run(testState) {
      const wasRefused = await isOrderRefused(startTogether(testState, batchesWithOrderId(testState, 'order')));
      return violationUnless(wasRefused, 'credits were held for an order although the balance is too small');
    },
  },
  'an order of two batches while two batches run': {
    requestedBatches: [...requestOrderOf(1, 1), ...Array.from({ length: activeBatchesMax - 1 }, () => ({ costs: [1] }))],
    async run(testState) {
      for (const orderedBatch of listOriginalBatches(testState).filter(({ batch }) => !batch.orderId)) await start(testState, orderedBatch);
      const wasRefused = await isOrderRefused(startTogether(testState, batchesWithOrderId(testState, 'order')));
      const account = await readAccount(testState.userId);
      return [
        ...violationUnless(wasRefused, 'an order of two batches started although only one more batch may run'),
        ...violationUnless(account?.activeBatches === activeBatchesMax - 1, 'the running batches are not counted correctly'),
      ];
    },
  },
  'two parallel orders of two batches, although the limit of running batches allows only one of the orders': {
    requestedBatches: [...requestOrderOf(1, 1), ...requestOrderOf(1, 1).map((one) => ({ ...one, orderId: 'other' }))],
    async run(testState) {
      const starts = ['order', 'other'].map((orderId) => startTogether(testState, batchesWithOrderId(testState, orderId)));
      const accepted = (await Promise.allSettled(starts)).filter(({ status }) => status === 'fulfilled');
      const account = await readAccount(testState.userId);
      return [
        ...violationUnless(accepted.length === 1, `${accepted.length} orders of two batches were accepted`),
        ...violationUnless(account?.activeBatches === 2, 'the account does not count each batch of an order as one running batch'),
      ];
    },
  },
  'one order that is sent three times in parallel': {
    requestedBatches: requestOrderOf(200, 250),
    async run(testState) {
      const batches = batchesWithOrderId(testState, 'order');
      await Promise.all([1, 2, 3].map(() => startTogether(testState, batches)));
      return violationUnless((await readAccount(testState.userId))?.available === 50, 'the credits of one order were held more than once');
    },
  },
  'an order whose second batch already exists without an order': {
    requestedBatches: requestOrderOf(100, 100),
    async run(testState) {
      const [first, second] = batchesWithOrderId(testState, 'order') as [OrderedBatch, OrderedBatch];
      const { orderId: _, ...batchWithoutOrder } = second.batch;
      await start(testState, { ...second, batch: batchWithoutOrder });
      const wasRefused = await isOrderRefused(startTogether(testState, [first, second]));
      return [
        ...violationUnless(wasRefused, 'an order took over the batch of another request'),
        ...violationUnless((await readAccount(testState.userId))?.available === 400, 'a refused order holds credits'),
      ];
    },
  },
  'two different orders with the same id at the same time': {
    requestedBatches: [...requestOrderOf(100), { costs: [100] }],
    async run(testState) {
      const [first, other] = listOriginalBatches(testState) as [OrderedBatch, OrderedBatch];
      const batchOfSecondOrder = { ...other, batch: { ...other.batch, orderId: 'order' } };
      let wasRefused = false;
      const startSecondOrder = async () => {
        wasRefused = await isOrderRefused(startTogether(testState, [batchOfSecondOrder], {}));
      };
      // `{}` requests no mail, so no mail row is written. So only the row of the order shows that the order id is already used.
      await runBeforeTransaction(testState, startSecondOrder, () => startTogether(testState, [first], {}));
      return [
        ...violationUnless(wasRefused, 'an order id was used twice'),
        ...violationUnless((await readAccount(testState.userId))?.available === 400, 'a refused order holds credits'),
      ];
    },
  },
  'an order id that is used again for other batches': {
    requestedBatches: [...requestOrderOf(100), { costs: [100] }],
    async run(testState) {
      const [first, other] = listOriginalBatches(testState) as [OrderedBatch, OrderedBatch];
      await startTogether(testState, [first]);
      const batchOfSecondOrder = { ...other, batch: { ...other.batch, orderId: 'order' } };
      const wasRefused = await isOrderRefused(startTogether(testState, [batchOfSecondOrder]));
      return [
        ...violationUnless(wasRefused, 'an order id was used twice'),
        ...violationUnless((await readAccount(testState.userId))?.available === 400, 'a refused order holds credits'),
      ];
    },
  },
};
