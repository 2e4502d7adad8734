import { describe, expect, test } from 'vitest';
import { allocateFunds, applyDispute, applyRefund, emptyPayment, outstandingClaim, type Payment } from './payments.ts';

const bought: Payment = { ...emptyPayment, bought: { credits: 5000, paid: 4500 } };

describe('what is claimed back of 50 credits for 45 dollars', () => {
  test.each([
    ['nothing refunded', 0, 0, 0],
    ['a fifth refunded', 900, 0, 1000],
    ['half refunded, a fifth claimed before', 2250, 1000, 1500],
    ['all refunded', 4500, 0, 5000],
    ['all refunded, all claimed before', 4500, 5000, 0],
    ['one cent refunded: rounded', 1, 0, 1],
    ['more refunded than was paid: never more than was bought', 9000, 0, 5000],
  ])('%s', (_, refunded, reclaimed, credits) => expect(outstandingClaim({ ...bought, refunded, reclaimed })).toBe(credits));

  test('adds up over refunds of a cent each, whatever is rounded', () => {
    let payment = bought;
    let sum = 0;
    for (let refunded = 1; refunded <= 4500; refunded++) {
      payment = applyRefund(payment, refunded);
      sum += outstandingClaim(payment);
      payment = { ...payment, reclaimed: sum };
    }
    expect(sum).toBe(5000);
  });

  test('nothing while it is not credited', () => expect(outstandingClaim({ ...emptyPayment, refunded: 4500 })).toBe(0));
});

describe('refunds', () => {
  test('an older report changes nothing', () => {
    const payment = applyRefund(bought, 900);
    expect(applyRefund(payment, 900)).toBe(payment);
    expect(applyRefund(payment, 400)).toBe(payment);
  });
});

describe('disputes', () => {
  const opened = { cents: 4500, at: 100 };
  const won = { cents: 0, at: 200 };
  test('claim what the bank holds back, and give it back when won', () => {
    const disputed = applyDispute(bought, 'dp_1', opened);
    expect(outstandingClaim(disputed)).toBe(5000);
    expect(outstandingClaim({ ...applyDispute(disputed, 'dp_1', won), reclaimed: 5000 })).toBe(-5000);
  });

  test('reported in the wrong order end the same', () => {
    const payment = applyDispute(applyDispute(bought, 'dp_1', won), 'dp_1', opened);
    expect(outstandingClaim(payment)).toBe(0);
  });

  test('opened and won within one second are won, in either order', () => {
    const atOnce = { cents: 0, at: 100 };
    expect(outstandingClaim(applyDispute(applyDispute(bought, 'dp_1', opened), 'dp_1', atOnce))).toBe(0);
    expect(outstandingClaim(applyDispute(applyDispute(bought, 'dp_1', atOnce), 'dp_1', opened))).toBe(0);
  });

  test('beside a refund of the rest take no more than was bought', () => {
    expect(outstandingClaim(applyRefund(applyDispute(bought, 'dp_1', opened), 900))).toBe(5000);
  });
});

describe('claims', () => {
  test.each([
    [1000, 5000, 1000, 0],
    [1000, 300, 300, 700],
    [1000, 0, 0, 1000],
    [0, 300, 0, 0],
  ])('of %i with %i there: %i taken, %i owed', (claims, funds, taken, debt) => {
    expect(allocateFunds({ claims, funds })).toEqual({ taken, debt });
  });
});
