/** Mishaps of orders of several batches: each order exists as a whole or not at all. */
import { readAccount } from '#lambdas/store/accounts.ts';
import { activeBatchesMax } from '#shared/credits/ledger.ts';
import { start, startTogether } from '../steps.ts';
import type { Order, Wanted, World } from '../world.ts';
import { type Mishap, refused, rightBefore, unless } from './mishap.ts';

const ordered = (...costs: number[]): Wanted[] => costs.map((cost) => ({ costs: [cost], orderId: 'order' }));
const firstOf = ({ orders }: World) => orders.filter(({ retryOf }) => !retryOf);
const partsOf = (world: World, orderId: string): Order[] => firstOf(world).filter(({ batch }) => batch.orderId === orderId);
const isRefused = (start: Promise<unknown>) => refused(start.then(() => true));

export const mishapsOfOrders: Record<string, Mishap> = {
  'an order of three batches, with credits for two': {
    wanted: ordered(200, 200, 200),
    async run(world) {
      const isOver = await isRefused(startTogether(world, partsOf(world, 'order')));
      return unless(isOver, 'an order was held although the credits do not suffice');
    },
  },
  'an order of two batches beside two running ones': {
    wanted: [...ordered(1, 1), ...Array.from({ length: activeBatchesMax - 1 }, () => ({ costs: [1] }))],
    async run(world) {
      for (const order of firstOf(world).filter(({ batch }) => !batch.orderId)) await start(world, order);
      const isOver = await isRefused(startTogether(world, partsOf(world, 'order')));
      const account = await readAccount(world.userId);
      return [
        ...unless(isOver, 'an order started although only one batch may start'),
        ...unless(account?.activeBatches === activeBatchesMax - 1, 'the running batches are not counted correctly'),
      ];
    },
  },
  'two orders of two batches at once, with room for one': {
    wanted: [...ordered(1, 1), ...ordered(1, 1).map((one) => ({ ...one, orderId: 'other' }))],
    async run(world) {
      const starts = ['order', 'other'].map((orderId) => startTogether(world, partsOf(world, orderId)));
      const accepted = (await Promise.allSettled(starts)).filter(({ status }) => status === 'fulfilled');
      const account = await readAccount(world.userId);
      return [
        ...unless(accepted.length === 1, `${accepted.length} orders of two batches were accepted`),
        ...unless(account?.activeBatches === 2, 'the batches of an order are not counted one by one'),
      ];
    },
  },
  'one order sent three times at once': {
    wanted: ordered(200, 250),
    async run(world) {
      const parts = partsOf(world, 'order');
      await Promise.all([1, 2, 3].map(() => startTogether(world, parts)));
      return unless((await readAccount(world.userId))?.available === 50, 'an order was held more than once');
    },
  },
  'an order whose second batch exists already': {
    wanted: ordered(100, 100),
    async run(world) {
      const [first, second] = partsOf(world, 'order') as [Order, Order];
      const { orderId: _, ...alone } = second.batch;
      await start(world, { ...second, batch: alone });
      const isOver = await isRefused(startTogether(world, [first, second]));
      return [
        ...unless(isOver, 'an order took over the batch of another request'),
        ...unless((await readAccount(world.userId))?.available === 400, 'a refused order holds credits'),
      ];
    },
  },
  'two different orders with one id at the same time': {
    wanted: [...ordered(100), { costs: [100] }],
    async run(world) {
      const [first, other] = firstOf(world) as [Order, Order];
      const more = { ...other, batch: { ...other.batch, orderId: 'order' } };
      let isOver = false;
      const startMore = async () => {
        isOver = await isRefused(startTogether(world, [more], {}));
      };
      // Without a mail, only the row of the order shows that its id is used.
      await rightBefore(world, startMore, () => startTogether(world, [first], {}));
      return [
        ...unless(isOver, 'an order id was used twice'),
        ...unless((await readAccount(world.userId))?.available === 400, 'a refused order holds credits'),
      ];
    },
  },
  'the id of an order for other batches': {
    wanted: [...ordered(100), { costs: [100] }],
    async run(world) {
      const [first, other] = firstOf(world) as [Order, Order];
      await startTogether(world, [first]);
      const more = { ...other, batch: { ...other.batch, orderId: 'order' } };
      const isOver = await isRefused(startTogether(world, [more]));
      return [
        ...unless(isOver, 'an order id was used twice'),
        ...unless((await readAccount(world.userId))?.available === 400, 'a refused order holds credits'),
      ];
    },
  },
};
