import { describe, expect, test } from 'vitest';
import {
  type AccountState,
  type AutoTopUp,
  jobState,
  mayRequest,
  monthOf,
  newAutoTopUp,
  nextTopUp,
  type SavedCard,
  spentInMonth,
  topUpPrice,
  withAttempt,
  withCard,
  withFailedAttempt,
  withoutCard,
  withPaidAttempt,
  withRequest,
} from './auto-top-up.ts';

const now = new Date('2026-11-21T08:00:00Z');
const nextMonth = new Date('2026-12-01T00:00:00Z');
const card: SavedCard = { customerId: 'cus_1', paymentMethodId: 'pm_1', brand: 'visa', last4: '4242', expMonth: 12, expYear: 2028 };
const on: AutoTopUp = { ...newAutoTopUp, isOn: true, threshold: 1000, amount: 5000, monthlyLimit: 9000, card };
const low: AccountState = { available: 999, debt: 0 };

describe('nothing is charged', () => {
  test.each<[string, Partial<AutoTopUp>, Partial<AccountState>]>([
    ['while the top-up is off', { isOn: false }, {}],
    ['with the default settings', newAutoTopUp, {}],
    ['while the balance is at the threshold', {}, { available: 1000 }],
    ['for an account with a debt', {}, { debt: 1 }],
    ['for an account that is being deleted', {}, { closingAt: now.toISOString() }],
    ['while another payment runs', { attempt: withAttempt(on, 'a', now).attempt }, {}],
  ])('%s', (_, changes, account) => {
    expect(nextTopUp({ ...on, ...changes }, { ...low, ...account }, now)).toBe('nothing');
  });

  test('without a card', () => {
    const { card: _, ...withoutAnyCard } = on;
    expect(nextTopUp(withoutAnyCard, low, now)).toBe('nothing');
    expect(() => withAttempt(withoutAnyCard, 'a', now)).toThrow(TypeError);
  });

  test('above the limit of the month, and the seller is told once per month', () => {
    const spent = { ...on, spent: { month: '2026-11', price: 4501 } };
    expect(nextTopUp(spent, low, now)).toBe('tell-limit');
    expect(nextTopUp({ ...spent, toldLimitIn: '2026-11' }, low, now)).toBe('nothing');
    expect(nextTopUp({ ...spent, toldLimitIn: '2026-11' }, low, nextMonth)).toBe('start');
  });
});

describe('a top-up', () => {
  test('starts below the threshold, and its price counts before the card is charged', () => {
    expect(nextTopUp(on, low, now)).toBe('start');
    const started = withAttempt(on, 'attempt-1', now);
    expect(started.attempt).toEqual({
      id: 'attempt-1',
      credits: 5000,
      price: 4500,
      customerId: 'cus_1',
      paymentMethodId: 'pm_1',
      startedAt: now.toISOString(),
      requests: 0,
      nextAt: now.toISOString(),
    });
    expect(spentInMonth(started, now)).toBe(4500);
    expect(spentInMonth(withPaidAttempt(started), now)).toBe(4500);
  });

  test('uses the whole limit of the month exactly', () => {
    const first = withPaidAttempt(withAttempt(on, 'a', now));
    expect(nextTopUp(first, low, now)).toBe('start');
    const second = withPaidAttempt(withAttempt(first, 'b', now));
    expect(spentInMonth(second, now)).toBe(9000);
    expect(nextTopUp(second, low, now)).toBe('tell-limit');
  });

  test.each(['declined', 'authentication', 'unknown'] as const)(
    'turns off after the outcome %s, and its price no longer counts',
    (reason) => {
      const ended = withFailedAttempt(withAttempt(on, 'a', now), reason);
      expect(ended).toMatchObject({ isOn: false, stopReason: reason, spent: { month: '2026-11', price: 0 } });
      expect(ended.attempt).toBeUndefined();
      expect(nextTopUp(ended, low, now)).toBe('nothing');
    },
  );

  test('that failed in an earlier month does not reduce the sum of this month', () => {
    const started = withAttempt(on, 'a', now);
    const inNextMonth = { ...started, spent: { month: '2026-12', price: 4500 } };
    expect(withFailedAttempt(inNextMonth, 'unknown').spent).toEqual({ month: '2026-12', price: 4500 });
  });

  test('waits longer after each request without an outcome, up to an hour', () => {
    let running = withAttempt(on, 'a', now);
    const pauses = Array.from({ length: 9 }, () => {
      running = withRequest(running, now);
      return (Date.parse(running.attempt.nextAt) - now.getTime()) / 60_000;
    });
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
    expect(running.attempt.requests).toBe(9);
  });

  test('may charge the card only during the first 20 hours', () => {
    const { attempt } = withAttempt(on, 'a', now);
    expect(mayRequest(attempt, new Date(now.getTime() + 20 * 3600_000 - 1))).toBe(true);
    expect(mayRequest(attempt, new Date(now.getTime() + 20 * 3600_000))).toBe(false);
  });
});

describe('a card', () => {
  test('replaces the earlier card, whose customer must be deleted', () => {
    const replaced = withCard({ ...on, setupId: 'setup' }, { ...card, customerId: 'cus_2' });
    expect(replaced).toMatchObject({ isOn: true, card: { customerId: 'cus_2' }, oldCustomerIds: ['cus_1'] });
    expect(replaced.setupId).toBeUndefined();
  });

  test('that is removed turns the top-up off, and no later page can save another card', () => {
    const removed = withoutCard({ ...on, setupId: 'setup' });
    expect(removed).toMatchObject({ isOn: false, oldCustomerIds: ['cus_1'] });
    expect(removed.card).toBeUndefined();
    expect(removed.setupId).toBeUndefined();
  });
});

test.each<[string, AutoTopUp, boolean, ReturnType<typeof jobState>]>([
  ['never saved', newAutoTopUp, false, undefined],
  ['on without a card', { ...newAutoTopUp, isOn: true }, false, undefined],
  ['on with a card', on, false, 'watch'],
  ['off with a card', { ...on, isOn: false }, false, undefined],
  ['with a running payment', withAttempt(on, 'a', now), false, 'open'],
  ['with a customer to delete', withoutCard(on), false, 'open'],
  ['with a card, in a deletion', { ...on, isOn: false }, true, 'open'],
])('the job sees an account that is %s as: %s', (_, topUp, isClosing, state) => {
  expect(jobState(topUp, { isClosing })).toBe(state);
});

/** A pseudo-random generator, so that a failure can be repeated. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

test.each(Array.from({ length: 200 }, (_, seed) => seed))('the payments of no month exceed its limit (random history %i)', (seed) => {
  const random = randomOf(seed);
  const paid = new Map<string, number>();
  let topUp: AutoTopUp = { ...on, monthlyLimit: 9000 };
  let available = 0;
  for (let step = 0, time = now.getTime(); step < 120; step++, time += random() * 3 * 24 * 3600_000) {
    const at = new Date(time);
    if (topUp.attempt && random() < 0.6) {
      const { startedAt, price, credits } = topUp.attempt;
      if (random() < 0.7) {
        const month = startedAt.slice(0, 7);
        paid.set(month, (paid.get(month) ?? 0) + price);
        available += credits;
        topUp = withPaidAttempt(topUp);
      } else topUp = { ...withFailedAttempt(topUp, 'declined'), isOn: random() < 0.9 };
    } else if (nextTopUp(topUp, { available, debt: 0 }, at) === 'start') topUp = withAttempt(topUp, String(step), at);
    else available = Math.floor(available * random());
    if (random() < 0.05) topUp = { ...topUp, isOn: true, amount: random() < 0.5 ? 500 : 5000 };
  }
  for (const [month, sum] of paid) expect({ month, isAllowed: sum <= 9000 }).toEqual({ month, isAllowed: true });
  expect(topUpPrice(topUp)).toBeGreaterThan(0);
  expect(monthOf(now)).toBe('2026-11');
});
