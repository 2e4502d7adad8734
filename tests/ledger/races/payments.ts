/** Race scenarios (see race.ts) for payments, refunds and debts. */
import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { requiredEnv } from '#lambdas/platform/config.ts';
import { accountKey, readAccount } from '#lambdas/store/accounts.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';
import { creditPurchase, type Purchase } from '#lambdas/store/payments.ts';
import { signupBonusCents } from '#shared/credits/ledger.ts';
import { capture, dispute, pay, refund, release, start } from '../steps.ts';
import { now } from '../test-state.ts';
import { makeVideo, oneItem, payAfter, type RaceScenario, runBeforeTransaction, violationUnless } from './race.ts';

const paymentKey = ({ paymentId }: Purchase) => ({ TableName: requiredEnv('TABLE_PAYMENTS'), Key: { id: `payment#${paymentId}` } });

export const racesOfPayments: Record<string, RaceScenario> = {
  'a payment that the vendor reports twice and the page reports twice, all in parallel': {
    requestedBatches: [oneItem],
    async run(testState) {
      const [payment] = testState.payments as [Purchase];
      await Promise.all((['vendor', 'page', 'vendor', 'page'] as const).map((reporter) => pay(testState, payment, reporter)));
      await creditPurchase(payment, { now, eventId: 'another' });
      return [];
    },
  },
  'a payment row that is deleted before a repeated report': {
    requestedBatches: [oneItem],
    async run(testState) {
      const [payment] = testState.payments as [Purchase];
      await pay(testState, payment);
      await dynamo().send(new DeleteCommand(paymentKey(payment)));
      const outcome = await creditPurchase(payment, { now, eventId: 'another' });
      return violationUnless(outcome === 'credited-before', 'a payment was credited twice');
    },
    isLedgerInconsistent: true,
  },
  'a payment that is being credited while the account is deleted': {
    requestedBatches: [oneItem],
    async run(testState) {
      const [payment] = testState.payments as [Purchase];
      await payAfter(testState, payment, () => dynamo().send(new DeleteCommand(accountKey(testState.userId))));
      return violationUnless((await readAccount(testState.userId)) === undefined, 'a payment created an account');
    },
    isLedgerInconsistent: true,
  },
  'a refund that arrives while its payment is being credited': {
    requestedBatches: [oneItem],
    async run(testState) {
      const [payment] = testState.payments as [Purchase];
      await payAfter(testState, payment, () => refund(testState, payment, 90));
      return [];
    },
  },
  'a refund and a dispute at the same time for a payment that is not credited yet': {
    requestedBatches: [oneItem],
    async run(testState) {
      const [payment] = testState.payments as [Purchase];
      await runBeforeTransaction(
        testState,
        () => dispute(testState, payment, 1, 90),
        () => refund(testState, payment, 90),
      );
      await pay(testState, payment);
      return [];
    },
  },
  'a debt that is created while a payment is being credited': {
    requestedBatches: [{ costs: [900] }],
    async run(testState, orderedBatch, item) {
      const [payment, secondPayment] = testState.payments as [Purchase, Purchase];
      await pay(testState, payment);
      await makeVideo(testState, orderedBatch, item);
      await payAfter(testState, secondPayment, () => refund(testState, payment, 450));
      return [];
    },
  },
  'a debt that the next payment pays, and a dispute of that payment': {
    requestedBatches: [{ costs: [900] }],
    async run(testState, orderedBatch, item) {
      const [payment, secondPayment] = testState.payments as [Purchase, Purchase];
      await pay(testState, payment);
      await makeVideo(testState, orderedBatch, item);
      await capture(testState, item);
      await refund(testState, payment, 450);
      await pay(testState, secondPayment);
      await dispute(testState, secondPayment, 1, 450);
      await dispute(testState, secondPayment, 2, 0);
      return [];
    },
  },
  'credits that are held while a refund is processed': {
    requestedBatches: [{ costs: [900] }],
    async run(testState, orderedBatch) {
      const [payment] = testState.payments as [Purchase];
      await pay(testState, payment);
      await runBeforeTransaction(
        testState,
        () => refund(testState, payment, 450),
        () => start(testState, orderedBatch),
      );
      return [];
    },
  },
  'credits that are released while a refund takes more credits than are available': {
    requestedBatches: [{ costs: [900] }],
    async run(testState, orderedBatch, item) {
      const [payment] = testState.payments as [Purchase];
      await pay(testState, payment);
      await start(testState, orderedBatch);
      await runBeforeTransaction(
        testState,
        () => refund(testState, payment, 450),
        () => release(testState, item, 'VendorBusy'),
      );
      return [];
    },
  },
  'two parallel refunds that together take more credits than are available': {
    requestedBatches: [{ costs: [1_500] }],
    async run(testState, orderedBatch) {
      const [first, second] = testState.payments as [Purchase, Purchase];
      await pay(testState, first);
      await pay(testState, second);
      await start(testState, orderedBatch);
      await runBeforeTransaction(
        testState,
        () => refund(testState, second, 450),
        () => refund(testState, first, 450),
      );
      return [];
    },
  },
  'a debt that two parallel releases pay': {
    requestedBatches: [{ costs: [450, 450] }],
    async run(testState, orderedBatch) {
      const [payment] = testState.payments as [Purchase];
      await pay(testState, payment);
      await start(testState, orderedBatch);
      await refund(testState, payment, 450);
      await Promise.all(
        orderedBatch.items.flatMap((each) => [release(testState, each, 'VendorBusy'), release(testState, each, 'VendorBusy')]),
      );
      return [];
    },
  },
  'a payment row that is restored to its state before a refund, and then the same refund report again': {
    requestedBatches: [oneItem],
    async run(testState) {
      const [payment] = testState.payments as [Purchase];
      await pay(testState, payment);
      await refund(testState, payment, 90);
      const { TableName, Key } = paymentKey(payment);
      await dynamo().send(
        new UpdateCommand({
          ...{ TableName, Key },
          UpdateExpression: 'SET refunded = :none, reclaimed = :none, revision = :first',
          ExpressionAttributeValues: { ':none': 0, ':first': 1 },
        }),
      );
      const isRefused = await refund(testState, payment, 90).then(
        () => true,
        () => false,
      );
      const reclaimedCents = signupBonusCents + payment.credits - ((await readAccount(testState.userId))?.credits ?? 0);
      return [
        ...violationUnless(isRefused, 'a repeated report was not recognised'),
        ...violationUnless(reclaimedCents === 100, `${reclaimedCents} cents were reclaimed instead of 100`),
      ];
    },
    isLedgerInconsistent: true,
  },
};
