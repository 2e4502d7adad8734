import { describe, expect, test } from 'vitest';
import { videoCards } from '#web/features/video/cards.ts';
import { ApiError, errorOf } from '#web/lib/api.ts';
import { isDefiniteRefusal, orderIdOf } from './order-id.ts';

const start = () => videoCards.startState(['a', 'b', 'c'], 'first');

describe('the idempotency key of an order', () => {
  test('is the one of the kept cards, whatever has changed on them since', () => {
    const edited = videoCards.changeCards(start(), { type: 'cardEdited', cardId: 'a', settings: { prompt: 'Other' } });
    expect(orderIdOf(edited, () => 'new')).toBe('first');
    const cleared = videoCards.changeCards(edited, { type: 'cleared', newIds: ['x', 'y', 'z'] });
    expect(orderIdOf(cleared, () => 'new')).toBe('first');
    expect(orderIdOf(videoCards.changeCards(cleared, { type: 'startedNew', newIds: ['x', 'y', 'z'] }), () => 'new')).toBe('first');
  });

  test('is new once its batch was accepted, and where the page shows that batch', () => {
    const started = videoCards.changeCards(start(), { type: 'batchStarted', batchId: 'first', ordered: start().cards, orderId: 'second' });
    expect(orderIdOf(started, () => 'new')).toBe('second');
    expect(orderIdOf({ orderId: 'first', batchIds: ['first'] }, () => 'new')).toBe('new');
    // What an undo brings back was there before the order.
    expect(orderIdOf(videoCards.changeCards(started, { type: 'undone', before: start(), after: start() }), () => 'new')).toBe('second');
  });

  test('is renewed by a refusal of that very order, or when another tab made it', () => {
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
  ])('an answer of %i with %j is a definite refusal: %s', (status, body, definite) => {
    expect(isDefiniteRefusal(errorOf(status, body))).toBe(definite);
  });

  test('silence is no refusal', () => {
    expect(isDefiniteRefusal(new ApiError('Unreachable'))).toBe(false);
    expect(isDefiniteRefusal(new TypeError('no'))).toBe(false);
  });
});
