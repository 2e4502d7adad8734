import { beforeEach, describe, expect, test, vi } from 'vitest';
import { removeStoredSelection, reopenStoredSelection, selectionFor, storeSelection, takeStoredSelection } from './top-up.ts';
import { dropWaitingOrder, pageOfPaidOrder, releaseWaitingOrder, storeWaitingOrder, takePaidOrder } from './waiting-order.ts';

const storage = () => {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
};
let stores: { localStorage: ReturnType<typeof storage>; sessionStorage: ReturnType<typeof storage> };
beforeEach(() => {
  stores = { localStorage: storage(), sessionStorage: storage() };
  vi.stubGlobal('window', stores);
  vi.useFakeTimers({ now: new Date('2026-11-21T08:00:00Z') });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});
const advanceMinutes = (count: number) => vi.advanceTimersByTime(count * 60_000);

describe('the first selection in the dialog', () => {
  test.each([
    [0, { packageId: 'pkg_50', custom: '100' }],
    [5000, { packageId: 'pkg_50', custom: '100' }],
    [5001, { packageId: 'custom', custom: '51' }],
    [7120, { packageId: 'custom', custom: '72' }],
    [200_000, { packageId: 'custom', custom: '1000' }],
  ])('the first selection for %i missing cents is %j', (missing, selection) => expect(selectionFor(missing)).toEqual(selection));
});

describe('a stored selection', () => {
  const stored = { selection: { packageId: 'custom' as const, custom: '70' }, orderWaits: true };

  test('a stored selection opens the dialog again only once after a sign-in', () => {
    storeSelection(stored, { reopen: true });
    expect(takeStoredSelection()).toMatchObject(stored);
    expect(takeStoredSelection()).toBeUndefined();
  });

  test('after a visit to the payment page, a stored selection opens the dialog again only if the seller clicks Try Again', () => {
    storeSelection(stored, { reopen: false });
    expect(takeStoredSelection()).toBeUndefined();
    reopenStoredSelection();
    expect(takeStoredSelection()).toMatchObject(stored);
  });

  test.each([
    ['was removed', () => removeStoredSelection()],
    ['is too old', () => advanceMinutes(16)],
    ['is damaged', () => stores.sessionStorage.setItem('vitrine.top_up', '{')],
  ])('a stored selection does not open the dialog again if it %s', (_, invalidate) => {
    storeSelection(stored, { reopen: true });
    invalidate();
    reopenStoredSelection();
    expect(takeStoredSelection()).toBeUndefined();
  });
});

describe('an order that waits for credits', () => {
  const order = { path: '/batch-image-to-video', orderId: 'o1', cardIds: ['c1', 'c2'] };

  test('an order that waits for credits is sent only once, by the page of the order, after the payment', () => {
    storeWaitingOrder('ada', order);
    releaseWaitingOrder('ada');
    expect(pageOfPaidOrder('ada')).toBe(order.path);
    expect(takePaidOrder('ada', order.path)).toMatchObject(order);
    expect(takePaidOrder('ada', order.path)).toBeUndefined();
    expect(pageOfPaidOrder('ada')).toBeUndefined();
  });

  const storeOrder = (userId = 'ada') => storeWaitingOrder(userId, order);
  const recordPayment = (userId = 'ada') => releaseWaitingOrder(userId);
  test.each<[string, ...(() => void)[]]>([
    ['is not paid', () => storeOrder()],
    ['belongs to another user', () => storeOrder('bob'), () => recordPayment('bob'), () => recordPayment()],
    ['was cancelled', () => storeOrder(), () => dropWaitingOrder('ada'), () => recordPayment()],
    ['is paid on the next day', () => storeOrder(), () => advanceMinutes(24 * 60 + 1), () => recordPayment()],
    ['was paid more than ten minutes ago', () => storeOrder(), () => recordPayment(), () => advanceMinutes(11)],
    ['is damaged', () => stores.localStorage.setItem('vitrine.waiting_order.ada', '['), () => recordPayment()],
  ])('an order that waits for credits is not sent if it %s', (_, ...steps) => {
    for (const step of steps) step();
    expect(pageOfPaidOrder('ada')).toBeUndefined();
    expect(takePaidOrder('ada', order.path)).toBeUndefined();
  });

  test('an order that waits for credits is not sent by another page', () => {
    storeWaitingOrder('ada', order);
    releaseWaitingOrder('ada');
    expect(takePaidOrder('ada', '/image-to-video')).toBeUndefined();
    expect(takePaidOrder('ada', order.path)).toMatchObject(order);
  });
});
