/**
 * Race scenarios (see race.ts) of an account that is being deleted. Only the check for the deletion prevents the
 * violations.
 */

import { requestDeletion } from '#lambdas/store/account-deletions.ts';
import { adjustBalance } from '#lambdas/store/adjustments.ts';
import type { Batch } from '#lambdas/store/batch-rows.ts';
import { readBatch } from '#lambdas/store/batches.ts';
import { holdItem, reopenBatch } from '#lambdas/store/ledger.ts';
import type { Purchase } from '#lambdas/store/payments.ts';
import { finish, release, start } from '../steps.ts';
import { now, type TestState } from '../test-state.ts';
import { hold, isRefused, oneItem, payAfter, type RaceScenario, violationUnless } from './race.ts';

export const racesOfDeletions: Record<string, RaceScenario> = {
  'an order for an account that is being deleted': {
    requestedBatches: [oneItem],
    async run(testState, order) {
      await requestAccountDeletion(testState);
      return violationUnless(await isRefused(hold(order)), 'a batch was held for an account that is being deleted');
    },
  },
  'one more item of a batch whose account is being deleted': {
    requestedBatches: [oneItem],
    async run(testState, order, item) {
      await hold(order);
      await requestAccountDeletion(testState);
      const another = { ...item, index: 1, itemId: 'one-more' };
      return violationUnless(await isRefused(holdItem(another)), 'an item was held for an account that is being deleted');
    },
  },
  'an ended batch that is reopened while its account is being deleted': {
    requestedBatches: [oneItem],
    async run(testState, order, item) {
      await start(testState, order);
      await release(testState, item, 'VendorBusy');
      await finish(testState, order.batch.batchId);
      const endedBatch = (await readBatch(testState.userId, order.batch.batchId))?.batch as Batch;
      await requestAccountDeletion(testState);
      return violationUnless(
        await isRefused(reopenBatch(endedBatch, undefined, now)),
        'a batch was reopened for an account that is being deleted',
      );
    },
  },
  'a payment whose owner requests the deletion of the account during the credit': {
    requestedBatches: [oneItem],
    async run(testState) {
      const [payment] = testState.payments as [Purchase];
      await payAfter(testState, payment, () => requestAccountDeletion(testState));
      return violationUnless(
        !testState.acknowledgedChanges.credited.has(payment.sessionId),
        'a payment was credited to an account that is being deleted',
      );
    },
  },
  'credits that support gives to an account that is being deleted': {
    requestedBatches: [oneItem],
    async run(testState) {
      await requestAccountDeletion(testState);
      const outcome = await adjustBalance({ userId: testState.userId, amount: 100, reason: 'A test', actor: 'ops' }, 'case-1', now);
      return violationUnless(outcome === 'no-account', 'credits were given to an account that is being deleted');
    },
  },
};

const requestAccountDeletion = ({ userId }: TestState) => requestDeletion(userId, 'ada', now);
