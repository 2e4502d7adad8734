/**
 * Mishaps (see run-mishaps.ts) of an account whose owner has requested its deletion. Only the condition on the account stops these
 * mishaps.
 */

import { requestDeletion } from '#lambdas/store/account-deletions.ts';
import { adjustBalance } from '#lambdas/store/adjustments.ts';
import type { Batch } from '#lambdas/store/batch-rows.ts';
import { readBatch } from '#lambdas/store/batches.ts';
import { holdItem, reopenBatch } from '#lambdas/store/ledger.ts';
import type { Purchase } from '#lambdas/store/payments.ts';
import { finish, release, start } from '../steps.ts';
import { now, type World } from '../world.ts';
import { hold, isRefused, type Mishap, oneItem, payWhile, violationUnless } from './mishap.ts';

export const mishapsOfClosing: Record<string, Mishap> = {
  'an order for a closing account': {
    requested: [oneItem],
    async run(world, order) {
      await close(world);
      return violationUnless(await isRefused(hold(order)), 'a batch was held for a closing account');
    },
  },
  'one more item of a batch whose account is closing': {
    requested: [oneItem],
    async run(world, order, item) {
      await hold(order);
      await close(world);
      const another = { ...item, index: 1, itemId: 'one-more' };
      return violationUnless(await isRefused(holdItem(another)), 'an item was held for a closing account');
    },
  },
  'an ended batch that is reopened while its account is closing': {
    requested: [oneItem],
    async run(world, order, item) {
      await start(world, order);
      await release(world, item, 'VendorBusy');
      await finish(world, order.batch.batchId);
      const endedBatch = (await readBatch(world.userId, order.batch.batchId))?.batch as Batch;
      await close(world);
      return violationUnless(await isRefused(reopenBatch(endedBatch, undefined, now)), 'a batch was reopened for a closing account');
    },
  },
  'a payment whose account starts to close during the credit': {
    requested: [oneItem],
    async run(world) {
      const [payment] = world.payments as [Purchase];
      await payWhile(world, payment, () => close(world));
      return violationUnless(!world.acknowledged.credited.has(payment.sessionId), 'a payment was credited to a closing account');
    },
  },
  'credits that support gives to a closing account': {
    requested: [oneItem],
    async run(world) {
      await close(world);
      const outcome = await adjustBalance({ userId: world.userId, amount: 100, reason: 'A test', actor: 'ops' }, 'case-1', now);
      return violationUnless(outcome === 'no-account', 'credits were given to a closing account');
    },
  },
};

const close = ({ userId }: World) => requestDeletion(userId, 'ada', now);
