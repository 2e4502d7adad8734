/** Mishaps (see run-mishaps.ts) of orders of several batches. All batches of an order must exist, or no batch. */
import { readAccount } from '#lambdas/store/accounts.ts';
import { activeBatchesMax } from '#shared/credits/ledger.ts';
import { start, startTogether } from '../steps.ts';
import type { Order, RequestedBatch, World } from '../world.ts';
import { isRefused, type Mishap, rightBefore, violationUnless } from './mishap.ts';

const batchesOfOrder = (...costs: number[]): RequestedBatch[] => costs.map((cost) => ({ costs: [cost], orderId: 'order' }));
const withoutRetries = ({ orders }: World) => orders.filter(({ retryOf }) => !retryOf);
const partsOf = (world: World, orderId: string): Order[] => withoutRetries(world).filter(({ batch }) => batch.orderId === orderId);
/** Returns true if an order was refused. If the order is accepted, `startTogether` returns undefined. */
const isOrderRefused = (start: Promise<void>) => isRefused(start.then(() => true));

export const mishapsOfOrders: Record<string, Mishap> = {
  'an order of three batches, with credits for two': {
    requested: batchesOfOrder(200, 200, 200),
    async run(world) {
      const wasRefused = await isOrderRefused(startTogether(world, partsOf(world, 'order')));
      return violationUnless(wasRefused, 'an order was held although the credits are not sufficient');
    },
  },
  'an order of two batches while two batches run': {
    requested: [...batchesOfOrder(1, 1), ...Array.from({ length: activeBatchesMax - 1 }, () => ({ costs: [1] }))],
    async run(world) {
      for (const order of withoutRetries(world).filter(({ batch }) => !batch.orderId)) await start(world, order);
      const wasRefused = await isOrderRefused(startTogether(world, partsOf(world, 'order')));
      const account = await readAccount(world.userId);
      return [
        ...violationUnless(wasRefused, 'an order started although only one batch may start'),
        ...violationUnless(account?.activeBatches === activeBatchesMax - 1, 'the running batches are not counted correctly'),
      ];
    },
  },
  'two parallel orders of two batches, with room for one order': {
    requested: [...batchesOfOrder(1, 1), ...batchesOfOrder(1, 1).map((one) => ({ ...one, orderId: 'other' }))],
    async run(world) {
      const starts = ['order', 'other'].map((orderId) => startTogether(world, partsOf(world, orderId)));
      const accepted = (await Promise.allSettled(starts)).filter(({ status }) => status === 'fulfilled');
      const account = await readAccount(world.userId);
      return [
        ...violationUnless(accepted.length === 1, `${accepted.length} orders of two batches were accepted`),
        ...violationUnless(account?.activeBatches === 2, 'the batches of an order are not counted one by one'),
      ];
    },
  },
  'one order that is sent three times in parallel': {
    requested: batchesOfOrder(200, 250),
    async run(world) {
      const parts = partsOf(world, 'order');
      await Promise.all([1, 2, 3].map(() => startTogether(world, parts)));
      return violationUnless((await readAccount(world.userId))?.available === 50, 'an order was held more than once');
    },
  },
  'an order whose second batch exists already': {
    requested: batchesOfOrder(100, 100),
    async run(world) {
      const [first, second] = partsOf(world, 'order') as [Order, Order];
      const { orderId: _, ...batchWithoutOrder } = second.batch;
      await start(world, { ...second, batch: batchWithoutOrder });
      const wasRefused = await isOrderRefused(startTogether(world, [first, second]));
      return [
        ...violationUnless(wasRefused, 'an order took over the batch of another request'),
        ...violationUnless((await readAccount(world.userId))?.available === 400, 'a refused order holds credits'),
      ];
    },
  },
  'two different orders with one id at the same time': {
    requested: [...batchesOfOrder(100), { costs: [100] }],
    async run(world) {
      const [first, other] = withoutRetries(world) as [Order, Order];
      const secondOrder = { ...other, batch: { ...other.batch, orderId: 'order' } };
      let wasRefused = false;
      const startSecondOrder = async () => {
        wasRefused = await isOrderRefused(startTogether(world, [secondOrder], {}));
      };
      // Without a mail, only the row of the order shows that its id is used.
      await rightBefore(world, startSecondOrder, () => startTogether(world, [first], {}));
      return [
        ...violationUnless(wasRefused, 'an order id was used twice'),
        ...violationUnless((await readAccount(world.userId))?.available === 400, 'a refused order holds credits'),
      ];
    },
  },
  'an order id that is used again for other batches': {
    requested: [...batchesOfOrder(100), { costs: [100] }],
    async run(world) {
      const [first, other] = withoutRetries(world) as [Order, Order];
      await startTogether(world, [first]);
      const secondOrder = { ...other, batch: { ...other.batch, orderId: 'order' } };
      const wasRefused = await isOrderRefused(startTogether(world, [secondOrder]));
      return [
        ...violationUnless(wasRefused, 'an order id was used twice'),
        ...violationUnless((await readAccount(world.userId))?.available === 400, 'a refused order holds credits'),
      ];
    },
  },
};
