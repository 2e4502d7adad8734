/** Mishaps (see run-mishaps.ts) of payments, refunds and debts. */
import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { requiredEnv } from '#lambdas/platform/config.ts';
import { accountKey, readAccount } from '#lambdas/store/accounts.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';
import { creditPurchase, type Purchase } from '#lambdas/store/payments.ts';
import { signupBonusCents } from '#shared/credits/ledger.ts';
import { capture, dispute, pay, refund, release, start } from '../steps.ts';
import { now } from '../world.ts';
import { type Mishap, makeVideo, oneItem, payWhile, rightBefore, violationUnless } from './mishap.ts';

const paymentKey = ({ paymentId }: Purchase) => ({ TableName: requiredEnv('TABLE_PAYMENTS'), Key: { id: `payment#${paymentId}` } });

export const mishapsOfPayments: Record<string, Mishap> = {
  'a payment that the vendor and the page both report twice in parallel': {
    requested: [oneItem],
    async run(world) {
      const [payment] = world.payments as [Purchase];
      await Promise.all((['vendor', 'page', 'vendor', 'page'] as const).map((reporter) => pay(world, payment, reporter)));
      await creditPurchase(payment, { now, eventId: 'another' });
      return [];
    },
  },
  'a payment row that is deleted before a repeated report': {
    requested: [oneItem],
    async run(world) {
      const [payment] = world.payments as [Purchase];
      await pay(world, payment);
      await dynamo().send(new DeleteCommand(paymentKey(payment)));
      const outcome = await creditPurchase(payment, { now, eventId: 'another' });
      return violationUnless(outcome === 'credited-before', 'a payment was credited twice');
    },
    isContradiction: true,
  },
  'a payment whose account is deleted during the credit': {
    requested: [oneItem],
    async run(world) {
      const [payment] = world.payments as [Purchase];
      await payWhile(world, payment, () => dynamo().send(new DeleteCommand(accountKey(world.userId))));
      return violationUnless((await readAccount(world.userId)) === undefined, 'a payment created an account');
    },
    isContradiction: true,
  },
  'a refund that arrives while its payment is being credited': {
    requested: [oneItem],
    async run(world) {
      const [payment] = world.payments as [Purchase];
      await payWhile(world, payment, () => refund(world, payment, 90));
      return [];
    },
  },
  'two parallel reports about a payment that is not credited yet': {
    requested: [oneItem],
    async run(world) {
      const [payment] = world.payments as [Purchase];
      await rightBefore(
        world,
        () => dispute(world, payment, 1, 90),
        () => refund(world, payment, 90),
      );
      await pay(world, payment);
      return [];
    },
  },
  'a debt that is created while a payment is being credited': {
    requested: [{ costs: [900] }],
    async run(world, order, item) {
      const [payment, secondPayment] = world.payments as [Purchase, Purchase];
      await pay(world, payment);
      await makeVideo(world, order, item);
      await payWhile(world, secondPayment, () => refund(world, payment, 450));
      return [];
    },
  },
  'a debt that the next payment pays, and a dispute of that payment': {
    requested: [{ costs: [900] }],
    async run(world, order, item) {
      const [payment, secondPayment] = world.payments as [Purchase, Purchase];
      await pay(world, payment);
      await makeVideo(world, order, item);
      await capture(world, item);
      await refund(world, payment, 450);
      await pay(world, secondPayment);
      await dispute(world, secondPayment, 1, 450);
      await dispute(world, secondPayment, 2, 0);
      return [];
    },
  },
  'credits that are held while a refund is processed': {
    requested: [{ costs: [900] }],
    async run(world, order) {
      const [payment] = world.payments as [Purchase];
      await pay(world, payment);
      await rightBefore(
        world,
        () => refund(world, payment, 450),
        () => start(world, order),
      );
      return [];
    },
  },
  'credits that are released while a refund of too few credits is processed': {
    requested: [{ costs: [900] }],
    async run(world, order, item) {
      const [payment] = world.payments as [Purchase];
      await pay(world, payment);
      await start(world, order);
      await rightBefore(
        world,
        () => refund(world, payment, 450),
        () => release(world, item, 'VendorBusy'),
      );
      return [];
    },
  },
  'two parallel refunds of the remaining credits': {
    requested: [{ costs: [1_500] }],
    async run(world, order) {
      const [first, second] = world.payments as [Purchase, Purchase];
      await pay(world, first);
      await pay(world, second);
      await start(world, order);
      await rightBefore(
        world,
        () => refund(world, second, 450),
        () => refund(world, first, 450),
      );
      return [];
    },
  },
  'a debt paid by two parallel releases': {
    requested: [{ costs: [450, 450] }],
    async run(world, order) {
      const [payment] = world.payments as [Purchase];
      await pay(world, payment);
      await start(world, order);
      await refund(world, payment, 450);
      await Promise.all(order.items.flatMap((each) => [release(world, each, 'VendorBusy'), release(world, each, 'VendorBusy')]));
      return [];
    },
  },
  'a payment row that is restored to its state before a refund, and a repeated report': {
    requested: [oneItem],
    async run(world) {
      const [payment] = world.payments as [Purchase];
      await pay(world, payment);
      await refund(world, payment, 90);
      const { TableName, Key } = paymentKey(payment);
      await dynamo().send(
        new UpdateCommand({
          ...{ TableName, Key },
          UpdateExpression: 'SET refunded = :none, reclaimed = :none, revision = :first',
          ExpressionAttributeValues: { ':none': 0, ':first': 1 },
        }),
      );
      const isRefused = await refund(world, payment, 90).then(
        () => true,
        () => false,
      );
      const reclaimedCents = signupBonusCents + payment.credits - ((await readAccount(world.userId))?.credits ?? 0);
      return [
        ...violationUnless(isRefused, 'a repeated report was not recognised'),
        ...violationUnless(reclaimedCents === 100, `${reclaimedCents} cents were reclaimed instead of 100`),
      ];
    },
    isContradiction: true,
  },
};
