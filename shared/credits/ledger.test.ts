import { describe, expect, test } from 'vitest';
import { areBalancesValid, deductionId, findViolations, heldCents, withRunningBalance } from './ledger.ts';

describe('balances', () => {
  test.each([
    [500, 500, true],
    [500, 0, true],
    [0, 0, true],
    [500, 501, false],
    [500, -1, false],
    [-1, -1, false],
    [500.5, 500, false],
    [Number.NaN, 0, false],
  ])('for a balance of %d cents with %d cents available, areBalancesValid returns %s', (credits, available, valid) => {
    expect(areBalancesValid({ credits, available })).toBe(valid);
  });

  test('the held credits are the difference between `credits` and `available`', () => {
    expect(heldCents({ credits: 500, available: 140 })).toBe(360);
  });
});

describe('an account', () => {
  const consistentAccount = { credits: 500, available: 380, activeBatches: 1, activeOperations: 0 };
  test.each([
    [consistentAccount, 500, []],
    [consistentAccount, 499, ['the rows do not sum to the balance']],
    [{ ...consistentAccount, available: 501 }, 500, ['the rule 0 ≤ available ≤ credits is broken']],
    [{ ...consistentAccount, activeBatches: 0 }, 500, ['credits are held, but no work is running']],
    [{ ...consistentAccount, activeBatches: -1 }, 500, ['the count of running batches is impossible']],
    [{ ...consistentAccount, activeBatches: 0, activeOperations: 1 }, 500, []],
    [{ ...consistentAccount, activeBatches: 2, activeOperations: -1 }, 500, ['the count of running single calls is impossible']],
    [{ ...consistentAccount, activeOperations: 21 }, 500, ['the count of running single calls is impossible']],
    [{ credits: 500, available: 500, activeBatches: 0, activeOperations: 0 }, 500, []],
    [{ ...consistentAccount, debt: 1 }, 500, ['there is a debt although credits are available']],
    [{ ...consistentAccount, debt: -1 }, 500, ['there is a debt although credits are available']],
    [{ ...consistentAccount, available: 0, debt: 100 }, 500, []],
  ])('an account %j with the ledger sum %i has the violations %j', (account, sum, violations) => {
    expect(findViolations(account, sum)).toEqual(violations);
  });
});

describe('a ledger list', () => {
  test('a ledger list has the balance after each row, and the newest row is the first one', () => {
    const rows = [{ amount: -200 }, { amount: -360 }, { amount: 1000 }, { amount: 500 }];
    expect(withRunningBalance(rows, 940).map((row) => row.balance)).toEqual([940, 1140, 1500, 500]);
  });

  test('the ledger list without rows is empty', () => {
    expect(withRunningBalance([], 940)).toEqual([]);
  });

  test('each item of each batch has a different deduction id', () => {
    expect(deductionId('b1', 'i1')).toBe('deduction#b1#i1');
    expect(new Set([deductionId('b1', 'i1'), deductionId('b1', 'i2'), deductionId('b2', 'i1')]).size).toBe(3);
  });
});
