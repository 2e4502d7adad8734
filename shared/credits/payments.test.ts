import { describe, expect, test } from 'vitest';
import { allocateFunds, applyDispute, applyRefund, emptyPayment, outstandingClaim, type Payment } from './payments.ts';

const creditedPayment: Payment = { ...emptyPayment, bought: { credits: 5000, paid: 4500 } };

describe('the outstanding claim of a payment of $45 for $50 of credits', () => {
  test.each([
    ['without a refund', 0, 0, 0],
    ['after a refund of a fifth', 1000, 900, 0],
    ['after a refund of a half, with a fifth already reclaimed', 1500, 2250, 1000],
    ['after a full refund', 5000, 4500, 0],
    ['after a full refund, with all already reclaimed', 0, 4500, 5000],
    ['after a refund of one cent, rounded', 1, 1, 0],
    ['after a refund above the paid amount', 5000, 9000, 0],
  ])('the claim %s is %i cents', (_, credits, refunded, reclaimed) =>
    expect(outstandingClaim({ ...creditedPayment, refunded, reclaimed })).toBe(credits),
  );

  test('after many refunds of one cent, the sum of the claims is exactly all credits, despite rounding', () => {
    let payment = creditedPayment;
    let sum = 0;
    for (let refunded = 1; refunded <= 4500; refunded++) {
      payment = applyRefund(payment, refunded);
      sum += outstandingClaim(payment);
      payment = { ...payment, reclaimed: sum };
    }
    expect(sum).toBe(5000);
  });

  test('the claim is zero before the credits of the payment are added', () =>
    expect(outstandingClaim({ ...emptyPayment, refunded: 4500 })).toBe(0));
});

describe('refunds', () => {
  test('an older report of a refund is ignored', () => {
    const payment = applyRefund(creditedPayment, 900);
    expect(applyRefund(payment, 900)).toBe(payment);
    expect(applyRefund(payment, 400)).toBe(payment);
  });
});

describe('disputes', () => {
  const openedDispute = { cents: 4500, at: 100 };
  const wonDispute = { cents: 0, at: 200 };
  test('a dispute takes back the credits of the disputed amount, and a won dispute returns these credits', () => {
    const disputedPayment = applyDispute(creditedPayment, 'dp_1', openedDispute);
    expect(outstandingClaim(disputedPayment)).toBe(5000);
    expect(outstandingClaim({ ...applyDispute(disputedPayment, 'dp_1', wonDispute), reclaimed: 5000 })).toBe(-5000);
  });

  test('the result is the same if the reports of a dispute arrive in the wrong order', () => {
    const payment = applyDispute(applyDispute(creditedPayment, 'dp_1', wonDispute), 'dp_1', openedDispute);
    expect(outstandingClaim(payment)).toBe(0);
  });

  test('a dispute that is opened and won in the same second is won, in every order of the reports', () => {
    const wonInSameSecond = { cents: 0, at: 100 };
    expect(outstandingClaim(applyDispute(applyDispute(creditedPayment, 'dp_1', openedDispute), 'dp_1', wonInSameSecond))).toBe(0);
    expect(outstandingClaim(applyDispute(applyDispute(creditedPayment, 'dp_1', wonInSameSecond), 'dp_1', openedDispute))).toBe(0);
  });

  test('a dispute and a refund together take back at most the bought credits', () => {
    expect(outstandingClaim(applyRefund(applyDispute(creditedPayment, 'dp_1', openedDispute), 900))).toBe(5000);
  });
});

describe('allocateFunds', () => {
  test.each([
    [1000, 5000, 1000, 0],
    [1000, 300, 300, 700],
    [1000, 0, 0, 1000],
    [0, 300, 0, 0],
  ])('for claims of %i and funds of %i, the payment is %i and the debt is %i', (claims, funds, covered, debt) => {
    expect(allocateFunds({ claims, funds })).toEqual({ covered, debt });
  });
});
