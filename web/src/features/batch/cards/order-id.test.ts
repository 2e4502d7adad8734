import { describe, expect, test } from 'vitest';
import { videoCards } from '#web/features/video/cards.ts';
import { ApiError, errorOf } from '#web/lib/api.ts';
import { isDefiniteRefusal, orderIdOf } from './order-id.ts';

const start = () => videoCards.startState(['a', 'b', 'c'], 'first');

describe('the idempotency key of an order', () => {
  test('the idempotency key of an order is the saved key, even if the cards have changed', () => {
    const edited = videoCards.changeCards(start(), { type: 'cardEdited', cardId: 'a', settings: { prompt: 'Other' } });
    expect(orderIdOf(edited, () => 'new')).toBe('first');
    const cleared = videoCards.changeCards(edited, { type: 'cleared', newIds: ['x', 'y', 'z'] });
    expect(orderIdOf(cleared, () => 'new')).toBe('first');
    expect(orderIdOf(videoCards.changeCards(cleared, { type: 'startedNew', newIds: ['x', 'y', 'z'] }), () => 'new')).toBe('first');
  });

  test('after a batch is accepted, the page uses a new key, even if the response was lost and the page found the batch later', () => {
    const started = videoCards.changeCards(start(), { type: 'batchStarted', batchId: 'first', ordered: start().cards, orderId: 'second' });
    expect(orderIdOf(started, () => 'new')).toBe('second');
    expect(orderIdOf({ orderId: 'first', batchIds: ['first'] }, () => 'new')).toBe('new');
    // An undo restores the state before the order, but not the key of the order.
    expect(orderIdOf(videoCards.changeCards(started, { type: 'undone', before: start(), after: start() }), () => 'new')).toBe('second');
  });

  test('the key is new after the order was rejected, or after another browser tab sent the same order', () => {
    for (const type of ['orderRefused', 'batchStartedElsewhere'] as const) {
      expect(videoCards.changeCards(start(), { type, batchId: 'first', orderId: 'second' }).orderId).toBe('second');
      expect(videoCards.changeCards(start(), { type, batchId: 'other', orderId: 'second' }).orderId).toBe('first');
    }
  });

  test.each([
    [402, { code: 'InsufficientCredits' }, true],
    [400, { code: 'PromptTooLong' }, true],
    [409, { code: 'ActiveBatchLimit' }, true],
    [404, { code: 'UploadNotFound' }, true],
    [409, { code: 'BatchIdReused' }, false],
    [401, { code: 'Unauthorized' }, false],
    [503, { code: 'LedgerConflict' }, false],
    [500, { code: 'InternalError' }, false],
    [502, { code: 'VendorServerError' }, false],
    [403, undefined, false],
    [404, undefined, false],
    [413, undefined, false],
    [500, undefined, false],
    [503, undefined, false],
  ])('for a response %i with %j, isDefiniteRefusal returns %s', (status, body, definite) => {
    expect(isDefiniteRefusal(errorOf(status, body))).toBe(definite);
  });

  test('the key stays the same after a call without a response, because a missing response is not a rejection', () => {
    expect(isDefiniteRefusal(new ApiError('Unreachable'))).toBe(false);
    expect(isDefiniteRefusal(new TypeError('no'))).toBe(false);
  });
});
