/** Mishaps of orders of several batches: each order exists as a whole or not at all. */
import { readAccount } from '#lambdas/store/accounts.ts';
import { activeBatchesMax } from '#shared/credits/ledger.ts';
import { start, startTogether } from '../steps.ts';
import type { Order, RequestedBatch, World } from '../world.ts';
import { isRefused, type Mishap, rightBefore, violationUnless } from './mishap.ts';

const ordered = (...costs: number[]): RequestedBatch[] => costs.map((cost) => ({ costs: [cost], orderId: 'order' }));
const firstOf = ({ orders }: World) => orders.filter(({ retryOf }) => !retryOf);
const partsOf = (world: World, orderId: string): Order[] => firstOf(world).filter(({ batch }) => batch.orderId === orderId);
/** Whether an order was refused. `startTogether` returns nothing if the order is accepted. */
const isOrderRefused = (start: Promise<void>) => isRefused(start.then(() => true));

export const mishapsOfOrders: Record<string, Mishap> = {
  'an order of three batches, with credits for two': {
    requested: ordered(200, 200, 200),
    async run(world) {
      const isOver = await isOrderRefused(startTogether(world, partsOf(world, 'order')));
      return violationUnless(isOver, 'an order was held although the credits do not suffice');
    },
  },
  'an order of two batches beside two running ones': {
    requested: [...ordered(1, 1), ...Array.from({ length: activeBatchesMax - 1 }, () => ({ costs: [1] }))],
    async run(world) {
      for (const order of firstOf(world).filter(({ batch }) => !batch.orderId)) await start(world, order);
      const isOver = await isOrderRefused(startTogether(world, partsOf(world, 'order')));
      const account = await readAccount(world.userId);
      return [
        ...violationUnless(isOver, 'an order started although only one batch may start'),
        ...violationUnless(account?.activeBatches === activeBatchesMax - 1, 'the running batches are not counted correctly'),
      ];
    },
  },
  'two orders of two batches at once, with room for one': {
    requested: [...ordered(1, 1), ...ordered(1, 1).map((one) => ({ ...one, orderId: 'other' }))],
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
  'one order sent three times at once': {
    requested: ordered(200, 250),
    async run(world) {
      const parts = partsOf(world, 'order');
      await Promise.all([1, 2, 3].map(() => startTogether(world, parts)));
      return violationUnless((await readAccount(world.userId))?.available === 50, 'an order was held more than once');
    },
  },
  'an order whose second batch exists already': {
    requested: ordered(100, 100),
    async run(world) {
      const [first, second] = partsOf(world, 'order') as [Order, Order];
      const { orderId: _, ...alone } = second.batch;
      await start(world, { ...second, batch: alone });
      const isOver = await isOrderRefused(startTogether(world, [first, second]));
      return [
        ...violationUnless(isOver, 'an order took over the batch of another request'),
        ...violationUnless((await readAccount(world.userId))?.available === 400, 'a refused order holds credits'),
      ];
    },
  },
  'two different orders with one id at the same time': {
    requested: [...ordered(100), { costs: [100] }],
    async run(world) {
      const [first, other] = firstOf(world) as [Order, Order];
      const more = { ...other, batch: { ...other.batch, orderId: 'order' } };
      let isOver = false;
      const startMore = async () => {
        isOver = await isOrderRefused(startTogether(world, [more], {}));
      };
      // Without a mail, only the row of the order shows that its id is used.
      await rightBefore(world, startMore, () => startTogether(world, [first], {}));
      return [
        ...violationUnless(isOver, 'an order id was used twice'),
        ...violationUnless((await readAccount(world.userId))?.available === 400, 'a refused order holds credits'),
      ];
    },
  },
  'the id of an order for other batches': {
    requested: [...ordered(100), { costs: [100] }],
    async run(world) {
      const [first, other] = firstOf(world) as [Order, Order];
      await startTogether(world, [first]);
      const more = { ...other, batch: { ...other.batch, orderId: 'order' } };
      const isOver = await isOrderRefused(startTogether(world, [more]));
      return [
        ...violationUnless(isOver, 'an order id was used twice'),
        ...violationUnless((await readAccount(world.userId))?.available === 400, 'a refused order holds credits'),
      ];
    },
  },
};
