/**
 * Race scenarios (see race.ts) for an account that is being deleted. Each write has the condition that no deletion of the account was
 * requested. In these scenarios, only this condition prevents a wrong write.
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
    async run(testState, orderedBatch) {
      await requestAccountDeletion(testState);
      return violationUnless(await isRefused(hold(orderedBatch)), 'credits were held for a batch although the account is being deleted');
    },
  },
  'an item that is added to a batch while the account is being deleted': {
    requestedBatches: [oneItem],
    async run(testState, orderedBatch, item) {
      await hold(orderedBatch);
      await requestAccountDeletion(testState);
      const another = { ...item, index: 1, itemId: 'one-more' };
      return violationUnless(await isRefused(holdItem(another)), 'credits were held for an item although the account is being deleted');
    },
  },
  'an ended batch that is reopened while its account is being deleted': {
    requestedBatches: [oneItem],
    async run(testState, orderedBatch, item) {
      await start(testState, orderedBatch);
      await release(testState, item, 'VendorBusy');
      await finish(testState, orderedBatch.batch.batchId);
      const endedBatch = (await readBatch(testState.userId, orderedBatch.batch.batchId))?.batch as Batch;
      await requestAccountDeletion(testState);
      return violationUnless(
        await isRefused(reopenBatch(endedBatch, undefined, now)),
        'a batch was reopened for an account that is being deleted',
      );
    },
  },
  'a payment that is being credited while the seller requests the deletion of the account': {
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
