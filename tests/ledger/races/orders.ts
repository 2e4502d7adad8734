/** Race scenarios (see race.ts) of orders of several batches. Either all batches of an order must exist, or none of them. */
import { readAccount } from '#lambdas/store/accounts.ts';
import { activeBatchesMax } from '#shared/credits/ledger.ts';
import { start, startTogether } from '../steps.ts';
import type { Order, RequestedBatch, TestState } from '../test-state.ts';
import { isRefused, type RaceScenario, runBeforeTransaction, violationUnless } from './race.ts';

const batchesOfOrder = (...costs: number[]): RequestedBatch[] => costs.map((cost) => ({ costs: [cost], orderId: 'order' }));
const listOriginalOrders = ({ orders }: TestState) => orders.filter(({ retryOf }) => !retryOf);
const partsOf = (testState: TestState, orderId: string): Order[] =>
  listOriginalOrders(testState).filter(({ batch }) => batch.orderId === orderId);
/** Returns true if an order was refused. If the order is accepted, `startTogether` returns undefined. */
const isOrderRefused = (start: Promise<void>) => isRefused(start.then(() => true));

export const racesOfOrders: Record<string, RaceScenario> = {
  'an order of three batches, with credits for two': {
    requestedBatches: batchesOfOrder(200, 200, 200),
    async run(testState) {
      const wasRefused = await isOrderRefused(startTogether(testState, partsOf(testState, 'order')));
      return violationUnless(wasRefused, 'an order was held although the credits are not sufficient');
    },
  },
  'an order of two batches while two batches run': {
    requestedBatches: [...batchesOfOrder(1, 1), ...Array.from({ length: activeBatchesMax - 1 }, () => ({ costs: [1] }))],
    async run(testState) {
      for (const order of listOriginalOrders(testState).filter(({ batch }) => !batch.orderId)) await start(testState, order);
      const wasRefused = await isOrderRefused(startTogether(testState, partsOf(testState, 'order')));
      const account = await readAccount(testState.userId);
      return [
        ...violationUnless(wasRefused, 'an order started although only one batch may start'),
        ...violationUnless(account?.activeBatches === activeBatchesMax - 1, 'the running batches are not counted correctly'),
      ];
    },
  },
  'two parallel orders of two batches, with room for one order': {
    requestedBatches: [...batchesOfOrder(1, 1), ...batchesOfOrder(1, 1).map((one) => ({ ...one, orderId: 'other' }))],
    async run(testState) {
      const starts = ['order', 'other'].map((orderId) => startTogether(testState, partsOf(testState, orderId)));
      const accepted = (await Promise.allSettled(starts)).filter(({ status }) => status === 'fulfilled');
      const account = await readAccount(testState.userId);
      return [
        ...violationUnless(accepted.length === 1, `${accepted.length} orders of two batches were accepted`),
        ...violationUnless(account?.activeBatches === 2, 'the batches of an order are not counted one by one'),
      ];
    },
  },
  'one order that is sent three times in parallel': {
    requestedBatches: batchesOfOrder(200, 250),
    async run(testState) {
      const parts = partsOf(testState, 'order');
      await Promise.all([1, 2, 3].map(() => startTogether(testState, parts)));
      return violationUnless((await readAccount(testState.userId))?.available === 50, 'an order was held more than once');
    },
  },
  'an order whose second batch exists already': {
    requestedBatches: batchesOfOrder(100, 100),
    async run(testState) {
      const [first, second] = partsOf(testState, 'order') as [Order, Order];
      const { orderId: _, ...batchWithoutOrder } = second.batch;
      await start(testState, { ...second, batch: batchWithoutOrder });
      const wasRefused = await isOrderRefused(startTogether(testState, [first, second]));
      return [
        ...violationUnless(wasRefused, 'an order took over the batch of another request'),
        ...violationUnless((await readAccount(testState.userId))?.available === 400, 'a refused order holds credits'),
      ];
    },
  },
  'two different orders with one id at the same time': {
    requestedBatches: [...batchesOfOrder(100), { costs: [100] }],
    async run(testState) {
      const [first, other] = listOriginalOrders(testState) as [Order, Order];
      const secondOrder = { ...other, batch: { ...other.batch, orderId: 'order' } };
      let wasRefused = false;
      const startSecondOrder = async () => {
        wasRefused = await isOrderRefused(startTogether(testState, [secondOrder], {}));
      };
      // Without a mail, only the row of the order shows that its id is used.
      await runBeforeTransaction(testState, startSecondOrder, () => startTogether(testState, [first], {}));
      return [
        ...violationUnless(wasRefused, 'an order id was used twice'),
        ...violationUnless((await readAccount(testState.userId))?.available === 400, 'a refused order holds credits'),
      ];
    },
  },
  'an order id that is used again for other batches': {
    requestedBatches: [...batchesOfOrder(100), { costs: [100] }],
    async run(testState) {
      const [first, other] = listOriginalOrders(testState) as [Order, Order];
      await startTogether(testState, [first]);
      const secondOrder = { ...other, batch: { ...other.batch, orderId: 'order' } };
      const wasRefused = await isOrderRefused(startTogether(testState, [secondOrder]));
      return [
        ...violationUnless(wasRefused, 'an order id was used twice'),
        ...violationUnless((await readAccount(testState.userId))?.available === 400, 'a refused order holds credits'),
      ];
    },
  },
};
